"""Two changes of one deck from the same revision: whether they touch different things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.decks import editing, type_editing
from companion.core.decks.editing import blank, find_card
from companion.core.decks.merging import touch_different_things
from companion.core.decks.model import Deck, ItemCard
from companion.core.decks.type_marks import TypeMark

Change = Callable[[Deck], object]


def began() -> Deck:
    cards = tuple(
        ItemCard(f"w{place}", f"Weapon {place}", 1, "Weapon", 1_000_000) for place in range(4)
    )
    return replace(blank("Quay"), id="quay", cards=cards)


def renamed(card_id: str) -> Change:
    def change(deck: Deck) -> object:
        card = find_card(deck, card_id)
        assert card is not None
        return editing.put_card(deck, replace(card, name="Another"))

    return change


def added(deck: Deck) -> object:
    return editing.add_item(deck, "Animal", 3_000_000)


def removed(deck: Deck) -> object:
    return editing.remove(deck, "w1")


def moved(deck: Deck) -> object:
    return editing.move(deck, "w1", 1)


def called(deck: Deck) -> object:
    return replace(deck, name="Pier")


def dealt(deck: Deck) -> object:
    return replace(deck, hand_size=4)


def typed(deck: Deck) -> object:
    return type_editing.add_type(deck, "Sauce", TypeMark("teal", "anchor"))


@pytest.mark.parametrize(
    ("mine", "theirs", "apart"),
    [
        (renamed("w1"), renamed("w2"), True),
        (renamed("w1"), renamed("w1"), False),
        (renamed("w1"), removed, False),
        (renamed("w1"), added, True),
        (added, added, True),
        (moved, renamed("w1"), True),
        (moved, moved, False),
        (called, dealt, True),
        (called, called, False),
        (called, renamed("w1"), True),
        (typed, called, True),
        (typed, added, True),
        (typed, renamed("w1"), True),
        (typed, typed, False),
    ],
)
def test_changes_are_apart_when_neither_takes_away_what_the_other_did(
    mine: Change, theirs: Change, apart: bool
) -> None:
    decks = mine(began()), theirs(began())
    assert isinstance(decks[0], Deck)
    assert isinstance(decks[1], Deck)

    assert touch_different_things(began(), decks[0], decks[1]) is apart
    assert touch_different_things(began(), decks[1], decks[0]) is apart
