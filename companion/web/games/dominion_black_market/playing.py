"""What all phones and each phone see while Dominion: Black Market is played and counted."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.games.contract import Context
from companion.web.games.dominion_black_market import (
    bottom,
    listing,
    market,
    money,
    offers,
    points,
)
from companion.web.games.dominion_black_market.quiet_lines import quiet_lines

PUBLIC_ONLY = frozenset({"player_joined", "pile_counted", "setup_step_done", "first_player_chosen"})
"""Events after which nobody may see anything new in a private part."""


def seats_of(live: LiveTable) -> Mapping[str, int]:
    """Seat numbers on the page by player."""
    return {seat.player: seat.number for seat in live.seats}


def private_version(live: LiveTable) -> int:
    """The last event after which a phone may see another list, order or chance."""
    entries = reversed(live.table.entries)
    return next((e.seq for e in entries if e.event["event"] not in PUBLIC_ONLY), 0)


def leads_to(view: DominionTableView, event: Json) -> str | None:
    """After the end to the count, after a count to its points, after the last one to the result."""
    if event["event"] not in ("game_called", "pile_counted"):
        return None
    return "/result" if view.tally.winners else "?tab=points"


def shared(live: LiveTable, view: DominionTableView) -> Context:
    """For the top line, the market and the points: the same for all phones."""
    seats = seats_of(live)
    taps, shown = money.treasure_taps(live, view), money.money(view)
    ledger_of = live.table.state.ledger.player if shown.worth_showing else None
    return {
        "now": market.now(view),
        "money": shown,
        "money_of": view.active or ledger_of,
        "treasures": taps[: money.AT_HAND],
        "more_treasures": len(taps) > money.AT_HAND,
        "coin": money.other_money(view.play.player, 1) if view.play else None,
        "offers": offers.offers(view),
        "rulings": quiet_lines(view.play.rulings) if view.play else (),
        "under": bottom.under(view),
        "begins": market.begins(view, seats, ledger_of),
        "scores": points.scores(view, seats),
    }


def private(live: LiveTable, caller: Caller, view: DominionTableView) -> Context:
    """The market's list as this phone may know it; `view` is the caller's own."""
    return {"list": listing.market_list(view)}


def tap(live: LiveTable, view: DominionTableView, player: str | None) -> Context:
    """The count of the player on screen."""
    return {"count": points.form(view, live.table.state, player)}
