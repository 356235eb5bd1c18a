"""Fixtures of the store's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.sqlite import SqliteStore, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A new store in a folder of its own."""
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    yield opened
    opened.close()
