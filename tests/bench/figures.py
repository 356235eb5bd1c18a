"""The measurements themselves; each gives plain numbers."""

from __future__ import annotations

import json
import os
import re
import secrets
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gevent
from gevent.event import Event

from tests.bench.client import Answer, Phone
from tests.bench.evening import GAME, NAMES, Tap, evening
from tests.bench.servers import Server

TABLES = 16
"""Tables that tap at the same time."""
PAUSE_SECONDS = 0.06
"""Between two taps of a quiet table: whatever the last tap caused is over by then."""


@dataclass(slots=True)
class Table:
    """A table that was dealt, and the phones at it, the host's first."""

    code: str
    phones: list[Phone]
    version: int

    def tap(self, tap: Tap) -> int:
        """Send one tap from the host's phone as a program does; the version it made."""
        body = {"id": secrets.token_urlsafe(12), "seen": self.version}
        body |= tap[0] if len(tap) == 1 else {"events": list(tap)}
        answer = self._fine(self.phones[0].send("POST", f"/tables/{self.code}/events", body))
        self.version = answer.json()["version"]
        return self.version

    def tap_on_screen(self, tap: Tap) -> int:
        """The same tap as the page's script sends it: one button, the item ends the turn too."""
        body = {"id": secrets.token_urlsafe(12), "seen": str(self.version)}
        body["event"] = json.dumps(tap[0])
        answer = self._fine(self.phones[0].submit(f"/tables/{self.code}/events", body))
        newest = re.search(rb'data-version="(\d+)"', answer.body)
        if newest is None:
            raise RuntimeError("the answer to a tap does not say its version")
        self.version = int(newest[1])
        return self.version

    def _fine(self, answer: Answer) -> Answer:
        if answer.status != 200:
            raise RuntimeError(f"a tap was answered {answer.status}: {answer.body[:300]!r}")
        return answer

    def leave(self) -> None:
        """Hang up all phones."""
        for phone in self.phones:
            phone.close()


def dealt_table(port: int, players: int, phones: int) -> Table:
    """A new table with so many players, the first `phones` of them with a phone of their own."""
    host = Phone(port)
    body = {"game": GAME, "deck": "starter", "player": NAMES[0]}
    made = host.send("POST", "/tables", body).json()
    table = Table(made["code"], [host], made["version"])
    host.cookies["seat"] = made["seat_token"]
    for name in NAMES[1:phones]:
        phone = Phone(port)
        joined = phone.send("POST", f"/tables/{table.code}/seats", {"player": name}).json()
        phone.cookies["seat"] = joined["seat_token"]
        table.phones.append(phone)
    lobby, _ = evening(players)
    for event in lobby[phones:]:
        table.tap((event,))
    return table


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a second something was done, and what one time cost the server."""

    per_second: float
    cpu_milliseconds: float


def hello_rate(server: Server, requests: int) -> Rate:
    """Requests a second of bare Flask, as many callers as there are tables."""
    each = requests // TABLES

    def ask() -> None:
        phone = Phone(server.port)
        for _ in range(each):
            phone.send("GET", "/")
        phone.close()

    return _rate_of(server, [ask] * TABLES, each * TABLES)


def tap_rate(server: Server, evenings: int, on_screen: bool) -> Rate:
    """Durable taps a second of whole evenings at 16 tables at the same time.

    `on_screen` as the page's script sends and gets them, otherwise as JSON.
    """
    _, taps = evening(4)
    waves = [[dealt_table(server.port, 4, 1) for _ in range(evenings)] for _ in range(TABLES)]

    def play(tables: list[Table]) -> None:
        for table in tables:
            for tap in taps:
                table.tap_on_screen(tap) if on_screen else table.tap(tap)
            table.leave()

    works = [lambda tables=tables: play(tables) for tables in waves]
    return _rate_of(server, works, len(taps) * evenings * TABLES)


def _rate_of(server: Server, works: list[Callable[[], None]], count: int) -> Rate:
    cpu, began = server.cpu_seconds(), time.perf_counter()
    gevent.joinall([gevent.spawn(work) for work in works], raise_error=True)
    seconds = time.perf_counter() - began
    return Rate(count / seconds, (server.cpu_seconds() - cpu) / count * 1000)


@dataclass(frozen=True, slots=True)
class Spread:
    """How long something took, in milliseconds."""

    p50: float
    p99: float
    worst: float
    count: int


def spread(seconds: list[float]) -> Spread:
    """The usual three figures of at least 100 measurements."""
    cuts = statistics.quantiles(seconds, n=100)
    return Spread(cuts[49] * 1000, cuts[98] * 1000, max(seconds) * 1000, len(seconds))


class Screen:
    """A phone's open stream, which notes when each version arrived."""

    def __init__(self, phone: Phone, code: str) -> None:
        self.newest = 0
        self.came = Event()
        self.sizes: list[int] = []
        """Bytes of every message that was news; the first is the whole state."""
        self._arrived: dict[int, float] = {}
        self._reader = gevent.spawn(self._read, phone, code)

    def _read(self, phone: Phone, code: str) -> None:
        for heard in phone.messages(f"/tables/{code}/stream"):
            if heard.version > self.newest:
                self._arrived[heard.version] = time.perf_counter()
                self.sizes.append(heard.size)
                self.newest = heard.version
                self.came.set()

    def arrived(self, version: int) -> float:
        """When this version or a later one was on the screen; waits for it."""
        while self.newest < version:
            self.came.clear()
            if not self.came.wait(timeout=5):
                raise RuntimeError("a phone did not hear of a tap within 5 s")
        return min(at for v, at in self._arrived.items() if v >= version)

    def end(self) -> None:
        """Close the stream."""
        self._reader.kill()


