"""Turns what SQLite complains about into the codes that the services know."""

from __future__ import annotations

import sqlite3

from companion.services.ports import StorageTrouble

_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_FORMAT: "corrupt",
}


def trouble_of(error: sqlite3.Error) -> StorageTrouble:
    """The trouble behind an SQLite error; `io` when it is none of the well-known ones."""
    extended = getattr(error, "sqlite_errorcode", None)
    if extended is None:
        # Python's own complaint about what it read: bytes that are no text.
        if "UTF-8" in str(error):  # it quotes what it read, which is somebody's game
            return StorageTrouble("corrupt", "a text in the file is no UTF-8")
        code = "io"
    elif extended == sqlite3.SQLITE_ERROR and "no such" in str(error):
        code = "corrupt"  # a table or column of ours has lost its name
    else:
        code = _CODES.get(extended & 0xFF, "io")
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return StorageTrouble(code, f"{name}: {error}")
