"""No request goes through a long log on the thread that answers everybody."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.games import GAMES
from companion.services.long_work import LONG_LOG, LongWork
from companion.services.tables import chain, log_lines
from companion.services.tables.log_groups import LogGroups
from companion.storage.threads import native_thread
from tests.web.table_stand import GAME, JSON, Phone, a_duel, an_app

ENTRIES = 3 * LONG_LOG
WATCHED = ("decide", "read", "masked", "describe")
"""What a game is asked once for each entry when somebody goes through a log."""


class Steps:
    """Counts what is done for single entries, by the thread that does it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._by_thread: Counter[int] = Counter()
        game = type(GAMES[GAME])
        for name in WATCHED:
            patch.setattr(game, name, self._counting(getattr(game, name)))
        for module in (chain, log_lines):
            patch.setattr(module, "event_hash", self._counting(module.event_hash))

    def _counting(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any, **named: Any) -> Any:
            self._by_thread[threading.get_ident()] += 1
            return work(*given, **named)

        return counting

    @property
    def here(self) -> int:
        return self._by_thread[threading.get_ident()]

    @property
    def aside(self) -> int:
        return self._by_thread.total() - self.here


@contextmanager
def a_running_app(folder: Path) -> Iterator[Flask]:
    thread = native_thread("long-work")
    with an_app(folder, long_work=LongWork(thread.call)) as app:
        yield app
    thread.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with a_running_app(tmp_path) as running:
        yield running


def a_long_file(app: Flask) -> dict[str, Any]:
    """The export of a duel whose players correct one hand over and over, after one item."""
    ana, _ = a_duel(app)
    ana.log("item_added", player="Ana", item_type="Weapon", money=1_000_000)
    ana.log("turn_ended", player="Ana")
    file: dict[str, Any] = ana.client.get(f"{ana.home}/export", headers=JSON).json
    last, count = file["events"][-1], len(file["events"])
    file["events"] += [
        last
        | {"seq": seq, "id": None}
        | {"event": {"event": "hand_corrected", "player": "Ana", "count": seq % 7}}
        for seq in range(count + 1, ENTRIES + 1)
    ]
    return file


def imported(app: Flask, file: dict[str, Any]) -> Phone:
    host = Phone(app)
    made = host.client.post("/tables", json=file, headers=JSON)
    assert made.status_code == 201, made.json
    host.code = made.json["code"]
    return host


@pytest.fixture
def host(app: Flask) -> Phone:
    """The host of a long table."""
    return imported(app, a_long_file(app))


def read(place: str, **headers: str) -> Callable[[Phone], Any]:
    return lambda host: host.client.get(host.home + place, headers=headers)


ASIDE = {
    "log page": read("/log"),
    "older log page": read("/log?before=700"),
    "log of one player": read("/log?player=Ana"),
    "log as JSON": read("/log", Accept="application/json"),
    "result": read("/result"),
    "export": read("/export"),
    "early take-back": lambda host: host.send("taken_back", number=7),
    "stale tap": lambda host: host.send(
        "item_corrected",
        player="Ana",
        warehouse="in_play",
        slot=0,
        item_type="Animal",
        money=2_000_000,
        seen=ENTRIES - 100,
    ),
}
SHORT = {
    "table": read(""),
    "table as JSON": read("", Accept="application/json"),
    "screen": read("/screen"),
    "result as JSON": read("/result", Accept="application/json"),
    "players": read("/seats"),
    "tap": lambda host: host.send("hand_corrected", player="Ana", count=2),
    "undo": lambda host: host.send("taken_back"),
}


@pytest.mark.parametrize("act", [*ASIDE.values(), *SHORT.values()], ids=[*ASIDE, *SHORT])
def test_a_long_log_is_gone_through_aside(
    host: Phone, monkeypatch: pytest.MonkeyPatch, act: Callable[[Phone], Any]
) -> None:
    steps = Steps(monkeypatch)

    answer = act(host)

    assert answer.status_code == 200, answer.get_data()
    assert steps.here < LONG_LOG
    assert (steps.aside >= 100) is (act in ASIDE.values())


def test_a_long_table_file_is_decided_aside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_long_file(app)
    steps = Steps(monkeypatch)

    imported(app, file)

    assert steps.here < LONG_LOG
    assert steps.aside > 2 * ENTRIES


def test_a_refused_table_file_is_decided_aside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    file = a_long_file(app)
    file["events"][-1]["event"] = {"event": "game_dealt"}
    steps = Steps(monkeypatch)

    refused = Phone(app).client.post("/tables", json=file, headers=JSON)

    assert refused.json["refused"]["number"] == ENTRIES
    assert steps.here < LONG_LOG


def test_a_long_table_is_opened_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_running_app(tmp_path) as app:
        code = imported(app, a_long_file(app)).code

    with a_running_app(tmp_path) as app:
        steps = Steps(monkeypatch)
        Phone(app, code).get()

        assert steps.here < LONG_LOG
        assert steps.aside >= ENTRIES


@pytest.mark.parametrize("place", ["/log", "/log?before=700", "/log?player=Ana", "/log?player=No"])
def test_a_page_of_a_log_goes_through_no_more_than_it_shows(
    host: Phone, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    before = host.get(place)
    host.log("hand_corrected", player="Ben", count=3)
    taken: list[int] = []
    real = LogGroups._take
    monkeypatch.setattr(
        LogGroups, "_take", lambda self, entry: (taken.append(entry.seq), real(self, entry))
    )

    after = host.get(place)

    assert taken == [ENTRIES + 1]
    assert after.count('id="event-') == before.count('id="event-') == (0 if "No" in place else 100)


def test_the_chart_of_a_version_is_made_once(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    first = host.get("/result")
    steps = Steps(monkeypatch)

    second = host.get("/result")

    assert second.count("<path") == first.count("<path")
    assert steps.here + steps.aside < LONG_LOG


def test_a_repeated_old_tap_is_answered_aside(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host = imported(app, a_long_file(app))
    tap = {"event": "hand_corrected", "player": "Ana", "count": 2, "id": "old"}
    first = host.send(tap)
    for number in range(70):
        host.log("hand_corrected", player="Ana", count=number % 7, id=f"later-{number}")
    steps = Steps(monkeypatch)

    again = host.send(tap)

    assert again.json["recorded"] == first.json["recorded"]
    assert steps.here < LONG_LOG
