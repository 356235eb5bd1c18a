"""Fixtures of the store's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, cast

import pytest

from companion.services.deck_ports import DeckStore
from companion.services.ports import Store
from companion.storage.sqlite import SqliteStore, open_store


class AnyStore(Store, Protocol):
    """What every kind of store is: tables and, beside them, decks."""

    def decks(self) -> DeckStore:
        """The decks that people made."""

    def close(self) -> None:
        """Finish what is written."""


def _sqlite(folder: Path) -> AnyStore:
    opened = open_store(folder)
    assert isinstance(opened, SqliteStore)
    return opened


STORES: dict[str, Callable[[Path], AnyStore]] = {"sqlite": _sqlite}
"""Every kind of store, opened new in a folder of its own; what holds for one holds for all."""


@pytest.fixture(params=sorted(STORES))
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyStore]:
    """A new store of each kind."""
    opened = STORES[cast(str, request.param)](tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A new store in a folder of its own."""
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    yield opened
    opened.close()
