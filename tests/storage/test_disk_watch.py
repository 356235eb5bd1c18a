"""A full disk with a ballast, a file that cannot be written, and what is told about it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.services.ports import StorageTrouble, Written
from companion.storage.ballast import Ballast
from companion.storage.disk_watch import LOOK_SECONDS, NEARLY_FULL, DiskWatch
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store, open_to_read
from tests.faults.disk import FULL, watched_disk
from tests.services.desk import HandClock
from tests.storage.rows_builder import a_new_table, appended, stored

SMALL = 40_000


class FullUntil:
    """The disk is full as long as this file is there, and a number of writes after that."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, kind: str, path: str) -> int | None:
        return FULL if kind == "write" and self.path.exists() else None


@contextmanager
def on_a_full_disk(tmp_path: Path) -> Iterator[tuple[SqliteStore, Ballast]]:
    ballast = Ballast(tmp_path, SMALL)
    with watched_disk() as disk:
        opened = open_store(tmp_path, ballast.give_up)
        assert isinstance(opened, SqliteStore)
        assert opened.write(a_new_table()) == Written()
        assert ballast.make()
        disk.fails = FullUntil(ballast.path)
        yield opened, ballast
        opened.close()


def test_ballast_takes_its_room_once_and_is_no_harm_when_deleted(tmp_path: Path) -> None:
    ballast = Ballast(tmp_path, SMALL)

    made, again = ballast.make(), ballast.make()
    size = ballast.path.stat().st_size
    ballast.path.unlink()

    assert (made, again, size) == (True, True, SMALL)
    assert (ballast.give_up(), ballast.given_up) == (False, False)
    assert ballast.make()


def test_ballast_is_not_made_where_there_is_no_room_to_spare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=3 * SMALL))
    ballast = Ballast(tmp_path, SMALL)

    assert not ballast.make()
    assert not ballast.path.exists()


def test_half_a_ballast_is_made_whole(tmp_path: Path) -> None:
    ballast = Ballast(tmp_path, SMALL)
    ballast.path.write_bytes(b"x" * 100)

    assert ballast.make()
    assert ballast.path.stat().st_size == SMALL


def test_tap_on_a_full_disk_takes_the_ballast_and_is_recorded(tmp_path: Path) -> None:
    with on_a_full_disk(tmp_path) as (store, ballast):
        change = appended(a_new_table().row)

        outcome = store.write(change)

        assert outcome == Written()
        assert store.read_table("BBBBBB") == stored(a_new_table(), change)
        assert (ballast.given_up, ballast.path.exists(), store.trouble) == (True, False, None)


def test_what_is_no_tap_leaves_the_ballast_to_the_taps(tmp_path: Path) -> None:
    with on_a_full_disk(tmp_path) as (store, ballast):
        store.try_writing("2026-05-04T19:30:00.000Z")

        assert isinstance(store.trouble, StorageTrouble)
        assert (store.trouble.code, ballast.path.exists()) == ("disk_full", True)


def test_start_on_a_full_disk_takes_the_ballast(tmp_path: Path) -> None:
    ballast = Ballast(tmp_path, SMALL)
    assert ballast.make()
    with watched_disk() as disk:
        disk.fails = FullUntil(ballast.path)

        opened = open_store(tmp_path, ballast.give_up)

        assert isinstance(opened, SqliteStore)
        assert ballast.given_up
        opened.close()


class Store:
    """Only the trouble, and how often it was tried."""

    def __init__(self) -> None:
        self.trouble: StorageTrouble | None = None
        self.tries = 0
        self.over = False

    def look(self) -> None:
        """Its file never moves."""

    def try_writing(self, now: str) -> None:
        self.tries += 1
        if self.over:
            self.trouble = None


def test_trouble_is_told_everywhere_and_so_is_its_end(tmp_path: Path) -> None:
    store, clock, changes = Store(), HandClock(), []
    ballast = Ballast(tmp_path, SMALL)
    watch = DiskWatch(store, ballast, clock, lambda: changes.append(store.trouble))
    watch.tick()
    assert (watch.at_the_table(), watch.at_the_doctor(), watch.on_the_terminal()) == (None,) * 3

    store.trouble = StorageTrouble("disk_full")
    watch.tick()
    told = watch.at_the_table()
    assert told is not None
    assert told.text.startswith("The disk is full.")
    assert watch.at_the_doctor() == told
    assert "no tap is recorded" in str(watch.on_the_terminal())
    assert (len(changes), store.tries) == (1, 0)

    store.over = True
    clock.pass_seconds(LOOK_SECONDS)
    watch.tick()
    assert (watch.at_the_table(), watch.on_the_terminal()) == (None, None)
    assert (len(changes), store.tries) == (2, 1)


def test_given_up_ballast_is_told_until_it_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, ballast = HandClock(), Ballast(tmp_path, SMALL)
    watch = DiskWatch(Store(), ballast, clock, lambda: None)
    watch.tick()
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
        assert ballast.give_up()
        clock.pass_seconds(LOOK_SECONDS)
        watch.tick()

        told = watch.at_the_doctor()
        assert told is not None
        assert told.text == NEARLY_FULL
        assert watch.at_the_table() is None
        assert "gave up its reserve" in str(watch.on_the_terminal())

    clock.pass_seconds(LOOK_SECONDS)
    watch.tick()
    assert (watch.at_the_doctor(), watch.on_the_terminal()) == (None, None)
    assert ballast.path.exists()


def test_file_that_cannot_be_written_is_read_and_written_again_later(tmp_path: Path) -> None:
    new = a_new_table()
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    opened.write(new)
    opened.close()
    change = appended(new.row)
    with watched_disk() as disk:
        # No file may be made beside it, as on a disk that went read-only.
        disk.fails = lambda kind, path: 14 if kind == "open" and path.endswith("-wal") else None
        trouble = open_store(tmp_path)
        assert isinstance(trouble, StorageTrouble)
        store = open_to_read(tmp_path, trouble)
        assert isinstance(store, SqliteStore)

        read, refused = store.read_table("BBBBBB"), store.write(change)
        told = store.trouble
        disk.fails = None
        store.try_writing("2026-05-04T19:30:00.000Z")
        written = store.write(change)

        assert read == stored(new)
        assert isinstance(refused, StorageTrouble)
        assert (refused.code, told) == ("read_only", refused)
        assert (written, store.trouble) == (Written(), None)
        assert store.read_table("BBBBBB") == stored(new, change)
        store.close()


@pytest.mark.parametrize("code", ["corrupt", "newer_schema", "older_schema", "locked"])
def test_other_trouble_is_no_reason_to_open_half(code: str, tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    opened.close()

    assert open_to_read(tmp_path, StorageTrouble(code)) == StorageTrouble(code)


def test_nothing_to_read_is_the_trouble_itself(tmp_path: Path) -> None:
    trouble = StorageTrouble("read_only")
    (tmp_path / DATA_FILE).write_bytes(b"")

    assert open_to_read(tmp_path / "none", trouble) == trouble
    assert open_to_read(tmp_path, trouble) == trouble
