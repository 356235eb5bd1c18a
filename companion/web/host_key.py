"""The host's word: on a public address it opens what makes work, starting tables and printing."""

from __future__ import annotations

import hashlib
import hmac
import time
from datetime import timedelta

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.services.refusals import not_recorded
from companion.web import bodies, callers
from companion.web.errors import not_done
from companion.web.parts import parts

HEADER = "Backroom-Host-Key"
COOKIE = "host_key"
KEPT = timedelta(days=365)


def knows_host_key() -> bool:
    """True at home. On a public address only with the host's word; without one set, never."""
    if not parts().addresses.is_public():
        return True
    key = parts().settings.host_key
    typed = request.headers.get(HEADER)
    mark = _mark(typed) if typed is not None else _mark_in_cookie()
    return key is not None and bool(mark) and _is_right(mark, key)


def _mark_in_cookie() -> str:
    """With a bearer's token cookies are ignored."""
    return "" if callers.bearer_token() is not None else request.cookies.get(COOKIE, "")


def _is_right(mark: str, key: str) -> bool:
    """Whether the mark is that of the word; who was wrong too often is not even asked."""
    guard, who, now = parts().word_guard, callers.address(), time.monotonic()
    if guard.wait_seconds(who, now) is not None:
        return False
    right = hmac.compare_digest(mark.encode(), _mark(key).encode())
    if not right:
        guard.was_wrong(who, mark, now)
    return right


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

    @pages.post("/host-key")
    def give() -> Response:
        body, key = bodies.form_body(), parts().settings.host_key
        wait = parts().word_guard.wait_seconds(callers.address(), time.monotonic())
        if wait is not None:
            return not_done(not_recorded("too_fast", 429, None, wait))
        typed = bodies.text_of(body, "key") if isinstance(body, dict) else None
        if key is None or typed is None or not _is_right(_mark(typed), key):
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
