"""What passes by between processes: found by all, over in time, news of others."""

from __future__ import annotations

import pytest

from companion.services.world import SystemClock
from companion.storage.postgres import PostgresStore
from companion.storage.postgres_passing import PostgresPassing
from tests.postgres_server import PostgresServer
from tests.storage.rows_builder import a_new_table


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
