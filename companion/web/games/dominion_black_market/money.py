"""The money of a turn on the screens: the ledger, Treasures to tap, what else was agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.games.dominion_black_market.market_view import TreasureView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.log import Entry
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import LiveTable
from companion.web.games.contract import AskedPage, Context

AT_HAND = 4
"""Treasures with a button of their own; the others are one tap further."""


@dataclass(frozen=True, slots=True)
class TreasureTap:
    """A Treasure that one tap plays for this Black Market."""

    name: str
    gives: str
    """$2, P."""
    buys: int
    copies: int
    """How many were played for this Black Market."""
    event: Json


@dataclass(frozen=True, slots=True)
class Money:
    """The ledger as it is shown."""

    coins: int
    potions: int
    debt: int
    buys: int
    notes: tuple[Phrase, ...]
    """What else holds for this turn."""
    worth_showing: bool
    """Anything to see: a play is open, or the turn has money."""


def money(view: DominionTableView) -> Money:
    """The ledger of this turn."""
    held = view.ledger
    notes = []
    if held.mission:
        notes.append(Phrase(N_("Mission turn: nothing is bought")))
    if held.cheaper:
        notes.append(Phrase(N_("All cards cost ${n} less"), {"n": held.cheaper}))
    if held.actions_in_play:
        notes.append(Phrase(N_("{n} Actions in play"), {"n": held.actions_in_play}))
    if held.forbidden:
        notes.append(Phrase(N_("Named this turn: {cards}"), {"cards": held.forbidden}))
    anything = bool(held.coins or held.potions or held.debt or held.buys != 1 or notes)
    return Money(
        coins=held.coins,
        potions=held.potions,
        debt=held.debt,
        buys=held.buys,
        notes=tuple(notes),
        worth_showing=view.play is not None or anything,
    )


def treasure_taps(live: LiveTable, view: DominionTableView) -> tuple[TreasureTap, ...]:
    """Every known Treasure of this game, the common ones first; () while the market is idle."""
    if view.play is None:
        return ()
    played, player = _played(live.table.entries), view.play.player
    return tuple(
        _tap(treasure, player, played.get(treasure.name, 0)) for treasure in view.treasures
    )


def other_money(player: str, coins: int) -> Json:
    """Money that no Treasure of the list gave."""
    return {"event": "treasures_played", "player": player, "coins": coins}


def treasures_sheet(view: DominionTableView, asked: AskedPage) -> Context | None:
    """Several Treasures at once, money of any other kind, a card that Contraband named."""
    if view.play is None:
        return None
    rows = tuple({"treasure": each, "gives": _gives(each)} for each in view.treasures)
    return {"play": view.play, "rows": rows}


def _gives(treasure: TreasureView) -> str:
    """What one copy gives, as on a coin."""
    return (f"${treasure.coins}" if treasure.coins else "") + "P" * treasure.potions or "$0"


def _tap(treasure: TreasureView, player: str, copies: int) -> TreasureTap:
    event: Json = {
        "event": "treasures_played",
        "player": player,
        "treasures": {treasure.name: 1},
    }
    if treasure.send_buys:
        event["buys"] = treasure.send_buys
    return TreasureTap(treasure.name, _gives(treasure), treasure.buys, copies, event)


def _played(entries: Iterable[Entry]) -> Mapping[str, int]:
    """Treasures that were played since Black Market was, by name."""
    played: dict[str, int] = {}
    for entry in reversed(tuple(entries)):
        if entry.struck_by is not None:
            continue
        if entry.event["event"] == "market_played":
            break
        if entry.event["event"] == "treasures_played":
            for name, copies in entry.event.get("treasures", {}).items():
                played[name] = played.get(name, 0) + copies
    return played
