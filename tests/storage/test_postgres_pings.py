"""Pings: other processes hear of a change after its commit, or that they missed some."""

from __future__ import annotations

import time

import pytest

from companion.storage.postgres import PostgresStore, open_store
from companion.storage.postgres_connections import connect
from companion.storage.postgres_pings import GONE, LOOK, Pings
from tests.postgres_server import PostgresServer
from tests.storage.rows_builder import a_new_table, appended


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


def _until(true: object) -> None:
    until = time.monotonic() + 10
    while not true():  # type: ignore[operator]
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)
