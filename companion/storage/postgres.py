"""The store in a PostgreSQL database, which other processes use at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

import psycopg

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
from companion.storage import postgres_changes as changes
from companion.storage import postgres_rows as rows
from companion.storage.postgres_connections import Connection, Connections, connect
from companion.storage.postgres_decks import PostgresDecks
from companion.storage.postgres_passing import PostgresPassing
from companion.storage.postgres_pings import GONE, Heard, Pings
from companion.storage.postgres_scan_decks import PostgresScanDecks
from companion.storage.postgres_schema import prepare, unsafe_settings
from companion.storage.postgres_troubles import trouble_of

T = TypeVar("T")

WRITERS, READERS = 6, 3
"""Connections of one process. Reads have their own, so that taps that wait stop no screen."""


class PostgresStore:
    """A Store (see services.ports) in the schema `backroom` of a database.

    Each change is one statement, one transaction and one way to the server and back; PostgreSQL
    itself lets commits that come together share one sync. Made by `open_store`.
    """

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._trouble: StorageTrouble | None = None
        self._writing = Connections(lambda: connect(url), WRITERS)
        self._reading = Connections(lambda: connect(url), READERS)
        self._pings = Pings(lambda: connect(url))

    def read_table(self, code: str) -> StoredTable | StorageTrouble | None:
        """Everything about one table; None when there is none."""
        return self._reading.run(lambda connection: rows.read_stored(connection, code))

    def read_news(self, code: str, after_seq: int) -> StoredTable | StorageTrouble | None:
        """As read_table, with the log's lines after `after_seq` only and no deck or snapshot."""
        return self._reading.run(lambda connection: rows.read_news(connection, code, after_seq))

    def editions(self, codes: Sequence[str]) -> dict[str, int] | StorageTrouble:
        """The edition of each of these tables; those that are gone are left out."""
        return self._reading.run(lambda connection: rows.read_editions(connection, codes))

    def write(self, change: Change) -> Written | Conflict | StorageTrouble:
        """One transaction with synchronous commit; the other processes hear of it afterwards."""
        tries = 0

        def written(connection: Connection) -> Written | Conflict:
            nonlocal tries
            tries += 1
            outcome = _applied(connection, change)
            if isinstance(outcome, Conflict) and tries > 1 and changes.stands(connection, change):
                return Written()  # the first try came through, only its answer did not
            return outcome

        outcome = self._writing.run(written)
        self._trouble = outcome if isinstance(outcome, StorageTrouble) else None
        if isinstance(outcome, Written) and change.expected_seq is not None:
            self._pings.send(change.code, change.row.edition)
        return outcome

    def phone_by_join_id(self, join_id_sha256: str) -> KnownPhone | StorageTrouble | None:
        """The phone that a creation or join form with this id made."""
        return self._reading.run(lambda c: rows.read_phone_by_join_id(c, join_id_sha256))

    def kept(self, since: str = "", before: str = LATER_THAN_ALL) -> Kept | StorageTrouble:
        """The last events within these bounds, and the latest instant ever stored."""
        return self._patiently(lambda connection: rows.read_kept(connection, since, before))

    def forget(self, codes: Sequence[str], now: str) -> Written | StorageTrouble:
        """Delete tables. PostgreSQL itself writes over their place later (see docs/growing.md)."""

        def forgotten(connection: Connection) -> Written:
            rows.delete_tables(connection, codes, now)
            return Written()

        outcome = self._patiently(forgotten)
        for code in codes if isinstance(outcome, Written) else ():
            self._pings.send(code, GONE)
        return outcome

    def decks(self) -> PostgresDecks:
        """The decks that people made (see services.decks.ports.DeckStore), in the same database."""
        return PostgresDecks(self._reading.run, self._writing.run)

    def scan_decks(self) -> PostgresScanDecks:
        """What scan ids mean (see services.scans.ports.ScanDeckStore), in the same database."""
        return PostgresScanDecks(self._reading.run, self._writing.run)

    def passing(self, clock: Clock) -> PostgresPassing:
        """What passes by at tables (see services.tables.passing.Passing), in the same database."""
        return PostgresPassing(self._reading, self._pings.send, clock)

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Tell `heard` what any process writes, and `missed` when that may be incomplete."""
        self._pings.start(heard, missed)

    @property
    def trouble(self) -> StorageTrouble | None:
        """What the last write met; None when it went through."""
        return self._trouble

    def look(self) -> None:
        """Nobody moves a database away from under its server."""

    def try_writing(self, now: str) -> None:
        """A small write, to learn whether trouble is over."""
        tried = self._writing.run(
            lambda connection: connection.execute(
                "INSERT INTO kept (name, value) VALUES ('tried_at', %s) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (now,),
            )
        )
        self._trouble = tried if isinstance(tried, StorageTrouble) else None

    @cached_property
    def is_unsafe(self) -> bool:
        """Whether the server is set so that a power cut can take what was promised."""
        found = self._reading.run(unsafe_settings)
        return not isinstance(found, StorageTrouble) and bool(found)

    def close(self) -> None:
        """Finish what is written and close all connections."""
        self._pings.close()
        self._writing.close()
        self._reading.close()

    def _patiently(self, work: Callable[[Connection], T]) -> T | StorageTrouble:
        """Work that may take long, on a connection of its own."""
        try:
            with connect(self.url, patient=True) as connection:
                return work(connection)
        except psycopg.Error as error:
            return trouble_of(error)


def open_store(url: str) -> PostgresStore | StorageTrouble:
    """The store in this database, made when it is new, migrated when it is older."""
    return prepare(url) or PostgresStore(url)


def _applied(connection: Connection, change: Change) -> Written | Conflict:
    try:
        return changes.apply_change(connection, change)
    except psycopg.IntegrityError:
        # Somebody else wrote this seq or this id first: the caller reads the table again.
        return Conflict()
