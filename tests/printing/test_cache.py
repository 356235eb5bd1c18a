"""What is kept can always be made again: losing, damaging or filling it loses nothing."""

from __future__ import annotations

import os
from pathlib import Path

from companion.core.decks.model import Deck
from companion.printing.cache import Cache
from companion.worker_process import TaskDone, WorkerProcess

NAME = "0123456789abcdef" * 4


def test_what_was_kept_is_found_by_another_process(tmp_path: Path) -> None:
    Cache(tmp_path).write("faces", NAME, b"data")
    assert Cache(tmp_path).read("faces", NAME) == b"data"
    assert Cache(tmp_path).read("fonts", NAME) is None


def test_only_content_hashes_are_names(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "made")
    for name in ("../../escape", "a/b", "", "0123456789ABCDEF", "x" * 32):
        assert cache.path("faces", name) is None
        Cache(tmp_path / "made").write("faces", name, b"data")
    assert list(tmp_path.rglob("*")) == []


def test_the_oldest_make_room(tmp_path: Path) -> None:
    cache = Cache(tmp_path, largest_bytes=60)
    names = [f"{number:064x}" for number in range(4)]
    for age, name in enumerate(names):
        cache.write("faces", name, b"0123456789")
        path = cache.path("faces", name)
        assert path is not None
        os.utime(path, (1_000 + age, 1_000 + age))
    assert cache.prune() == 2
    fresh = Cache(tmp_path)
    assert [fresh.read("faces", name) is not None for name in names] == [False, False, True, True]


def test_a_folder_that_cannot_be_written_keeps_in_memory_only(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    cache = Cache(blocked)
    cache.write("faces", NAME, b"data")
    assert cache.read("faces", NAME) == b"data"
    assert Cache(blocked).read("faces", NAME) is None


def test_damaged_faces_and_fonts_are_made_again(starter: Deck, tmp_path: Path) -> None:
    task = {"task": "deck", "deck": starter.to_json(), "options": {"style": "plain"}}
    first = WorkerProcess(tmp_path)
    before = first.run(task)
    first.close()
    kept = [
        path
        for kind in ("faces", "fonts")
        for path in sorted((tmp_path / kind).rglob("*"))
        if path.is_file()
    ]
    assert len(kept) > 63
    for number, path in enumerate(kept):
        data = path.read_bytes()
        damaged = [b"", b"{}", data[:-9], data[:40] + bytes([data[40] ^ 1]) + data[41:]]
        path.write_bytes(damaged[number % 4])
    second = WorkerProcess(tmp_path)
    after = second.run(task)
    second.close()
    assert isinstance(before, TaskDone)
    assert isinstance(after, TaskDone)
    assert after.data == before.data
