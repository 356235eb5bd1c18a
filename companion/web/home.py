"""The start page, with this phone's own tables, and the way in by a table's code."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.games import GAMES
from companion.services.demos.scripts import SCRIPTS
from companion.services.tables.live_table import LiveTable
from companion.web import callers
from companion.web.decks.my_decks import my_decks
from companion.web.errors import not_done, wants_json
from companion.web.form_ids import fresh_id
from companion.web.games import GAME_PAGES
from companion.web.handed_over import handed_over
from companion.web.host_key import knows_host_key
from companion.web.parts import parts
from companion.web.phrasing import words
from companion.web.qr import bare_origin
from companion.web.tables.names import doing, table_name
from companion.web.taking_turns import in_turn

blueprint = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class MyTable:
    """One line of "My tables"."""

    code: str
    game_key: str
    name: str
    doing: str
    players: int


@blueprint.get("/")
@in_turn
def home() -> AnyResponse:
    """The start page. A host on this very computer is sent to the address of the QR, once."""
    return handed_over() or _home_page()


@blueprint.get("/j")
def typed_code() -> AnyResponse:
    """The code that somebody typed on the start page."""
    return _to_the_door(request.args.get("code", ""))


@blueprint.get("/j/<code>")
def scanned_code(code: str) -> AnyResponse:
    """What the QR holds: the way to the table's door."""
    return handed_over() or _to_the_door(code)


def _home_page(wrong: str | None = None, typed: str = "", status: int = 200) -> Response:
    mine = tuple(_my_table(each) for each in map(callers.look_up, callers.my_codes()) if each)
    if wants_json():
        return jsonify({"games": list(GAMES), "tables": [asdict(each) for each in mine]})
    page = render_template(
        "home/home.html",
        games=tuple(GAMES.values()),
        demos=frozenset(SCRIPTS),
        icons={key: pages.icon for key, pages in GAME_PAGES.items()},
        mine=mine,
        own_decks=my_decks(),
        wrong=wrong,
        typed=typed[:16],
        needs_key=not knows_host_key(),
        demo_id=fresh_id() if _offers_demos() else None,
        origin=bare_origin() if parts().addresses.knows(callers.address()) else None,
    )
    return make_response(page, status)


def _offers_demos() -> bool:
    return parts().tables.demos.offered and knows_host_key()


def _my_table(live_table: LiveTable) -> MyTable:
    return MyTable(
        code=live_table.code,
        game_key=live_table.table.game_key,
        name=table_name(live_table),
        doing=doing(live_table),
        players=len(live_table.seats),
    )


def _to_the_door(typed: str) -> AnyResponse:
    found = parts().tables.doors.look_up(typed, callers.address(), callers.token())
    if isinstance(found, LiveTable):
        return redirect(f"/tables/{found.code}/join", 302)
    if wants_json():
        return not_done(found)
    response = _home_page(words(found.refused.phrase), typed, found.status)
    if found.retry_after_seconds:
        response.headers["Retry-After"] = str(found.retry_after_seconds)
    return response
