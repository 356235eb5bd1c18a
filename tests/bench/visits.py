"""What a phone loads when it first comes, what an update costs it, and how a long log opens."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

import gevent

from companion.core.log import Submission
from companion.services.answers import Created, NotRecorded
from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from companion.services.tables.live_table import Caller
from companion.services.tables.tables import Tables
from companion.services.world import SystemClock, SystemRandomness
from companion.storage.sqlite import open_store
from tests.bench.client import Answer, Phone
from tests.bench.evening import GAME, NAMES, evening
from tests.bench.figures import Screen, dealt_table
from tests.bench.servers import Server

NEEDED_AT_ONCE = re.compile(
    rb'<(?:link rel="stylesheet" href|script src|use href|img src)="(/static/[^"#]+)'
)
"""What a browser asks for by itself to show a page; the display font comes after first paint."""
FONT = re.compile(rb'url\("(/static/[^"]+woff2)')
BROWSER = ("Accept: text/html,application/xhtml+xml", "Accept-Language: en")


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone that scans the code, sits down and sees the table."""

    kilobytes: float
    requests: int
    font_kilobytes: float


class _Browser:
    """A browser with an empty cache."""

    def __init__(self, port: int) -> None:
        self._phone = Phone(port)
        self.size = 0
        self.requests = 0
        self.cache: dict[str, bytes] = {}

    def page(self, method: str, path: str, fields: dict[str, str] | None = None) -> Answer:
        """A page with what it needs at once, redirects followed."""
        answer = self._count(self._phone.browse(method, path, fields, BROWSER))
        for name, value in re.findall(r"(seat|tables)=([^;]+);", answer.head.get("set-cookie", "")):
            self._phone.cookies[name] = value
        if answer.status in (302, 303):
            return self.page("GET", answer.head["location"])
        for each in dict.fromkeys(NEEDED_AT_ONCE.findall(answer.body)):
            address = each.decode()
            if address not in self.cache:
                fetched = self._count(self._phone.browse("GET", address, None, ("Accept: */*",)))
                self.cache[address] = fetched.body
        return answer

    def _count(self, answer: Answer) -> Answer:
        if answer.status >= 400:
            raise RuntimeError(f"a first visit was answered {answer.status}")
        self.size += answer.size
        self.requests += 1
        return answer


def first_visit(server: Server) -> Visit:
    """The door and the table together, as they come over the wire; bodies only."""
    table = dealt_table(server.port, 4, 1)
    browser = _Browser(server.port)
    browser.page("GET", f"/j/{table.code}")
    browser.page("GET", f"/tables/{table.code}")
    # The first is the one for English; a title with other letters fetches theirs as well.
    first = FONT.findall(b"".join(browser.cache.values()))[0].decode()
    font = Phone(server.port).send("GET", first).size
    table.leave()
    return Visit(browser.size / 1024, browser.requests, font / 1024)


@dataclass(frozen=True, slots=True)
class Update:
    """Messages of a whole evening to a phone that hears every version."""

    mean_bytes: float
    median_bytes: float
    whole_bytes: float


def updates(server: Server, players: int) -> Update:
    """What one change costs on the wire."""
    _, taps = evening(players)
    table = dealt_table(server.port, players, 1)
    screen = Screen(table.phones[0], table.code)
    screen.arrived(table.version)
    for tap in taps:
        screen.arrived(table.tap_on_screen(tap))
    whole, *sizes = screen.sizes
    screen.end()
    table.leave()
    return Update(sum(sizes) / len(sizes), sorted(sizes)[len(sizes) // 2], whole)


class _NoPhones:
    """Nobody listens."""

    def wake(self, code: str) -> None:
        """See services.ports.Broadcaster."""

    def close_table(self, code: str) -> None:
        """See services.ports.Broadcaster."""

    def open_streams(self, code: str) -> int:
        """See services.ports.Broadcaster."""
        return 0


def cold_milliseconds(folder: Path, events: int, times: int = 5) -> float:
    """Reading, checking and folding a stored table of so many events; the median."""
    code = _long_table(folder, events)
    taken = []
    for _ in range(times):
        store = open_store(folder)
        assert not isinstance(store, StorageTrouble)
        tables = Tables(store, SystemClock(), SystemRandomness(), _NoPhones())
        began = time.perf_counter()
        found = tables.doors.find(code)
        taken.append(time.perf_counter() - began)
        assert not isinstance(found, NotRecorded)
        assert found.version == events
        store.close()
        gevent.sleep(0)
    return sorted(taken)[times // 2] * 1000


def _long_table(folder: Path, events: int) -> str:
    """An evening whose turns go on and on: whoever has the turn ends it."""
    store = open_store(folder)
    assert not isinstance(store, StorageTrouble)
    pace = Limits(events_per_second=1e6, events_burst=1_000_000)
    tables = Tables(store, SystemClock(), SystemRandomness(), _NoPhones(), pace)
    made = tables.new_tables.create(GAME, None, {}, NAMES[0], None)
    assert isinstance(made, Created)
    host = tables.doors.caller(made.code, made.seat_token)
    start = [{"event": "player_joined", "player": name} for name in NAMES[1:4]]
    start += [{"event": "first_player_chosen", "player": NAMES[0]}, {"event": "game_dealt"}]
    for event in start:
        _log(tables, made.code, host, event)
    for turn in range(events - 1 - len(start)):
        _log(tables, made.code, host, {"event": "turn_ended", "player": NAMES[turn % 4]})
    store.close()
    return made.code


def _log(tables: Tables, code: str, host: Caller, event: dict[str, str]) -> None:
    sent = Submission((event,), batch=False, id=None, seen=None, anyway=True)
    answered = tables.recording.record(code, host, sent)
    assert not isinstance(answered, NotRecorded), answered
