"""The PostgreSQL store: what its server promises, and what happens when it goes away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from companion.services.ports import Conflict, StorageTrouble, Written
from companion.services.world import SystemClock
from companion.storage import postgres_rows, postgres_schema
from companion.storage.postgres import PostgresStore, open_store
from companion.storage.postgres_connections import Connection, Connections, connect
from companion.storage.postgres_passing import PostgresPassing
from companion.storage.postgres_pings import GONE, LOOK, Pings
from companion.storage.postgres_schema import newest, prepare
from companion.storage.postgres_troubles import trouble_of
from tests.postgres_server import PostgresServer
from tests.storage.rows_builder import a_new_table, a_phone, appended, stored

PROJECT = Path(__file__).parent.parent.parent


def _break_connections(postgres: PostgresServer, url: str) -> None:
    postgres.ask(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


# --- what keeps taps safe ---


def test_every_session_syncs_its_commits_whatever_the_server_says(
    postgres: PostgresServer, postgres_url: str, postgres_store: PostgresStore
) -> None:
    postgres.ask(postgres_url, "ALTER DATABASE backroom_tests SET synchronous_commit = off")
    try:
        found = postgres_store._writing.run(
            lambda connection: connection.execute("SHOW synchronous_commit").fetchone()
        )
    finally:
        postgres.ask(postgres_url, "ALTER DATABASE backroom_tests RESET synchronous_commit")

    assert found == ("on",)


def test_log_is_append_only_even_for_ourselves(
    postgres_url: str, postgres_store: PostgresStore
) -> None:
    new = a_new_table()
    postgres_store.write(new)
    postgres_store.write(appended(new.row))

    with connect(postgres_url) as connection, pytest.raises(psycopg.IntegrityError):
        connection.execute("UPDATE events SET body = '{}'")


def test_change_is_one_statement(postgres_store: PostgresStore) -> None:
    new = a_new_table()
    postgres_store.write(new)
    change = replace(appended(new.row, count=3, id="tap"), phones=(a_phone(2),))
    said: list[str] = []

    class Listening:
        def execute(self, query: str, values: object) -> object:
            said.append(query)
            return self.connection.execute(query, values)

        connection: Connection

    def work(connection: Connection) -> object:
        listening = Listening()
        listening.connection = connection
        return postgres_rows.apply_change(listening, change)  # type: ignore[arg-type]

    assert postgres_store._writing.run(work) == Written()
    assert len(said) == 1
    assert postgres_store.read_table("BBBBBB") == stored(new, change)


def test_many_threads_on_one_table_write_each_seq_once(postgres_store: PostgresStore) -> None:
    new = a_new_table()
    postgres_store.write(new)
    written: list[str] = []
    conflicts: list[int] = []

    def tap(name: str) -> None:
        for number in range(10):
            while True:
                stands = postgres_store.read_table("BBBBBB")
                assert stands is not None
                assert not isinstance(stands, StorageTrouble)
                id = f"{name}-{number}"
                outcome = postgres_store.write(appended(stands.row, id=id))
                if isinstance(outcome, Written):
                    written.append(id)
                    break
                assert outcome == Conflict()
                conflicts.append(1)

    threads = [threading.Thread(target=tap, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    table = postgres_store.read_table("BBBBBB")
    assert table is not None
    assert not isinstance(table, StorageTrouble)
    assert [event.seq for event in table.events] == list(range(1, 41))
    assert sorted(str(event.id) for event in table.events) == sorted(written)
    assert conflicts != []


# --- connections that break ---


def test_broken_connections_are_made_anew(
    postgres: PostgresServer, postgres_url: str, postgres_store: PostgresStore
) -> None:
    new = a_new_table()
    postgres_store.write(new)
    first = appended(new.row)
    postgres_store.read_table("BBBBBB")

    _break_connections(postgres, postgres_url)
    outcome = postgres_store.write(first)
    _break_connections(postgres, postgres_url)

    assert outcome == Written()
    assert postgres_store.read_table("BBBBBB") == stored(new, first)


@pytest.mark.parametrize("is_new", [True, False])
def test_change_whose_answer_got_lost_is_written_once(
    postgres: PostgresServer,
    postgres_url: str,
    postgres_store: PostgresStore,
    monkeypatch: pytest.MonkeyPatch,
    is_new: bool,
) -> None:
    new = a_new_table()
    change = new if is_new else appended(new.row, id="tap")
    if not is_new:
        postgres_store.write(new)
    real, lost = postgres_rows.apply_change, []

    def committed_and_cut(connection: Connection, each: object) -> object:
        outcome = real(connection, each)  # type: ignore[arg-type]
        if not lost:
            lost.append(outcome)
            _break_connections(postgres, postgres_url)
            connection.execute("SELECT 1")
        return outcome

    monkeypatch.setattr(postgres_rows, "apply_change", committed_and_cut)

    outcome = postgres_store.write(change)

    assert (lost, outcome) == ([Written()], Written())
    assert postgres_store.read_table("BBBBBB") == (stored(new) if is_new else stored(new, change))


def test_work_that_is_ended_in_the_middle_leaves_a_fresh_connection(
    postgres_store: PostgresStore,
) -> None:
    def ended(connection: Connection) -> None:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO kept (name, value) VALUES ('half', '')")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        postgres_store._writing.run(ended)

    found = postgres_store._writing.run(
        lambda connection: connection.execute("SELECT name FROM kept").fetchall()
    )
    assert found == []


def test_all_connections_in_use_is_busy(monkeypatch: pytest.MonkeyPatch, postgres_url: str) -> None:
    monkeypatch.setattr("companion.storage.postgres_connections.BUSY_SECONDS", 0.05)
    one = Connections(lambda: connect(postgres_url), 1)

    answers = one.run(lambda connection: (one.run(lambda inner: 1), 2))
    one.close()

    assert answers == (StorageTrouble("busy", "all connections are in use"), 2)


def test_stuck_lock_ends_with_busy_and_holds_nobody_for_long(
    postgres_url: str, postgres_store: PostgresStore
) -> None:
    new = a_new_table()
    postgres_store.write(new)
    before = time.monotonic()

    with connect(postgres_url) as other, other.transaction():
        other.execute("SELECT 1 FROM tables FOR UPDATE")
        outcome = postgres_store.write(appended(new.row))

    assert isinstance(outcome, StorageTrouble)
    assert outcome.code == "busy"
    assert time.monotonic() - before < 5
    assert postgres_store.write(appended(new.row)) == Written()


# --- troubles ---


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
    _break_connections(postgres, postgres_url)
    try:
        outcome = postgres_store.write(appended(new.row))
        read = postgres_store.read_table("BBBBBB")
        trouble = postgres_store.trouble
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute("ALTER DATABASE backroom_tests RESET default_transaction_read_only")
        _break_connections(postgres, postgres_url)
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


# --- migrations ---


def test_two_processes_that_start_at_once_make_one_schema(postgres: PostgresServer) -> None:
    url = postgres.new_database(bare=True)
    answers: list[object] = []
    starts = [threading.Thread(target=lambda: answers.append(prepare(url))) for _ in range(4)]

    for each in starts:
        each.start()
    for each in starts:
        each.join()

    assert answers == [None] * 4
    assert postgres.ask(url, "SELECT number FROM backroom.schema_number") == [(newest(),)]


def test_database_of_a_newer_backroom_is_left_alone(
    postgres: PostgresServer, postgres_url: str
) -> None:
    postgres.ask(postgres_url, "UPDATE backroom.schema_number SET number = number + 1")
    try:
        opened = open_store(postgres_url)
    finally:
        postgres.ask(postgres_url, "UPDATE backroom.schema_number SET number = number - 1")

    assert isinstance(opened, StorageTrouble)
    assert opened.code == "newer_schema"


def test_migration_that_fails_leaves_the_database_as_it_was(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    broken = tmp_path / "9998_broken.sql"
    broken.write_text("CREATE TABLE more (x text); CREATE TABLE more (y text);")
    scripts = [*postgres_schema._scripts(), broken]
    with monkeypatch.context() as patch:
        patch.setattr(postgres_schema, "_scripts", lambda: scripts)
        refused = prepare(url)

    assert isinstance(refused, StorageTrouble)
    assert refused.code == "older_schema"
    assert prepare(url) is None
    assert postgres.ask(url, "SELECT to_regclass('backroom.more')") == [(None,)]


def test_both_stores_have_the_same_tables_and_columns(
    postgres: PostgresServer, postgres_url: str, store: object
) -> None:
    def of_sqlite(connection: object) -> dict[str, set[str]]:
        found = connection.execute(  # type: ignore[attr-defined]
            "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table'"
        ).fetchall()
        return {table: {c for t, c in found if t == table} for table, _ in found}

    columns = postgres.ask(
        postgres_url,
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = 'backroom'",
    )
    ours = {str(table): {str(c) for t, c in columns if t == table} for table, _ in columns}
    # The file has its number in its header, and what passes by in the process itself.
    beside = {"schema_number", "passing"}
    assert {name: ours[name] for name in ours.keys() - beside} == store._writer.alone(of_sqlite)  # type: ignore[attr-defined]


def test_server_that_may_lose_commits_is_noticed(postgres_store: PostgresStore) -> None:
    class Server:
        def execute(self, query: str, values: object) -> list[tuple[str]]:
            return [("fsync",)]

    assert postgres_store.is_unsafe is False
    assert postgres_schema.unsafe_settings(Server()) == ("fsync",)  # type: ignore[arg-type]


# --- what passes by ---


@pytest.fixture
def passing(postgres_store: PostgresStore) -> PostgresPassing:
    """At two tables, BBBBBB and CCCCCC."""
    for code in ("BBBBBB", "CCCCCC"):
        postgres_store.write(a_new_table(code))
    return postgres_store.passing(SystemClock())


def test_what_passes_by_is_found_by_every_process(
    passing: PostgresPassing, postgres_store: PostgresStore
) -> None:
    other = postgres_store.passing(SystemClock())
    added = [
        passing.add("BBBBBB", "knock", "k1", "Eve", 60),
        other.add("BBBBBB", "knock", "k1", "Mallory", 60),
        other.add("BBBBBB", "yes", "k1", "Ana", 60),
    ]
    passing.heard("BBBBBB")

    for each in (passing, other):
        things = [(thing.kind, thing.key, thing.body) for thing in each.of("BBBBBB")]
        assert things == [("knock", "k1", "Eve"), ("yes", "k1", "Ana")]
    assert added == [True, False, True]
    assert passing.of("CCCCCC") == ()


def test_what_is_over_is_gone_and_may_come_again(
    passing: PostgresPassing, postgres: PostgresServer, postgres_url: str
) -> None:
    passing.add("BBBBBB", "knock", "k1", "Eve", 60)
    passing.add("BBBBBB", "knock", "k2", "Fay", 60)
    postgres.ask(postgres_url, "UPDATE backroom.passing SET until = now() WHERE key = 'k1'")
    passing.heard("BBBBBB")

    left = [thing.key for thing in passing.of("BBBBBB")]
    again = passing.add("BBBBBB", "knock", "k1", "Eve", 60)

    assert left == ["k2"]
    assert again is True
    assert [thing.key for thing in passing.of("BBBBBB")] == ["k2", "k1"]


def test_dropped_things_are_gone(passing: PostgresPassing) -> None:
    for kind, key in (("handover", "h1"), ("handover", "h2"), ("needs_host", "p1")):
        passing.add("BBBBBB", kind, key, "", 60)

    passing.drop("BBBBBB", "handover", "h1")
    passing.drop("BBBBBB", "needs_host")

    assert [thing.key for thing in passing.of("BBBBBB")] == ["h2"]


def test_presence_is_put_for_many_tables_at_once_and_renewed(passing: PostgresPassing) -> None:
    passing.put("here", "one", {"BBBBBB": "[1]", "CCCCCC": "[2]", "GONE": "[3]"}, 60)
    passing.put("here", "one", {"BBBBBB": "[4]"}, 60)

    assert [thing.body for thing in passing.of("BBBBBB")] == ["[4]"]
    assert [thing.body for thing in passing.of("CCCCCC")] == ["[2]"]


def test_news_are_what_others_added(
    passing: PostgresPassing, postgres_store: PostgresStore
) -> None:
    other = postgres_store.passing(SystemClock())
    passing.add("BBBBBB", "knock", "k1", "Eve", 60)

    both = ("BBBBBB", "CCCCCC")
    assert passing.news(both) == ()
    assert [other.news(both), other.news(both)] == [("BBBBBB",), ()]


# --- pings ---


@pytest.fixture
def heard(postgres_store: PostgresStore) -> tuple[list[tuple[str, int]], list[int]]:
    """(code, edition) of every ping, and a 1 whenever some may have been lost."""
    pings: list[tuple[str, int]] = []
    missed: list[int] = []
    postgres_store.listen(
        lambda code, edition: pings.append((code, edition)), lambda: missed.append(1)
    )
    _until(lambda: missed == [1])
    return pings, missed


def test_other_processes_hear_of_a_change_after_its_commit(
    heard: tuple[list[tuple[str, int]], list[int]], postgres_url: str
) -> None:
    pings, _ = heard
    other = open_store(postgres_url)
    assert isinstance(other, PostgresStore)
    other.listen(lambda code, edition: None, lambda: None)
    new = a_new_table()
    for change in (new, appended(new.row)):
        other.write(change)
    _until(lambda: ("BBBBBB", 1) in pings)
    other.forget(["BBBBBB"], "2026-05-04T19:30:00.000Z")
    _until(lambda: ("BBBBBB", GONE) in pings)
    other.close()

    assert pings == [("BBBBBB", 1), ("BBBBBB", GONE)]


def test_of_pings_that_wait_the_newest_counts_and_gone_most() -> None:
    sent = []
    for editions in ((3, 5, 4), (3, LOOK, 4), (LOOK, GONE, 7)):
        pings = Pings(lambda: connect(""))
        for edition in editions:
            pings.send("BBBBBB", edition)
        sent.append(pings._waiting)

    assert sent == [{"BBBBBB": 5}, {"BBBBBB": LOOK}, {"BBBBBB": GONE}]


def test_killed_listener_comes_back_and_says_that_it_missed_some(
    heard: tuple[list[tuple[str, int]], list[int]],
    postgres: PostgresServer,
    postgres_url: str,
    postgres_store: PostgresStore,
) -> None:
    pings, missed = heard
    new = a_new_table()
    postgres_store.write(new)

    postgres.ask(
        postgres_url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
    )
    _until(lambda: missed == [1, 1])
    postgres_store.write(appended(new.row))

    _until(lambda: pings == [("BBBBBB", 1)])


# --- under gevent ---


def test_slow_query_does_not_hold_the_loop(postgres_url: str) -> None:
    program = [sys.executable, "-m", "tests.storage.gevent_postgres", postgres_url]

    ran = subprocess.run(
        program, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["written"] == 24
    assert told["native_threads"] == 1
    # Six queries of half a second wait at once; the loop must go round meanwhile.
    assert told["ticks"] >= 20
    assert told["seconds"] < 2.5


def _until(true: object) -> None:
    until = time.monotonic() + 10
    while not true():  # type: ignore[operator]
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
