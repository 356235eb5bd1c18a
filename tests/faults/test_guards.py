"""What one safety alone keeps; each of these fails when that safety is taken out (mutants.py)."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.services.answers import Answered
from companion.services.ports import Change, Conflict, SeatRow, Written
from companion.storage.sqlite import SqliteStore, open_store
from tests.services.desk import Desk
from tests.storage.rows_builder import a_new_table, appended, stored

PATIENCE_SECONDS = 10.0


class SlowDisk:
    """Holds the first commit until it is told to go on; notes what else comes meanwhile."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.began, self.go_on, self.second = (threading.Event() for _ in range(3))
        self.writes = 0

    def write(self, change: Change) -> Any:
        self.writes += 1
        if self.writes == 1:
            self.began.set()
            assert self.go_on.wait(PATIENCE_SECONDS)
        else:
            self.second.set()
        return self.store.write(change)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def test_next_tap_waits_for_the_commit_of_the_one_before(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    at = desk.a_running_table("Ana", "Ben")
    disk = SlowDisk(desk.store)
    at.tables._open._store = disk  # type: ignore[assignment]
    answers: dict[str, object] = {}

    def tap(player: str) -> None:
        answers[player] = at.tap(player, "hand_corrected", player=player, count=3)

    threads = [threading.Thread(target=tap, args=(player,)) for player in ("Ana", "Ben")]
    threads[0].start()
    assert disk.began.wait(PATIENCE_SECONDS)
    threads[1].start()
    came_early = disk.second.wait(0.3)
    shown_early = at.version
    disk.go_on.set()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    desk.close()

    assert not came_early
    assert shown_early == 4, "a tap was shown before it was on the disk"
    first, second = answers["Ana"], answers["Ben"]
    assert isinstance(first, Answered)
    assert isinstance(second, Answered)
    assert (first.version, second.version) == (5, 6)


def opened(folder: Path) -> SqliteStore:
    store = open_store(folder)
    assert isinstance(store, SqliteStore)
    return store


def test_change_that_cannot_be_leaves_nothing_of_itself(tmp_path: Path) -> None:
    store, new = opened(tmp_path), a_new_table()
    first = appended(new.row, id="tap")
    twice = replace(appended(first.row, id="tap"), seats=(SeatRow(2, "Eve", None),))
    outcomes = [store.write(change) for change in (new, first, twice)]

    found = store.read_table("BBBBBB")
    store.close()

    assert outcomes == [Written(), Written(), Conflict()]
    assert found == stored(new, first)


def test_change_decided_on_an_old_head_is_not_written_over_a_newer_one(tmp_path: Path) -> None:
    store, new = opened(tmp_path), a_new_table()
    first = appended(new.row)
    other = replace(appended(new.row, 0), seats=(SeatRow(1, "Eve", None),))
    outcomes = [store.write(change) for change in (new, first, other)]

    found = store.read_table("BBBBBB")
    store.close()

    assert outcomes == [Written(), Written(), Conflict()]
    assert found == stored(new, first)
