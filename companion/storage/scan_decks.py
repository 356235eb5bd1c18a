"""The SQL of scan ids: which deck each of them means, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from companion.core.decks.scan_marks import nearest_ids
from companion.services.ports import StorageTrouble
from companion.services.scans.ports import ScanDeck

T = TypeVar("T")

_FACTS = "imprint, facts, deck_id, name, at"


class _Runs(Protocol):
    """Runs work on a connection; what SQLite complains about comes back as trouble."""

    def __call__(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble: ...


class SqliteScanDecks:
    """A ScanDeckStore (see services.scans.ports) on the reader and the writer of a SqliteStore."""

    def __init__(self, read: _Runs, write: _Runs) -> None:
        """`write` runs between two commits of the writer and rolls back what failed."""
        self._read = read
        self._write = write

    def register(self, deck: ScanDeck, limit: int) -> str | StorageTrouble:
        """One transaction with full sync."""
        return self._write(lambda connection: _register(connection, deck, limit))

    def scan_id(self, imprint: str) -> str | StorageTrouble:
        """The id that `register` would give; nothing is written."""
        return self._read(lambda connection: _scan_id(connection, imprint))

    def find(self, scan_ids: Sequence[str]) -> dict[str, ScanDeck] | StorageTrouble:
        """The decks that these ids mean; ids that mean none are left out."""
        return self._read(lambda connection: _find(connection, scan_ids))


def _scan_id(connection: sqlite3.Connection, imprint: str) -> str:
    taken = dict(connection.execute("SELECT imprint, scan_id FROM scan_decks").fetchall())
    if imprint in taken:
        return str(taken[imprint])
    others = frozenset(taken.values())
    return next(each for each in nearest_ids(imprint) if each not in others)


def _register(connection: sqlite3.Connection, deck: ScanDeck, limit: int) -> str:
    connection.execute("BEGIN IMMEDIATE")
    scan_id = _scan_id(connection, deck.imprint)
    connection.execute(
        f"INSERT OR REPLACE INTO scan_decks (scan_id, {_FACTS}) VALUES (?,?,?,?,?,?)",
        (scan_id, deck.imprint, deck.facts, deck.deck_id, deck.name, deck.at),
    )
    connection.execute(
        "DELETE FROM scan_decks WHERE scan_id <> ? AND scan_id NOT IN "
        "(SELECT scan_id FROM scan_decks ORDER BY at DESC, scan_id LIMIT ?)",
        (scan_id, limit),
    )
    connection.execute("COMMIT")
    return scan_id


def _find(connection: sqlite3.Connection, scan_ids: Sequence[str]) -> dict[str, ScanDeck]:
    found = {}
    for scan_id in dict.fromkeys(scan_ids):
        row = connection.execute(
            f"SELECT {_FACTS} FROM scan_decks WHERE scan_id = ?", (scan_id,)
        ).fetchone()
        if row is not None:
            found[scan_id] = ScanDeck(*row)
    return found
