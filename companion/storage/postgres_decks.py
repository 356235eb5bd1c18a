"""The SQL of made decks in PostgreSQL: their revisions, their pictures, what nobody shows more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import psycopg

from companion.services.decks.ports import (
    DeckChange,
    DeckRow,
    NoRoom,
    RevisionRow,
    StoredDeck,
)
from companion.services.ports import Conflict, StorageTrouble, Written
from companion.storage.postgres_connections import Connection
from companion.storage.postgres_rows import drop_unheld

T = TypeVar("T")

_DECK = "deck_id, secret_sha256, created_at, changed_at, version, stands_at"


class _Runs(Protocol):
    """Runs work on a connection; what PostgreSQL complains about comes back as trouble."""

    def __call__(self, work: Callable[[Connection], T]) -> T | StorageTrouble: ...


class PostgresDecks:
    """A DeckStore (see services.decks.ports) on the connections of a PostgresStore."""

    def __init__(self, read: _Runs, write: _Runs) -> None:
        self._read = read
        self._write = write

    def read_deck(self, deck_id: str) -> StoredDeck | StorageTrouble | None:
        """The deck as it stands; None when there is none."""
        return self._read(lambda connection: _read_deck(connection, deck_id))

    def read_body(self, sha256: str) -> str | StorageTrouble | None:
        """The body of a revision, of any deck or table; None when it is gone."""
        return self._read(lambda c: _one(c, "SELECT body FROM decks WHERE sha256 = %s", sha256))

    def write_deck(self, change: DeckChange) -> Written | Conflict | NoRoom | StorageTrouble:
        """One transaction, durable when this returns."""
        tries = 0

        def written(connection: Connection) -> Written | Conflict | NoRoom:
            nonlocal tries
            tries += 1
            outcome = _write_deck(connection, change)
            if isinstance(outcome, Conflict) and tries > 1 and _stands(connection, change.row):
                return Written()  # the first try came through, only its answer did not
            return outcome

        return self._write(written)

    def delete_deck(self, deck_id: str) -> Written | StorageTrouble:
        """Delete the deck with its history."""
        return self._write(lambda connection: _delete_deck(connection, deck_id))

    def picture(self, sha256: str) -> bytes | StorageTrouble | None:
        """The picture's bytes; None when it is not kept."""
        return self._read(lambda c: _one(c, "SELECT data FROM pictures WHERE sha256 = %s", sha256))

    def missing_pictures(self, wanted: Sequence[str]) -> tuple[str, ...] | StorageTrouble:
        """Those of the wanted pictures that are not kept, in the order asked for."""
        return self._read(lambda connection: _missing(connection, wanted))


class _Refused(Exception):
    """Takes back the open transaction; never leaves this module."""

    def __init__(self, outcome: Conflict | NoRoom) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def _one(connection: Connection, query: str, key: str) -> Any:
    found = connection.execute(query, (key,)).fetchone()
    return None if found is None else found[0]


def _read_deck(connection: Connection, deck_id: str) -> StoredDeck | StorageTrouble | None:
    found = connection.execute(
        f"SELECT {_DECK}, (SELECT body FROM decks JOIN revisions USING (sha256) "
        "WHERE revisions.deck_id = made_decks.deck_id AND number = stands_at), "
        "(SELECT json_agg(json_build_array(number, sha256, at, size) ORDER BY number) "
        "FROM revisions WHERE revisions.deck_id = made_decks.deck_id) "
        "FROM made_decks WHERE deck_id = %s",
        (deck_id,),
    ).fetchone()
    if found is None:
        return None
    *row, body, revisions = found
    if body is None:
        return StorageTrouble("corrupt", f"deck {deck_id}: revision {row[-1]} is gone")
    return StoredDeck(DeckRow(*row), body, tuple(RevisionRow(*each) for each in revisions))


def _missing(connection: Connection, wanted: Sequence[str]) -> tuple[str, ...]:
    found = connection.execute(
        "SELECT sha256 FROM pictures WHERE sha256 = ANY(%s)", (list(wanted),)
    )
    kept = {sha256 for (sha256,) in found}
    return tuple(each for each in wanted if each not in kept)


