"""The table on a phone: its page, the same as JSON, what is new, what is private."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.table import view_json
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import callers
from companion.web.errors import wants_json
from companion.web.games import GAME_PAGES
from companion.web.games.contract import AskedPage, GamePages, Sheet
from companion.web.language import chosen
from companion.web.parts import TablePage
from companion.web.qr import bare_origin, join_code
from companion.web.tables import fragments, lobby
from companion.web.tables.names import table_name

STRIP_COOKIE = "strip_folded"


@dataclass(frozen=True, slots=True)
class Screen:
    """What is on one phone's screen: the page's facts, the tab, the player, the open sheet."""

    page: TablePage
    tab: str
    player: str | None
    """Whose warehouse, market or points are on screen; None for a spectator."""
    follow: str
    """own: the seat on screen follows the turn among this phone's seats · turn: among all seats ·
    pinned: it stays, because somebody taps for this player."""
    later: bool
    """What could be described now is put off."""
    sheet: Sheet | None
    close: str
    """The address of the same page without its sheet."""


blueprint = Blueprint("table", __name__)


@blueprint.get("/tables/<code>")
def show(code: str) -> Response:
    """The page, or JSON; with `?since=<version>` what is new, 204 when nothing is."""
    live, caller = callers.table(), callers.caller()
    if request.args.get("since") == str(live.version):
        return Response(status=204)
    if wants_json():
        return jsonify(as_json(live, caller))
    if "since" in request.args:
        return make_response(news(live, caller))
    return page(live, caller, asked_from(request.args.to_dict(flat=False)))


@blueprint.get("/tables/<code>/mine")
def mine(code: str) -> Response:
    """The part that only this phone may see."""
    return make_response(private(callers.table(), callers.caller()))


@blueprint.post("/tables/<code>/strip")
def strip(code: str) -> AnyResponse:
    """This phone folds the money in the player strip away, or shows it again.

    (Ruling 18: piles are open; a table that prefers secrecy folds the score bar.)
    """
    response = redirect(f"/tables/{code}?tab=more", 303)
    fold = "yes" if request.form.get("folded") == "yes" else "no"
    response.set_cookie(STRIP_COOKIE, fold, path=f"/tables/{code}", httponly=True, samesite="Lax")
    return response


def as_json(live: LiveTable, caller: Caller) -> dict[str, Any]:
    """The table for the asking seat: {"version", "game", "view"}."""
    view = view_json(live.table, caller.names)
    return {"version": live.version, "game": live.table.game_key, "view": view}


def asked_from(args: Mapping[str, Any]) -> AskedPage:
    """The page that an address asks for; every value is text as it was sent."""
    fields = {name: tuple(values) for name, values in args.items()}
    last = {name: values[-1] for name, values in fields.items() if values}
    rest = {name: values for name, values in fields.items() if name not in ("tab", "sheet")}
    return AskedPage(last.get("tab", ""), last.get("sheet") or None, rest)


def page(
    live: LiveTable,
    caller: Caller,
    asked: AskedPage,
    answer: Mapping[str, Any] | None = None,
    status: int = 200,
) -> Response:
    """The whole page. `answer` is an ask or a refusal that lies over it (see events.py)."""
    pages = GAME_PAGES[live.table.game_key]
    if pages.waits_for_deal(live):
        return lobby.page(live, caller, answer, status)
    screen = _screen(pages, live, caller, asked)
    html = render_template(
        "table/page.html",
        **fragments.context(live),
        screen=screen,
        page=screen.page,
        answer=answer or ({"kind": "sheet"} if screen.sheet else None),
        name=table_name(live),
        qr=join_code(live.code),
        origin=bare_origin(),
        folded=request.cookies.get(STRIP_COOKIE) == "yes",
        private=pages.private(live, caller),
        **pages.tap(live, caller, screen.player),
        tap_id=secrets.token_urlsafe(12),
        caller=caller,
        live=live,
        here=screen.tab,
    )
    response = make_response(html, status)
    callers.note_table(response, live.code)
    return response


def news(live: LiveTable, caller: Caller) -> str:
    """Every live part of the page as it stands now, for the script."""
    return fragments.shared(live, chosen()) + private(live, caller)


def private(live: LiveTable, caller: Caller) -> str:
    """The part that only this phone may see; empty where a game has none, or in the lobby."""
    pages = GAME_PAGES[live.table.game_key]
    if pages.waits_for_deal(live):
        return ""
    return render_template(
        "table/_private.html",
        home=f"/tables/{live.code}",
        game_key=live.table.game_key,
        private_version=pages.private_version(live),
        private=pages.private(live, caller),
    )


def _screen(pages: GamePages, live: LiveTable, caller: Caller, asked: AskedPage) -> Screen:
    active = pages.active_player(live)
    pinned = _pinned(live, caller, asked, active)
    base = callers.table_page(live, caller, active)
    follow = "pinned" if pinned else "own" if caller.seats else "turn" if caller.host else "own"
    awaited = live.seat_of(pages.awaited(live, caller) or "")
    shown = pinned or (awaited.number if awaited else base.shown)
    if follow == "turn" and active and (seat := live.seat_of(active)):
        shown = seat.number
    elif follow == "turn" and live.is_gathering() and live.seats:
        shown = live.seats[0].number
    player = next((seat.player for seat in live.seats if seat.number == shown), None)
    tabs = [tab.key for tab in pages.tabs(live) if caller.may_log or not tab.seated]
    tab = asked.tab if asked.tab in tabs else tabs[0]
    return Screen(
        replace(base, shown=shown),
        tab,
        player,
        follow,
        asked.text("later") is not None,
        _sheet(pages, live, caller, player, asked),
        _address(live.code, tab if tab != tabs[0] else "", pinned, asked.text("later")),
    )


def _sheet(
    pages: GamePages, live: LiveTable, caller: Caller, player: str | None, asked: AskedPage
) -> Sheet | None:
    """The sheet that the address asks for; a spectator has no form that its buttons could send."""
    if asked.sheet is None or not (caller.may_log or asked.sheet in pages.spectator_sheets):
        return None
    return pages.sheet(live, caller, player, asked)


def _address(code: str, tab: str, seat: int | None, later: str | None) -> str:
    said = {"tab": tab, "seat": seat, "later": later}
    query = urlencode({name: value for name, value in said.items() if value})
    return f"/tables/{code}?{query}" if query else f"/tables/{code}"


def _pinned(live: LiveTable, caller: Caller, asked: AskedPage, active: str | None) -> int | None:
    """The seat that somebody taps for, when the address names one of this table.

    A seat of this phone that is on screen anyway needs no pin, and then follows the turn.
    """
    number = asked.number("seat")
    seat = next((each for each in live.seats if each.number == number), None)
    if seat is None or not caller.may_log:
        return None
    own = seat.number in caller.seats
    return None if own and (len(caller.seats) == 1 or seat.player == active) else number
