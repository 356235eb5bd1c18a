"""The SQL of made decks: their revisions, their pictures, and what nobody shows any more."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from companion.services.decks.ports import (
    DeckChange,
    DeckRow,
    NoRoom,
    RevisionRow,
    StoredDeck,
)
from companion.services.ports import Conflict, StorageTrouble, Written

T = TypeVar("T")

_DECK_COLUMNS = "deck_id, secret_sha256, created_at, changed_at, version, stands_at"


class _Runs(Protocol):
    """Runs work on a connection; what SQLite complains about comes back as trouble."""

    def __call__(self, work: Callable[[sqlite3.Connection], T]) -> T | StorageTrouble: ...


class SqliteDecks:
    """A DeckStore (see services.decks.ports) on the reader and the one writer of a SqliteStore."""

    def __init__(self, read: _Runs, write: _Runs) -> None:
        """`write` runs between two commits of the writer and rolls back what failed."""
        self._read = read
        self._write = write

    def read_deck(self, deck_id: str) -> StoredDeck | StorageTrouble | None:
        """The deck as it stands; None when there is none."""
        return self._read(lambda connection: _read_deck(connection, deck_id))

    def read_body(self, sha256: str) -> str | StorageTrouble | None:
        """The body of a revision, of any deck or table; None when it is gone."""
        return self._read(lambda c: _one(c, "SELECT body FROM decks WHERE sha256 = ?", sha256))

    def write_deck(self, change: DeckChange) -> Written | Conflict | NoRoom | StorageTrouble:
        """One transaction with full sync."""
        return self._write(lambda connection: _write_deck(connection, change))

    def delete_deck(self, deck_id: str) -> Written | StorageTrouble:
        """Delete the deck with its history."""
        return self._write(lambda connection: _delete_deck(connection, deck_id))

    def picture(self, sha256: str) -> bytes | StorageTrouble | None:
        """The picture's bytes; None when it is not kept."""
        return self._read(lambda c: _one(c, "SELECT data FROM pictures WHERE sha256 = ?", sha256))

    def missing_pictures(self, wanted: Sequence[str]) -> tuple[str, ...] | StorageTrouble:
        """Those of the wanted pictures that are not kept, in the order asked for."""
        return self._read(lambda connection: _missing(connection, wanted))


def _one(connection: sqlite3.Connection, query: str, key: str) -> Any:
    found = connection.execute(query, (key,)).fetchone()
    return None if found is None else found[0]


def _read_deck(connection: sqlite3.Connection, deck_id: str) -> StoredDeck | StorageTrouble | None:
    connection.execute("BEGIN")
    try:
        found = connection.execute(
            f"SELECT {_DECK_COLUMNS} FROM made_decks WHERE deck_id = ?", (deck_id,)
        ).fetchone()
        if found is None:
            return None
        row = DeckRow(*found)
        revisions = connection.execute(
            "SELECT number, sha256, at, size FROM revisions WHERE deck_id = ? ORDER BY number",
            (deck_id,),
        )
        body = connection.execute(
            "SELECT body FROM decks JOIN revisions USING (sha256) WHERE deck_id = ? AND number = ?",
            (deck_id, row.stands_at),
        ).fetchone()
        if body is None:
            return StorageTrouble("corrupt", f"deck {deck_id}: revision {row.stands_at} is gone")
        return StoredDeck(row, body[0], tuple(RevisionRow(*each) for each in revisions))
    finally:
        connection.execute("COMMIT")


def _missing(connection: sqlite3.Connection, wanted: Sequence[str]) -> tuple[str, ...]:
    kept = "SELECT 1 FROM pictures WHERE sha256 = ?"
    return tuple(each for each in wanted if _one(connection, kept, each) is None)


def _write_deck(connection: sqlite3.Connection, change: DeckChange) -> Written | Conflict | NoRoom:
    connection.execute("BEGIN IMMEDIATE")
    outcome = _apply(connection, change)
    connection.execute("COMMIT" if isinstance(outcome, Written) else "ROLLBACK")
    return outcome


