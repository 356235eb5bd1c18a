"""A decided change of a table that is not durable yet: what it writes, and what is true then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.core.games import GAMES
from companion.core.log import Entry, Recorded
from companion.services.ports import Change, EventRow, PhoneRow, SeatRow, SnapshotRow, TableRow
from companion.services.tables.chain import canonical
from companion.services.tables.live_table import LiveTable, Seat, seats_of, with_rows_for

T = TypeVar("T")
U = TypeVar("U")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Draft(Generic[T_co]):
    """A decided change that is not durable yet, and what to answer once it is."""

    answer: Callable[[LiveTable], T_co]
    """Makes the answer from the table as it stands after the change."""
    recorded: Recorded | None = None
    seat: int = 0
    """Number of the seat that tapped."""
    sent: str | None = None
    """Digest of what the phone sent."""
    row: TableRow | None = None
    """The table's row with changed settings or host; None leaves it."""
    seats: tuple[SeatRow, ...] = ()
    """Changed or new seats; seats of new players without a phone come by themselves."""
    phones: tuple[PhoneRow, ...] = ()
    """Changed or new phones."""
    phones_gone: tuple[str, ...] = ()
    at: str | None = None
    """When it happened, where the entries say otherwise (an import)."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What it adds to the log."""
        return self.recorded.entries if self.recorded else ()

    def answering(self, answer: Callable[[LiveTable], U]) -> Draft[U]:
        """The same change with another answer."""
        return Draft(
            answer,
            self.recorded,
            self.seat,
            self.sent,
            self.row,
            self.seats,
            self.phones,
            self.phones_gone,
            self.at,
        )


def table_after(
    live: LiveTable, draft: Draft[T], lines: Sequence[EventRow], new: bool
) -> LiveTable:
    """The table as it stands once the draft is written, its entries as these lines."""
    table = draft.recorded.table if draft.recorded else live.table
    head = lines[-1].hash if lines else live.hash
    seats, seated = _seats_after(live, draft, GAMES[table.game_key].players_of(table.state))
    before = draft.row or live.row
    row = replace(
        before,
        head_seq=table.version,
        head_hash=head,
        last_event_at=_last_at(draft) or before.last_event_at,
        edition=live.row.edition if new else live.row.edition + 1,
    )
    return LiveTable(row, table, seated, _phones_after(live, draft), seats, head)


def change_of(
    live: LiveTable,
    draft: Draft[T],
    after: LiveTable,
    lines: tuple[EventRow, ...],
    snapshot: SnapshotRow | None,
    new: bool,
) -> Change:
    """What the store writes, all of it or nothing, to make `live` into `after`."""
    deck = after.table.deck
    return Change(
        code=live.code,
        row=after.row,
        expected_seq=None if new else live.version,
        events=lines,
        deck=None if not new or deck is None else canonical(deck),
        phones=draft.phones,
        phones_gone=draft.phones_gone,
        seats=_new_seats(after.seat_rows, () if new else live.seat_rows),
        snapshot=snapshot,
    )


def _seats_after(
    live: LiveTable, draft: Draft[T], players: Sequence[str]
) -> tuple[tuple[SeatRow, ...], tuple[Seat, ...]]:
    """Every seat's row and the seats in their order; nearly every tap leaves them as they are."""
    if not draft.seats and tuple(players) == tuple(seat.player for seat in live.seats):
        return live.seat_rows, live.seats
    rows = with_rows_for(players, _merged(live.seat_rows, draft.seats, lambda s: s.number))
    return rows, seats_of(players, rows)


def _new_seats(rows: tuple[SeatRow, ...], known: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    return () if rows is known else tuple(row for row in rows if row not in known)


def _phones_after(live: LiveTable, draft: Draft[T]) -> tuple[PhoneRow, ...]:
    if not draft.phones and not draft.phones_gone:
        return live.phones
    merged = _merged(live.phones, draft.phones, lambda phone: phone.phone_id)
    return tuple(phone for phone in merged if phone.phone_id not in draft.phones_gone)


def _merged(
    old: tuple[T, ...], changed: tuple[T, ...], key: Callable[[T], object]
) -> tuple[T, ...]:
    """The old ones in their order with the changed in their places, and the new ones behind."""
    by_key = {key(each): each for each in (*old, *changed)}
    return tuple(by_key.values())


def _last_at(draft: Draft[T]) -> str | None:
    return (draft.at or draft.entries[-1].at) if draft.entries else None
