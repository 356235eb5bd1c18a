"""POST /tables/<code>/events: every event of every game, as JSON or as a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.log import Submission
from companion.core.outcome import Json, Refused
from companion.core.table import view_json
from companion.services.answers import Answered, Asked, NotRecorded
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import bodies, callers
from companion.web.errors import not_done, wants_json
from companion.web.games import GAME_PAGES
from companion.web.games.contract import AskedPage
from companion.web.parts import parts
from companion.web.tables import answers, history, result, submissions, table

blueprint = Blueprint("events", __name__)

NOTHING_FOUND = '<div id="found"></div>'
"""After a tap the list of found cards is empty again."""


@blueprint.post("/tables/<code>/events")
def post(code: str) -> AnyResponse:
    """Record what a phone sent, once; else ask or refuse, and change nothing."""
    body = submissions.sent()
    submission = submissions.read(body) if not isinstance(body, Refused) else body
    if isinstance(submission, Refused):
        return _not_recorded(NotRecorded(submission, 400), body)
    answer = parts().tables.recording.record(
        code, callers.caller(), submission, from_form=not bodies.sent_json()
    )
    if isinstance(answer, Answered):
        return _recorded(answer)
    if isinstance(answer, Asked):
        return _asked(answer, submission)
    return _not_recorded(answer, body)


def _recorded(answer: Answered) -> AnyResponse:
    if wants_json():
        return jsonify(as_json(answer))
    where, anew = _then(answer.table, _caller_now(answer)), _anew(answer)
    if anew is not None:
        where = f"/tables/{answer.table.code}{anew}"
    if anew is None and request.headers.get("HX-Request") == "true" and not _leads_away(where):
        news = table.news(answer.table, _caller_now(answer)) + NOTHING_FOUND
        return _kept(make_response(news), answer)
    return _kept(redirect(where, 303), answer)


def _kept(response: AnyResponse, answer: Answered) -> AnyResponse:
    """The answer with what this phone is to remember for other evenings."""
    kept = GAME_PAGES[answer.table.table.game_key].keeps(tuple(e.event for e in answer.recorded))
    for name, value in kept.items():
        callers.keep(response, name, value)
    return response


def as_json(answer: Answered) -> Json:
    """The answer to a recorded submission; of a batch, lists with one place for each event."""
    caller = _caller_now(answer)
    recorded = [
        {"seq": entry.seq, "event": history.as_seen(answer.table, entry, caller)}
        for entry in answer.recorded
    ]
    followed = [[each.to_json() for each in entry.consequences] for entry in answer.recorded]
    return {
        "recorded": recorded if answer.batch else recorded[0],
        "consequences": followed if answer.batch else followed[0],
        "version": answer.version,
        "view": view_json(answer.table.table, caller.names),
    }


def _caller_now(answer: Answered) -> Caller:
    """Who asks, as the table stands now: the event may have given or taken a seat."""
    return answer.table.caller_of(callers.caller().phone_id)


def _asked(answer: Asked, submission: Submission) -> AnyResponse:
    asks = answer.asks
    if wants_json():
        return make_response(jsonify(answers.ask_json(asks, answer.version)), 409)
    shown = answers.ask(asks, submission, request.form, callers.table(), callers.caller())
    return _over_the_page(shown, 409, asks.asks[0].code)


def _not_recorded(answer: NotRecorded, body: Json | Refused) -> AnyResponse:
    if wants_json() or bodies.sent_json() or answer.status not in (400, 422, 429, 503):
        return not_done(answer)
    shown = answers.refusal(answer.refused, body, callers.table(), callers.caller())
    response = _over_the_page(shown, answer.status, answer.refused.code)
    if answer.retry_after_seconds:
        response.headers["Retry-After"] = str(answer.retry_after_seconds)
    return response


def _over_the_page(shown: Mapping[str, Any], status: int, code: str) -> Response:
    """The ask or refusal as the script takes it, or over the whole page the tap came from."""
    live, caller = callers.table(), callers.caller()
    if request.headers.get("HX-Request") == "true":
        response = make_response(answers.partial(shown), status)
    elif request.form.get("then") == "log":
        response = history.page(live, caller, shown, status)
    elif request.form.get("then") == "result":
        response = result.page(live, caller, shown, status)
    else:
        fields = {name: tuple(values) for name, values in request.form.lists()}
        fields = {name: values for name, values in fields.items() if name == "seat"}
        asked = AskedPage(request.form.get("then", ""), None, fields)
        response = table.page(live, caller, asked, shown, status)
    response.headers["Backroom-Answer"] = code
    return response


PLACES = {"log": "/log", "result": "/result"}
"""Where a form leads when its event is recorded: here, to a tab, else to the table's first page."""


def _then(live: LiveTable, caller: Caller) -> str:
    """Back to where the tap came from; to one's own seat when its turn has come."""
    then, seat = request.form.get("then", ""), bodies.whole_number(request.form.get("seat", ""))
    keys = GAME_PAGES[live.table.game_key].tab_keys
    place = PLACES.get(then, f"?tab={then}" if then in keys - {"mine"} else "")
    mine = GAME_PAGES[live.table.game_key].active_player(live) in caller.names
    if seat is not None and not place and not mine:
        place = f"?seat={seat}"
    return f"/tables/{live.code}{place}"


def _anew(answer: Answered) -> str | None:
    """Where the game itself leads after this; its own page only if the tap came from there."""
    pages = GAME_PAGES[answer.table.table.game_key]
    place = pages.leads_to(answer.table, answer.recorded[-1].event)
    return None if place == "" and request.form.get("then", "") in PLACES else place


def _leads_away(where: str) -> bool:
    """The page that the tap came from does not live on the stream: the script loads it again.

    A form that begins with what it changes says so itself, by a field `renew`.
    """
    return where.endswith(("/log", "/result")) or "renew" in request.form
