"""POST /demos, which opens a demo table, and POST /tables/<code>/others, which lets it go on."""

from __future__ import annotations

from flask import Blueprint, jsonify, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Refused
from companion.services.answers import NotRecorded
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.tables.seat_answers import seated

blueprint = Blueprint("demo", __name__)


@blueprint.post("/demos")
def open_demo() -> AnyResponse:
    """A demo table of the `game` for whoever asks; the answer leads there, seated."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    game, tap = bodies.text_of(body, "game") or "", bodies.text_of(body, "id")
    made = parts().tables.demos.open(game, tap, callers.address())
    if isinstance(made, NotRecorded):
        return not_done(made)
    return seated(made.code, {"code": made.code, "version": made.version}, made.seat_token)


@blueprint.post("/tables/<code>/others")
def others(code: str) -> AnyResponse:
    """At a demo table the others play at once; a page that is live needs no such button."""
    done = parts().tables.demos.play_on(code)
    if isinstance(done, NotRecorded):
        return not_done(done)
    return jsonify({"version": done.version}) if wants_json() else redirect(f"/tables/{code}", 303)
