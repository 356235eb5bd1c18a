"""`kill -9` of the real server while four phones tap: no acknowledged tap is lost or doubled."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.ledgers import LedgerPhone, explain
from tests.faults.server import Server, a_running_game, ask, running

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
LONGEST_WAIT_SECONDS = 120.0


def storm(tmp_path: Path, kills: int, seed: int) -> None:
    """Four phones tap; the server is killed at a random moment, so many times."""
    chance = random.Random(seed)
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, *PLAYERS)
        stop = threading.Event()
        phones = [
            LedgerPhone(server, game, player, tmp_path / f"{player}.jsonl", seed + n, stop)
            for n, player in enumerate(PLAYERS)
        ]
        threads = [threading.Thread(target=phone.run) for phone in phones]
        for thread in threads:
            thread.start()
        for _ in range(kills):
            _let_them_tap(phones, chance.randrange(4, 40))
            time.sleep(chance.uniform(0.0, 0.03))
            server.kill()
            server.start()
        _let_them_tap(phones, 20)
        stop.set()
        for thread in threads:
            thread.join(LONGEST_WAIT_SECONDS)
            assert not thread.is_alive()
        _explained(server, phones, game.code, game.tokens["Ana"], kills)


def _let_them_tap(phones: list[LedgerPhone], answers: int) -> None:
    """Wait until the phones got so many answers more, however slow this machine is just now."""
    wanted = sum(phone.answers for phone in phones) + answers
    until = time.monotonic() + LONGEST_WAIT_SECONDS
    while sum(phone.answers for phone in phones) < wanted:
        assert time.monotonic() < until, "the phones get no answers"
        time.sleep(0.002)


def _explained(
    server: Server, phones: list[LedgerPhone], code: str, token: str, kills: int
) -> None:
    export = ask(server.port, "GET", f"/tables/{code}/export", token=token)
    view = ask(server.port, "GET", f"/tables/{code}", token=token)
    assert (export.status, view.status) == (200, 200)
    # The ids of joins and of the deal are not in the ledgers.
    found = explain([phone.ledger for phone in phones], export.body, view.body["view"])
    lost_answers = sum(phone.lost_answers for phone in phones)
    repeats = sum(phone.repeats for phone in phones)
    print(
        f"{kills} kills: {found.acknowledged} acknowledged, {found.refused} refused, "
        f"{found.events} events, {lost_answers} lost answers, {repeats} repeats, "
        f"start {sorted(server.started_in)[len(server.started_in) // 2]:.2f} s"
    )
    assert found.faults == ()
    assert [fault for phone in phones for fault in phone.faults] == []
    assert found.acknowledged > 4 * kills
    assert lost_answers > 0
    assert repeats > 0
    assert check(server.data / DATA_FILE) == ()


def test_ten_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    storm(tmp_path, kills=10, seed=20260504)


@pytest.mark.soak
def test_a_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    storm(tmp_path, kills=100, seed=20260505)
