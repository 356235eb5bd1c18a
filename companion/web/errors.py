"""Every answer that is not a success: a designed page, a note for the script, or JSON `refused`."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.fault_report import report
from companion.services.answers import NotRecorded
from companion.web import callers
from companion.web.onward import BACK_TO_TABLE, Onward, onward
from companion.web.phrasing import message, words

_log = logging.getLogger("backroom.web")


@dataclass(frozen=True, slots=True)
class State:
    """A whole-page state: what happened in a title, a sentence, and the one next step."""

    icon: str
    title: str
    next_step: str
    href: str = "/"


@dataclass(frozen=True, slots=True)
class Told:
    """What a status says to a program and, as a sentence, to a person."""

    code: str
    text: str


_HOME = N_("Go to the start page")
_TYPE_AGAIN = N_("Type the code again")
_BY_CODE = {
    "no_table": State("door-closed", N_("No such table here"), _TYPE_AGAIN, "/#code"),
    "unknown_glyph": State("door-closed", N_("That is no code"), _TYPE_AGAIN, "/#code"),
    "demo_table": State("eye", N_("A demo is for one"), N_("Start a table of your own"), "/"),
    "demo_over": State("door-closed", N_("This demo is over"), N_("Look around again"), "/#demo"),
    "not_allowed": State("lock", N_("That is for somebody else"), _HOME),
    "other_site": State("lock", N_("That came from elsewhere"), _HOME),
}
_GONE = State("door-closed", N_("This table is gone"), _HOME)
_GONE_BECAUSE = N_("Its host forgot it, or nobody played there for weeks.")
_NO_SEAT = State("door-closed", N_("This phone has no seat here"), BACK_TO_TABLE)
_NO_TABLE_OR_SEAT = N_("No such table here, or this phone has no seat at it.")
"""Nobody learns which: where a seat is asked for, both are answered by the same words."""
_BY_STATUS = {
    400: State("circle-alert", N_("That could not be read"), _HOME),
    403: State("lock", N_("That is not yours to do"), _HOME),
    404: State("inbox", N_("Nothing lies here"), _HOME),
    405: State("ban", N_("Not this way"), _HOME),
    409: State("refresh-cw", N_("Somebody was quicker"), _HOME),
    413: State("package", N_("That is too large"), _HOME),
    422: State("circle-alert", N_("That cannot be"), _HOME),
    429: State("hourglass", N_("A little slower, please"), _HOME),
    500: State("circle-alert", N_("Something broke here"), _HOME),
    503: State("hourglass", N_("Not just now"), _HOME),
}
_TOLD = {
    400: Told("malformed", N_("That could not be read. Please go back and try again.")),
    403: Told("not_allowed", N_("That is not yours to do.")),
    404: Told("not_found", N_("There is no such page. The address may have a slip.")),
    405: Told("wrong_method", N_("This address does not take that. Start again from the page.")),
    413: Told("too_large", N_("That is more than we take. Please make it smaller.")),
    429: Told("too_fast", N_("Too much at once. Wait a moment and try again.")),
    500: Told("broken", N_("This one is our fault. Your table is safe; try again.")),
    503: Told("busy", N_("We are busy or out of space. Try again in a moment.")),
}
_NOWHERE_ELSE = frozenset({"other_site"})
"""Refusals that lead to the start page: what the address names may be a trap."""
_RETRY_AFTER_SECONDS = {429: 5, 503: 5}


def wants_json() -> bool:
    """JSON for programs: they accept it before HTML, or they sent it and did not say."""
    accepted = request.accept_mimetypes
    if request.mimetype == "application/json" and accepted.quality("text/html") <= accepted.quality(
        "application/json"
    ):
        return True
    return accepted.best_match(("text/html", "application/json")) == "application/json"


def told(status: int) -> Refused:
    """What a bare status means, for answers that no service made."""
    known = _TOLD.get(status) or _TOLD[500 if status >= 500 else 400]
    return Refused(known.code, Phrase(known.text))


def refusal(
    refused: Refused,
    status: int,
    version: int | None = None,
    retry_after_seconds: int | None = None,
    then: Onward | None = None,
) -> Response:
    """The refusal as this phone or program can read it: JSON, a note for the script, or a page.

    `then`: where the page leads on, if not to what the address is part of.
    """
    if _asks_for_a_seat(refused):
        refused = replace(refused, phrase=Phrase(_NO_TABLE_OR_SEAT))
    if wants_json():
        facts = {name: _plain(value) for name, value in refused.fields.items()}
        told_json = {"code": refused.code, "message": message(refused), **facts}
        if refused.on is not None:
            told_json["on"] = refused.on
        response = jsonify({"refused": told_json} | _versioned(version))
    elif request.headers.get("HX-Request") == "true":
        note = render_template("errors/_answers.html", text=words(refused.phrase))
        response = make_response(note)
    else:
        response = make_response(
            render_template("errors/page.html", **_page(refused, status, then))
        )
    response.status_code = status
    wait = retry_after_seconds or _RETRY_AFTER_SECONDS.get(status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    response.headers["Backroom-Answer"] = refused.code
    return response


def not_done(answer: NotRecorded) -> Response:
    """What a service would not do, as an answer."""
    return refusal(answer.refused, answer.status, answer.version, answer.retry_after_seconds)


def _plain(value: Any) -> Any:
    """A further fact of a refusal as JSON holds it: sentences said, tuples as lists."""
    if isinstance(value, Phrase):
        return message(value)
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def _versioned(version: int | None) -> dict[str, int]:
    return {} if version is None else {"version": version}


def _asks_for_a_seat(refused: Refused) -> bool:
    return refused.code == "no_table" and callers.seat_is_asked_for()


def _page(refused: Refused, status: int, then: Onward | None) -> dict[str, object]:
    code = str((request.view_args or {}).get("code", ""))
    if _asks_for_a_seat(refused):
        seatless = replace(_NO_SEAT, href=f"/tables/{quote(code, safe='')}")
        return {"state": seatless, "text": words(refused.phrase)}
    if refused.code == "no_table" and code in callers.my_codes():
        return {"state": _GONE, "text": words(Phrase(_GONE_BECAUSE))}  # this phone was there
    other = _BY_STATUS[500 if status >= 500 else 400]
    state = _BY_CODE.get(refused.code) or _BY_STATUS.get(status) or other
    if state.next_step == _HOME and refused.code not in _NOWHERE_ELSE:
        step = then or onward()
        if step is not None:
            state = replace(state, next_step=step.label, href=step.href)
    return {"state": state, "text": words(refused.phrase)}


def _table_behind(status: int) -> Response | None:
    """Where a browser opens an address of a table that only takes taps: the table itself.

    A question leaves a browser without script there; the tab may be restored later.
    """
    if status != 405 or request.method not in ("GET", "HEAD") or wants_json():
        return None
    _, place, code, *rest = f"{request.path}///".split("/")
    if place != "tables" or not code or not any(rest):
        return None
    response = make_response(redirect(f"/tables/{quote(code)}", 303))
    response.headers["Cache-Control"] = "no-store"
    return response


def install(app: Flask) -> None:
    """No exception of any kind leaves the app as anything but one of our answers."""

    @app.errorhandler(HTTPException)
    def expected(error: HTTPException) -> Response:
        status = error.code or 500
        table = _table_behind(status)
        if table is not None:
            return table
        response = refusal(told(status), status)
        if status == 405 and "Allow" in error.get_response().headers:
            response.headers["Allow"] = error.get_response().headers["Allow"]
        if isinstance(error, RequestEntityTooLarge):
            response.headers["Connection"] = "close"
        return response

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        rule = request.url_rule.rule if request.url_rule else "no route"
        _log.error("%s %s broke: %s", request.method, rule, report(error))
        return refusal(told(InternalServerError.code), InternalServerError.code)
