"""What stands before every route: known hosts, our own forms only, bodies of a bearable size."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as AnyResponse

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.services.codes import normalise_code
from companion.settings.caps import Caps
from companion.web import callers
from companion.web.errors import refusal
from companion.web.parts import parts
from companion.web.sightings import Sightings

_log = logging.getLogger("backroom.web")

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

UNSAFE_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_FORWARDING = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
)
_OTHER_SITE = N_("That came from another site. Please use the page itself.")


def host_name(header: str) -> str | None:
    """A Host header in lower case without port and brackets; None when it is none at all."""
    text = header.strip().lower()
    try:
        split = urlsplit(f"//{text}")
        port, name = split.port, split.hostname
    except ValueError:
        return None
    plain = not (split.path or split.query or split.fragment or split.username is not None)
    return name.rstrip(".") if name and plain and (port is None or port > 0) else None


class HostGuard:
    """WSGI middleware: a request whose Host is not one of our names never reaches the app.

    Werkzeug's own TRUSTED_HOSTS trusts no IPv6 literal and fails on upper case and `.local`.
    (Trust rule: host header.)
    """

    def __init__(self, app: WsgiApp, knows: Callable[[str], bool], unknown_host: WsgiApp) -> None:
        """`knows` says whether a bare host is ours; `unknown_host` answers when it is not."""
        self._app, self._knows, self._unknown_host = app, knows, unknown_host

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        host = host_name(environ.get("HTTP_HOST", ""))
        if host is None or not self._knows(host):
            return self._unknown_host(environ, start_response)
        return self._app(environ, start_response)


def is_forwarded(environ: Environ) -> bool:
    """Whether a proxy says that it passes this request on for somebody else."""
    return any(name in environ for name in _FORWARDING)


class ProxyWatch:
    """WSGI middleware for when no proxy is set: says loudly when one seems to stand before us."""

    def __init__(self, app: WsgiApp, sightings: Sightings) -> None:
        self._app, self._sightings = app, sightings

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if not self._sightings.unexpected_proxy and is_forwarded(environ):
            self._sightings.unexpected_proxy = True
            _log.warning(
                "A proxy seems to stand in front of Backroom, but BACKROOM_PROXIES is 0. "
                "All phones look like one; set it to the number of proxies."
            )
        return self._app(environ, start_response)


def stand_before(app: Flask, guard: HostGuard, proxies: int, sightings: Sightings) -> None:
    """Put the host guard in front of the app, and before it what a trusted proxy tells."""
    wsgi: Any = ProxyWatch(guard, sightings)
    if proxies:
        wsgi = ProxyFix(guard, x_for=proxies, x_proto=proxies, x_host=proxies)
    app.wsgi_app = wsgi  # type: ignore[method-assign]


def note_device() -> None:
    """Remember for the doctor that another device reached us, and by which address."""
    device, here = request.remote_addr or "", host_name(request.host)
    if here and not request.path.startswith("/static/") and not parts().addresses.knows(device):
        parts().sightings.note(here, device)


def is_ours(headers: Any, own_origins: frozenset[str], has_cookie: bool) -> bool:
    """Whether an unsafe request comes from our own pages. (Trust rule: CSRF.)

    `Sec-Fetch-Site` decides where it is sent; on plain HTTP it is not, then `Origin` does. With
    neither, only a program without cookies passes.
    """
    site, origin = headers.get("Sec-Fetch-Site"), headers.get("Origin")
    if site is not None:
        return site in ("same-origin", "none")
    if origin is not None:
        return origin.lower() in own_origins
    return not has_cookie


def own_origins() -> frozenset[str]:
    """The origin this request was sent to (its host is known by now), and the configured one."""
    here = f"{request.scheme}://{request.host}".lower()
    configured = parts().settings.public_url
    return frozenset({here} | ({configured.lower()} if configured else set()))


def check_site() -> Response | None:
    """Refuse an unsafe request that another site made the browser send."""
    if request.method not in UNSAFE_METHODS or callers.bearer_token() is not None:
        return None
    if is_ours(request.headers, own_origins(), bool(request.cookies)):
        return None
    return refusal(Refused("other_site", Phrase(_OTHER_SITE)), 403)


def body_cap(rule: str, caps: Caps) -> int:
    """How many bytes a route takes: tables may be imported, decks and pictures are larger."""
    if rule == "/tables":
        return caps.import_bytes
    if rule.startswith("/decks") and rule.endswith("/import"):
        return caps.import_bytes
    if rule.startswith("/decks"):
        return caps.picture_bytes if "picture" in rule else caps.deck_bytes
    if rule.endswith("/photo"):
        return caps.photo_bytes
    return caps.body_bytes


def check_size() -> None:
    """Set this route's cap, and refuse at once what says that it is larger."""
    cap = body_cap(request.url_rule.rule if request.url_rule else "", parts().settings.caps)
    request.max_content_length = cap
    if request.content_length is None and request.environ.get("wsgi.input_terminated"):
        _measure_chunked(cap)
    if request.content_length is not None and request.content_length > cap:
        raise RequestEntityTooLarge


def _measure_chunked(cap: int) -> None:
    """Read a body of unknown length now: werkzeug would cut it at the cap without a word."""
    try:
        sent = request.environ["wsgi.input"].read(cap + 1)
    except OSError as cut:  # the rest never came, or it was no chunk
        raise ClientDisconnected from cut
    request.environ["wsgi.input"] = BytesIO(sent)
    request.environ["CONTENT_LENGTH"] = str(len(sent))
    request.__dict__.pop("content_length", None)
    if len(sent) > cap:
        raise RequestEntityTooLarge


def to_normal_code() -> AnyResponse | None:
    """Send `/tables/k7m-q2x` to the address with the code in its normal form.

    The seat cookie's path is the normal form, so another spelling would lose the seat.
    """
    typed = (request.view_args or {}).get("code")
    normal = normalise_code(typed) if isinstance(typed, str) else None
    if not isinstance(normal, str) or normal == typed or request.path.startswith("/j/"):
        return None
    query = f"?{request.query_string.decode('latin-1')}" if request.query_string else ""
    rest = request.path.split(typed, 1)[1]
    moved = 302 if request.method in ("GET", "HEAD") else 307
    return redirect(f"/tables/{normal}{quote(rest)}{query}", moved)


def install(app: Flask) -> None:
    """The checks inside the app, in this order, before any route."""
    for check in (note_device, check_site, check_size, to_normal_code):
        app.before_request(check)