def _stands(connection: Connection, row: DeckRow) -> bool:
    query = f"SELECT {_DECK} FROM made_decks WHERE deck_id = %s"
    found = connection.execute(query, (row.deck_id,)).fetchone()
    return found is not None and DeckRow(*found) == row


def _write_deck(connection: Connection, change: DeckChange) -> Written | Conflict | NoRoom:
    try:
        with connection.transaction():
            # The caps count across all decks: two that would pass them together wait here.
            connection.execute("LOCK TABLE made_decks IN SHARE ROW EXCLUSIVE MODE")
            _apply(connection, change)
    except _Refused as refused:
        return refused.outcome
    except psycopg.errors.UniqueViolation:
        return Conflict()
    return Written()


def _apply(connection: Connection, change: DeckChange) -> None:
    row = change.row
    if change.expected_version is None:
        if _one(connection, "SELECT 1 FROM made_decks WHERE deck_id = %s", row.deck_id):
            raise _Refused(Conflict())
        if _count(connection, "SELECT count(*) FROM made_decks") >= change.decks_limit:
            raise _Refused(NoRoom("decks"))
        connection.execute(
            f"INSERT INTO made_decks ({_DECK}) VALUES (%s,%s,%s,%s,%s,%s)",
            (
                row.deck_id,
                row.secret_sha256,
                row.created_at,
                row.changed_at,
                row.version,
                row.stands_at,
            ),
        )
    else:
        moved = connection.execute(
            "UPDATE made_decks SET changed_at = %s, version = %s, stands_at = %s "
            "WHERE deck_id = %s AND version = %s",
            (row.changed_at, row.version, row.stands_at, row.deck_id, change.expected_version),
        )
        if moved.rowcount != 1:
            raise _Refused(Conflict())
    if change.revision is not None and change.body is not None:
        _put_pictures(connection, change)
        _put_revision(connection, change, change.revision, change.body)


def _put_pictures(connection: Connection, change: DeckChange) -> None:
    """Keep the new pictures, or take all back when they do not fit beside the others."""
    if not change.pictures:
        return
    for each in change.pictures:
        connection.execute(
            "INSERT INTO pictures (sha256, data) VALUES (%s,%s) ON CONFLICT DO NOTHING",
            (each.sha256, each.data),
        )
    together = _count(connection, "SELECT coalesce(sum(length(data)), 0) FROM pictures")
    if together > change.pictures_bytes_limit:
        raise _Refused(NoRoom("pictures"))


def _put_revision(
    connection: Connection, change: DeckChange, revision: RevisionRow, body: str
) -> None:
    deck_id = change.row.deck_id
    connection.execute(
        "INSERT INTO decks (sha256, body) VALUES (%s,%s) ON CONFLICT DO NOTHING",
        (revision.sha256, body),
    )
    connection.execute(
        "INSERT INTO shown_pictures (deck_sha256, picture_sha256) "
        "SELECT %s, sha256 FROM pictures WHERE sha256 = ANY(%s) ON CONFLICT DO NOTHING",
        (revision.sha256, list(change.uses)),
    )
    gone = connection.execute(
        "DELETE FROM revisions WHERE deck_id = %s AND (number >= %s OR number < %s) "
        "RETURNING sha256",
        (deck_id, revision.number, change.gone_before),
    ).fetchall()
    connection.execute(
        "INSERT INTO revisions (deck_id, number, sha256, at, size) VALUES (%s,%s,%s,%s,%s)",
        (deck_id, revision.number, revision.sha256, revision.at, revision.size),
    )
    drop_unheld(connection, [sha256 for (sha256,) in gone])


def _delete_deck(connection: Connection, deck_id: str) -> Written:
    with connection.transaction():
        connection.execute("LOCK TABLE made_decks IN SHARE ROW EXCLUSIVE MODE")
        bodies = connection.execute(
            "SELECT sha256 FROM revisions WHERE deck_id = %s", (deck_id,)
        ).fetchall()
        # The revisions go along by their foreign key.
        connection.execute("DELETE FROM made_decks WHERE deck_id = %s", (deck_id,))
        drop_unheld(connection, [sha256 for (sha256,) in bodies])
    return Written()


def _count(connection: Connection, query: str) -> int:
    found = connection.execute(query).fetchone()
    return 0 if found is None else int(found[0])
