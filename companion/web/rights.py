"""Who may do what: every route of the product in one table; what is not in it is denied."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from flask import Flask, Response, request

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import NotRecorded
from companion.services.live_table import Caller
from companion.services.refusals import no_table
from companion.web import callers
from companion.web.errors import not_done, refusal, told
from companion.web.parts import parts


class Right(Enum):
    """Who may use a route, from everybody to the host alone."""

    PUBLIC = "anybody"
    MAKER = "anybody at home; on a public address with the host's key"
    SPECTATOR = "anybody with the table's code"
    SEAT = "a phone with any seat here, or the host"
    HOST = "the host of this table"


RIGHTS: Mapping[str, Right] = MappingProxyType(
    {
        "GET /static/<path:path>": Right.PUBLIC,
        "GET /": Right.PUBLIC,
        "GET /j": Right.PUBLIC,
        "GET /j/<code>": Right.PUBLIC,
        "POST /language": Right.PUBLIC,
        "GET /tables/new": Right.MAKER,
        "POST /tables": Right.MAKER,
        "GET /decks": Right.PUBLIC,
        "GET /decks/<deck>": Right.PUBLIC,
        "GET /doctor": Right.MAKER,
        "POST /doctor/address": Right.MAKER,
        "GET /doctor/hello": Right.PUBLIC,
        "GET /tables/<code>/join": Right.SPECTATOR,
        "POST /tables/<code>/seats": Right.SPECTATOR,
        "POST /tables/<code>/knocks": Right.SPECTATOR,
        "GET /tables/<code>/knocks/mine": Right.SPECTATOR,
        "POST /tables/<code>/knocks/<knock>": Right.SEAT,
        "GET /tables/<code>/seats": Right.SPECTATOR,
        "POST /tables/<code>/seats/<path:player>/handover": Right.SEAT,
        "GET /tables/<code>/handover/<secret>": Right.SPECTATOR,
        "POST /tables/<code>/handover/<secret>": Right.SPECTATOR,
        "DELETE /tables/<code>/seats/<path:player>/phone": Right.SEAT,
        "POST /tables/<code>/seats/<path:player>/phone": Right.SEAT,
        "POST /tables/<code>/host": Right.SEAT,
        "POST /tables/<code>/draw": Right.SEAT,
        "POST /tables/<code>/order": Right.SEAT,
        "POST /tables/<code>/settings": Right.HOST,
        "POST /tables/<code>/phone": Right.SEAT,
        "POST /tables/<code>/leave": Right.SPECTATOR,
        "DELETE /tables/<code>": Right.HOST,
        "POST /tables/<code>/forget": Right.HOST,
        "GET /tables/<code>": Right.SPECTATOR,
        "GET /tables/<code>/stream": Right.SPECTATOR,
        "GET /tables/<code>/mine": Right.SPECTATOR,
        "POST /tables/<code>/events": Right.SEAT,
        "GET /tables/<code>/log": Right.SPECTATOR,
        "GET /tables/<code>/screen": Right.SPECTATOR,
        "GET /tables/<code>/result": Right.SPECTATOR,
        "GET /tables/<code>/export": Right.SEAT,
        "POST /tables/<code>/rematch": Right.SEAT,
    }
)
"""`METHOD rule` of every route; the services check again what depends on the table's settings."""

HOST_KEY_HEADER = "Backroom-Host-Key"
HOST_KEY_COOKIE = "host_key"
_FOR_THE_HOST = N_("Only the host can do that. Ask them at the table.")
_HOST_KEY = N_("This server asks for the host's word. Type it on the start page.")


def right_of(method: str, rule: str) -> Right | None:
    """Who may use a route; None, which denies, when the table does not name it."""
    return RIGHTS.get(f"{'GET' if method in ('HEAD', 'OPTIONS') else method} {rule}")


def allows(right: Right, caller: Caller) -> bool:
    """Whether the caller at this table has the right."""
    if right is Right.SEAT:
        return caller.may_log
    return right is not Right.HOST or caller.host


def knows_host_key() -> bool:
    """True at home; on a public address when the host's word came along, or none is asked."""
    settings = parts().settings
    if not settings.is_public or settings.host_key is None:
        return not settings.is_public
    given = request.headers.get(HOST_KEY_HEADER) or request.cookies.get(HOST_KEY_COOKIE, "")
    return hmac.compare_digest(given.encode(), settings.host_key.encode())


def check() -> Response | None:
    """Look up table and caller, and let only those through whom the table of rights names."""
    if request.url_rule is None or request.method == "OPTIONS":
        return None
    right = right_of(request.method, request.url_rule.rule)
    if right is None:
        return refusal(told(404), 404)
    if right is Right.MAKER and not knows_host_key():
        return refusal(Refused("not_allowed", Phrase(_HOST_KEY)), 403)
    if "code" not in (request.view_args or {}) or right is Right.PUBLIC:
        return None
    return _check_table(right)


def _check_table(right: Right) -> Response | None:
    code = str((request.view_args or {})["code"])
    tables, token = parts().tables, callers.token()
    found = tables.look_up(code, callers.address(), token)
    if isinstance(found, NotRecorded):
        return not_done(found)
    caller = tables.caller(found.code, token)
    callers.remember(found, caller)
    if allows(right, caller):
        return None
    if right is Right.HOST and caller.may_log:
        return refusal(Refused("not_allowed", Phrase(_FOR_THE_HOST)), 403, found.version)
    return not_done(no_table())


def install(app: Flask) -> None:
    """Check before every route, after the guards."""
    app.before_request(check)
