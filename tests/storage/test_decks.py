"""Decks in the store: their history, what holds a body or a picture, and the caps."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from companion.services.decks.ports import (
    DeckChange,
    DeckRow,
    DeckStore,
    NoRoom,
    PictureRow,
    RevisionRow,
    StoredDeck,
)
from companion.services.ports import Conflict, Store, Written
from companion.services.tables.chain import sha256
from tests.storage.conftest import AnyStore
from tests.storage.rows_builder import AT, a_new_table

LATER = "2026-06-01T10:00:00.000Z"
PICTURE = PictureRow(sha256("a picture"), b"a picture")
OTHER_PICTURE = PictureRow(sha256("another"), b"another")


@pytest.fixture
def decks(any_store: AnyStore) -> DeckStore:
    return any_store.decks()


def a_body(words: str) -> str:
    return f'{{"cards":[],"id":"mine","name":"{words}"}}'


def a_revision(number: int, words: str) -> RevisionRow:
    body = a_body(words)
    return RevisionRow(number, sha256(body), AT, len(body))


def a_new_deck(deck_id: str = "mine", words: str = "first", **more: object) -> DeckChange:
    change = DeckChange(
        row=DeckRow(deck_id, sha256(f"secret of {deck_id}"), AT, AT, version=1, stands_at=1),
        expected_version=None,
        revision=a_revision(1, words),
        body=a_body(words),
        decks_limit=50,
    )
    return replace(change, **more)  # type: ignore[arg-type]


def saved(before: DeckChange, words: str, **more: object) -> DeckChange:
    """The next save of a deck after this change of it."""
    number = before.row.stands_at + 1
    change = DeckChange(
        row=replace(before.row, version=before.row.version + 1, stands_at=number, changed_at=LATER),
        expected_version=before.row.version,
        revision=a_revision(number, words),
        body=a_body(words),
    )
    return replace(change, **more)  # type: ignore[arg-type]


def moved(before: DeckChange, to: int) -> DeckChange:
    """An undo or a redo after this change."""
    row = replace(before.row, version=before.row.version + 1, stands_at=to)
    return DeckChange(row=row, expected_version=before.row.version)


# --- history ---


def test_deck_is_read_back_with_its_revisions(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")

    outcomes = [decks.write_deck(new), decks.write_deck(second)]

    assert outcomes == [Written(), Written()]
    assert decks.read_deck("mine") == StoredDeck(
        second.row, a_body("second"), (a_revision(1, "first"), a_revision(2, "second"))
    )
    assert decks.read_deck("other") is None


def test_undo_and_redo_move_only_where_the_deck_stands(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")
    back = moved(second, to=1)
    for change in (new, second, back):
        decks.write_deck(change)
    undone = decks.read_deck("mine")
    decks.write_deck(moved(back, to=2))
    redone = decks.read_deck("mine")

    both = (a_revision(1, "first"), a_revision(2, "second"))
    assert isinstance(undone, StoredDeck)
    assert isinstance(redone, StoredDeck)
    assert (undone.body, undone.revisions) == (a_body("first"), both)
    assert (redone.body, redone.revisions) == (a_body("second"), both)


def test_save_after_an_undo_replaces_what_could_be_redone(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")
    third = saved(second, "third")
    back = moved(third, to=1)
    for change in (new, second, third, back, saved(back, "other way")):
        decks.write_deck(change)

    found = decks.read_deck("mine")

    assert isinstance(found, StoredDeck)
    assert found.revisions == (a_revision(1, "first"), a_revision(2, "other way"))
    assert decks.read_body(sha256(a_body("second"))) is None
    assert decks.read_body(sha256(a_body("third"))) is None


def test_history_over_its_cap_loses_its_oldest(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")
    for change in (new, second, saved(second, "third", gone_before=2)):
        decks.write_deck(change)

    found = decks.read_deck("mine")

    assert isinstance(found, StoredDeck)
    assert found.revisions == (a_revision(2, "second"), a_revision(3, "third"))
    assert decks.read_body(sha256(a_body("first"))) is None


def test_same_body_twice_in_a_history_is_kept_once_and_long_enough(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")
    again = saved(second, "first", gone_before=2)
    for change in (new, second, again):
        decks.write_deck(change)

    assert decks.read_body(sha256(a_body("first"))) == a_body("first")


# --- conflicts ---


def test_version_that_moved_on_is_a_conflict_and_changes_nothing(decks: DeckStore) -> None:
    new = a_new_deck()
    second = saved(new, "second")
    decks.write_deck(new)
    decks.write_deck(second)

    answer = decks.write_deck(saved(new, "too late"))

    assert answer == Conflict()
    found = decks.read_deck("mine")
    assert isinstance(found, StoredDeck)
    assert (found.row, found.body) == (second.row, a_body("second"))
    assert decks.read_body(sha256(a_body("too late"))) is None


def test_id_that_is_taken_is_a_conflict(decks: DeckStore) -> None:
    decks.write_deck(a_new_deck())

    assert decks.write_deck(a_new_deck(words="somebody else")) == Conflict()


def test_change_of_a_deleted_deck_is_a_conflict(decks: DeckStore) -> None:
    new = a_new_deck()
    decks.write_deck(new)
    decks.delete_deck("mine")

    assert decks.write_deck(saved(new, "second")) == Conflict()
    assert decks.delete_deck("mine") == Written()


def test_one_of_many_saves_at_once_is_taken(decks: DeckStore) -> None:
    new = a_new_deck()
    decks.write_deck(new)
    outcomes: list[object] = []
    start = threading.Barrier(8)

    def save(words: str) -> None:
        start.wait()
        outcomes.append(decks.write_deck(saved(new, words)))

    threads = [threading.Thread(target=save, args=(f"number {n}",)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert outcomes.count(Written()) == 1
    assert outcomes.count(Conflict()) == 7


# --- caps ---


def test_deck_over_the_cap_has_no_room(decks: DeckStore) -> None:
    first = decks.write_deck(a_new_deck("one", decks_limit=1))
    second = decks.write_deck(a_new_deck("two", decks_limit=1))

    assert (first, second) == (Written(), NoRoom("decks"))
    assert decks.read_deck("two") is None


def test_picture_over_the_cap_has_no_room_and_the_save_is_not_done(decks: DeckStore) -> None:
    new = a_new_deck(pictures=(PICTURE,), uses=(PICTURE.sha256,), pictures_bytes_limit=10)
    decks.write_deck(new)
    more = saved(new, "second", pictures=(OTHER_PICTURE,), pictures_bytes_limit=10)

    answer = decks.write_deck(more)

    assert answer == NoRoom("pictures")
    assert decks.missing_pictures((OTHER_PICTURE.sha256, PICTURE.sha256)) == (OTHER_PICTURE.sha256,)
    found = decks.read_deck("mine")
    assert isinstance(found, StoredDeck)
    assert found.body == a_body("first")


def test_picture_that_is_there_already_takes_no_more_room(decks: DeckStore) -> None:
    whole = {"pictures": (PICTURE,), "uses": (PICTURE.sha256,), "pictures_bytes_limit": 9}

    outcomes = [decks.write_deck(a_new_deck(each, each, **whole)) for each in ("one", "two")]

    assert outcomes == [Written(), Written()]
    assert decks.picture(PICTURE.sha256) == b"a picture"


# --- what holds what ---


def test_picture_goes_when_no_revision_shows_it_any_more(decks: DeckStore) -> None:
    new = a_new_deck(pictures=(PICTURE,), uses=(PICTURE.sha256,), pictures_bytes_limit=100)
    second = saved(new, "second")
    decks.write_deck(new)
    decks.write_deck(second)
    while_in_history = decks.picture(PICTURE.sha256)
    decks.write_deck(saved(second, "third", gone_before=2))

    assert while_in_history == b"a picture"
    assert decks.picture(PICTURE.sha256) is None


def test_deleted_deck_takes_its_bodies_and_pictures_along(decks: DeckStore) -> None:
    decks.write_deck(
        a_new_deck(pictures=(PICTURE,), uses=(PICTURE.sha256,), pictures_bytes_limit=100)
    )

    answer = decks.delete_deck("mine")

    assert answer == Written()
    assert decks.read_deck("mine") is None
    assert decks.read_body(sha256(a_body("first"))) is None
    assert decks.picture(PICTURE.sha256) is None


def test_table_keeps_the_revision_it_plays_with_and_its_pictures(any_store: AnyStore) -> None:
    decks, tables = any_store.decks(), any_store
    decks.write_deck(
        a_new_deck(pictures=(PICTURE,), uses=(PICTURE.sha256,), pictures_bytes_limit=100)
    )
    tables.write(a_new_table(deck=a_body("first")))

    decks.delete_deck("mine")
    kept = (decks.read_body(sha256(a_body("first"))), decks.picture(PICTURE.sha256))
    tables.forget(("BBBBBB",), LATER)
    gone = (decks.read_body(sha256(a_body("first"))), decks.picture(PICTURE.sha256))

    assert kept == (a_body("first"), b"a picture")
    assert gone == (None, None)


def test_forgotten_table_leaves_the_deck_maker_its_revisions(any_store: AnyStore) -> None:
    decks, tables = any_store.decks(), any_store
    new = a_new_deck(pictures=(PICTURE,), uses=(PICTURE.sha256,), pictures_bytes_limit=100)
    decks.write_deck(new)
    decks.write_deck(saved(new, "second"))
    tables.write(a_new_table(deck=a_body("first")))

    tables.forget(("BBBBBB",), LATER)

    assert decks.read_body(sha256(a_body("first"))) == a_body("first")
    assert decks.picture(PICTURE.sha256) == b"a picture"


def test_picture_that_is_not_kept_is_passed_over(decks: DeckStore) -> None:
    outcome = decks.write_deck(a_new_deck(uses=(PICTURE.sha256,)))

    assert outcome == Written()
    assert decks.missing_pictures((PICTURE.sha256,)) == (PICTURE.sha256,)


def test_any_store_is_a_store(any_store: AnyStore) -> None:
    tables: Store = any_store

    assert tables.read_table("BBBBBB") is None
