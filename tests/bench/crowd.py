"""Many phones at one server: what an open stream costs, and a thousand that tap."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass

import gevent

from tests.bench.client import Phone
from tests.bench.evening import evening
from tests.bench.figures import Screen, Spread, Table, dealt_table, spread
from tests.bench.servers import Server

WATCHERS = 1_000
"""Spectators at one table, as far as its cap can be raised."""
SETTLED_SECONDS = 1.5
IDLE_SECONDS = 12.0
SEATS = 8


@dataclass(frozen=True, slots=True)
class Open:
    """Phones that only watch."""

    phones: int
    kilobytes_each: float
    server_megabytes: float


def open_phones(server: Server, phones: int) -> Open:
    """What so many open streams take of the server's memory, each fed from its table."""
    per_table = min(phones, WATCHERS)
    tables = [dealt_table(server.port, 4, 1) for _ in range(phones // per_table)]
    gevent.sleep(SETTLED_SECONDS)
    before = server.memory_megabytes()
    sockets: list[socket.socket] = []
    for table in tables:
        sockets += [
            Phone(server.port).listen(f"/tables/{table.code}/stream") for _ in range(per_table)
        ]
        gevent.sleep(0.1)
    _first_bytes(sockets)
    gevent.sleep(SETTLED_SECONDS)
    after = server.memory_megabytes()
    for sock in sockets:
        sock.close()
    for table in tables:
        table.leave()
    return Open(len(sockets), (after - before) * 1024 / len(sockets), after)


def _first_bytes(sockets: list[socket.socket]) -> None:
    """Every stream has begun, or the bench says so."""
    for sock in sockets:
        if not sock.recv(12).startswith(b"HTTP/1.1 200"):
            raise RuntimeError("a stream was refused")


@dataclass(frozen=True, slots=True)
class Idle:
    """A server at whose tables nobody taps."""

    megabytes: float
    cpu_percent: float


def idle(server: Server, tables: int, phones: int) -> Idle:
    """So many dealt tables with so many open phones each, left alone for a while."""
    opened = [dealt_table(server.port, 4, 1) for _ in range(tables)]
    streams = [
        Phone(server.port).listen(f"/tables/{table.code}/stream")
        for table in opened
        for _ in range(phones)
    ]
    _first_bytes(streams)
    gevent.sleep(SETTLED_SECONDS)
    cpu, began = server.cpu_seconds(), time.perf_counter()
    gevent.sleep(IDLE_SECONDS)
    percent = (server.cpu_seconds() - cpu) / (time.perf_counter() - began) * 100
    found = Idle(server.memory_megabytes(), percent)
    for stream in streams:
        stream.close()
    for table in opened:
        table.leave()
    return found


@dataclass(frozen=True, slots=True)
class Crowd:
    """What became of the taps of a thousand phones."""

    taps: int
    lost: int
    """Answered as recorded, and not in the log or not on a phone of that table."""
    answered: Spread
    shown: Spread
    """From the tap until it is on all 8 phones of its table."""
    per_second: float


def crowd(server: Server, tables: int, taps_a_second: float, seconds: float) -> Crowd:
    """8 phones at each table, and taps of all tables in turn at that pace."""
    opened = [dealt_table(server.port, SEATS, SEATS) for _ in range(tables)]
    screens = [[Screen(phone, table.code) for phone in table.phones] for table in opened]
    for table, shown in zip(opened, screens, strict=True):
        for screen in shown:
            screen.arrived(table.version)
    answers: list[float] = []
    shows: list[float] = []
    _, taps = evening(SEATS)
    each = min(len(taps), int(taps_a_second * seconds) // tables)
    began = time.perf_counter() + 0.1

    def play(place: int) -> None:
        """Tap when it is due; who must wait for the tap before is late, and it counts."""
        table, shown = opened[place], screens[place]
        for number in range(each):
            due = began + (number * tables + place) / taps_a_second
            gevent.sleep(max(0.0, due - time.perf_counter()))
            version = table.tap_on_screen(taps[number])
            answers.append(time.perf_counter() - due)
            shows.append(max(screen.arrived(version) for screen in shown) - due)

    gevent.joinall([gevent.spawn(play, place) for place in range(tables)], raise_error=True)
    taken = time.perf_counter() - began
    lost = sum(_lost(table, shown) for table, shown in zip(opened, screens, strict=True))
    for table, shown in zip(opened, screens, strict=True):
        for screen in shown:
            screen.end()
        table.leave()
    return Crowd(len(shows), lost, spread(answers), spread(shows), len(shows) / taken)


def _lost(table: Table, screens: list[Screen]) -> int:
    """Versions that this table's host was promised, and that the log or a phone does not have."""
    logged = table.phones[0].send("GET", f"/tables/{table.code}").json()["version"]
    return sum(max(0, table.version - has) for has in (logged, *(s.newest for s in screens)))
