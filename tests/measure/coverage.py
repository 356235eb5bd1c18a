"""`python -m tests.measure.coverage FOLDER PERCENT TESTS…`: branch coverage, and whether it does.

The processes that tests start (servers, workers, other Pythons) are counted too. What is missed is
printed file by file; fewer than PERCENT of lines and branches is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def main(words: list[str]) -> int:
    """Run, combine what all processes noted, print what was missed; the exit code says it all."""
    looked_at, percent, *tests = words
    with tempfile.TemporaryDirectory(prefix="backroom-coverage-") as folder:
        noted = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "noted")}
        failed = _run(
            noted, "run", "-m", "pytest", "-p", "tests.measure.workers",
            "--numprocesses", "auto", "--maxprocesses", "4", "--dist", "loadfile", *tests,
        )  # fmt: skip
        _run(noted, "combine", "--quiet")
        missed = _run(
            noted, "report", f"--include={looked_at}/*", f"--fail-under={percent}",
            "--precision=1", "--skip-covered", "--show-missing",
        )  # fmt: skip
    return failed or missed  # a test that failed is no reason to hide what the others ran


def _run(environment: dict[str, str], *words: str) -> int:
    command = [sys.executable, "-m", "coverage", *words]
    return subprocess.run(command, cwd=PROJECT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
