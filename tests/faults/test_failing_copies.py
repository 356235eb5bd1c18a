"""Backup, restore and check while any call to the disk fails: whole, or not there at all."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.services.ports import StorageTrouble
from companion.storage.backup import restore, take_backup
from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.disk import FULL, Disk, Fault, watched_disk
from tests.golden.add import GOLDEN

SOUND = GOLDEN / "0.1.0-schema-1" / DATA_FILE


def with_each_call_failing(
    work: Callable[[Path], None], tmp_path: Path, disk: Disk, every: int, seed: int
) -> Counter[str]:
    """Do the work in a new folder with the n-th call failing, for about every so many n."""
    chance, failed, n = random.Random(seed), Counter[str](), 1
    while True:
        folder = tmp_path / "work"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        disk.fails = fault = Fault(n, chance.choice((1, 3, 1000)), chance.random() < 0.5)
        work(folder)
        disk.fails = None
        failed += fault.failed
        if fault.counted < n:
            return failed
        n += 1 + chance.randrange(2 * every - 1)


def _backup(folder: Path) -> None:
    shutil.copy(SOUND, folder / DATA_FILE)
    target = folder / "copies" / "copy.sqlite3"

    taken = take_backup(folder / DATA_FILE, target)

    if isinstance(taken, StorageTrouble):
        assert not target.parent.exists() or list(target.parent.iterdir()) == []
    else:
        assert target.read_bytes()[:16] == b"SQLite format 3\0"
        shutil.copy(target, folder.parent / "taken.sqlite3")


def _restore(folder: Path) -> None:
    (folder / DATA_FILE).write_bytes(b"what was there before")
    shutil.copy(SOUND, folder / "backup.sqlite3")  # reading leaves files beside what is read

    put = restore(folder / "backup.sqlite3", folder / DATA_FILE)

    if isinstance(put, StorageTrouble):
        assert (folder / DATA_FILE).read_bytes() == b"what was there before"
    else:
        assert put is not None
        assert put.read_bytes() == b"what was there before"
        shutil.copy(folder / DATA_FILE, folder.parent / "put.sqlite3")


def _check(folder: Path) -> None:
    """What could not be read is told; what could be read is sound."""
    shutil.copy(SOUND, folder / DATA_FILE)

    findings = check(folder / DATA_FILE)

    if not isinstance(findings, StorageTrouble):
        assert all("unable to get the page" in finding.detail for finding in findings)


@pytest.mark.parametrize("work", [_backup, _restore, _check])
def test_copy_on_a_failing_disk_is_whole_or_not_there(
    work: Callable[[Path], None], tmp_path: Path
) -> None:
    with watched_disk() as disk:
        failed = with_each_call_failing(work, tmp_path, disk, every=20, seed=20261130)

    print(work.__name__, dict(failed))
    assert sum(failed.values()) > 5
    for made in tmp_path.glob("*.sqlite3"):
        assert check(made) == ()


@pytest.mark.soak
@pytest.mark.parametrize("work", [_backup, _restore, _check])
def test_copy_with_every_single_call_failing_is_whole_or_not_there(
    work: Callable[[Path], None], tmp_path: Path
) -> None:
    with watched_disk() as disk:
        with_each_call_failing(work, tmp_path, disk, every=2, seed=1)


def test_backup_to_a_full_disk_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    shutil.copy(SOUND, tmp_path / "sound.sqlite3")
    with watched_disk() as disk:
        disk.fails = lambda kind, path: FULL if kind == "write" else None

        taken = take_backup(tmp_path / "sound.sqlite3", tmp_path / "copies" / "copy.sqlite3")

        disk.fails = None
    assert isinstance(taken, StorageTrouble)
    assert taken.code == "disk_full"
    assert list((tmp_path / "copies").iterdir()) == []
