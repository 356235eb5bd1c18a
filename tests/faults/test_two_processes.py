"""Two processes on one PostgreSQL serve one table: each knows at once what the other recorded."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.storage.postgres_check import check
from tests.faults.ledgers import LedgerPhone, explain
from tests.faults.server import Game, Server, Told, a_running_game, ask
from tests.faults.streams import OpenStream
from tests.faults.two_processes import Either, proxy_to, two_servers
from tests.postgres_server import PostgresServer

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
LONGEST_WAIT_SECONDS = 120.0


@dataclass
class Pair:
    """Two servers and their database."""

    one: Server
    two: Server
    url: str
    postgres: PostgresServer


@pytest.fixture(scope="module")
def pair(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    url = postgres.new_database(bare=True)
    with two_servers(tmp_path_factory.mktemp("pair"), url) as (one, two):
        yield Pair(one, two, url, postgres)


def tap(port: int, game: Game, player: str, id: str, count: int = 3) -> Told:
    body = {"event": "hand_corrected", "player": player, "count": count, "id": id}
    return ask(port, "POST", game.path("/events"), body, game.tokens[player])


def opened(server: Server, game: Game, player: str) -> OpenStream:
    stream = OpenStream(server.port, game.path("/stream"), game.tokens[player]).open()
    stream.wait_for(lambda messages: len(messages) > 0)
    return stream


def shows(version: int) -> Any:
    return lambda messages: int(messages[-1].get("id", "0")) >= version


def backends(pair: Pair, query: str) -> list[int]:
    found = pair.postgres.ask(
        pair.url,
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
        f"AND query LIKE '{query}'",
    )
    return [int(str(pid)) for (pid,) in found]


# --- what one records, the other shows ---


def test_tap_on_one_is_on_the_phones_of_both(pair: Pair) -> None:
    game = a_running_game(pair.one.port, *PLAYERS)
    streams = [opened(server, game, "Ana") for server in (pair.one, pair.two)]

    for number in range(20):
        server = (pair.one, pair.two)[number % 2]
        told = tap(server.port, game, "Ana", f"tap-{number}", count=number % 6)
        assert told.status == 200, told
        for stream in streams:
            stream.wait_for(shows(told.body["version"]))

    last = [stream.messages[-1] for stream in streams]
    for stream in streams:
        stream.close()
    assert last[0] == last[1]
    assert last[0]["id"] == "26"


def test_knock_and_new_seat_of_one_are_known_at_the_other(pair: Pair) -> None:
    game = a_running_game(pair.one.port, "Ana", "Ben")
    waiting = ask(pair.one.port, "POST", game.path("/knocks"), {"player": "Eve", "id": "knock-1"})
    assert waiting.status == 202, waiting
    token, knock = waiting.body["seat_token"], waiting.body["knock"]

    answered = ask(
        pair.two.port,
        "POST",
        game.path(f"/knocks/{knock}"),
        {"let_in": True},
        game.tokens["Ben"],
    )
    game.tokens["Eve"] = token
    tapped = tap(pair.one.port, game, "Eve", "eve-1")

    assert answered.status == 200, answered
    assert tapped.status == 200, tapped


def test_forgotten_table_ends_its_streams_at_the_other_too(pair: Pair) -> None:
    game = a_running_game(pair.one.port, "Ana", "Ben")
    stream = opened(pair.two, game, "Ben")

    forgotten = ask(pair.one.port, "DELETE", game.path(), token=game.tokens["Ana"])

    assert forgotten.status == 200
    assert stream.ended.wait(5)
    assert stream.messages[-1]["event"] == "gone"
    assert ask(pair.two.port, "GET", game.path(), token=game.tokens["Ben"]).status == 404


# --- what gets lost on the way ---


def test_killed_listeners_come_back_and_nothing_is_missed(pair: Pair) -> None:
    game = a_running_game(pair.one.port, *PLAYERS)
    streams = [opened(server, game, "Ana") for server in (pair.one, pair.two)]

    versions = []
    for number in range(3):
        killed = backends(pair, "LISTEN %")
        for pid in killed:
            pair.postgres.ask(pair.url, f"SELECT pg_terminate_backend({pid})")
        assert len(killed) == 2
        versions.append(tap(pair.one.port, game, "Ana", f"tap-{number}").body["version"])
        for stream in streams:
            stream.wait_for(shows(versions[-1]))
        _until(lambda: len(backends(pair, "LISTEN %")) == 2)

    for stream in streams:
        stream.close()
    assert versions == [7, 8, 9]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can stop the server's own processes")
def test_sweep_heals_what_no_ping_told(pair: Pair) -> None:
    game = a_running_game(pair.one.port, *PLAYERS)
    stream = opened(pair.two, game, "Ana")
    listeners = backends(pair, "LISTEN %")

    # Stopped, not killed: their connections stand, and nothing comes through any more.
    for pid in listeners:
        os.kill(pid, signal.SIGSTOP)
    try:
        told = tap(pair.one.port, game, "Ana", "tap-1")
        seconds = stream.wait_for(shows(told.body["version"]))
    finally:
        for pid in listeners:
            os.kill(pid, signal.SIGCONT)
        stream.close()

    assert len(listeners) == 2
    assert seconds < 5


# --- clashes and storms ---


def clash(pair: Pair, rounds: int) -> None:
    """Four phones, two at each process, end the same turn at the same moment."""
    game = a_running_game(pair.one.port, *PLAYERS)
    barrier = threading.Barrier(len(PLAYERS))
    answers: list[list[Told]] = [[] for _ in range(rounds)]

    def end_turns(player: str, port: int) -> None:
        for number in range(rounds):
            active = PLAYERS[number % len(PLAYERS)]
            barrier.wait(60)
            body = {"event": "turn_ended", "player": active, "id": f"{player}-{number}"}
            told = ask(port, "POST", game.path("/events"), body, game.tokens[player])
            answers[number].append(told)

    threads = [
        threading.Thread(target=end_turns, args=(player, port))
        for player, port in zip(PLAYERS, (pair.one.port, pair.two.port) * 2, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST_WAIT_SECONDS)

    for number, told in enumerate(answers):
        recorded = [each for each in told if each.status == 200]
        refused = [each for each in told if each.status != 200]
        assert [each.body["version"] for each in recorded] == [6 + number + 1]
        assert {each.body["refused"]["code"] for each in refused} == {"not_your_turn"}
        assert {each.body["version"] for each in refused} == {6 + number + 1}


def test_of_clashing_taps_at_two_processes_exactly_one_is_recorded(pair: Pair) -> None:
    clash(pair, rounds=25)


@pytest.mark.soak
def test_of_clashing_taps_exactly_one_is_recorded_in_a_thousand_rounds(pair: Pair) -> None:
    clash(pair, rounds=1000)


def storm(folder: Path, pair: Pair, restarts: int, kills: int, seed: int) -> None:
    """Four phones tap at both processes as it falls, while the database and they crash."""
    chance = random.Random(seed)
    servers = (pair.one, pair.two)
    game = a_running_game(servers[0].port, *PLAYERS)
    stop = threading.Event()
    phones = [
        LedgerPhone(
            Either(servers, random.Random(seed + n)),  # type: ignore[arg-type]
            game,
            player,
            folder / f"{player}.jsonl",
            seed + n,
            stop,
        )
        for n, player in enumerate(PLAYERS)
    ]
    threads = [threading.Thread(target=phone.run) for phone in phones]
    for thread in threads:
        thread.start()
    stalls = []
    crashes = ["database"] * restarts + ["process"] * kills
    chance.shuffle(crashes)
    for crash in crashes:
        _let_them_tap(phones, chance.randrange(8, 30))
        if crash == "database":
            pair.postgres.restart_immediately()
        else:
            server = chance.choice(servers)
            server.kill()
            server.start()
        stalls.append(_let_them_tap(phones, 1))
    _let_them_tap(phones, 20)
    stop.set()
    for thread in threads:
        thread.join(LONGEST_WAIT_SECONDS)
        assert not thread.is_alive()
    exports, views = _settled(servers, game)
    assert exports[0].body == exports[1].body
    assert views[0].body == views[1].body
    found = explain([p.ledger for p in phones], exports[0].body, views[0].body["view"])
    lost_answers = sum(phone.lost_answers for phone in phones)
    print(
        f"{restarts} restarts, {kills} kills: {found.acknowledged} acknowledged, "
        f"{found.refused} refused, {found.events} events, {lost_answers} lost answers, "
        f"longest stall {max(stalls):.1f} s"
    )
    assert found.faults == ()
    assert [fault for phone in phones for fault in phone.faults] == []
    assert found.acknowledged > 4 * len(crashes)
    assert sum(phone.repeats for phone in phones) > 0
    # From the moment it is back; a busy machine starts it slowly enough.
    assert max(stalls) < 5
    assert check(pair.url) == ()


def test_crashes_of_the_database_lose_and_double_nothing(tmp_path: Path, pair: Pair) -> None:
    storm(tmp_path, pair, restarts=3, kills=0, seed=20260504)


@pytest.mark.soak
def test_twenty_restarts_and_twenty_kills_lose_and_double_nothing(
    tmp_path: Path, pair: Pair
) -> None:
    storm(tmp_path, pair, restarts=20, kills=20, seed=20260505)


def test_taps_are_told_what_is_wrong_while_the_database_is_away(
    pair: Pair,
) -> None:
    game = a_running_game(pair.one.port, "Ana", "Ben")
    pair.postgres.stop()
    try:
        before = time.monotonic()
        told = tap(pair.one.port, game, "Ana", "tap-1")
        waited = time.monotonic() - before
        shown = ask(pair.one.port, "GET", game.path(), token=game.tokens["Ana"])
    finally:
        pair.postgres.start()
    again = tap(pair.one.port, game, "Ana", "tap-1")

    assert told.status == 503
    assert told.body["refused"]["code"] == "storage_trouble"
    assert told.body["refused"]["trouble"] == "away"
    assert waited < 5
    assert shown.status == 200
    assert (again.status, again.body["version"]) == (200, 5)


# --- a process that dies ---


@pytest.mark.soak  # a browser shows the same in tests/browser/test_other_process.py
def test_phones_of_a_dead_process_go_on_at_the_other(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.new_database(bare=True)
    with two_servers(tmp_path, url) as (one, two), proxy_to(one, two) as proxy:
        game = a_running_game(one.port, *PLAYERS)
        path = game.path("/stream")
        before = OpenStream(proxy.port, path, game.tokens["Ana"]).open()
        before.wait_for(lambda messages: len(messages) > 0)

        one.kill()
        assert before.ended.wait(5)
        after = OpenStream(proxy.port, path, game.tokens["Ana"]).open()
        after.wait_for(lambda messages: len(messages) > 0)
        told = tap(proxy.port, game, "Ana", "tap-1")
        after.wait_for(shows(told.body["version"]))
        after.close()

    assert told.status == 200
    assert told.body["version"] == 7


def _settled(servers: tuple[Server, ...], game: Game) -> tuple[list[Told], list[Told]]:
    """Exports and views of all servers once none is behind; a ping takes milliseconds, the sweep
    that heals a lost one about a second."""
    until, token = time.monotonic() + 5, game.tokens["Ana"]
    while True:
        exports = [ask(s.port, "GET", game.path("/export"), token=token) for s in servers]
        views = [ask(s.port, "GET", game.path(), token=token) for s in servers]
        logs = {len(told.body["events"]) for told in exports}
        if len(logs | {told.body["version"] for told in views}) == 1 or time.monotonic() > until:
            return exports, views
        time.sleep(0.05)


def _let_them_tap(phones: list[LedgerPhone], answers: int) -> float:
    """Seconds until the phones got so many answers more."""
    wanted = sum(phone.answers for phone in phones) + answers
    began = time.monotonic()
    while sum(phone.answers for phone in phones) < wanted:
        assert time.monotonic() - began < LONGEST_WAIT_SECONDS, "the phones get no answers"
        time.sleep(0.002)
    return time.monotonic() - began


def _until(true: Any) -> None:
    until = time.monotonic() + 10
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)
