"""Hands a browser on this very computer over to the address of the QR, once."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.errors import wants_json
from companion.web.guards import host_name
from companion.web.parts import parts

HANDED_OVER = "handed_over"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def handed_over() -> AnyResponse | None:
    """Send a browser on `localhost` to the address of the QR, so that nobody becomes two players.

    Once: where that address does not work from here, the host may come back to localhost.
    """
    origin = parts().addresses.origin()
    if origin is None or wants_json() or HANDED_OVER in request.cookies:
        return None
    if host_name(request.host) not in _LOOPBACK or urlsplit(origin).hostname in _LOOPBACK:
        return None
    response = redirect(origin + request.full_path.rstrip("?"), 302)
    response.set_cookie(HANDED_OVER, "1", httponly=True, samesite="Lax", path="/")
    return response
