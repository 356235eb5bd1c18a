"""Brings a PostgreSQL database up to date: our schema, and its numbered migrations in order."""

from __future__ import annotations

from pathlib import Path

import psycopg

from companion.services.ports import StorageTrouble
from companion.storage.postgres_connections import SCHEMA, Connection, connect
from companion.storage.postgres_troubles import trouble_of

_MIGRATIONS = Path(__file__).parent / "postgres_migrations"
_ONE_AT_A_TIME = 0x4261636B
"""Number of the lock under which one process migrates while the others wait ("Back")."""


def newest() -> int:
    """The schema number that this version of Backroom writes."""
    return len(_scripts())


def prepare(url: str) -> StorageTrouble | None:
    """Make or migrate our schema; None when it stands. Two processes may start at once."""
    try:
        connection = connect(url, patient=True)
    except psycopg.Error as error:
        return trouble_of(error)
    try:
        connection.execute("SELECT pg_advisory_lock(%s)", (_ONE_AT_A_TIME,))
        return _prepared(connection)
    except psycopg.Error as error:
        return trouble_of(error)
    finally:
        connection.close()


def unsafe_settings(connection: Connection) -> tuple[str, ...]:
    """The server's settings that let a power cut take what was promised. Raises psycopg.Error."""
    names = ("fsync", "full_page_writes")
    found = connection.execute(
        "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off' ORDER BY name",
        (list(names),),
    )
    return tuple(name for (name,) in found)


def _prepared(connection: Connection) -> StorageTrouble | None:
    number = number_of(connection)
    if number > newest():
        return StorageTrouble("newer_schema", f"schema {number}, this version knows {newest()}")
    for each, script in enumerate(_scripts(), start=1):
        if each <= number:
            continue
        try:
            with connection.transaction():
                if each == 1:
                    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
                    connection.execute("CREATE TABLE schema_number (number integer NOT NULL)")
                    connection.execute("INSERT INTO schema_number (number) VALUES (0)")
                connection.execute(script.read_bytes())
                connection.execute("UPDATE schema_number SET number = %s", (each,))
        except psycopg.Error as error:
            trouble = trouble_of(error)
            code = "older_schema" if number and trouble.code == "io" else trouble.code
            return StorageTrouble(code, f"migration {each}: {trouble.detail}")
    return None


def number_of(connection: Connection) -> int:
    """The schema's number; 0 before the first migration. Raises psycopg.Error."""
    there = connection.execute("SELECT to_regclass('schema_number')").fetchone()
    if there is None or there[0] is None:
        return 0
    found = connection.execute("SELECT number FROM schema_number").fetchone()
    return 0 if found is None else int(found[0])


def _scripts() -> list[Path]:
    """The numbered migrations in order, forward only."""
    return sorted(_MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))
