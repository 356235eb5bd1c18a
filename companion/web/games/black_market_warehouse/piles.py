"""Counting a scoring pile by hand: one strip a value, one chip a bonus."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.black_market_warehouse.view import PlayerView, WarehouseTableView
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.codes import is_demo
from companion.services.tables.live_table import LiveTable
from companion.web.parts import parts

FEWEST_PLAYERS = 2
"""Rulebook, Setup: one alone plays no game to compare with."""
OWN_BONUSES = range(1, 7)
"""Units of the bonuses that own cards are taken to have."""
MOST_VALUES = 5
"""Values with a strip of their own; a pile of others is counted by its totals."""


@dataclass(frozen=True, slots=True)
class Strip:
    """How many items of one value lie in the pile."""

    money: int
    now: int


@dataclass(frozen=True, slots=True)
class BonusChip:
    """One bonus that the pile may hold; the same bonus has as many chips as Warehouse cards."""

    money: int
    on: bool


@dataclass(frozen=True, slots=True)
class Count:
    """The form for one pile."""

    player: str
    strips: tuple[Strip, ...]
    bonuses: tuple[BonusChip, ...]
    usual: Phrase | None
    """What a game of so many players usually ends with, to check against; None for one alone."""
    tied: bool
    """Somebody has the same total, and how many items of five lie here is not known yet."""
    five: int
    """Dollars of the items that break ties."""


def count(view: WarehouseTableView, player: str) -> Count | None:
    """The form for this player's pile, filled with the last count or with what was tracked."""
    seen = view.player(player)
    if seen is None:
        return None
    items, bonuses = _lying(seen)
    return Count(
        player=seen.name,
        five=view.five,
        strips=tuple(Strip(money, min(items.get(money, 0), 9)) for money in _values(view)),
        bonuses=_chips(view, bonuses),
        usual=_usual(view),
        tied=not _fives_known(view, items)
        and any(p.name != seen.name and p.total == seen.total > 0 for p in view.players),
    )


def photo_seat(live: LiveTable, player: str | None) -> int | None:
    """Number of the seat whose cards a photo may be taken of; None where no marks can be read."""
    seat = live.seat_of(player) if player and reads_photos(live) else None
    return seat.number if seat else None


def reads_photos(live: LiveTable) -> bool:
    """Whether a photo can count here: marks need a deck, and at a demo no cards lie."""
    return live.table.deck is not None and parts().photos is not None and not is_demo(live.code)


def _usual(view: WarehouseTableView) -> Phrase | None:
    players = sum(player.status == "playing" for player in view.players)
    if players < FEWEST_PLAYERS or view.usual_completed < 1:
        return None
    if view.usual_completed == 1:
        return Phrase(
            N_("Together, one completed warehouse is usual for {m} players."), {"m": players}
        )
    return Phrase(
        N_("Together, {n} completed warehouses are usual for {m} players."),
        {"n": view.usual_completed, "m": players},
    )


def _fives_known(view: WarehouseTableView, items: dict[int, int]) -> bool:
    """Whether the pile was told item by item, or its $5 Million items beside its totals.

    A total alone is one lot, which no item is worth (see forms.py).
    """
    return view.five in items or all(money in view.money_values for money in items)


def _lying(player: PlayerView) -> tuple[dict[int, int], list[int]]:
    """Items by value and bonuses, as counted last and tracked since."""
    items = dict(player.counted.items) if player.counted else {}
    bonuses = list(player.counted.bonuses) if player.counted else []
    covered = player.counted.covers if player.counted else 0
    for done in player.pile[covered:]:
        for item in done.items:
            items[item.money] = items.get(item.money, 0) + 1
        bonuses += [done.bonus] if done.exact else []
    return items, bonuses


def _values(view: WarehouseTableView) -> tuple[int, ...]:
    return tuple(sorted(view.money_values))


def _chips(view: WarehouseTableView, bonuses: list[int]) -> tuple[BonusChip, ...]:
    """A chip for each Warehouse card of the deck; for own cards one of each usual bonus, twice."""
    deck = [card.bonus for card in view.warehouse_cards]
    known = sorted(deck or [n * view.money_unit for n in (*OWN_BONUSES, *OWN_BONUSES)])
    left = list(bonuses)
    chips: list[BonusChip] = []
    for money in known:
        on = money in left
        if on:
            left.remove(money)
        chips.append(BonusChip(money, on))
    return tuple(chips) + tuple(BonusChip(money, True) for money in sorted(left))
