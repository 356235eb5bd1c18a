"""Pings are passed on, and the sweep goes on whatever one table's fault may be."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from companion.live import pings_and_sweep
from companion.live.pings_and_sweep import PingsAndSweep
from companion.services.tables.tables import Tables


@dataclass
class Listening:
    """A store whose pings the test sends."""

    heard: Callable[[str, int], None] = lambda code, edition: None
    missed: Callable[[], None] = lambda: None

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self.heard, self.missed = heard, missed


@dataclass
class Noting:
    """Tables that note what they are told, and fail when the test says so."""

    moves: list[tuple[str, int | None]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    swept: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    fails: bool = False

    def moved(self, code: str, edition: int | None) -> None:
        self.moves.append((code, edition))
        if self.fails:
            raise RuntimeError("of one table")

    def gone(self, code: str) -> None:
        self.forgotten.append(code)

    def sweep(self) -> None:
        self.swept.release()
        if self.fails:
            raise RuntimeError("of one table")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pings_and_sweep, "SWEEP_SECONDS", 0.001)


def _started(tables: Noting) -> tuple[PingsAndSweep, Listening, list[BaseException]]:
    store, faults = Listening(), cast(list[BaseException], [])
    started = PingsAndSweep(cast(Tables, tables), cast(Any, store), faults.append)
    started.start()
    return started, store, faults


def test_pings_are_passed_on_and_nought_means_look_yourself() -> None:
    tables = Noting()
    started, store, _ = _started(tables)

    store.heard("BBBBBB", 7)
    store.heard("CCCCCC", 0)
    store.heard("DDDDDD", -1)
    started.close()

    assert tables.moves == [("BBBBBB", 7), ("CCCCCC", None)]
    assert tables.forgotten == ["DDDDDD"]


def test_missed_pings_are_swept_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pings_and_sweep, "SWEEP_SECONDS", 3600)
    tables = Noting()
    started, store, _ = _started(tables)
    assert tables.swept.acquire(timeout=5)

    store.missed()

    assert tables.swept.acquire(timeout=5)
    started.close()


@pytest.mark.usefixtures("quick")
def test_a_fault_of_one_table_does_not_end_the_sweep_or_the_listening() -> None:
    tables = Noting(fails=True)
    started, store, faults = _started(tables)

    for _ in range(3):
        assert tables.swept.acquire(timeout=5)
    store.heard("BBBBBB", 7)
    store.heard("BBBBBB", 8)
    started.close()

    assert tables.moves == [("BBBBBB", 7), ("BBBBBB", 8)]
    assert {type(fault) for fault in faults} == {RuntimeError}
