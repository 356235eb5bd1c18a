"""`python -m tests.measure.mutation [NUMBER|all]`: do the core's tests notice a changed rule?

mutmut changes the rules and tallies of both games one by one (`[tool.mutmut]` in pyproject.toml) in
a copy of the project, and runs the core's tests and transcripts that reach the change, until one
fails. By default 900 changes of some 8,000 are tried, drawn with a fixed seed; survivors are shown
with their difference. Fewer than 90 % noticed is a failure.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
COPIED = ("companion", "templates", "tests", "app.py", "pyproject.toml")
MUTMUT = Path(sys.executable).with_name("mutmut")
SEED, SAMPLE = 9, 900
BAR = 0.90
KILLED = frozenset({1, 3, 24, 36, 152, 255, -9, -24})
"""A test failed, or the change made it run for ever (mutmut's codes)."""


def main(words: list[str]) -> int:
    """Make the changes, try them, print the score and who survived."""
    with tempfile.TemporaryDirectory(prefix="backroom-mutation-") as folder:
        copy = Path(folder)
        for name in COPIED:
            source = PROJECT / name
            if source.is_dir():
                shutil.copytree(
                    source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "browser")
                )
            else:
                shutil.copy(source, copy / name)
        _mutmut(copy, "run", "--max-children", "2", "none")  # only makes the changes
        names = sorted(name for name, _ in _results(copy))
        if words != ["all"]:
            random.Random(SEED).shuffle(names)
            names = names[: int(words[0]) if words else SAMPLE]
        _mutmut(copy, "run", "--max-children", "2", *names)
        codes = dict(_results(copy))
        survived = [name for name in names if codes[name] not in KILLED]
        for name in survived:
            print(_mutmut(copy, "show", name))
    score = 1 - len(survived) / len(names)
    print(f"{len(names) - len(survived)} of {len(names)} changes were noticed: {score:.1%}")
    return 0 if score >= BAR else 1


def _results(copy: Path) -> Iterator[tuple[str, int | None]]:
    """(change, exit code of its tests) of every change that was made."""
    for path in sorted((copy / "mutants").rglob("*.meta")):
        yield from json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()


def _mutmut(copy: Path, *words: str) -> str:
    ran = subprocess.run(
        [str(MUTMUT), *words], cwd=copy, check=False, capture_output=True, text=True
    )
    return ran.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
