"""GET /tables/<code>/result, its rematch, and GET /tables/<code>/export: how it went."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, jsonify, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Refused
from companion.core.table import view_json
from companion.services.answers import NotRecorded
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.games import GAME_PAGES
from companion.web.games.rule_help import END
from companion.web.long_answers import json_of_log
from companion.web.parts import parts
from companion.web.prints.table_sheets import sheet_words
from companion.web.rule_here import rule_here
from companion.web.tables import fragments
from companion.web.tables.answers import Shown
from companion.web.tables.names import table_name
from companion.web.tables.seat_answers import seated
from companion.web.taking_turns import in_turn

blueprint = Blueprint("result", __name__)

NOTHING_MORE = {"chart": None, "same": None, "photos": False}
"""What a game's result may leave out."""


@blueprint.get("/tables/<code>/result")
@in_turn
def show(code: str) -> AnyResponse:
    """Who won and why, every point explained; as JSON the table's view with its tally."""
    live, caller = callers.table(), callers.caller()
    if wants_json():
        view = view_json(live.table, caller.names)
        return jsonify({"version": live.version, "game": live.table.game_key, "view": view})
    return page(live, caller)


def page(
    live: LiveTable, caller: Caller, answer: Shown | None = None, status: int = 200
) -> Response:
    """The page; `answer` is an ask or a refusal that lies over it."""
    pages = GAME_PAGES[live.table.game_key]
    html = render_template(
        "result/result.html",
        **fragments.context(live),
        live=live,
        page=callers.table_page(live, caller, pages.active_player(live)),
        caller=caller,
        answer=answer,
        name=table_name(live),
        result={**NOTHING_MORE, **pages.result(live)},
        sheets=sheet_words(live.table.game_key),
        rule=rule_here(live, END),
        tap_id=secrets.token_urlsafe(12),
    )
    return make_response(html, status)


@blueprint.get("/tables/<code>/export")
@in_turn
def export(code: str) -> AnyResponse:
    """The whole log as a file, `backroom-table/1`."""
    file = parts().tables.transfers.export(code)
    if isinstance(file, NotRecorded):
        return not_done(file)
    response = json_of_log(len(file["events"]), lambda: file)
    if not wants_json():
        response.headers["Content-Disposition"] = f'attachment; filename="backroom-{code}.json"'
    return response


@blueprint.post("/tables/<code>/rematch")
def rematch(code: str) -> AnyResponse:
    """The same players, seats and deck at a new table; every phone calls it and keeps its seats."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    same = bodies.yes_or_no(body, "same") if "same" in body else False
    if same is None:
        return refusal(bodies.malformed(), 400)
    again = GAME_PAGES[callers.table().table.game_key].again(same)
    made = parts().tables.transfers.rematch(code, callers.caller(), callers.token(), again)
    if isinstance(made, NotRecorded):
        return not_done(made)
    return seated(made.code, {"code": made.code, "version": made.version}, made.seat_token)
