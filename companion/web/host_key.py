"""The host's word: on a public address it opens what makes work, starting tables and printing."""

from __future__ import annotations

import hashlib
import hmac
import time
from datetime import timedelta

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.services.pace import Tries
from companion.services.refusals import not_recorded
from companion.web import bodies, callers
from companion.web.errors import not_done
from companion.web.parts import parts

HEADER = "Backroom-Host-Key"
COOKIE = "host_key"
KEPT = timedelta(days=365)
TRIES, TRIES_SECONDS = 10, 180.0


def knows_host_key() -> bool:
    """True at home. On a public address only with the host's word; without one set, never."""
    settings = parts().settings
    if not parts().addresses.is_public():
        return True
    if settings.host_key is None:
        return False
    typed = request.headers.get(HEADER)
    mark = _mark(typed) if typed is not None else request.cookies.get(COOKIE, "")
    return hmac.compare_digest(mark.encode(), _mark(settings.host_key).encode())


def gave_host_key() -> bool:
    """The host's word came along: this is the host's own phone, wherever it is."""
    given = HEADER in request.headers or COOKIE in request.cookies
    return given and parts().addresses.is_public() and knows_host_key()


def _mark(key: str) -> str:
    """What the cookie holds instead of the word itself."""
    return hashlib.sha256(f"backroom host key {key}".encode()).hexdigest()


def blueprint() -> Blueprint:
    """POST /host-key: this browser knows the host's word from now on."""
    pages = Blueprint("host_key", __name__)
    wrong = Tries(TRIES, TRIES_SECONDS)

    @pages.post("/host-key")
    def give() -> Response:
        body, key = bodies.form_body(), parts().settings.host_key
        who, now = callers.address(), time.monotonic()
        wait = wrong.wait_seconds(who, now)
        if wait is not None:
            return not_done(not_recorded("too_fast", 429, None, wait))
        typed = bodies.text_of(body, "key") if isinstance(body, dict) else None
        if key is None or typed is None or not hmac.compare_digest(_mark(typed), _mark(key)):
            wrong.add(who, now)
            return not_done(not_recorded("not_allowed", 403))
        response = redirect("/", 303)
        response.set_cookie(
            COOKIE,
            _mark(key),
            max_age=KEPT,
            httponly=True,
            samesite="Lax",
            path="/",
            secure=request.is_secure,
        )
        return response

    return pages
