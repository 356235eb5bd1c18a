"""Tables of scores on the phone: whose pile this phone counts next, and what it says then."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.black_market_warehouse.view import PlayerView, WarehouseTableView
from companion.core.outcome import Json, Money, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.tables.last_tap import last_tap


@dataclass(frozen=True, slots=True)
class PileLine:
    """One pile that this phone counts."""

    player: str
    seat: int
    total: int
    counted: bool


def tracks_scores(view: WarehouseTableView) -> bool:
    """Only the piles are counted at this table."""
    return bool(view.options["track"] == "scores")


def lines(live: LiveTable, view: WarehouseTableView, caller: Caller) -> tuple[PileLine, ...]:
    """The piles of this phone's players, then those of players without a phone."""
    if not tracks_scores(view) or not caller.may_log:
        return ()
    without = tuple(seat.player for seat in live.seats if not seat.has_phone)
    found = []
    for name in filter(lambda each: _plays(view.player(each)), (*caller.names, *without)):
        seat, player = live.seat_of(name), view.player(name)
        if seat is not None and player is not None:
            found.append(PileLine(name, seat.number, player.total, player.counted is not None))
    return tuple(found)


def next_pile(live: LiveTable, view: WarehouseTableView, caller: Caller) -> str | None:
    """Whose pile this phone counts next; None when it has none left, or at any other table.

    The host's phone goes on with those who have no phone; the others find them by name.
    """
    open_piles = (
        line.player
        for line in lines(live, view, caller)
        if not line.counted and (caller.host or line.seat in caller.seats)
    )
    return next(open_piles, None)


def just_counted(
    live: LiveTable, view: WarehouseTableView, shown: str | None
) -> tuple[Phrase, ...]:
    """What the last count was and what comes now, at a table of scores; () for anything else."""
    tap = last_tap(live)
    if not tracks_scores(view) or not tap or tap[-1].event["event"] != "pile_counted":
        return ()
    counted = view.player(str(tap[-1].event["player"]))
    if counted is None or counted.counted is None:
        return ()
    money = Money(counted.total)
    said = Phrase(N_("{name} is counted: {money}."), {"name": counted.name, "money": money})
    missing = tuple(p.name for p in view.players if _plays(p) and p.counted is None)
    if not missing:
        return (said,)
    if shown in missing:
        return (said, Phrase(N_("Now {name}'s pile."), {"name": shown}))
    return (said, Phrase(N_("Still to count: {names}."), {"names": missing}))


def leads_to(view: WarehouseTableView, event: Json) -> str | None:
    """After an event at a table of scores: the result with the last pile, else the page anew."""
    if not tracks_scores(view):
        return None
    done = event["event"] == "pile_counted" and view.winners is not None
    return "/result" if done else ""


def _plays(player: PlayerView | None) -> bool:
    return player is not None and player.status != "left"
