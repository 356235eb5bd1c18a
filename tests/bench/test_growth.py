"""The plan in docs/growing.md is what the simulation works out, from what it says it assumes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.command_line.database import BACKUP, RESTORE
from companion.storage.postgres import READERS, WRITERS
from tests.bench.growth import Assumptions, lines, play

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "growing.md").read_text(encoding="utf-8")


def test_page_shows_the_plan_of_the_simulation() -> None:
    assert "\n".join(lines(play(Assumptions()))) in PAGE


def test_plan_does_not_hang_on_one_throw_of_the_dice() -> None:
    first, other = (play(Assumptions(), seed=seed) for seed in (2026, 7))

    assert other.tables == pytest.approx(first.tables, rel=0.04)
    assert other.streams == pytest.approx(first.streams, rel=0.04)
    assert other.taps_a_second == pytest.approx(first.taps_a_second, rel=0.04)


def test_plan_is_what_simple_sums_give() -> None:
    """45 minutes of a million tables, three times as many at half past eight as on average."""
    plan = play(Assumptions())
    at_once = 1_000_000 * 45 / (24 * 60) * 3

    assert plan.tables == pytest.approx(at_once, rel=0.03)
    assert plan.streams == pytest.approx(at_once * 5, rel=0.03)
    assert plan.taps_a_second == pytest.approx(at_once / 9, rel=0.03)
    assert plan.gigabytes_a_day == pytest.approx(1e6 * 300 * 500 / 1e9, rel=0.03)


@pytest.mark.parametrize(
    ("changed", "grows"),
    [
        ({"tables_a_day": 2_000_000}, "processes"),
        ({"most_phones": 12}, "stream_gigabytes"),
        ({"commits_a_database": 1_000}, "databases"),
        ({"taps_a_process": 100}, "connections"),
        ({"spread_hours": 1.0}, "tables"),
    ],
)
def test_every_assumption_counts(changed: dict[str, float], grows: str) -> None:
    usual, more = play(Assumptions()), play(replace(Assumptions(), **changed))  # type: ignore[arg-type]

    assert getattr(more, grows) > getattr(usual, grows)


def test_page_says_what_is_assumed() -> None:
    assumed = Assumptions()
    said = " ".join(PAGE.split())

    for words in (
        f"within {assumed.spread_hours} hours of 20:30",
        f"{assumed.shortest_minutes} to {assumed.longest_minutes} minutes",
        f"{assumed.fewest_phones} to {assumed.most_phones} phones a table",
        f"{assumed.stream_bytes // 1000} KB a stream",
        f"{assumed.commits_a_database:,} commits a second",
        f"{assumed.event_bytes} bytes an event",
        f"{assumed.taps_a_process} taps a second of a process",
    ):
        assert words in said


def test_page_tells_the_commands_that_the_verbs_tell() -> None:
    assert BACKUP in PAGE
    assert RESTORE in PAGE


def test_connections_are_those_that_a_process_makes() -> None:
    sender_and_listener = 2

    assert Assumptions().connections_a_process == WRITERS + READERS + sender_and_listener
