"""Notices that the data file was moved, deleted or changed for another while it is open."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from companion.services.ports import StorageTrouble
from companion.storage.backup import copy_of, free_place, remove

RESCUED = ".rescued"
"""Ending of the copy that is kept when the data file is no longer in its place."""
_WAL = "-wal"


class Place:
    """Where a data file was when it was opened. Used on the writer's thread only.

    SQLite goes on writing to a file that was moved or deleted, and its WAL stays behind: what was
    written is lost with the next start. So nothing is written until the very same file is back.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
        self._were = self._are()
        self._rescued: Path | None = None
        self._whole = False

    def trouble(self, connection: sqlite3.Connection) -> StorageTrouble | None:
        """`moved` while the file or its WAL is not the one that is open.

        The first time, what the WAL holds is put into the file itself, wherever that is now, and
        all of it is kept in a copy beside its place: it may have been deleted.
        """
        try:
            in_place = self._are() == self._were
        except OSError:
            return None  # whatever the disk has, SQLite meets it too
        if in_place:
            if self._rescued is not None:
                remove(self._rescued)  # the file itself is back, and holds the same
            self._rescued, self._whole = None, False
            return None
        if not self._whole:
            with contextlib.suppress(sqlite3.Error, OSError):  # tried again at the next look
                self._keep(connection)
        kept = "" if self._rescued is None else f"; all of it is kept as {self._rescued.name}"
        return StorageTrouble("moved", f"{self._path.name} is not the file that was opened{kept}")

    def _keep(self, connection: sqlite3.Connection) -> None:
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if self._rescued is None and self._path.parent.is_dir():
            place = free_place(self._path, RESCUED)
            copy_of(connection, place)
            self._rescued = place
        self._whole = not busy

    def _are(self) -> tuple[int | None, int | None]:
        return _inode(self._path), _inode(self._path.with_name(self._path.name + _WAL))


def _inode(path: Path) -> int | None:
    """What SQLite itself knows a file by; None when there is none."""
    try:
        return os.stat(path).st_ino
    except (FileNotFoundError, NotADirectoryError):
        return None


def left_behind(path: Path) -> StorageTrouble | None:
    """A WAL whose data file is gone: a new file in its place would take it for its own."""
    wal = path.with_name(path.name + _WAL)
    if path.exists() or not wal.exists():
        return None
    return StorageTrouble("moved", f"{wal.name} is there, {path.name} is not")
