"""The store in one SQLite file: durable taps through one writer, reads beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from companion.services.ports import (
    LATER_THAN_ALL,
    Change,
    Clock,
    Conflict,
    Kept,
    KnownPhone,
    StorageTrouble,
    StoredTable,
    Written,
)
from companion.services.tables.passing import PassingInMemory
from companion.storage import rows
from companion.storage.decks import SqliteDecks
from companion.storage.place import left_behind
from companion.storage.scan_decks import SqliteScanDecks
from companion.storage.schema import (
    DATA_FILE,
    connect_to_read,
    newest,
    not_ours,
    open_data_file,
    schema_of,
)
from companion.storage.threads import native_thread
from companion.storage.troubles import trouble_of
from companion.storage.writer import AbsentWriter, Writer

T = TypeVar("T")

_CHECKPOINT_TRIES = 2
"""Each waits up to BUSY_SECONDS for a reader to finish."""


class SqliteStore:
    """A Store (see services.ports) in `<data folder>/backroom.sqlite3`.

    One native thread writes, another reads, so that a full or locked disk stops taps and not
    screens. Made by `open_store`.
    """

    shared = False
    """One process holds the data folder."""

    def __init__(self, writer: Writer | AbsentWriter, path: Path) -> None:
        self.path = path
        self._writer = writer
        self._reading = native_thread("backroom-reader")
        self._reader: sqlite3.Connection | None = None

    def read_table(self, code: str) -> StoredTable | StorageTrouble | None:
        """Everything about one table; None when there is none."""
        return self._read(lambda connection: rows.read_stored(connection, code))

    def read_news(self, code: str, after_seq: int) -> StoredTable | StorageTrouble | None:
        """As read_table, with the log's lines after `after_seq` only and no deck or snapshot."""
        return self._read(lambda connection: rows.read_news(connection, code, after_seq))

    def editions(self, codes: Sequence[str]) -> dict[str, int] | StorageTrouble:
        """The edition of each of these tables; those that are gone are left out."""
        return self._read(lambda connection: rows.read_editions(connection, codes))

    def write(self, change: Change) -> Written | Conflict | StorageTrouble:
        """One transaction with full sync, shared with whatever waits at the same moment."""
        return self._writer.write(change)

    def phone_by_join_id(self, join_id_sha256: str) -> KnownPhone | StorageTrouble | None:
        """The phone that a creation or join form with this id made."""
        return self._read(lambda connection: rows.read_phone_by_join_id(connection, join_id_sha256))

    def kept(self, since: str = "", before: str = LATER_THAN_ALL) -> Kept | StorageTrouble:
        """The last events within these bounds, and the latest instant ever stored."""
        return self._read(lambda connection: rows.read_kept(connection, since, before))

    def forget(self, codes: Sequence[str], now: str) -> Written | StorageTrouble:
        """Delete tables, overwritten in the file (secure_delete) and gone from the WAL."""
        return self._writer.alone(
            lambda connection: _forget(connection, codes, now), makes_room=True
        )

    def decks(self) -> SqliteDecks:
        """The decks that people made (see services.decks.ports.DeckStore), in the same file."""
        return SqliteDecks(self._read, self._writer.alone)

    def scan_decks(self) -> SqliteScanDecks:
        """What scan ids mean (see services.scans.ports.ScanDeckStore), in the same file."""
        return SqliteScanDecks(self._read, self._writer.alone)

    @property
    def trouble(self) -> StorageTrouble | None:
        """What the last write met; None when it went through."""
        return self._writer.trouble

    def look(self) -> None:
        """Notice whether the data file was moved away, or is back (see `trouble`)."""
        self._writer.look()

    def try_writing(self, now: str) -> None:
        """A small write, to learn whether trouble is over (see `trouble`)."""
        if self.trouble is not None and self.trouble.code != "moved":
            # One process shares one view of a WAL: a reader that may not write holds the writer
            # back. Of a file that was moved away the open reader is all that can still be read.
            self._reading.call(self._close_reader)
        self._writer.alone(lambda connection: rows.try_to_write(connection, now))
        if self.trouble is None:
            # A reader from before may have been opened for a file that never changes.
            self._reading.call(self._close_reader)

    def passing(self, clock: Clock) -> PassingInMemory:
        """What passes by at tables (see services.tables.passing.Passing): in this process alone."""
        return PassingInMemory(clock)

    def close(self) -> None:
        """Finish what is written and close the file."""
        self._reading.call(self._close_reader)
        self._reading.close()
        self._writer.close()

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble:
        return self._reading.call(lambda: self._read_here(work))

    def _read_here(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble:
        try:
            if self._reader is None:
                self._reader = connect_to_read(self.path)
            return work(self._reader)
        except sqlite3.Error as error:
            # A new connection next time: the file may have been put back in the meantime.
            self._close_reader()
            return trouble_of(error)

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def open_store(
    folder: Path, make_room: Callable[[], bool] = lambda: False
) -> SqliteStore | StorageTrouble:
    """The store in this data folder, made when it is new, migrated when it is older.

    `make_room` frees some of a full disk for taps, or for opening at all; whether there was
    anything to free.
    """
    path = folder / DATA_FILE
    orphan = left_behind(path)
    if orphan is not None:
        return orphan
    thread = native_thread("backroom-writer")
    opened = thread.call(lambda: open_data_file(path))
    if isinstance(opened, StorageTrouble) and opened.code == "disk_full" and make_room():
        opened = thread.call(lambda: open_data_file(path))
    if isinstance(opened, StorageTrouble):
        thread.close()
        return opened
    return SqliteStore(Writer(opened, thread, make_room), path)


def open_to_read(
    folder: Path, trouble: StorageTrouble, make_room: Callable[[], bool] = lambda: False
) -> SqliteStore | StorageTrouble:
    """A store whose file cannot be written now, for `trouble`: it reads, and every write tries
    anew. The trouble itself where the tables cannot be read as they are either."""
    path = folder / DATA_FILE
    if trouble.code not in ("read_only", "disk_full", "io") or not path.exists():
        return trouble
    try:
        connection = connect_to_read(path)
        usable = not_ours(connection) is None and schema_of(connection) == newest()
        connection.close()
    except sqlite3.Error as error:
        return trouble_of(error)
    if not usable:
        return trouble
    return SqliteStore(AbsentWriter(path, trouble, make_room), path)


def _forget(connection: sqlite3.Connection, codes: Sequence[str], now: str) -> Written:
    rows.delete_tables(connection, codes, now)
    # A reader in the middle of a table keeps the WAL; SQLite waits for it, and reads are short.
    for _ in range(_CHECKPOINT_TRIES):
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            break
    return Written()
