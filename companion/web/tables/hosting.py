"""What the host decides: whose the chair is, the table's settings, and that it is forgotten."""

from __future__ import annotations

from flask import Blueprint, jsonify
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Refused
from companion.services.answers import HostNeeded, NotRecorded
from companion.web import bodies, callers
from companion.web.errors import not_done, refusal, wants_json
from companion.web.parts import parts
from companion.web.tables.seat_answers import done, gone, to_seats

blueprint = Blueprint("hosting", __name__)

SETTINGS = ("name", "who_logs", "who_lets_in")


@blueprint.post("/tables/<code>/host")
def host(code: str) -> AnyResponse:
    """Hand the host's chair over, say that a host is needed, or take the chair back."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    tables, caller, player = parts().tables, callers.caller(), body.get("player")
    if isinstance(player, str):
        return done(code, tables.hosts.hand_over(code, caller, player))
    takes_back = bodies.yes_or_no(body, "take_back") if "take_back" in body else False
    if takes_back is None or "player" in body:
        return refusal(bodies.malformed(), 400)
    if takes_back:
        return done(code, tables.hosts.take_back(code, caller))
    return _host_needed(code, tables.hosts.need(code, caller))


@blueprint.post("/tables/<code>/settings")
def settings(code: str) -> AnyResponse:
    """The host's settings: the table's name, who may log, who opens the door."""
    body = bodies.body()
    if isinstance(body, Refused):
        return refusal(body, 400)
    given = {field: body[field] for field in SETTINGS if field in body}
    if not all(isinstance(value, str) for value in given.values()):
        return refusal(bodies.malformed(), 400)
    changed = parts().tables.hosts.change_settings(code, callers.caller(), **given)
    return done(code, changed)


@blueprint.delete("/tables/<code>")
@blueprint.post("/tables/<code>/forget", endpoint="forget_form")
def forget(code: str) -> AnyResponse:
    """The host forgets the table: log, seats and prints are gone at once."""
    forgotten = parts().tables.retention.forget(code, callers.caller())
    if isinstance(forgotten, NotRecorded):
        return not_done(forgotten)
    return gone(code, {"forgotten": code})


def _host_needed(code: str, needed: HostNeeded | NotRecorded) -> AnyResponse:
    if isinstance(needed, NotRecorded):
        return not_done(needed)
    if wants_json():
        return jsonify({"taps": needed.taps, "needed": needed.needed, "host": needed.host})
    return to_seats(code)
