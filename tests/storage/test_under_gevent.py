"""The store under gevent's patched threads: one native writer, and a loop that goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent


def test_greenlets_share_commits_on_one_native_thread_off_the_loop(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "tests.storage.gevent_writers", str(tmp_path)]

    ran = subprocess.run(
        program, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["written"], told["threads"], told["on_the_loop"]) == (48, 1, False)
    assert told["commits"] <= 12
    assert told["read"] == 3
    # The slow disk holds the writer for 150 ms a commit; the loop must go round meanwhile.
    assert told["fewest_ticks"] >= 2
