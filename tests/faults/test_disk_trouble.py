"""A disk that is full or read-only, a file that somebody holds: taps wait, screens do not."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.storage.ballast import BALLAST_BYTES
from companion.storage.check import check
from companion.storage.schema import DATA_FILE
from tests.faults.server import Game, Told, a_running_game, ask, running

NOTICED_SECONDS = 15.0
SEATED = 4
"""Events of a running game before the first tap: two seats, the first player, the deal."""


@contextlib.contextmanager
def a_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A small disk of its own; only root may make one."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("no right to mount a small disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with a_disk(tmp_path / "disk", megabytes=4) as folder:
        yield folder


@pytest.fixture
def larger_disk(tmp_path: Path) -> Iterator[Path]:
    """With room for the ballast."""
    with a_disk(tmp_path / "disk", megabytes=24) as folder:
        yield folder


def tap(port: int, game: Game, number: int) -> Told:
    body = {"event": "hand_corrected", "player": "Ana", "count": number % 6, "id": f"tap-{number}"}
    return ask(port, "POST", game.path("/events"), body, game.tokens["Ana"])


def taps_until_refused(port: int, game: Game, number: int) -> tuple[Told, int]:
    """Tap on until one is not recorded; its answer and its number."""
    while (told := tap(port, game, number)).status == 200:
        number += 1
        assert number < 20_000, "the disk is never full"
    return told, number


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with contextlib.suppress(OSError), filler.open("ab", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    return filler


def page(port: int, path: str) -> str:
    """A page as this computer's browser gets it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(
            "GET", path, headers={"Host": f"localhost:{port}", "Accept": "text/html"}
        )
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + NOTICED_SECONDS
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def all_recorded(port: int, game: Game, last: int) -> bool:
    export = ask(port, "GET", game.path("/export"), token=game.tokens["Ana"])
    ids = [event["id"] for event in export.body["events"][SEATED:]]
    return ids == [f"tap-{number}" for number in range(last + 1)]


def test_full_disk_stops_taps_with_a_sentence_and_goes_on_by_itself(small_disk: Path) -> None:
    with running(small_disk) as server:
        game = a_running_game(server.port, "Ana", "Ben")
        filler = fill(small_disk)
        told, number = taps_until_refused(server.port, game, 0)

        assert told.status == 503
        assert told.body["refused"]["code"] == "storage_trouble"
        assert told.body["refused"]["trouble"] == "disk_full"
        assert told.body["refused"]["message"].startswith("The disk is full.")
        assert told.retry_after is not None
        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        assert (shown.status, shown.body["version"]) == (200, SEATED + number)
        wait_until(lambda: "The disk is full" in server.said())
        assert "The disk is full." in page(server.port, game.path())
        assert "The disk is full." in page(server.port, "/doctor")

        filler.unlink()
        again = tap(server.port, game, number)
        assert (again.status, again.body["version"]) == (200, SEATED + 1 + number)
        wait_until(lambda: "The disk is full." not in page(server.port, game.path()))
        assert all_recorded(server.port, game, number)
        assert check(small_disk / DATA_FILE) == ()


def test_ballast_lets_an_evening_go_on_when_the_disk_is_full(larger_disk: Path) -> None:
    with running(larger_disk) as server:
        game = a_running_game(server.port, "Ana", "Ben")
        ballast = larger_disk / "ballast"
        wait_until(lambda: ballast.exists() and ballast.stat().st_size == BALLAST_BYTES)
        filler = fill(larger_disk)

        number = 0
        while ballast.exists():
            assert tap(server.port, game, number).status == 200
            number += 1
            fill(larger_disk) if ballast.exists() else None
        for _ in range(100):
            assert tap(server.port, game, number).status == 200
            number += 1
        wait_until(lambda: "gave up its reserve" in server.said())
        assert "nearly full" in page(server.port, "/doctor")
        assert "nearly full" not in page(server.port, game.path())

        fill(larger_disk)
        told, number = taps_until_refused(server.port, game, number)
        assert (told.status, told.body["refused"]["trouble"]) == (503, "disk_full")

        filler.unlink()
        assert tap(server.port, game, number).status == 200
        wait_until(lambda: ballast.exists() and ballast.stat().st_size == BALLAST_BYTES)
        wait_until(lambda: "nearly full" not in page(server.port, "/doctor"))
        assert all_recorded(server.port, game, number)
        assert check(larger_disk / DATA_FILE) == ()


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_disk_that_goes_read_only_can_be_read_also_from_a_new_start(
    larger_disk: Path, end: str
) -> None:
    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(larger_disk)], check=True)

    with running(larger_disk) as server:
        game = a_running_game(server.port, "Ana", "Ben")
        assert tap(server.port, game, 0).status == 200
        getattr(server, end)()
        remount("ro")
        server.start()

        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        told = tap(server.port, game, 1)
        wait_until(lambda: "cannot be written" in server.said())

        assert (shown.status, shown.body["version"]) == (200, SEATED + 1)
        assert (told.status, told.body["refused"]["trouble"]) == (503, "read_only")
        assert "Our file cannot be written." in page(server.port, game.path())
        assert check(larger_disk / DATA_FILE) == ()

        remount("rw")
        wait_until(lambda: "Our file cannot be written." not in page(server.port, game.path()))
        again = tap(server.port, game, 1)
        assert (again.status, again.body["version"]) == (200, SEATED + 2)
        assert all_recorded(server.port, game, 1)


def test_file_that_is_moved_away_stops_taps_until_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, "Ana", "Ben")
        assert tap(server.port, game, 0).status == 200
        (server.data / DATA_FILE).rename(tmp_path / "elsewhere")

        told = tap(server.port, game, 1)
        wait_until(lambda: "moved or deleted" in server.said())

        assert (told.status, told.body["refused"]["trouble"]) == (503, "moved")
        assert "Our file was moved or deleted." in page(server.port, game.path())
        assert "Our file was moved or deleted." in page(server.port, "/doctor")
        assert check(server.data / f"{DATA_FILE}.rescued") == ()
        (tmp_path / "elsewhere").rename(server.data / DATA_FILE)
        wait_until(lambda: "moved or deleted" not in page(server.port, game.path()))
        assert tap(server.port, game, 1).status == 200
        server.kill()
        server.start()
        assert all_recorded(server.port, game, 1)


def locked_for(tmp_path: Path, seconds: float) -> None:
    with running(tmp_path / "data") as server:
        game = a_running_game(server.port, "Ana", "Ben")
        other = sqlite3.connect(server.data / DATA_FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        until = time.monotonic() + seconds
        answers = [tap(server.port, game, 0)]
        while time.monotonic() < until:
            answers.append(tap(server.port, game, 0))
        shown = ask(server.port, "GET", game.path(), token=game.tokens["Ben"])
        other.execute("ROLLBACK")
        other.close()
        again = tap(server.port, game, 0)

        told = {(each.status, each.body["refused"]["trouble"]) for each in answers}
        assert told == {(503, "locked")}
        assert (shown.status, shown.body["version"]) == (200, SEATED)
        assert (again.status, again.body["version"]) == (200, SEATED + 1)


def test_locked_file_answers_503_and_goes_on_when_it_is_free(tmp_path: Path) -> None:
    locked_for(tmp_path, seconds=0.0)


@pytest.mark.soak
def test_file_locked_for_ten_seconds_answers_503_all_the_time(tmp_path: Path) -> None:
    locked_for(tmp_path, seconds=10.0)
