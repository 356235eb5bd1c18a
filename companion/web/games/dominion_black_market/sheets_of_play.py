"""The sheets that lie over the playing game, by the name in their address."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json
from companion.services.tables.live_table import LiveTable
from companion.web.games.contract import AskedPage, Context, Sheet
from companion.web.games.dominion_black_market import (
    bottom,
    chances,
    market,
    money,
    offers,
    reveal,
    rules,
)
from companion.web.games.dominion_black_market.quiet_lines import quiet_lines


def sheet(
    live: LiveTable, view: DominionTableView, player: str | None, asked: AskedPage
) -> Sheet | None:
    """The sheet of that name; None when there is none, or when it is past.

    `view` is the caller's own: chances and orders are those that this phone may know.
    """
    name = asked.sheet or ""
    build = _SHEETS.get(name)
    if name == "played":
        context = market.played_sheet(view, player, asked)
    elif name == "chances":
        context = chances.sheet(view, live.table.state.deck, asked)
    else:
        context = build(view, asked) if build else None
    return None if context is None else Sheet(name, context)


def _tablerules(view: DominionTableView, asked: AskedPage) -> Context | None:
    """What else is in use at this table and bears on this play."""
    lines = quiet_lines(view.play.rulings) if view.play else ()
    return {"rulings": lines} if lines else None


def _turn(view: DominionTableView, asked: AskedPage) -> Context | None:
    """The turn is over, or an extra turn follows; whose turn it is when nobody said it yet."""
    seated = tuple(each.name for each in view.players if each.status == "playing")
    return {"active": view.active, "seated": seated} if view.status == "playing" else None


def _call(view: DominionTableView, asked: AskedPage) -> Context | None:
    uncounted = tuple(p.name for p in view.players if p.points is None and p.status == "playing")
    return {"uncounted": uncounted} if view.status != "over" else None


def _leave(view: DominionTableView, asked: AskedPage) -> Context | None:
    of = view.player(asked.text("of") or "")
    gone = of is None or of.status != "playing" or view.status == "over"
    return None if gone else {"player": of}


def _reshuffle(view: DominionTableView, asked: AskedPage) -> Context | None:
    if view.status != "playing":
        return None
    events: dict[str, Json] = {
        why: {"event": "deck_reshuffled", "why": why} for why in ("all_seen", "dropped")
    }
    return {"events": events, "unseen": view.deck.unseen, "open": view.play is not None}


def _correct(view: DominionTableView, asked: AskedPage) -> Context | None:
    if view.status != "playing":
        return None
    cards = view.deck.cards if view.deck.cards is not None else view.deck.seen_cards
    down = tuple(each.card.name for each in cards if each.where in ("top", "front", "bottom"))
    return {"cards": down, "open": view.play is not None}


_SHEETS: Mapping[str, Callable[[DominionTableView, AskedPage], Context | None]] = {
    "card": offers.sheet,
    "tablerules": _tablerules,
    "treasures": money.treasures_sheet,
    "reveal": reveal.sheet,
    "under": bottom.sheet,
    "turn": _turn,
    "call": _call,
    "leave": _leave,
    "reshuffle": _reshuffle,
    "correct": _correct,
    "rule": rules.rule,
}
