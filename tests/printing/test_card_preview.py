"""Faces of cards for pages: kept by all that shows on them, within their bytes, made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.decks.model import Deck
from companion.printing.cards import preview
from companion.printing.cards.preview import CardFace, CardPreviews, Wanted
from tests.printing.decks import FULL_TEXT, LONG_NAME, THAI, deck_of, insider, item, warehouse

CARDS = (
    item(flavour="{Weapon} and **{coin}**"),
    insider(FULL_TEXT, name=LONG_NAME),
    warehouse(["Animal", "Weapon"], name=THAI),
)
OTHERS: dict[str, Deck] = {
    "deck name": deck_of(*CARDS, name="Another deck"),
    "currency": deck_of(*CARDS, currency="€"),
    "money unit": deck_of(*CARDS, money_unit=1_000),
    "colour of a type": deck_of(*CARDS, type_marks={"Animal": {"colour": "teal", "icon": "bird"}}),
    "icon within a text": deck_of(
        *CARDS, type_marks={"Weapon": {"colour": "teal", "icon": "bird"}}
    ),
    "card name": deck_of(item("Fox", **{"flavour": "x"}), *CARDS[1:]),
    "text": deck_of(CARDS[0], insider("Draw one.", name=LONG_NAME), CARDS[2]),
    "place in the deck": deck_of(
        *({**CARDS[place], "id": f"card-{place}"} for place in (2, 0, 1)),
    ),
}


def faces(previews: CardPreviews, deck: Deck) -> dict[str, CardFace]:
    found = previews.faces(deck, [Wanted(card) for card in deck.cards])
    return {card.id: face for card, face in zip(deck.cards, found, strict=True)}


class Thread:
    """Runs work at once, as a thread of one worker would, and counts the pieces."""

    def __init__(self) -> None:
        self.pieces = 0

    def __call__(self, work: Callable[[], Any], /) -> Any:
        self.pieces += 1
        return work()


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_kept_face_is_what_it_would_be_if_drawn_now(other: Deck) -> None:
    previews, deck = CardPreviews(), deck_of(*CARDS)
    before = faces(previews, deck)

    after = faces(previews, other)

    assert after == faces(CardPreviews(), other)
    assert after != before
    assert faces(previews, deck) == before


def test_what_is_kept_needs_no_work_aside() -> None:
    thread, deck = Thread(), deck_of(*CARDS)
    previews = CardPreviews(aside=thread)

    for _ in range(3):
        faces(previews, deck)

    assert thread.pieces == 1


def test_copies_and_hand_sizes_do_not_show_and_draw_nothing() -> None:
    thread, deck = Thread(), deck_of(*CARDS)
    previews = CardPreviews(aside=thread)
    first = faces(previews, deck)

    more = tuple(replace(card, count=9) for card in deck.cards)
    second = faces(previews, replace(deck, cards=more, hand_size=9, hand_limit=9))

    assert second == first
    assert thread.pieces == 1


def test_two_who_ask_at_the_same_time_get_what_was_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck, waiting, drawn = deck_of(*CARDS), [], []
    real = preview.draw_front

    def draw_front(deck: Deck, card: Any, *more: Any) -> Any:
        drawn.append(card.id)
        return real(deck, card, *more)

    def aside(work: Callable[[], Any], /) -> Any:
        if not waiting:  # while the first waits for the thread, the second comes before it
            waiting.append(work)
            faces(previews, deck)
        return work()

    monkeypatch.setattr(preview, "draw_front", draw_front)
    previews = CardPreviews(aside=aside)

    faces(previews, deck)

    assert sorted(drawn) == ["card-0", "card-1", "card-2"]


def test_the_faces_used_last_stay_within_the_bytes() -> None:
    thread, deck = Thread(), deck_of(*CARDS)
    wanted = [Wanted(card) for card in deck.cards]
    largest = max(len(face.svg) for face in faces(CardPreviews(), deck).values()) + 1_000
    previews = CardPreviews(aside=thread, faces_bytes=2 * largest)

    for place in (0, 1, 0, 2, 0):
        previews.faces(deck, [wanted[place]])

    assert 0 < previews.held_bytes <= 2 * largest
    assert thread.pieces == 3


def test_a_face_larger_than_all_room_is_drawn_and_not_kept() -> None:
    previews, deck = CardPreviews(faces_bytes=10), deck_of(*CARDS)

    assert faces(previews, deck) == faces(CardPreviews(), deck)
    assert previews.held_bytes == 0
