"""Fixtures of the store's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, cast

import pytest

from companion.services.decks.ports import DeckStore
from companion.services.ports import Store
from companion.services.scans.ports import ScanDeckStore
from companion.storage.postgres import PostgresStore
from companion.storage.postgres import open_store as open_postgres
from companion.storage.sqlite import SqliteStore, open_store
from tests.postgres_server import PostgresServer


class AnyStore(Store, Protocol):
    """What every kind of store is: tables and, beside them, decks."""

    def decks(self) -> DeckStore:
        """The decks that people made."""

    def scan_decks(self) -> ScanDeckStore:
        """What scan ids mean."""

    def close(self) -> None:
        """Finish what is written."""


def _sqlite(folder: Path) -> AnyStore:
    opened = open_store(folder)
    assert isinstance(opened, SqliteStore)
    return opened


STORES: dict[str, Callable[[Path], AnyStore]] = {"sqlite": _sqlite}
"""Every kind of store, opened new in a folder of its own; what holds for one holds for all."""


@pytest.fixture(params=[*sorted(STORES), "postgres"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyStore]:
    """A new store of each kind."""
    if request.param == "postgres":
        yield request.getfixturevalue("postgres_store")
        return
    opened = STORES[cast(str, request.param)](tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """A database with our schema and nothing in it."""
    return postgres.emptied_database()


@pytest.fixture
def postgres_store(postgres_url: str) -> Iterator[PostgresStore]:
    """A store in an empty database."""
    opened = open_postgres(postgres_url)
    assert isinstance(opened, PostgresStore), opened
    yield opened
    opened.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A new store in a folder of its own."""
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    yield opened
    opened.close()
