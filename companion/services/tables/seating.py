"""Drafts that put a phone on a seat: a newcomer, a returning leaver, a seat that changes hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.log import Recorded, Submission
from companion.core.names import name_key
from companion.core.outcome import Json, Refused
from companion.core.table import note, record
from companion.services.answers import Joined, NotRecorded
from companion.services.limits import Limits
from companion.services.ports import PhoneRow, SeatRow, TableRow
from companion.services.refusals import by_the_core, not_recorded
from companion.services.tables.drafts import Draft
from companion.services.tables.live_table import LiveTable, Seat
from companion.services.tables.phones import NewPhone, holds_other_seats, signed_out
from companion.services.tables.recording import no_room_for


@dataclass(frozen=True, slots=True)
class Sitting:
    """Which phone sits down, and who let it: the log names them."""

    phone: PhoneRow
    token: str | None
    """Its token when it is new and the phone must be told, else None."""
    by: str | None
    seat_number: int | None
    """Number of the seat that tapped; None: the very seat that is taken."""
    at: str

    @classmethod
    def of(
        cls, live: LiveTable, known: PhoneRow | NewPhone, at: str, by: str | None = None
    ) -> Sitting:
        """A phone that sits down by itself, or that `by` lets in."""
        row = known.row if isinstance(known, NewPhone) else known
        token = known.token if isinstance(known, NewPhone) else None
        seat = live.seat_of(by) if by else None
        return cls(row, token, by, seat.number if seat else None, at)


def sit_down(
    live: LiveTable, name: str, sitting: Sitting, limits: Limits
) -> Draft[Joined] | NotRecorded:
    """Log `player_joined` under this name, or hand over the seat that is there without a phone."""
    seat = live.seat_of(name)
    if seat is not None and seat in live.playing():
        return move_seat(live, seat, sitting)
    full = no_room_for(live, name, limits)
    if full is not None:
        return full
    event: Json = {"event": "player_joined", "player": name}
    submission = Submission((event,), batch=False, id=None, seen=None, anyway=True)
    decided = record(live.table, submission, sitting.by or name, sitting.at)
    if isinstance(decided, Refused):
        return by_the_core(decided, live.version)
    if not isinstance(decided, Recorded):
        return not_recorded("table_full", 422, live.version, count=limits.players)
    return _seated(live, decided.entries[0].event["player"], decided, sitting)


def move_seat(
    live: LiveTable, seat: Seat, sitting: Sitting, by_owner: bool = False
) -> Draft[Joined]:
    """The seat goes to this phone; logged as `seat_moved`, the old phone is signed out of it.

    `by_owner`: the seat's own phone gave it away, so the host's role goes along when that was its
    last seat. Nobody else's word moves that role.
    """
    event: Json = {"event": "seat_moved", "player": seat.player}
    decided = note(live.table, event, sitting.by or seat.player, sitting.at)
    return _seated(live, seat.player, decided, sitting, by_owner)


def _seated(
    live: LiveTable, player: str, decided: Recorded, sitting: Sitting, by_owner: bool = False
) -> Draft[Joined]:
    old = next((r for r in live.seat_rows if name_key(r.player) == name_key(player)), None)
    number = old.number if old else max((r.number for r in live.seat_rows), default=0) + 1
    phone = sitting.phone
    old_phone_id = old.phone_id if old and old.phone_id != phone.phone_id else None
    row = _roles_after(live, old_phone_id, phone.phone_id, number, by_owner)

    def answer(after: LiveTable) -> Joined:
        seat = after.seat_of(player)
        return Joined(player, seat.number if seat else 0, sitting.token, after.version)

    return Draft(
        answer,
        decided,
        seat=number if sitting.seat_number is None else sitting.seat_number,
        row=row,
        seats=(SeatRow(number, player, phone.phone_id),),
        phones=() if phone in live.phones else (phone,),
        phones_gone=signed_out(live, row, old_phone_id, frozenset({number})),
    )


def _roles_after(
    live: LiveTable, old: str | None, new: str, number: int, by_owner: bool
) -> TableRow:
    """The host's role follows its owner; a former host's claim follows the seat in any case."""
    row = live.row
    if old is None or holds_other_seats(live, old, frozenset({number})):
        return row
    if by_owner and row.host_phone_id == old:
        row = replace(row, host_phone_id=new)
    if row.former_host_phone_id == old:
        row = replace(row, former_host_phone_id=new)
    return row
