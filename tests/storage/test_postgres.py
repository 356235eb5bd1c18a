"""The PostgreSQL store: what keeps taps safe, and connections that break under it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from companion.services.ports import Conflict, StorageTrouble, Written
from companion.storage import postgres_changes
from companion.storage.postgres import PostgresStore
from companion.storage.postgres_connections import Connection, Connections, connect
from tests.postgres_server import PostgresServer
from tests.storage.rows_builder import a_new_table, a_phone, appended, stored

PROJECT = Path(__file__).parent.parent.parent


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
        return postgres_changes.apply_change(listening, change)  # type: ignore[arg-type]

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

    postgres.break_connections(postgres_url)
    outcome = postgres_store.write(first)
    postgres.break_connections(postgres_url)

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
    real, lost = postgres_changes.apply_change, []

    def committed_and_cut(connection: Connection, each: object) -> object:
        outcome = real(connection, each)  # type: ignore[arg-type]
        if not lost:
            lost.append(outcome)
            postgres.break_connections(postgres_url)
            connection.execute("SELECT 1")
        return outcome

    monkeypatch.setattr(postgres_changes, "apply_change", committed_and_cut)

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
