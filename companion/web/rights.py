"""Who may do what: every route of the product in one table; what is not in it is denied."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from flask import Flask, Response, request

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.services.answers import NotRecorded
from companion.services.codes import is_demo
from companion.services.refusals import no_table, not_recorded
from companion.services.tables.live_table import Caller
from companion.web import callers
from companion.web.errors import not_done, refusal, told
from companion.web.host_key import knows_host_key
from companion.web.parts import parts


class Right(Enum):
    """Who may use a route, from everybody to the host alone."""

    PUBLIC = "anybody"
    MAKER = "anybody at home; on a public address with the host's key"
    SPECTATOR = "anybody with the table's code"
    SEAT = "a phone with any seat here, or the host"
    HOST = "the host of this table"
    EDITOR = "anybody with the deck's edit link"


RIGHTS: Mapping[str, Right] = MappingProxyType(
    {
        "GET /static/<path:path>": Right.PUBLIC,
        "GET /": Right.PUBLIC,
        "GET /j": Right.PUBLIC,
        "GET /j/<code>": Right.PUBLIC,
        "POST /language": Right.PUBLIC,
        "POST /host-key": Right.PUBLIC,
        "GET /tables/new": Right.MAKER,
        "POST /tables": Right.MAKER,
        "POST /demos": Right.MAKER,
        "GET /decks": Right.PUBLIC,
        "POST /decks": Right.MAKER,
        "GET /decks/import": Right.MAKER,
        "POST /decks/import": Right.MAKER,
        "GET /decks/<deck>": Right.PUBLIC,
        "GET /decks/<deck>/faces": Right.PUBLIC,
        "GET /decks/<deck>/deck.json": Right.PUBLIC,
        "GET /decks/<deck>/cards.csv": Right.PUBLIC,
        "GET /decks/pictures/<picture>": Right.PUBLIC,
        "GET /decks/<deck>/edit/<secret>": Right.EDITOR,
        "POST /decks/<deck>/edit/<secret>": Right.EDITOR,
        "DELETE /decks/<deck>/edit/<secret>": Right.EDITOR,
        "POST /decks/<deck>/edit/<secret>/delete": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/add": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/import": Right.EDITOR,
        "POST /decks/<deck>/edit/<secret>/import": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/settings": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/share": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/cards/<card>": Right.EDITOR,
        "POST /decks/<deck>/edit/<secret>/cards/<card>/preview": Right.EDITOR,
        "GET /decks/<deck>/edit/<secret>/cards/<card>/picture": Right.EDITOR,
        "POST /decks/<deck>/edit/<secret>/cards/<card>/picture": Right.EDITOR,
        "GET /prints": Right.PUBLIC,
        "GET /prints/printers": Right.MAKER,
        "POST /prints/printers": Right.MAKER,
        "POST /prints/printers/delete": Right.MAKER,
        "GET /prints/new": Right.MAKER,
        "GET /prints/preview.png": Right.MAKER,
        "GET /prints/browser": Right.MAKER,
        "GET /prints/css/<name>": Right.PUBLIC,
        "GET /prints/fonts/<name>": Right.PUBLIC,
        "POST /prints": Right.MAKER,
        "GET /prints/<key>": Right.PUBLIC,
        "GET /prints/<key>/<name>": Right.PUBLIC,
        "POST /prints/<key>/cancel": Right.MAKER,
        "GET /doctor": Right.MAKER,
        "POST /doctor/address": Right.MAKER,
        "GET /doctor/hello": Right.PUBLIC,
        "GET /style": Right.PUBLIC,
        "GET /tables/<code>/join": Right.SPECTATOR,
        "POST /tables/<code>/seats": Right.SPECTATOR,
        "POST /tables/<code>/knocks": Right.SPECTATOR,
        "GET /tables/<code>/knocks/mine": Right.SPECTATOR,
        "POST /tables/<code>/knocks/<knock>": Right.SEAT,
        "GET /tables/<code>/seats": Right.SPECTATOR,
        "POST /tables/<code>/seats/<name:player>/handover": Right.SEAT,
        "GET /tables/<code>/handover/<secret>": Right.SPECTATOR,
        "POST /tables/<code>/handover/<secret>": Right.SPECTATOR,
        "DELETE /tables/<code>/seats/<name:player>/phone": Right.SEAT,
        "POST /tables/<code>/seats/<name:player>/phone": Right.SEAT,
        "POST /tables/<code>/seat/<int:number>/handover": Right.SEAT,
        "DELETE /tables/<code>/seat/<int:number>/phone": Right.SEAT,
        "POST /tables/<code>/seat/<int:number>/phone": Right.SEAT,
        "POST /tables/<code>/host": Right.SEAT,
        "POST /tables/<code>/draw": Right.SEAT,
        "POST /tables/<code>/order": Right.SEAT,
        "POST /tables/<code>/settings": Right.HOST,
        "POST /tables/<code>/phone": Right.SEAT,
        "POST /tables/<code>/leave": Right.SPECTATOR,
        "DELETE /tables/<code>": Right.HOST,
        "POST /tables/<code>/forget": Right.HOST,
        "GET /tables/<code>": Right.SPECTATOR,
        "POST /tables/<code>/strip": Right.SPECTATOR,
        "GET /tables/<code>/stream": Right.SPECTATOR,
        "GET /tables/<code>/mine": Right.SPECTATOR,
        "POST /tables/<code>/events": Right.SEAT,
        "POST /tables/<code>/others": Right.SEAT,
        "GET /tables/<code>/log": Right.SPECTATOR,
        "POST /tables/<code>/rewind": Right.HOST,
        "GET /tables/<code>/screen": Right.SPECTATOR,
        "GET /tables/<code>/result": Right.SPECTATOR,
        "GET /tables/<code>/piles/<int:number>/photo": Right.SEAT,
        "POST /tables/<code>/piles/<int:number>/photo": Right.SEAT,
        "GET /tables/<code>/warehouses/<int:number>/photo": Right.SEAT,
        "POST /tables/<code>/warehouses/<int:number>/photo": Right.SEAT,
        "GET /tables/<code>/export": Right.SEAT,
        "POST /tables/<code>/rematch": Right.SEAT,
        "GET /tables/<code>/prints": Right.SPECTATOR,
        "GET /tables/<code>/prints/new": Right.SEAT,
        "GET /tables/<code>/prints/preview.png": Right.SEAT,
        "GET /tables/<code>/prints/browser": Right.SEAT,
        "POST /tables/<code>/prints": Right.SEAT,
        "POST /tables/<code>/prints/poster": Right.SEAT,
        "GET /tables/<code>/prints/<key>": Right.SPECTATOR,
        "GET /tables/<code>/prints/<key>/<name>": Right.SPECTATOR,
        "POST /tables/<code>/prints/<key>/cancel": Right.SEAT,
    }
)
"""`METHOD rule` of every route; the services check again what depends on the table's settings."""

