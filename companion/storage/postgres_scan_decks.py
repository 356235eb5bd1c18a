"""The SQL of scan ids: which deck each of them means, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from companion.core.decks.scan_marks import nearest_ids
from companion.services.ports import StorageTrouble
from companion.services.scans.ports import ScanDeck
from companion.storage.postgres_connections import Connection

T = TypeVar("T")

_FACTS = "imprint, facts, deck_id, name, at"


class _Runs(Protocol):
    """Runs work on a connection; what PostgreSQL complains about comes back as trouble."""

    def __call__(self, work: Callable[[Connection], T]) -> T | StorageTrouble: ...


class PostgresScanDecks:
    """A ScanDeckStore (see services.scans.ports) on the connections of a PostgresStore."""

    def __init__(self, read: _Runs, write: _Runs) -> None:
        self._read = read
        self._write = write

    def register(self, deck: ScanDeck, limit: int) -> str | StorageTrouble:
        """One transaction, durable when this returns; tried again it does the same."""
        return self._write(lambda connection: _register(connection, deck, limit))

    def scan_id(self, imprint: str) -> str | StorageTrouble:
        """The id that `register` would give; nothing is written."""
        return self._read(lambda connection: _scan_id(connection, imprint))

    def find(self, scan_ids: Sequence[str]) -> dict[str, ScanDeck] | StorageTrouble:
        """The decks that these ids mean; ids that mean none are left out."""
        return self._read(lambda connection: _find(connection, scan_ids))


def _scan_id(connection: Connection, imprint: str) -> str:
    rows = connection.execute("SELECT imprint, scan_id FROM scan_decks").fetchall()
    taken = {str(known): str(scan_id) for known, scan_id in rows}
    if imprint in taken:
        return taken[imprint]
    others = frozenset(taken.values())
    return next(each for each in nearest_ids(imprint) if each not in others)


def _register(connection: Connection, deck: ScanDeck, limit: int) -> str:
    with connection.transaction():
        # Two decks that want the same id wait for one another here.
        connection.execute("LOCK TABLE scan_decks IN SHARE ROW EXCLUSIVE MODE")
        scan_id = _scan_id(connection, deck.imprint)
        connection.execute(
            f"INSERT INTO scan_decks (scan_id, {_FACTS}) VALUES (%s,%s,%s,%s,%s,%s) "
            "ON CONFLICT (scan_id) DO UPDATE SET "
            "deck_id = EXCLUDED.deck_id, name = EXCLUDED.name, at = EXCLUDED.at",
            (scan_id, deck.imprint, deck.facts, deck.deck_id, deck.name, deck.at),
        )
        connection.execute(
            "DELETE FROM scan_decks WHERE scan_id <> %s AND scan_id NOT IN "
            "(SELECT scan_id FROM scan_decks ORDER BY at DESC, scan_id LIMIT %s)",
            (scan_id, limit),
        )
    return scan_id


def _find(connection: Connection, scan_ids: Sequence[str]) -> dict[str, ScanDeck]:
    rows = connection.execute(
        f"SELECT scan_id, {_FACTS} FROM scan_decks WHERE scan_id = ANY(%s)", (list(scan_ids),)
    )
    return {str(scan_id): ScanDeck(*facts) for scan_id, *facts in rows}
