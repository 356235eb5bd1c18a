"""Opens the data file with the pragmas that keep taps safe, and brings its schema up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from companion.services.ports import StorageTrouble
from companion.storage.troubles import trouble_of

DATA_FILE = "backroom.sqlite3"
APPLICATION_ID = 0x4261636B
"""Says in the file's header that it is ours ("Back")."""

BUSY_SECONDS = 2.0
"""How long one commit waits for somebody else's lock before the tap answers 503."""

_MIGRATIONS = Path(__file__).parent / "migrations"

# FULL, not NORMAL: in 400 simulated power cuts NORMAL lost acknowledged taps in 244. The two
# fullfsync pragmas make macOS really write; elsewhere they do nothing.
WRITER_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = 1",
    "PRAGMA checkpoint_fullfsync = 1",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA temp_store = MEMORY",
)
READER_PRAGMAS = (
    "PRAGMA query_only = ON",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)


_NEVER_NEW = "mode=rw"
"""SQLite would make an empty file in the place of one that was moved away."""


class FileConnection(sqlite3.Connection):
    """SQLite quotes a damaged schema in its message, and what it quotes may be no text."""

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """See sqlite3.Connection.execute; raises sqlite3.Error where that may raise another."""
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("the schema is no UTF-8") from error


def connect(path: Path, pragmas: tuple[str, ...], how: str = "") -> sqlite3.Connection:
    """A connection in autocommit mode: every transaction is begun and ended by our own SQL.

    `how` is SQLite's own query behind a file's URI. Raises sqlite3.Error. One thread at a time
    uses it, not always the one that made it.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{how}" if how else path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=FileConnection,
        uri=bool(how),
    )
    try:
        for pragma in pragmas:
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also where nothing can be written. Raises sqlite3.Error."""
    connection = connect(path, READER_PRAGMAS, _NEVER_NEW)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        connection.close()
        wal = path.with_name(path.name + "-wal")
        if trouble_of(error).code != "read_only" or (wal.exists() and wal.stat().st_size):
            raise
        # Reading a WAL file needs a file beside it. Where none can be made nothing changes either.
        return connect(path, READER_PRAGMAS, "immutable=1")
    return connection


def newest() -> int:
    """The schema number that this version of Backroom writes."""
    return len(_scripts())


def open_data_file(path: Path, new: bool = True) -> sqlite3.Connection | StorageTrouble:
    """The writer's connection to an up-to-date data file, made when there is none and `new`."""
    connection: sqlite3.Connection | None = None
    try:
        connection = connect(path, (), "" if new else _NEVER_NEW)
        refusal = not_ours(connection) or _prepare(connection)
    except sqlite3.Error as error:
        refusal = trouble_of(error)
    if refusal is None:
        return connection  # type: ignore[return-value]  # set whenever nothing was raised
    if connection is not None:
        connection.close()
    return refusal


def not_ours(connection: sqlite3.Connection) -> StorageTrouble | None:
    """Refuse before the first write: the file may belong to something else or to a newer us."""
    application, number = _header(connection)
    if number > newest():
        return StorageTrouble("newer_schema", f"schema {number}, this version knows {newest()}")
    has_tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] > 0
    if has_tables and application != APPLICATION_ID:
        return StorageTrouble("corrupt", "the file is a database of another program")
    return None


def schema_of(connection: sqlite3.Connection) -> int:
    """The schema number that the file has. Raises sqlite3.Error."""
    return _header(connection)[1]


def amiss_in_schema(connection: sqlite3.Connection) -> list[str]:
    """Tables, indexes and triggers of the file that are missing or not as our migrations of its
    schema number make them, by name. Raises sqlite3.Error."""
    ours = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for script in _scripts()[: schema_of(connection)]:
            for statement in _statements(script.read_text(encoding="utf-8")):
                ours.execute(statement)
        wanted, found = dict(ours.execute(_SCHEMA)), dict(connection.execute(_SCHEMA))
    finally:
        ours.close()
    return sorted(name for name, sql in wanted.items() if found.get(name) != sql)


_SCHEMA = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"


def _prepare(connection: sqlite3.Connection) -> StorageTrouble | None:
    for pragma in WRITER_PRAGMAS:
        connection.execute(pragma)
    _, number = _header(connection)
    for each, script in enumerate(_scripts(), start=1):
        if each <= number:
            continue
        try:
            _migrate(connection, each, script)
        except sqlite3.Error as error:
            trouble = trouble_of(error)
            return StorageTrouble(
                "older_schema" if number and trouble.code == "io" else trouble.code,
                f"migration {each}: {trouble.detail}",
            )
    return _only_reads(connection)


def _only_reads(connection: sqlite3.Connection) -> StorageTrouble | None:
    """SQLite opens a file that it may not write for reading only, and so for as long as it is
    open: after a power cut that shows first when something is written."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {newest()}")
    except sqlite3.Error as error:
        trouble = trouble_of(error)
        return trouble if trouble.code == "read_only" else None  # the first tap meets the others
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return None


def _migrate(connection: sqlite3.Connection, number: int, script: Path) -> None:
    """One step forward, whole or not at all: executescript would commit on its own."""
    connection.execute("BEGIN EXCLUSIVE")
    try:
        for statement in _statements(script.read_text(encoding="utf-8")):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    statements: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    return statements


def _header(connection: sqlite3.Connection) -> tuple[int, int]:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(application), int(number)


def _scripts() -> list[Path]:
    """The numbered migrations in order, forward only."""
    return sorted(_MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))
