"""Opens the store of this server, or says at the terminal why that cannot be and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.services.ports import StorageTrouble
from companion.storage.ballast import Ballast
from companion.storage.sqlite import SqliteStore, open_store, open_to_read

if TYPE_CHECKING:
    from companion.storage.postgres import PostgresStore

_WAYS_OUT = {
    "disk_full": "The disk is full. Free some space, then start again.",
    "locked": "Another program holds the data file. Close it, then start again.",
    "read_only": "The data file cannot be written. Check who owns the data folder.",
    "moved": (
        "The data file is gone, but not what belongs to it. Put it back, or try:\n"
        "python app.py restore DATA/backroom.sqlite3.rescued (or a file of DATA/backups).\n"
        "To begin anew, delete backroom.sqlite3-wal."
    ),
    "corrupt": "The data file is damaged. Try: python app.py check, then restore a backup.",
    "newer_schema": "The data is of a newer Backroom. Use that one, or another data folder.",
    "older_schema": "The data is too old to be read. Use an older Backroom to export it.",
}
_NO_DRIVER = (
    "This system lacks the library of PostgreSQL. Install libpq (Debian: libpq5), start again."
)
_WAYS_INTO_THE_DATABASE = {
    "away": "The database does not answer. Start PostgreSQL, or correct DATABASE_URL.",
    "busy": "The database is too busy to let us in. Try again in a moment.",
    "no_entry": "The database does not let us in. Check name, word and rights in DATABASE_URL.",
    "standby": "That database only reads. Let DATABASE_URL lead to the one that writes.",
}


def open_any(
    folder: Path, database_url: str | None, ballast: Ballast
) -> SqliteStore | PostgresStore | str:
    """The store of these settings, for reading at least; sentences when not even that."""
    store: SqliteStore | PostgresStore | StorageTrouble
    if database_url is not None:
        # Only here: a driver that nobody uses takes 11 MB of every other server.
        try:
            from companion.storage import postgres
        except ImportError:
            return _NO_DRIVER
        store = postgres.open_store(database_url)
    else:
        store = open_store(folder, ballast.give_up)
        if isinstance(store, StorageTrouble):
            store = open_to_read(folder, store, ballast.give_up)
    return _sentence(store, folder) if isinstance(store, StorageTrouble) else store


def _sentence(trouble: StorageTrouble, folder: Path) -> str:
    in_database = _WAYS_INTO_THE_DATABASE.get(trouble.code)
    if in_database is not None:
        return f"{in_database}\nDATABASE_URL leads to: {trouble.detail or trouble.code}"
    way_out = _WAYS_OUT.get(trouble.code, "The data file cannot be opened.")
    return f"{way_out}\nData folder: {folder} ({trouble.detail or trouble.code})"
