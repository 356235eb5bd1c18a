"""Fixtures of the services' tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.services.decks.maker import DeckMaker
from companion.services.limits import Limits
from companion.storage.sqlite import SqliteStore, open_store
from tests.services.deck_bench import Bench
from tests.services.desk import ROOMY, CountingRandomness, Desk, HandClock


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Callable[[Limits], Desk]]:
    """Makes desks with limits of the test's own."""
    made: list[Desk] = []

    def make(limits: Limits = ROOMY) -> Desk:
        folder = tmp_path / f"data-{len(made)}"
        folder.mkdir()
        made.append(Desk(folder, limits))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def desk(desks: Callable[[Limits], Desk]) -> Desk:
    """One Backroom with room for quick taps."""
    return desks(ROOMY)


@pytest.fixture
def benches(tmp_path: Path) -> Iterator[Callable[[Limits], Bench]]:
    """Makes deck makers with limits of the test's own."""
    stores: list[SqliteStore] = []

    def make(limits: Limits) -> Bench:
        folder = tmp_path / f"data-{len(stores)}"
        folder.mkdir()
        store = open_store(folder)
        assert isinstance(store, SqliteStore)
        stores.append(store)
        clock = HandClock()
        return Bench(DeckMaker(store.decks(), clock, CountingRandomness(), limits), clock, store)

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def bench(benches: Callable[[Limits], Bench]) -> Bench:
    """One deck maker with room for quick saves."""
    return benches(Limits(events_burst=1_000, new_decks_per_hour=100))
