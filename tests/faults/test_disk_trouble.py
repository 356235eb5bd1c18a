"""A disk that is full, and a file that another program holds: taps wait, screens do not."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.server import Game, Told, a_running_game, ask, running


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB; only root may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def tap(port: int, game: Game, number: int) -> Told:
    body = {"event": "hand_corrected", "player": "Ana", "count": number % 6, "id": f"tap-{number}"}
    return ask(port, "POST", game.path("/events"), body, game.tokens["Ana"])


def test_full_disk_stops_taps_with_a_sentence_and_goes_on_by_itself(small_disk: Path) -> None:
    with running(small_disk) as server:
        game = a_running_game(server.port, "Ana", "Ben")
        filler = small_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(b"x" * 4096):
                pass
        recorded, number = 0, 0
        while (told := tap(server.port, game, number)).status == 200:
            recorded, number = recorded + 1, number + 1
            assert number < 5000, "the disk is never full"

        assert told.status == 503
        assert told.body["refused"]["code"] == "storage_trouble"
        assert told.body["refused"]["trouble"] == "disk_full"
        assert told.body["refused"]["message"].startswith("The disk is full.")
        assert told.retry_after is not None
        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        assert (shown.status, shown.body["version"]) == (200, 4 + recorded)

        filler.unlink()
        again = tap(server.port, game, number)
        assert (again.status, again.body["version"]) == (200, 5 + recorded)
        export = ask(server.port, "GET", game.path("/export"), token=game.tokens["Ana"])
        ids = [event["id"] for event in export.body["events"][4:]]
        assert ids == [f"tap-{each}" for each in range(number + 1)]
        assert check(small_disk / DATA_FILE) == ()


def test_locked_file_answers_503_and_goes_on_when_it_is_free(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, "Ana", "Ben")
        other = sqlite3.connect(server.data / DATA_FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        told = tap(server.port, game, 1)
        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        other.execute("ROLLBACK")
        other.close()
        again = tap(server.port, game, 1)

        assert (told.status, told.body["refused"]["trouble"]) == (503, "locked")
        assert (shown.status, shown.body["version"]) == (200, 4)
        assert (again.status, again.body["version"]) == (200, 5)
