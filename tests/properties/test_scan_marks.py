"""Scan marks of any deck: six letters that come back, one face each, and nobody else's."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.decks.scan_marks import (
    ALPHABET,
    FACES,
    IDS,
    LENGTH,
    Mark,
    belongs_to,
    counts_alike,
    decode,
    encode,
    imprint,
    is_mark,
    near_ids,
    nearest_ids,
    own_id,
)
from tests.core.builders import changed, starter

HASHES = st.text("0123456789abcdef", min_size=64, max_size=64)
FACE_NUMBERS = st.integers(0, FACES - 1)
IDS_OF_DECKS = st.text(ALPHABET, min_size=3, max_size=3)


def deck_of(**changes: object) -> Deck:
    deck = read_deck(changed(starter(), **changes))
    assert isinstance(deck, Deck)
    return deck


@given(IDS_OF_DECKS, FACE_NUMBERS, HASHES)
def test_what_is_encoded_is_decoded_and_known_as_the_decks_own(
    scan_id: str, face: int, of: str
) -> None:
    text = encode(scan_id, face, of)
    mark = decode(text)
    assert mark == Mark(scan_id, face, text[-1])
    assert len(text) == LENGTH
    assert belongs_to(mark, of)


@settings(max_examples=10)
@given(IDS_OF_DECKS, HASHES)
def test_each_face_of_a_deck_has_its_own_mark(scan_id: str, of: str) -> None:
    assert len({encode(scan_id, face, of) for face in range(FACES)}) == FACES


@given(st.text(max_size=9))
def test_only_six_letters_of_the_alphabet_are_a_mark(text: str) -> None:
    ours = len(text) == 6 and set(text) <= set(ALPHABET)
    assert is_mark(text) == ours
    assert (decode(text) is not None) == ours


@settings(max_examples=30)
@given(IDS_OF_DECKS, HASHES, HASHES)
def test_a_foreign_deck_with_the_same_id_is_found_out(scan_id: str, ours: str, theirs: str) -> None:
    """One check lets every thirty-second pass; a pile of twenty cards does not."""
    if ours == theirs:
        return
    marks = [decode(encode(scan_id, face, theirs)) for face in range(200)]
    passing = sum(mark is not None and belongs_to(mark, ours) for mark in marks)
    assert passing < 30


@settings(max_examples=10)
@given(HASHES)
def test_a_deck_may_take_every_id_that_is_not_all_digits_and_its_own_comes_first(of: str) -> None:
    ids = list(nearest_ids(of))
    assert len(ids) == len(set(ids)) == IDS - 8**3
    assert not any(each.isdecimal() for each in ids)
    assert ids[0] == own_id(of)
    assert near_ids(of) == tuple(ids[:8])


def test_the_imprint_is_of_the_cards_as_they_count() -> None:
    deck = deck_of()
    drawn = tuple(replace(card, flavour="Another text", picture=None) for card in deck.cards)
    counted = tuple(replace(card, count=2) for card in deck.cards)
    for same in (
        replace(deck, id="x", name="Renamed", note="n", currency="€"),
        replace(deck, cards=drawn),
        replace(deck, cards=counted),
    ):
        assert imprint(same) == imprint(deck)
    for other in (
        replace(deck, cards=deck.cards[::-1]),
        replace(deck, cards=deck.cards[1:]),
        replace(deck, money_unit=1000),
        replace(deck, cards=(replace(deck.cards[0], name="Another"), *deck.cards[1:])),
    ):
        assert imprint(other) != imprint(deck)


def test_a_renamed_card_counts_like_before_a_dearer_one_does_not() -> None:
    card = {"id": "tank", "kind": "item", "name": "Tank", "item_type": "Weapon", "money": 3}
    assert counts_alike(card, {**card, "name": "Panzer"})
    assert not counts_alike(card, {**card, "money": 4})
