"""Every test that a document names as its proof is really there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("docs/faults.md", "docs/threat-model.md")
NAMED = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|json))`|`(test_\w+)`")


def named_tests(document: str) -> list[tuple[str, str | None]]:
    """(file below tests/, test in it or None) in the order of the document's lines."""
    found: list[tuple[str, str | None]] = []
    for line in (PROJECT / document).read_text(encoding="utf-8").splitlines():
        if not line.startswith("| "):
            continue
        file = ""
        for place, test in NAMED.findall(line):
            file = place or file
            found.append((file, test or None))
    return found


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_named_test_is_there(document: str) -> None:
    missing = [
        (file, test)
        for file, test in named_tests(document)
        if not (PROJECT / "tests" / file).is_file()
        or (
            test is not None
            and f"def {test}(" not in (PROJECT / "tests" / file).read_text(encoding="utf-8")
        )
    ]

    assert missing == []


def test_sixty_faults_are_walked_through() -> None:
    text = (PROJECT / "docs/faults.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "`" in line]

    assert len(rows) >= 60
