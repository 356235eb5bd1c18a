"""How a change around seats is answered: to a program, or by the page that people go to next."""

from __future__ import annotations

from flask import jsonify, make_response, redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Json
from companion.services.answers import Done, NotRecorded
from companion.web import callers
from companion.web.errors import not_done, wants_json


def seated(code: str, told: Json, seat_token: str | None, status: int = 201) -> AnyResponse:
    """This phone got a seat: `told` and its token to a program, the table for people.

    None as token: the phone has one already.
    """
    if wants_json():
        response: AnyResponse = make_response(jsonify({**told, "seat_token": seat_token}), status)
    else:
        response = redirect(f"/tables/{code}", 303)
    callers.give_seat(response, code, seat_token)
    return response


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
