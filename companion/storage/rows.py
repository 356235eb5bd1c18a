"""The SQL of one table's rows: how a change is applied, and how a table is read back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.services.instants import is_written
from companion.services.ports import (
    LATER_THAN_ALL,
    Activity,
    Change,
    Conflict,
    EventRow,
    Kept,
    KnownPhone,
    PhoneRow,
    SeatRow,
    SnapshotRow,
    StoredTable,
    TableRow,
    Written,
)
from companion.storage.decks import drop_what_nobody_shows

T = TypeVar("T")

_TABLE_COLUMNS = (
    "code, game_key, options, deck_sha256, created_at, name, who_logs, who_lets_in, "
    "host_phone_id, former_host_phone_id, rematch_code, head_seq, head_hash, last_event_at, "
    "edition, imported"
)
_PHONE_COLUMNS = "phone_id, token_sha256, join_id_sha256, used, ends_by_hand, created_at"


def apply_change(connection: sqlite3.Connection, change: Change) -> Written | Conflict:
    """Write a change inside the open transaction. Raises sqlite3.Error.

    Conflict when head or edition are not those the change was decided on; IntegrityError when a
    seq, an id or a new table's code is already there.
    """
    if change.expected_seq is None:
        _insert_table(connection, change)
    elif not _move_head(connection, change.row, change.expected_seq):
        return Conflict()
    code = change.code
    connection.executemany(
        "INSERT INTO events (table_code, seq, at, seat, id, body, hash) VALUES (?,?,?,?,?,?,?)",
        [(code, e.seq, e.at, e.seat, e.id, e.body, e.hash) for e in change.events],
    )
    _write_phones(connection, change)
    connection.executemany(
        "INSERT OR REPLACE INTO seats (table_code, number, player, phone_id) VALUES (?,?,?,?)",
        [(code, s.number, s.player, s.phone_id) for s in change.seats],
    )
    if change.snapshot is not None:
        s = change.snapshot
        connection.execute(
            "INSERT OR REPLACE INTO snapshots (table_code, seq, chain_hash, body, hash) "
            "VALUES (?,?,?,?,?)",
            (code, s.seq, s.chain_hash, s.body, s.hash),
        )
    return Written()


def _write_phones(connection: sqlite3.Connection, change: Change) -> None:
    connection.executemany(
        "DELETE FROM phones WHERE table_code = ? AND phone_id = ?",
        [(change.code, phone_id) for phone_id in change.phones_gone],
    )
    connection.executemany(
        "INSERT OR REPLACE INTO phones (table_code, phone_id, token_sha256, join_id_sha256, "
        "used, ends_by_hand, created_at) VALUES (?,?,?,?,?,?,?)",
        [
            (
                change.code,
                p.phone_id,
                p.token_sha256,
                p.join_id_sha256,
                p.used,
                p.ends_by_hand,
                p.created_at,
            )
            for p in change.phones
        ],
    )


def _insert_table(connection: sqlite3.Connection, change: Change) -> None:
    row = change.row
    if change.deck is not None:
        connection.execute(
            "INSERT OR IGNORE INTO decks (sha256, body) VALUES (?,?)",
            (row.deck_sha256, change.deck),
        )
    connection.execute(
        f"INSERT INTO tables ({_TABLE_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            row.code,
            row.game_key,
            row.options,
            row.deck_sha256,
            row.created_at,
            *_changing(row),
            row.imported,
        ),
    )


def _move_head(connection: sqlite3.Connection, row: TableRow, expected_seq: int) -> bool:
    moved = connection.execute(
        "UPDATE tables SET name = ?, who_logs = ?, who_lets_in = ?, host_phone_id = ?, "
        "former_host_phone_id = ?, rematch_code = ?, head_seq = ?, head_hash = ?, "
        "last_event_at = ?, edition = ? WHERE code = ? AND head_seq = ? AND edition = ?",
        (*_changing(row), row.code, expected_seq, row.edition - 1),
    )
    return moved.rowcount == 1


def _changing(row: TableRow) -> tuple[str | int | None, ...]:
    """The columns that change while a table lives, in the order of both statements."""
    return (
        row.name,
        row.who_logs,
        row.who_lets_in,
        row.host_phone_id,
        row.former_host_phone_id,
        row.rematch_code,
        row.head_seq,
        row.head_hash,
        row.last_event_at,
        row.edition,
    )


def read_stored(connection: sqlite3.Connection, code: str) -> StoredTable | None:
    """Everything about one table, as of one moment. Raises sqlite3.Error."""
    return _at_one_moment(connection, lambda: _read_stored(connection, code, 0, whole=True))


def read_news(connection: sqlite3.Connection, code: str, after_seq: int) -> StoredTable | None:
    """One table as of one moment, with the log's lines after `after_seq` only and without deck
    and snapshot. Raises sqlite3.Error."""
    return _at_one_moment(
        connection, lambda: _read_stored(connection, code, after_seq, whole=False)
    )


def read_editions(connection: sqlite3.Connection, codes: Sequence[str]) -> dict[str, int]:
    """The edition of each of these tables that is there. Raises sqlite3.Error."""
    query = "SELECT edition FROM tables WHERE code = ?"
    found = ((code, connection.execute(query, (code,)).fetchone()) for code in codes)
    return {code: edition[0] for code, edition in found if edition is not None}


def _at_one_moment(connection: sqlite3.Connection, read: Callable[[], T]) -> T:
    connection.execute("BEGIN")
    try:
        return read()
    finally:
        if connection.in_transaction:  # trouble with the disk has often ended it already
            connection.execute("COMMIT")


def _read_stored(
    connection: sqlite3.Connection, code: str, after_seq: int, whole: bool
) -> StoredTable | None:
    # By the names that are there: `check` also reads a file that no migration has touched yet.
    asked = connection.execute("SELECT * FROM tables WHERE code = ?", (code,))
    found = asked.fetchone()
    if found is None:
        return None
    columns = dict(zip((name for name, *_ in asked.description), found, strict=True))
    row = TableRow(**{**columns, "imported": bool(columns["imported"])})
    deck = snapshot = None
    if whole:
        deck = connection.execute(
            "SELECT body FROM decks WHERE sha256 = ?", (row.deck_sha256,)
        ).fetchone()
        snapshot = connection.execute(
            "SELECT seq, chain_hash, body, hash FROM snapshots WHERE table_code = ?", (code,)
        ).fetchone()
    events = connection.execute(
        "SELECT seq, at, seat, id, body, hash FROM events WHERE table_code = ? AND seq > ? "
        "ORDER BY seq",
        (code, after_seq),
    )
    phones = connection.execute(
        f"SELECT {_PHONE_COLUMNS} FROM phones WHERE table_code = ? ORDER BY created_at, phone_id",
        (code,),
    )
    seats = connection.execute(
        "SELECT number, player, phone_id FROM seats WHERE table_code = ? ORDER BY number", (code,)
    )
    return StoredTable(
        row=row,
        deck=None if deck is None else deck[0],
        events=tuple(EventRow(*each) for each in events),
        phones=tuple(_phone(each) for each in phones),
        seats=tuple(SeatRow(*each) for each in seats),
        snapshot=None if snapshot is None else SnapshotRow(*snapshot),
    )


def _phone(columns: Sequence[str | int | None]) -> PhoneRow:
    phone_id, token, join_id, used, ends_by_hand, created_at = columns
    return PhoneRow(
        phone_id=str(phone_id),
        token_sha256=str(token),
        join_id_sha256=None if join_id is None else str(join_id),
        used=bool(used),
        ends_by_hand=bool(ends_by_hand),
        created_at=str(created_at),
    )


def read_phone_by_join_id(connection: sqlite3.Connection, join_id_sha256: str) -> KnownPhone | None:
    """The newest phone that this form id made. Raises sqlite3.Error."""
    found = connection.execute(
        f"SELECT table_code, {_PHONE_COLUMNS} FROM phones WHERE join_id_sha256 = ? "
        "ORDER BY created_at DESC LIMIT 1",
        (join_id_sha256,),
    ).fetchone()
    return None if found is None else KnownPhone(found[0], _phone(found[1:]))


def read_kept(
    connection: sqlite3.Connection, since: str = "", before: str = LATER_THAN_ALL
) -> Kept:
    """Last events from `since` to before `before`, and the latest instant ever stored. Raises
    sqlite3.Error.

    A table whose instant is damaged is left out: nobody can say that it is old.
    """
    tables = connection.execute("SELECT code, last_event_at FROM tables ORDER BY last_event_at")
    activities = tuple(Activity(*each) for each in tables if is_written(each[1]))
    kept = connection.execute("SELECT value FROM kept WHERE name = 'latest_at'").fetchone()
    instants = [each.last_event_at for each in activities]
    if kept is not None and is_written(kept[0]):
        instants.append(kept[0])
    within = tuple(each for each in activities if since <= each.last_event_at < before)
    return Kept(within, max(instants, default=None))


def delete_tables(connection: sqlite3.Connection, codes: Sequence[str], now: str) -> None:
    """Delete tables and what hangs on them, in one transaction. Raises sqlite3.Error.

    The latest instant stays behind, so that a clock set back is still noticed when all is gone.
    """
    connection.execute("BEGIN IMMEDIATE")
    latest = max(filter(None, [read_kept(connection).latest_at, now]))
    for code in codes:
        # Log, phones, seats and snapshot go along by their foreign keys.
        connection.execute("DELETE FROM tables WHERE code = ?", (code,))
    drop_what_nobody_shows(connection)
    connection.execute(
        "INSERT OR REPLACE INTO kept (name, value) VALUES ('latest_at', ?)", (latest,)
    )
    connection.execute("COMMIT")


def try_to_write(connection: sqlite3.Connection, now: str) -> None:
    """The smallest change there is. Raises sqlite3.Error."""
    connection.execute("INSERT OR REPLACE INTO kept (name, value) VALUES ('tried_at', ?)", (now,))
