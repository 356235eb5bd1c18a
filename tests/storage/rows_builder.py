"""Builders of stored rows: small tables with a sound chain, without any game."""

from __future__ import annotations

from dataclasses import replace

from companion.services.ports import (
    Change,
    EventRow,
    PhoneRow,
    SeatRow,
    SnapshotRow,
    Store,
    StoredTable,
    TableRow,
)
from companion.services.tables.chain import event_hash, first_hash, sha256, snapshot_hash

DECK = '{"cards":[],"id":"small"}'
AT = "2026-05-04T19:30:00.000Z"


def a_row(code: str = "BBBBBB", deck: str | None = DECK) -> TableRow:
    return TableRow(
        code=code,
        game_key="black_market_warehouse",
        options="{}",
        deck_sha256=None if deck is None else sha256(deck),
        created_at=AT,
        name="",
        who_logs="anyone",
        who_lets_in="any_seat",
        host_phone_id="phone-1",
        former_host_phone_id=None,
        rematch_code=None,
        head_seq=0,
        head_hash="",
        last_event_at=AT,
        imported=False,
    )


def a_phone(number: int = 1) -> PhoneRow:
    return PhoneRow(f"phone-{number}", sha256(f"token-{number}"), None, False, False, AT)


def a_new_table(code: str = "BBBBBB", deck: str | None = DECK) -> Change:
    row = a_row(code, deck)
    row = replace(row, head_hash=first_hash(row))
    return Change(
        code=code,
        row=row,
        expected_seq=None,
        deck=deck,
        phones=(a_phone(),),
        seats=(SeatRow(1, "Ana", "phone-1"),),
    )


def appended(row: TableRow, count: int = 1, at: str = AT, id: str | None = None) -> Change:
    """The next events of a table; `id` goes to the first of them."""
    running, events = row.head_hash, []
    for place in range(count):
        seq, tap = row.head_seq + place + 1, id if place == 0 else None
        body = f'{{"event":"noted","number":{seq}}}'
        running = event_hash(running, row.code, seq, at, 1, tap, body)
        events.append(EventRow(seq, at, 1, tap, body, running))
    after = replace(
        row,
        head_seq=row.head_seq + count,
        head_hash=running,
        last_event_at=at,
        edition=row.edition + 1,
    )
    return Change(code=row.code, row=after, expected_seq=row.head_seq, events=tuple(events))


def a_snapshot(change: Change) -> SnapshotRow:
    head = change.events[-1]
    return SnapshotRow(head.seq, head.hash, "{}", snapshot_hash(head.seq, head.hash, "{}"))


def stored(*changes: Change) -> StoredTable:
    """What reading must give after these changes of one table."""
    seats: dict[int, SeatRow] = {}
    phones: dict[str, PhoneRow] = {}
    events: list[EventRow] = []
    snapshot = None
    for change in changes:
        events += change.events
        seats |= {seat.number: seat for seat in change.seats}
        phones |= {phone.phone_id: phone for phone in change.phones}
        for gone in change.phones_gone:
            phones.pop(gone, None)
        snapshot = change.snapshot or snapshot
    return StoredTable(
        changes[-1].row,
        changes[0].deck,
        tuple(events),
        tuple(phones.values()),
        tuple(seats.values()),
        snapshot,
    )


def three_taps(store: Store, row: TableRow) -> list[object]:
    """What the store answers to three changes, each on the one before."""
    outcomes: list[object] = []
    for _ in range(3):
        change = appended(row)
        outcomes.append(store.write(change))
        row = change.row
    return outcomes
