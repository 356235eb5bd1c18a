"""The rows of the bench: what is measured, in which unit, and what it should reach."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.bench import crowd, figures, peers, servers, visits

Say = Callable[[str], None]
"""Tells what is measured now."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `target` None is there to compare with, not to reach."""

    name: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False

    @property
    def reached(self) -> bool | None:
        """Whether the target is met."""
        if self.target is None:
            return None
        return self.value >= self.target if self.more_is_better else self.value <= self.target


def taps(hello: servers.Server, backroom: servers.Server, rounds: int, say: Say) -> list[Figure]:
    """How fast taps are recorded, beside bare Flask in the same minutes."""
    figures.hello_rate(hello, 800)
    figures.tap_rate(backroom, 1, on_screen=True)  # both are warm now
    hellos, logged, screens = [], [], []
    for _ in range(rounds):
        say("taps beside bare Flask")
        hellos.append(figures.hello_rate(hello, 4_800))
        logged.append(figures.tap_rate(backroom, 2, on_screen=False))
        screens.append(figures.tap_rate(backroom, 1, on_screen=True))
    return [
        Figure("bare Flask hello, 16 callers", _rate(hellos), "/s"),
        Figure("durable taps, 16 tables, JSON", _rate(logged), "/s"),
        Figure("the same, as screens get them", _rate(screens), "/s"),
        Figure("JSON taps / hello", _rate(logged) / _rate(hellos), "", 0.30, more_is_better=True),
        Figure("screen taps / hello", _rate(screens) / _rate(hellos), ""),
        Figure("server CPU of one hello", _cpu(hellos), "ms"),
        Figure("server CPU of one JSON tap", _cpu(logged), "ms"),
        Figure("server CPU of one screen tap", _cpu(screens), "ms"),
    ]


def phones(backroom: servers.Server, rounds: int, say: Say) -> list[Figure]:
    """How soon a tap is on all phones, quiet and while the press works."""
    say("from the tap to all 8 phones")
    answered, shown = figures.tap_to_all_phones(backroom, tables=2 * rounds)
    say("the same while a deck prints")
    press = figures.Printing(backroom)
    printing, _ = figures.tap_to_all_phones(backroom, tables=2 * rounds)
    press.end()
    return [
        Figure("tap to its answer, p50", answered.p50, "ms"),
        Figure("tap to its answer, p99", answered.p99, "ms"),
        Figure("tap to all 8 phones, p50", shown.p50, "ms", 6),
        Figure("tap to all 8 phones, p99", shown.p99, "ms", 25),
        Figure("tap to all 8 phones, worst", shown.worst, "ms"),
        Figure("taps measured at that table", shown.count, ""),
        Figure("answer p99 while a deck prints", printing.p99, "ms"),
        Figure("  of that without printing", printing.p99 / answered.p99, "x", 2),
        Figure("  decks printed meanwhile", press.printed, ""),
    ]


def loads(backroom: servers.Server, folder: Path, say: Say) -> list[Figure]:
    """What a phone loads at first and at each change, and how a long log opens."""
    say("first visit, updates, a long log")
    visit = visits.first_visit(backroom)
    four, eight = visits.updates(backroom, 4), visits.updates(backroom, 8)
    return [
        Figure("first visit, door and table", visit.kilobytes, "KB", 30),
        Figure("  its requests", visit.requests, "", 8),
        Figure("  the display font on top", visit.font_kilobytes, "KB"),
        Figure("update on the wire, 4 players", four.mean_bytes, "B", 100),
        Figure("  the median", four.median_bytes, "B"),
        Figure("update on the wire, 8 players", eight.mean_bytes, "B"),
        Figure("  the median", eight.median_bytes, "B"),
        Figure("500-event table opened cold", visits.cold_milliseconds(folder, 500), "ms", 20),
    ]


def rest(backroom: servers.Server, say: Say) -> list[Figure]:
    """A server that has just started, with tables at which nobody taps."""
    say("100 tables at rest")
    idle = crowd.idle(backroom, tables=100, phones=1)
    return [
        Figure("idle, 100 tables open, memory", idle.megabytes, "MB", 120),
        Figure("idle, 100 tables open, CPU", idle.cpu_percent, "%", 1),
    ]


def many(backroom: servers.Server, say: Say) -> list[Figure]:
    """A server that has just started, with a thousand and with five thousand phones."""
    say("5,000 open phones")
    all_ = crowd.open_phones(backroom, 5_000)
    say("1,000 phones at 125 tables")
    thousand = crowd.crowd(backroom, tables=125, taps_a_second=100, seconds=10)
    return [
        Figure("1,000 phones: taps a second", thousand.per_second, "/s"),
        Figure("  taps lost", thousand.lost, "", 0),
        Figure("  tap to its answer, p99", thousand.answered.p99, "ms", 60),
        Figure("  tap to all 8 phones, p99", thousand.shown.p99, "ms"),
        Figure("memory of an open phone, of 5,000", all_.kilobytes_each, "KB", 25),
        Figure("  the server with all of them", all_.server_megabytes, "MB"),
    ]


def peer(counter: servers.Server, rounds: int, say: Say) -> list[Figure]:
    """A counter on Flask-SocketIO, which keeps nothing."""
    say("a counter on Flask-SocketIO")
    shown = peers.tap_to_all_phones(counter, 60 * rounds)
    memory = peers.kilobytes_per_phone(counter, 50)
    return [
        Figure("Flask-SocketIO counter: to 8, p50", shown.p50, "ms"),
        Figure("  p99 (in memory, not durable)", shown.p99, "ms"),
        Figure("  memory of an open phone", memory, "KB"),
    ]


def _rate(rates: list[figures.Rate]) -> float:
    return statistics.median(each.per_second for each in rates)


def _cpu(rates: list[figures.Rate]) -> float:
    return statistics.median(each.cpu_milliseconds for each in rates)