NOT_AT_A_DEMO = (
    "/join",
    "/seats",
    "/knocks",
    "/handover",
    "/rematch",
    "/prints",
    "/photo",
)
"""What would bring somebody to a table or leave something behind: a demo has none of it."""

_HOST_KEY = N_("This server asks for the host's word. Type it on the start page.")


def right_of(method: str, rule: str) -> Right | None:
    """Who may use a route; None, which denies, when the table does not name it."""
    return RIGHTS.get(f"{'GET' if method in ('HEAD', 'OPTIONS') else method} {rule}")


def allows(right: Right, caller: Caller) -> bool:
    """Whether the caller at this table has the right."""
    if right is Right.SEAT:
        return caller.may_log
    return right is not Right.HOST or caller.host


def check() -> Response | None:
    """Look up table and caller, and let only those through whom the table of rights names."""
    if request.url_rule is None or request.method == "OPTIONS":
        return None
    right = right_of(request.method, request.url_rule.rule)
    if right is None:
        return refusal(told(404), 404)
    if right is Right.MAKER and not knows_host_key():
        return refusal(Refused("not_allowed", Phrase(_HOST_KEY)), 403)
    if right is Right.EDITOR:
        return _check_deck()
    if "code" not in (request.view_args or {}) or right is Right.PUBLIC:
        return None
    return _check_table(right)


def _check_deck() -> Response | None:
    """A wrong secret and no such deck are answered alike."""
    named = request.view_args or {}
    maker = parts().decks.maker
    if maker is None:
        return refusal(told(404), 404)
    opened = maker.editable(str(named["deck"]), str(named["secret"]))
    if isinstance(opened, NotRecorded):
        return not_done(opened)
    callers.remember_deck(opened)
    return None


def _check_table(right: Right) -> Response | None:
    code = str((request.view_args or {})["code"])
    if right in (Right.SEAT, Right.HOST):
        callers.ask_for_a_seat()
    tables, token = parts().tables, callers.token()
    found = tables.doors.look_up(code, callers.address(), token)
    if isinstance(found, NotRecorded):
        return not_done(found)
    caller = tables.doors.caller(found.code, token)
    callers.remember(found, caller)
    if is_demo(found.code) and _is_closed_at_a_demo():
        return not_done(not_recorded("demo_table", 403, found.version))
    if allows(right, caller):
        return None
    if right is Right.HOST and caller.may_log:
        return not_done(not_recorded("host_only", 403, found.version))
    return not_done(no_table())


def _is_closed_at_a_demo() -> bool:
    rule = request.url_rule.rule if request.url_rule else ""
    looks = request.method in ("GET", "HEAD") and rule.endswith("/seats")
    return not looks and any(f"{part}/" in f"{rule}/" for part in NOT_AT_A_DEMO)


def install(app: Flask) -> None:
    """Check before every route, after the guards."""
    app.before_request(check)
