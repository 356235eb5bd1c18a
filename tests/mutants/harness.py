"""Takes one safety out of a copy of the product and runs the test that must then fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
COPIED = ("companion", "templates")
LEFT_OUT = frozenset({".git", ".venv", "data", "build", "__pycache__", ".pytest_cache"})
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Mutant:
    """One safety that is gone."""

    name: str
    """What is missing, in words."""
    file: str
    """Below the project's folder."""
    old: str
    """Stands there exactly once."""
    new: str
    test: str
    """What must fail: a pytest address below tests/."""


def mutated_copy(mutant: Mutant, folder: Path) -> Path:
    """The project with this one change; all that is not changed is only linked to."""
    copy = folder / "project"
    copy.mkdir()
    for entry in PROJECT.iterdir():
        if entry.name in COPIED:
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(entry, copy / entry.name, ignore=skip)
        elif entry.name == "tests":
            skip = shutil.ignore_patterns("__pycache__", "mutants")
            shutil.copytree(entry, copy / entry.name, ignore=skip)
        elif entry.name not in LEFT_OUT:
            (copy / entry.name).symlink_to(entry)
    changed = copy / mutant.file
    text = changed.read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.file} has {text.count(mutant.old)} × {mutant.old}"
    changed.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    return copy


def run_test(project: Path, test: str) -> subprocess.CompletedProcess[str]:
    """Run one test of this copy with its own code."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"tests/{test}"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def is_killed(mutant: Mutant, folder: Path) -> bool:
    """Whether the named test fails, as a test and not by an error of its own set-up."""
    answer = run_test(mutated_copy(mutant, folder), mutant.test)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    return answer.returncode == 1
