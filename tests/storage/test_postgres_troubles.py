"""A PostgreSQL that is away, busy, full or only reads: told in a word, and healed from."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from companion.services.ports import StorageTrouble, Written
from companion.storage.postgres import PostgresStore, open_store
from companion.storage.postgres_connections import Connection, Connections
from companion.storage.postgres_troubles import trouble_of
from tests.postgres_server import PostgresServer
from tests.storage.rows_builder import a_new_table, appended, stored


def test_server_that_is_not_there_is_away_after_a_short_patience() -> None:
    slept: list[float] = []
    now = [0.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    def refused() -> Connection:
        raise psycopg.OperationalError("connection refused")

    nobody = Connections(refused, 2, monotonic=lambda: now[0], sleep=sleep)

    answers = [nobody.run(lambda connection: 1) for _ in range(3)]

    assert answers == [StorageTrouble("away", "OperationalError: connection refused")] * 3
    # The first waits for a server that may be back soon; the others do not wait once more.
    assert sum(slept) == pytest.approx(3.0)


def test_wrong_database_is_no_entry_and_not_waited_for(postgres: PostgresServer) -> None:
    before = time.monotonic()

    opened = open_store(postgres.url("nowhere"))

    assert isinstance(opened, StorageTrouble)
    assert opened.code == "no_entry"
    assert time.monotonic() - before < 2


@pytest.mark.parametrize(
    ("url", "code"),
    [("postgresql://u:hush@[::1/x", "no_entry"), ("postgresql://u:hush@x:port/y", "away")],
)
def test_address_that_cannot_be_read_is_trouble_and_never_quoted(url: str, code: str) -> None:
    opened = open_store(url)

    assert isinstance(opened, StorageTrouble)
    assert opened.code == code
    assert "hush" not in repr(opened)


def test_database_that_only_reads_is_told_and_still_read(
    postgres: PostgresServer, postgres_url: str, postgres_store: PostgresStore
) -> None:
    new = a_new_table()
    postgres_store.write(new)
    postgres.ask(postgres_url, "ALTER DATABASE backroom_tests SET default_transaction_read_only=on")
    postgres.break_connections(postgres_url)
    try:
        outcome = postgres_store.write(appended(new.row))
        read = postgres_store.read_table("BBBBBB")
        trouble = postgres_store.trouble
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute("ALTER DATABASE backroom_tests RESET default_transaction_read_only")
        postgres.break_connections(postgres_url)
    postgres_store.try_writing("2026-05-04T19:30:00.000Z")

    assert isinstance(outcome, StorageTrouble)
    assert outcome.code == "standby"
    assert trouble == outcome
    assert read == stored(new)
    assert postgres_store.trouble is None
    assert postgres_store.write(appended(new.row)) == Written()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.DiskFull("could not extend file"), "disk_full"),
        (psycopg.errors.ReadOnlySqlTransaction("cannot execute"), "standby"),
        (psycopg.errors.AdminShutdown("terminating connection"), "away"),
        (psycopg.errors.CannotConnectNow("the database system is starting up"), "away"),
        (psycopg.errors.TooManyConnections("sorry, too many clients already"), "busy"),
        (psycopg.errors.LockNotAvailable("canceling statement"), "busy"),
        (psycopg.errors.DeadlockDetected("deadlock detected"), "busy"),
        (psycopg.errors.InvalidPassword("password authentication failed"), "no_entry"),
        (psycopg.errors.InsufficientPrivilege("permission denied"), "no_entry"),
        (psycopg.errors.DataCorrupted("invalid page"), "corrupt"),
        (psycopg.errors.UndefinedTable("relation does not exist"), "io"),
        (psycopg.OperationalError('FATAL:  password authentication failed for "x"'), "no_entry"),
        (psycopg.OperationalError("server closed the connection unexpectedly"), "away"),
        (psycopg.InterfaceError("the connection is closed"), "away"),
        (psycopg.DataError("text fields cannot contain NUL"), "io"),
    ],
)
def test_complaint_becomes_the_trouble_that_people_are_told(
    error: psycopg.Error, code: str
) -> None:
    assert trouble_of(error).code == code


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")
def test_full_disk_is_told_and_writing_goes_on_once_there_is_room(
    postgres: PostgresServer,
) -> None:
    with _small_disk(postgres) as (url, ballast):
        store = open_store(url)
        assert isinstance(store, PostgresStore)
        new = a_new_table(deck=None)
        store.write(new)
        row, outcome = new.row, store.write(new)
        ballast.write_bytes(b"x" * (shutil.disk_usage(ballast.parent).free - 50_000))
        for _ in range(200):
            change = appended(row, count=100)
            outcome = store.write(change)
            if outcome != Written():
                break
            row = change.row
        read = store.read_table("BBBBBB")
        ballast.unlink()
        after = store.write(appended(row))
        store.close()

    assert isinstance(outcome, StorageTrouble)
    assert outcome.code == "disk_full"
    assert read is not None
    assert not isinstance(read, StorageTrouble)
    assert len(read.events) == row.head_seq
    assert after == Written()


@contextmanager
def _small_disk(postgres: PostgresServer) -> Iterator[tuple[str, Path]]:
    """A database on a disk of 8 MB, and a file beside it that can take up the rest."""
    folder = postgres.folder / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        folder.rmdir()
        pytest.skip("this system lets nobody mount a small disk")
    try:
        place = folder / "place"
        place.mkdir()
        owner = postgres.folder.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
        admin = postgres.url("postgres")
        postgres.ask(admin, f"CREATE TABLESPACE small LOCATION '{place}'")
        url = postgres.new_database(bare=True)
        name = url.rsplit("/", 1)[1]
        postgres.ask(admin, f"ALTER DATABASE {name} SET default_tablespace = small")
        yield url, folder / "ballast"
        postgres.ask(admin, f"DROP DATABASE {name} WITH (FORCE)")
        postgres.ask(admin, "DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)
