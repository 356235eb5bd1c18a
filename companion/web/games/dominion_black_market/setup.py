"""The setup checklist: what lies in the Supply, beside it, with each player, and the pull list."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.view import (
    BoxView,
    DominionTableView,
    ExtraView,
    SetupView,
    StartView,
    SupplyView,
)
from companion.services.tables.live_table import LiveTable

IN_SUPPLY = frozenset({"supply_pile", "extra_supply_pile", "mixed_pile"})
FOR_PLAYERS = frozenset({"player_start", "heirloom"})
USUAL = 10
OWN_BACKS = ("Stash", "Alley", "Fishmonger", "Ninja", "Ronin", "Tanuki")
"""Cards whose own back shows where they lie in a face-down deck (rule 1.11)."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One line to be ticked."""

    line: SetupView
    id: str
    ticked_at: int | None
    """The event that ticked it: taking it back takes the tick away."""


@dataclass(frozen=True, slots=True)
class SetupShown:
    """What the tab shows."""

    supply: tuple[Tick, ...]
    beside: tuple[Tick, ...]
    players: tuple[Tick, ...]
    done: int
    all: int
    kingdom: tuple[SupplyView, ...]
    """Kingdom piles that do not hold ten cards."""
    kingdom_piles: int
    basics: tuple[SupplyView, ...]
    start: StartView
    needs: tuple[ExtraView, ...]
    """Extras that nobody has chosen."""
    check: tuple[str, ...]
    pull_list: tuple[BoxView, ...]
    cards: int
    own_backs: tuple[str, ...]
    held_by: str | None
    seated: int


def shown(live: LiveTable, view: DominionTableView) -> SetupShown:
    """The checklist as every phone may see it."""
    at = _ticked_at(live)
    ticks = tuple(
        Tick(line, f"step-{number}", at.get(line.step) if line.done_by else None)
        for number, line in enumerate(view.setup)
    )
    kingdom = tuple(row for row in view.supply if row.role == "kingdom")
    listed = {each.card.name for each in view.deck.cards or ()}
    return SetupShown(
        supply=tuple(tick for tick in ticks if tick.line.kind in IN_SUPPLY),
        beside=tuple(tick for tick in ticks if tick.line.kind not in IN_SUPPLY | FOR_PLAYERS),
        players=tuple(tick for tick in ticks if tick.line.kind in FOR_PLAYERS),
        done=sum(1 for tick in ticks if tick.line.done_by),
        all=len(ticks),
        kingdom=tuple(row for row in kingdom if row.size != USUAL),
        kingdom_piles=len(kingdom),
        basics=tuple(row for row in view.supply if row.role == "basic"),
        start=view.start,
        needs=tuple(each for each in view.extras if each.needed),
        check=view.check_for_setup,
        pull_list=view.pull_list,
        cards=sum(len(box.cards) for box in view.pull_list),
        own_backs=tuple(name for name in OWN_BACKS if name in listed),
        held_by=view.deck.order_held_by,
        seated=sum(1 for player in view.players if player.status == "playing"),
    )


def _ticked_at(live: LiveTable) -> dict[str, int]:
    """The latest standing event that ticked each step."""
    return {
        entry.event["step"]: entry.seq
        for entry in live.table.entries
        if entry.event["event"] == "setup_step_done" and entry.struck_by is None
    }