def tap_to_all_phones(server: Server, tables: int) -> tuple[Spread, Spread]:
    """From a tap until its answer, and until it is on all 8 phones, at a quiet table."""
    _, taps = evening(8)
    answers: list[float] = []
    screens: list[float] = []
    for _ in range(tables):
        table = dealt_table(server.port, 8, 8)
        shown = [Screen(phone, table.code) for phone in table.phones]
        for screen in shown:
            screen.arrived(table.version)
        for tap in taps:
            gevent.sleep(PAUSE_SECONDS)
            began = time.perf_counter()
            version = table.tap_on_screen(tap)
            answers.append(time.perf_counter() - began)
            screens.append(max(screen.arrived(version) for screen in shown) - began)
        for screen in shown:
            screen.end()
        table.leave()
    return spread(answers), spread(screens)


def sync_rate(folder: Path) -> float:
    """How often a second this disk can promise that a few bytes are safe: the limit of one tap."""
    path = folder / "sync"
    with path.open("wb") as file:
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < 1.0:
            file.write(b"x" * 512)
            file.flush()
            os.fsync(file.fileno())
            count += 1
    path.unlink()
    return count / (time.perf_counter() - began)


class Printing:
    """One deck after the other is printed, so that the press never rests."""

    def __init__(self, server: Server) -> None:
        self.printed = 0
        self._phone = Phone(server.port)
        self._worker = gevent.spawn(self._go_on)

    def _go_on(self) -> None:
        while True:
            # Another gutter makes it another print: none is taken from the shelf.
            order = {"deck": "starter", "gutter_mm": f"{(self.printed + 1) / 10:g}"}
            told = self._phone.send("POST", "/prints", order).json()["print"]
            while told["state"] in ("waiting", "running"):
                gevent.sleep(0.2)
                told = self._phone.send("GET", f"/prints/{told['key']}").json()["print"]
            if told["state"] != "done":
                raise RuntimeError(f"the deck was not printed: {told['state']}")
            self.printed += 1

    def end(self) -> None:
        """Leave the press alone."""
        self._worker.kill()
        self._phone.close()
