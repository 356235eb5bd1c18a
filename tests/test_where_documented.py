"""docs/where.md points at what is there: each file exists, and each name stands in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PAGE = PROJECT / "docs" / "where.md"
POINTERS = re.findall(r"`(\w+/[\w/]+\.\w+)`(?: `(\w+)`)?", PAGE.read_text(encoding="utf-8"))
LINKS = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("path", "name"), POINTERS)
def test_what_is_named_is_defined_there(path: str, name: str) -> None:
    defined = rf"(?m)^\s*(?:def |class )?{name}\b(?:[(\[:]| =)" if name else ""
    assert re.search(defined, (PROJECT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_somewhere(link: str) -> None:
    assert (PAGE.parent / link).exists()