def _apply(connection: sqlite3.Connection, change: DeckChange) -> Written | Conflict | NoRoom:
    row = change.row
    if change.expected_version is None:
        if _one(connection, "SELECT 1 FROM made_decks WHERE deck_id = ?", row.deck_id):
            return Conflict()
        if _count(connection, "SELECT count(*) FROM made_decks") >= change.decks_limit:
            return NoRoom("decks")
        connection.execute(
            f"INSERT INTO made_decks ({_DECK_COLUMNS}) VALUES (?,?,?,?,?,?)",
            (
                row.deck_id,
                row.secret_sha256,
                row.created_at,
                row.changed_at,
                row.version,
                row.stands_at,
            ),
        )
    elif not _move(connection, row, change.expected_version):
        return Conflict()
    if change.revision is not None and change.body is not None:
        if not _put_pictures(connection, change):
            return NoRoom("pictures")
        _put_revision(connection, change, change.revision, change.body)
    return Written()


def _move(connection: sqlite3.Connection, row: DeckRow, expected_version: int) -> bool:
    moved = connection.execute(
        "UPDATE made_decks SET changed_at = ?, version = ?, stands_at = ? "
        "WHERE deck_id = ? AND version = ?",
        (row.changed_at, row.version, row.stands_at, row.deck_id, expected_version),
    )
    return moved.rowcount == 1


def _put_pictures(connection: sqlite3.Connection, change: DeckChange) -> bool:
    """Keep the new pictures; False when they do not fit beside the others."""
    if not change.pictures:
        return True
    connection.executemany(
        "INSERT OR IGNORE INTO pictures (sha256, data) VALUES (?,?)",
        [(each.sha256, each.data) for each in change.pictures],
    )
    together = _count(connection, "SELECT coalesce(sum(length(data)), 0) FROM pictures")
    return together <= change.pictures_bytes_limit


def _put_revision(
    connection: sqlite3.Connection, change: DeckChange, revision: RevisionRow, body: str
) -> None:
    deck_id = change.row.deck_id
    connection.execute(
        "INSERT OR IGNORE INTO decks (sha256, body) VALUES (?,?)", (revision.sha256, body)
    )
    connection.executemany(
        "INSERT OR IGNORE INTO shown_pictures (deck_sha256, picture_sha256) "
        "SELECT ?, sha256 FROM pictures WHERE sha256 = ?",
        [(revision.sha256, each) for each in change.uses],
    )
    gone = connection.execute(
        "DELETE FROM revisions WHERE deck_id = ? AND (number >= ? OR number < ?)",
        (deck_id, revision.number, change.gone_before),
    )
    connection.execute(
        "INSERT INTO revisions (deck_id, number, sha256, at, size) VALUES (?,?,?,?,?)",
        (deck_id, revision.number, revision.sha256, revision.at, revision.size),
    )
    if gone.rowcount:
        drop_what_nobody_shows(connection)


def _delete_deck(connection: sqlite3.Connection, deck_id: str) -> Written:
    connection.execute("BEGIN IMMEDIATE")
    # The revisions go along by their foreign key.
    connection.execute("DELETE FROM made_decks WHERE deck_id = ?", (deck_id,))
    drop_what_nobody_shows(connection)
    connection.execute("COMMIT")
    return Written()


def drop_what_nobody_shows(connection: sqlite3.Connection) -> None:
    """Delete bodies that neither a table nor a history holds, then pictures that no body shows.

    Runs inside the transaction that let go of them. Raises sqlite3.Error.
    """
    connection.execute(
        "DELETE FROM decks WHERE NOT EXISTS "
        "(SELECT 1 FROM tables WHERE tables.deck_sha256 = decks.sha256) AND NOT EXISTS "
        "(SELECT 1 FROM revisions WHERE revisions.sha256 = decks.sha256)"
    )
    connection.execute(
        "DELETE FROM pictures WHERE NOT EXISTS "
        "(SELECT 1 FROM shown_pictures WHERE picture_sha256 = pictures.sha256)"
    )


def _count(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
