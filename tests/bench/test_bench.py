"""The bench measures what it says: evenings by the rules, phones that hear of each tap."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.core.log import Submission, new_table
from companion.core.outcome import Asks, Refused
from companion.core.table import record
from companion.services.decks.lookup import built_in
from tests.bench.evening import GAME, evening
from tests.bench.figures import spread

PROJECT = Path(__file__).resolve().parents[2]

MEASURE = """
from gevent import monkey
monkey.patch_all()
import json, sys, tempfile
from pathlib import Path
from tests.bench import figures, servers
from tests.bench.evening import evening

with tempfile.TemporaryDirectory() as folder, servers.backroom(Path(folder)) as server:
    table = figures.dealt_table(server.port, 3, 3)
    screens = [figures.Screen(phone, table.code) for phone in table.phones]
    _, taps = evening(3)
    versions = []
    for number, tap in enumerate(taps[:6]):
        version = table.tap(tap) if number % 2 else table.tap_on_screen(tap)
        versions.append([version, [screen.arrived(version) > 0 for screen in screens]])
    print(json.dumps({"versions": versions, "cpu": server.cpu_seconds()}))
"""


def told_by(program: str) -> Any:
    """What a program says as JSON; it runs apart, so that gevent patches nothing here."""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize("players", [2, 4, 8])
def test_an_evening_goes_from_the_lobby_to_the_end_without_a_question(players):
    lobby, taps = evening(players)
    table = new_table(GAME, {}, built_in().find("starter"))
    for tap in (*((event,) for event in lobby), *taps):
        sent = Submission(tap, batch=len(tap) > 1, id=None, seen=None, anyway=frozenset())
        recorded = record(table, sent, by=None, at="2026-01-01T00:00:00Z")
        assert not isinstance(recorded, Asks | Refused)
        table = recorded.table

    assert table.state.status == "over"
    assert len(taps) >= 25


def test_spread_of_known_times():
    told = spread([number / 1000 for number in range(1, 1_001)])

    assert (round(told.p50), round(told.p99), told.worst, told.count) == (500, 991, 1000.0, 1000)


def test_real_phones_at_the_real_server_hear_of_every_tap():
    told = told_by(MEASURE)

    lobby, taps = evening(3)
    expected, version = [], len(lobby)
    for tap in taps[:6]:
        version += len(tap)
        expected.append([version, [True, True, True]])
    assert told["versions"] == expected
    assert told["cpu"] > 0


CROWD = """
from gevent import monkey
monkey.patch_all()
import json, tempfile
from pathlib import Path
from tests.bench import crowd, servers, visits

with tempfile.TemporaryDirectory() as folder, servers.backroom(Path(folder, "data")) as server:
    visit, update = visits.first_visit(server), visits.updates(server, 3)
    opened = crowd.open_phones(server, 20)
    many = crowd.crowd(server, tables=2, taps_a_second=20, seconds=1)
    Path(folder, "long").mkdir()
    cold = visits.cold_milliseconds(Path(folder, "long"), 60, times=1)
    print(json.dumps({
        "visit": [visit.kilobytes, visit.requests, visit.font_kilobytes],
        "update": [update.median_bytes, update.mean_bytes, update.whole_bytes],
        "opened": opened.phones,
        "crowd": [many.taps, many.lost, many.answered.count, many.shown.count],
        "cold": cold,
    }))
"""


def test_a_first_visit_is_light_and_a_crowd_loses_nothing() -> None:
    told = told_by(CROWD)

    kilobytes, requests, font = told["visit"]
    assert (kilobytes <= 30, requests <= 8, 0 < font < 15) == (True, True, True), told["visit"]
    median, mean, whole = told["update"]
    assert 0 < median <= mean < whole
    assert told["opened"] == 20
    assert told["crowd"] == [20, 0, 20, 20]
    assert told["cold"] > 0
