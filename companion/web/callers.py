"""Who is asking: the phone's seat token, its cookies, its address, and the table it asks about."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import cast

from flask import Response, g, request
from werkzeug.wrappers import Response as AnyResponse

from companion.core.decks.model import tie_unit
from companion.services.codes import is_demo
from companion.services.decks.answers import OpenDeck
from companion.services.tables.live_table import Caller, LiveTable
from companion.web.parts import TablePage, parts
from companion.web.phrasing import reckon_in

SEAT_COOKIE = "seat"
"""Holds one table's seat token; its Path keeps it from every other table."""
TABLES_COOKIE = "tables"
"""Codes of the tables this phone was at, newest first: only for "my tables"."""
KEPT = timedelta(days=60)
MY_TABLES = 12
_BEARER = "bearer "


def bearer_token() -> str | None:
    """The token of `Authorization: Bearer …`; with it cookies are ignored.

    Any other Authorization is for a proxy in front of us, and browsers send it with every request.
    """
    header = request.headers.get("Authorization", "")
    if not header.lower().startswith(_BEARER):
        return None
    return header[len(_BEARER) :].strip()


def token() -> str | None:
    """The seat token of this request, not yet checked."""
    bearer = bearer_token()
    return request.cookies.get(SEAT_COOKIE) if bearer is None else bearer


def address() -> str:
    """The network address that asks; behind proxies only as far as the settings trust them."""
    return request.remote_addr or ""


def remember(table: LiveTable, caller: Caller) -> None:
    """Keep the table and the caller that the guards looked up, for the route of this request."""
    g.backroom_table, g.backroom_caller = table, caller
    reckon_as(table)


def ask_for_a_seat() -> None:
    """Note that the address of this request is only for phones with a seat, or for the host."""
    g.backroom_asks_for_a_seat = True


def seat_is_asked_for() -> bool:
    """Whether no table and no seat at it must be answered alike here."""
    return "backroom_asks_for_a_seat" in g and bool(g.backroom_asks_for_a_seat)


def table() -> LiveTable:
    """The table in the address of this request, looked up once by the guards."""
    return cast(LiveTable, g.backroom_table)


def caller() -> Caller:
    """Who asks at this table, looked up once by the guards; no seat and not host: a spectator."""
    return cast(Caller, g.backroom_caller)


def remember_deck(opened: OpenDeck) -> None:
    """Keep the deck that the guards looked up by its edit link."""
    g.backroom_deck = opened
    reckon_in(opened.deck.currency, opened.deck.money_unit, opened.deck.tie_unit)


def deck() -> OpenDeck:
    """The deck in the address of this request, which this caller may change."""
    return cast(OpenDeck, g.backroom_deck)


def reckon_as(live_table: LiveTable) -> None:
    """Write amounts as the deck of this table has them."""
    deck = live_table.table.deck
    if deck is not None:
        unit, items = int(deck["money_unit"]), (card.get("money") for card in deck["cards"])
        reckon_in(str(deck["currency"]), unit, tie_unit(unit, items))


def table_page(live_table: LiveTable, who: Caller, active: str | None = None) -> TablePage:
    """What `<body>` needs; the seat of `active`, whose turn it is, is shown where it is tended."""
    seat = live_table.seat_of(active) if active else None
    here, tends = (who.seats[0] if who.seats else None), tended(live_table, who)
    shown = seat.number if seat and seat.number in tends else here
    mark = phone_mark(who.phone_id)
    passed = len(who.seats) > 1 or 1 < len(tends) == len(live_table.seats)
    return TablePage(
        live_table.code, live_table.version, who.seats, shown, who.host, mark, tends, passed
    )


def tended(live_table: LiveTable, who: Caller) -> tuple[int, ...]:
    """Seats whose turn comes on this phone's screen: its own; on a host's those without a phone.

    So a table with one phone goes round by itself. At a demo the others play by themselves.
    """
    if not who.host or not who.seats or is_demo(live_table.code):
        return who.seats
    return tuple(
        seat.number for seat in live_table.seats if seat.number in who.seats or not seat.has_phone
    )


def phone_mark(phone_id: str | None) -> str:
    """A short public name of a phone: the shared part of a page tells by it who holds a seat.

    The script compares it with the phone's own, so that seats that move show at once.
    """
    return hashlib.sha256(phone_id.encode()).hexdigest()[:10] if phone_id else ""


def give_seat(response: AnyResponse, code: str, seat_token: str | None) -> None:
    """Set the seat cookie of this table, when there is a new token, and note the table as mine."""
    if seat_token is not None:
        response.set_cookie(
            SEAT_COOKIE,
            seat_token,
            max_age=KEPT,
            path=f"/tables/{code}",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    note_table(response, code)


def take_seat_away(response: Response | AnyResponse, code: str) -> None:
    """Forget the seat cookie of this table and that it was mine."""
    response.delete_cookie(SEAT_COOKIE, path=f"/tables/{code}", httponly=True, samesite="Lax")
    _set_tables(response, tuple(mine for mine in my_codes() if mine != code))


def my_codes() -> tuple[str, ...]:
    """Codes of the tables this phone was at, newest first, as its cookie says: not a right."""
    known = request.cookies.get(TABLES_COOKIE, "").split(".")
    return tuple(code for code in known if code.isalnum() and len(code) <= 8)[:MY_TABLES]


def note_table(response: AnyResponse, code: str) -> None:
    """Put this table first among mine; a demo table is none of them."""
    if is_demo(code):
        return
    _set_tables(response, (code, *(mine for mine in my_codes() if mine != code)))


def _set_tables(response: AnyResponse, codes: tuple[str, ...]) -> None:
    response.set_cookie(
        TABLES_COOKIE,
        ".".join(codes[:MY_TABLES]),
        max_age=KEPT,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def keep(response: AnyResponse, name: str, value: str) -> None:
    """Let this phone remember something for other evenings: no secret, and no right."""
    response.set_cookie(
        name,
        value,
        max_age=KEPT * 12,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def look_up(code: str) -> LiveTable | None:
    """The table of a code that this phone says was its own; None when it is gone."""
    found = parts().tables.doors.find(code)
    return found if isinstance(found, LiveTable) else None
