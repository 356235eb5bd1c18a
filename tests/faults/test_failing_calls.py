"""The n-th call to the disk fails, for every n: trouble is told, nothing is half, all goes on."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.services.ports import Change, Conflict, StorageTrouble, TableRow, Written
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store
from companion.storage.writer import commit_group
from tests.faults.disk import FAILURES, Disk, Fault, watched_disk
from tests.storage.rows_builder import AT, a_new_table, a_snapshot, appended, stored

COUNTED = tuple(FAILURES)


@dataclass
class Script:
    """A few commits, alone and in a group, a snapshot, checkpoints, and a forgotten table."""

    folder: Path
    disk: Disk
    kept: dict[str, list[Change]] = field(default_factory=dict)
    troubles: Counter[str] = field(default_factory=Counter)

    def run(self, fault: Fault) -> None:
        """Everything is tried until it is done; the fault ends by itself."""
        self.disk.fails = fault
        store = self._open()
        store._writer.alone(lambda c: c.execute("PRAGMA wal_autocheckpoint = 12"))
        for code in ("BBBBBB", "CCCCCC"):
            self._written(store, [a_new_table(code)])
        for number in range(6):
            codes = ("BBBBBB", "CCCCCC") if number % 2 else ("BBBBBB",)
            self._written(store, [self._next(code, number) for code in codes])
            self._reads(store)
        self._forgotten(store)
        self._reads(store)
        with contextlib.suppress(sqlite3.Error):
            store.close()
        self.disk.fails = None

    def _open(self) -> SqliteStore:
        while True:
            opened = open_store(self.folder)
            if isinstance(opened, SqliteStore):
                return opened
            self.troubles[opened.code] += 1

    def _next(self, code: str, number: int) -> Change:
        change = appended(self._row(code), 2, id=f"tap-{number}")
        return replace(change, snapshot=a_snapshot(change)) if number == 3 else change

    def _row(self, code: str) -> TableRow:
        return self.kept[code][-1].row

    def _written(self, store: SqliteStore, group: list[Change]) -> None:
        """The same change again after trouble, as a phone does that got no 200."""
        while True:
            if len(group) == 1:
                outcomes = [store.write(group[0])]
            else:
                outcomes = store._writer.alone(lambda c: commit_group(c, group))  # type: ignore[assignment]
            if outcomes == [Written()] * len(group):
                break
            assert Conflict() not in outcomes, "what was refused was done in part"
            assert len({o.code for o in outcomes if isinstance(o, StorageTrouble)}) == 1
            self.troubles[outcomes[0].code] += 1  # type: ignore[union-attr]
        for change in group:
            self.kept.setdefault(change.code, []).append(change)

    def _reads(self, store: SqliteStore) -> None:
        """What is read is what was written, or the trouble is told."""
        for code, changes in self.kept.items():
            while isinstance(found := store.read_table(code), StorageTrouble):
                self.troubles[found.code] += 1
            assert found == stored(*changes)

    def _forgotten(self, store: SqliteStore) -> None:
        while isinstance(outcome := store.forget(["CCCCCC"], AT), StorageTrouble):
            self.troubles[outcome.code] += 1
            found = store.read_table("CCCCCC")
            assert found is None or isinstance(found, StorageTrouble) or (
                found == stored(*self.kept["CCCCCC"])
            )  # fmt: skip
        self.kept.pop("CCCCCC")
        while isinstance(found := store.read_table("CCCCCC"), StorageTrouble):
            self.troubles[found.code] += 1
        assert found is None


@pytest.fixture
def disk() -> Iterator[Disk]:
    with watched_disk() as watched:
        yield watched


def faults(tmp_path: Path, disk: Disk, every: int, seed: int) -> None:
    """Run the script with the n-th call failing; n goes up by about `every`."""
    chance = random.Random(seed)
    counting = Fault(first=0, calls=0)
    Script(_fresh(tmp_path), disk).run(counting)
    troubles, failed, runs, n = Counter[str](), Counter[str](), 0, 1
    while n <= counting.counted:
        fault = Fault(n, chance.choice((1, 1, 2, 5, 20)), chance.random() < 0.5)
        script = Script(_fresh(tmp_path), disk)
        script.run(fault)
        troubles += script.troubles
        failed += fault.failed
        again = open_store(script.folder)
        assert isinstance(again, SqliteStore)
        assert again._writer.alone(lambda c: c.execute("PRAGMA integrity_check").fetchall()) == [
            ("ok",)
        ]
        for code, changes in script.kept.items():
            assert again.read_table(code) == stored(*changes)
        again.close()
        runs, n = runs + 1, n + 1 + chance.randrange(2 * every - 1)
    print(f"{runs} of {counting.counted} calls: failed {dict(failed)}, told {dict(troubles)}")
    assert set(failed) >= {"write", "sync", "read", "open"}
    assert set(troubles) >= {"io", "disk_full", "read_only"}


def _fresh(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def test_failing_calls_are_told_and_nothing_is_half(tmp_path: Path, disk: Disk) -> None:
    faults(tmp_path, disk, every=9, seed=20261130)


@pytest.mark.soak
def test_every_single_failing_call_is_told_and_nothing_is_half(tmp_path: Path, disk: Disk) -> None:
    for seed in range(5):
        faults(tmp_path, disk, every=1, seed=seed)


def test_data_file_is_there_after_the_trouble(tmp_path: Path, disk: Disk) -> None:
    disk.fails = Fault(first=1, calls=1)

    assert isinstance(open_store(tmp_path), StorageTrouble)
    disk.fails = None
    opened = open_store(tmp_path)

    assert isinstance(opened, SqliteStore)
    assert (tmp_path / DATA_FILE).exists()
    opened.close()
