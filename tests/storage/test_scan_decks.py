"""Scan ids in both stores: each deck its own, a clash takes the next, the oldest leaves."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.decks.scan_marks import imprint_of, nearest_ids, own_id
from companion.services.scans.ports import ScanDeck, ScanDeckStore
from companion.storage.check import Finding, check
from companion.storage.schema import DATA_FILE
from companion.storage.sqlite import SqliteStore, open_store
from tests.storage.conftest import AnyStore

PLENTY = 1_000


@pytest.fixture
def scan_decks(any_store: AnyStore) -> ScanDeckStore:
    return any_store.scan_decks()


def a_deck(facts: str = "the cards", minute: int = 0, **changes: str) -> ScanDeck:
    at = f"2026-06-01T10:{minute:02}:00.000Z"
    return replace(ScanDeck(imprint_of(facts), facts, "mine", "My deck", at), **changes)


def clashing(first: ScanDeck) -> ScanDeck:
    """Another deck whose own id is that of the first."""
    return next(
        other
        for number in range(1_000_000)
        if own_id((other := a_deck(f"others {number}")).imprint) == own_id(first.imprint)
    )


def test_a_deck_takes_its_own_id_and_is_found_by_it(scan_decks: ScanDeckStore) -> None:
    deck = a_deck()
    assert scan_decks.scan_id(deck.imprint) == own_id(deck.imprint)
    assert scan_decks.find([own_id(deck.imprint)]) == {}
    assert scan_decks.register(deck, PLENTY) == own_id(deck.imprint)
    assert scan_decks.find([own_id(deck.imprint), "ZZZ"]) == {own_id(deck.imprint): deck}


def test_registered_again_it_keeps_its_id_and_takes_its_new_name(
    scan_decks: ScanDeckStore,
) -> None:
    scan_decks.register(a_deck(), PLENTY)
    later = a_deck(minute=5, deck_id="other", name="Renamed")
    scan_id = scan_decks.register(later, PLENTY)
    assert scan_decks.find([str(scan_id)]) == {scan_id: later}


def test_a_clash_takes_the_next_id_that_is_free(scan_decks: ScanDeckStore) -> None:
    first = a_deck()
    second = clashing(first)
    _, following, *_ = nearest_ids(first.imprint)
    scan_decks.register(first, PLENTY)
    assert scan_decks.scan_id(second.imprint) == following
    assert scan_decks.register(second, PLENTY) == following
    assert scan_decks.register(second, PLENTY) == following
    found = scan_decks.find([own_id(first.imprint), following])
    assert found == {own_id(first.imprint): first, following: second}


def test_over_the_cap_the_oldest_is_forgotten(scan_decks: ScanDeckStore) -> None:
    decks = [a_deck(f"cards {number}", minute=number) for number in range(4)]
    ids = [str(scan_decks.register(deck, 3)) for deck in decks]
    assert scan_decks.find(ids) == dict(zip(ids[1:], decks[1:], strict=True))


def test_a_deck_is_never_forgotten_by_its_own_registering(scan_decks: ScanDeckStore) -> None:
    newer = a_deck("newer", minute=9)
    scan_decks.register(newer, 1)
    older = a_deck("older")
    scan_id = str(scan_decks.register(older, 1))
    assert scan_decks.find([scan_id]) == {scan_id: older}


def test_decks_registered_at_once_get_different_ids(scan_decks: ScanDeckStore) -> None:
    first = a_deck()
    decks = [first, clashing(first), *(a_deck(f"cards {number}") for number in range(6))]
    ids: list[object] = []
    threads = [
        threading.Thread(target=lambda deck=deck: ids.append(scan_decks.register(deck, PLENTY)))
        for deck in decks
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(ids)) == len(decks)
    assert {deck.facts for deck in decks} == {
        deck.facts
        for deck in scan_decks.find([str(each) for each in ids]).values()  # type: ignore[union-attr]
    }


def test_check_finds_a_printed_deck_that_is_not_what_its_imprint_says(tmp_path: Path) -> None:
    opened = open_store(tmp_path)
    assert isinstance(opened, SqliteStore)
    sound, damaged = a_deck("whole"), a_deck("damaged")
    for deck in (sound, replace(damaged, facts="dearer cards")):
        opened.scan_decks().register(deck, PLENTY)
    opened.close()
    assert check(tmp_path / DATA_FILE) == (Finding("scan deck", damaged.imprint[:8]),)
