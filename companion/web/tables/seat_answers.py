"""How a change around seats is answered: as JSON, by the page of seats, or by the start page."""

from __future__ import annotations

from flask import jsonify, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json
from companion.services.answers import Done, NotRecorded
from companion.web import callers
from companion.web.errors import not_done, wants_json


def done(code: str, changed: Done | NotRecorded) -> AnyResponse:
    """The version after the change, or the page of seats once more."""
    if isinstance(changed, NotRecorded):
        return not_done(changed)
    return jsonify({"version": changed.version}) if wants_json() else to_seats(code)


def to_seats(code: str) -> AnyResponse:
    """The way back to the page of seats."""
    return redirect(f"/tables/{code}/seats", 303)


def gone(code: str, told: Json) -> AnyResponse:
    """This phone is no longer at the table: `told` to a program, the start page for people."""
    response: AnyResponse = jsonify(told) if wants_json() else redirect("/", 303)
    callers.take_seat_away(response, code)
    return response
