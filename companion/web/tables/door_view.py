"""What all phones of a table share about seats: who holds them, who knocks, where to go next."""

from __future__ import annotations

from dataclasses import dataclass

from companion.services.codes import is_demo
from companion.services.tables.live_table import Caller, LiveTable
from companion.web import callers
from companion.web.parts import parts
from companion.web.qr import bare_origin


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """Somebody who knocks, as all seated phones may see it."""

    id: str
    player: str
    takes_over: bool
    asks_seat: int | None
    """The seat whose own phone is asked first, "Is this you? Keep my seat"."""


@dataclass(frozen=True, slots=True)
class DoorView:
    """What all phones of a table share about seats: who holds them, and who knocks."""

    code: str
    holders: str
    """Number and mark of the phone of each seat, as in "1:a1b2 3:"; no mark where it has none."""
    host: str
    """The mark of the host's phone, "" for none."""
    knocks: tuple[AtTheDoor, ...]
    host_alone: bool
    """Only the host opens the door at this table."""
    origin: str
    """Where phones come to now, as in the QR codes; "" while none can."""
    rematch: bool
    """Somebody opened the next game: everybody else here may come along."""


def door_view(code: str) -> DoorView:
    """Seats and knocks for the shared part of the page."""
    live_table, origin = parts().tables.doors.find(code), bare_origin() or ""
    if not isinstance(live_table, LiveTable):
        return DoorView(code, "", "", (), False, origin, False)
    marks = (
        f"{seat.number}:{callers.phone_mark(seat.phone_id)}"
        for seat in live_table.seats
        if seat.has_phone or not is_demo(code)
    )
    host_mark = callers.phone_mark(live_table.host_phone_id)
    host_alone = live_table.who_lets_in == "host"
    knocks = _at_the_door(live_table)
    again = live_table.row.rematch_code is not None
    return DoorView(code, " ".join(marks), host_mark, knocks, host_alone, origin, again)


def _at_the_door(live_table: LiveTable) -> tuple[AtTheDoor, ...]:
    phones = [seat.phone_id for seat in live_table.seats if seat.phone_id]
    phone = live_table.host_phone_id or next(iter(phones), None)
    found = []
    for knock in parts().tables.knocks.open_knocks(live_table.code, Caller(phone)) if phone else ():
        seat = live_table.seat_of(knock.player) if knock.state == "asking" else None
        asked = seat.number if seat else None
        found.append(AtTheDoor(knock.id, knock.player, knock.takes_over, asked))
    return tuple(found)
