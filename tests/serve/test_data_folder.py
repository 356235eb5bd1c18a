"""One Backroom per data folder, and a second start that finds the first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.serve.data_folder import DataFolder, Running, Unusable, hold, read_running

PROJECT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys
from pathlib import Path
from companion.serve.data_folder import hold, Running
folder = hold(Path(sys.argv[1]))
folder.tell(Running(1234, 8001, "http://localhost:8001", "http://192.168.1.5:8001"))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def another(tmp_path):
    """Another process that holds the folder until the test ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        text=True,
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def taken(path: Path) -> DataFolder:
    folder = hold(path)
    assert isinstance(folder, DataFolder)
    return folder


def test_a_new_folder_is_made_and_held(tmp_path):
    folder = taken(tmp_path / "deep" / "data")

    assert folder.port is None
    assert (tmp_path / "deep" / "data").is_dir()
    folder.release()


def test_held_folder_tells_where_the_live_backroom_is(tmp_path, another):
    assert hold(tmp_path) == Running(1234, 8001, "http://localhost:8001", "http://192.168.1.5:8001")


def test_folder_of_a_killed_backroom_is_free_at_once(tmp_path, another):
    another.kill()
    another.wait()

    taken(tmp_path).release()


def test_held_but_silent_folder_says_so(tmp_path, another):
    (tmp_path / "running.json").unlink()

    answer = hold(tmp_path)

    assert isinstance(answer, Unusable)
    assert "starting or stopping" in answer.sentence


def test_release_lets_the_next_one_in(tmp_path):
    taken(tmp_path).release()

    taken(tmp_path).release()
    assert read_running(tmp_path) is None


def test_port_is_kept_for_the_next_start(tmp_path):
    folder = taken(tmp_path)
    folder.keep_port(8003)
    folder.release()

    again = taken(tmp_path)
    assert again.port == 8003
    again.release()


@pytest.mark.parametrize("nonsense", ["", "eight", "0", "70000", "-1"])
def test_a_damaged_port_file_counts_as_none(tmp_path, nonsense):
    (tmp_path / "port").write_text(nonsense, encoding="ascii")
    folder = taken(tmp_path)

    assert folder.port is None
    folder.release()


def test_a_file_in_the_folders_place_is_told_in_a_sentence(tmp_path):
    (tmp_path / "data").write_text("not a folder", encoding="ascii")

    answer = hold(tmp_path / "data")

    assert isinstance(answer, Unusable)
    assert answer.sentence.startswith(f"The data folder {tmp_path / 'data'} cannot be used: ")


def test_a_child_that_outlives_us_does_not_hold_the_folder(tmp_path):
    script = HOLDER.replace(
        'print("held", flush=True)\nsys.stdin.read()',
        'import subprocess\nchild = subprocess.Popen(["sleep", "60"], close_fds=False, stdout=-3)\n'
        "print(child.pid, flush=True)",
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=PROJECT,
        text=True,
        stdout=subprocess.PIPE,
        check=True,
        timeout=20,
    )
    try:
        taken(tmp_path).release()
    finally:
        os.kill(int(ended.stdout), 9)
