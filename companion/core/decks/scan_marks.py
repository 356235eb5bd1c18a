"""Scan marks: the six characters on a printed card that say which face of which deck it is.

Three characters are the deck's scan id, two the face, one a check over both and the whole imprint
of the deck, so that another deck's card with the same id does not read as ours.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard
from companion.core.outcome import Json

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which people take for one another."""
ID_LENGTH, FACE_LENGTH = 3, 2
LENGTH = ID_LENGTH + FACE_LENGTH + 1
IDS = len(ALPHABET) ** ID_LENGTH
"""15 bits."""
FACES = len(ALPHABET) ** FACE_LENGTH
"""More than a deck has different cards."""
NEAR = 8
"""A deck's marks carry one of the first so many ids from its own on, wherever it was printed."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What the six characters say."""

    scan_id: str
    face: int
    """Number of the card in its deck, from 0; all its copies share it."""
    check: str


def imprint_text(deck: Deck) -> str:
    """What a deck's marks stand for, as canonical JSON: its cards as they are counted.

    The deck's id, its looks and its texts are left out: a deck gets another id where its file is
    brought in, and a card with a better drawing is still the same card.
    """
    facts = {"money_unit": deck.money_unit, "cards": [card_facts(card) for card in deck.cards]}
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def imprint_of(text: str) -> str:
    """sha256 (hex) of an imprint's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def imprint(deck: Deck) -> str:
    """sha256 (hex) of the deck's imprint."""
    return imprint_of(imprint_text(deck))


def card_facts(card: Card) -> Json:
    """One card of an imprint: what a count or a word about the card needs."""
    named: Json = {"id": card.id, "kind": card.kind, "name": card.name}
    if isinstance(card, ItemCard):
        return {**named, "item_type": card.item_type, "money": card.money}
    if isinstance(card, InsiderCard):
        return named
    return {**named, "requires": list(card.requires), "bonus": card.bonus}


def counts_alike(one: Json, other: Json) -> bool:
    """Whether two cards of an imprint are the same card under whatever name."""
    return {**one, "name": ""} == {**other, "name": ""}


def nearest_ids(imprint: str) -> Iterator[str]:
    """Every scan id in the order in which this deck may take it: its own first.

    Ids of digits alone are left out: the mark of six digits would be a smaller square.
    """
    own = int(imprint[:4], 16) >> 1
    for step in range(IDS):
        scan_id = _written((own + step) % IDS, ID_LENGTH)
        if not scan_id.isdecimal():
            yield scan_id


def own_id(imprint: str) -> str:
    """The scan id that this deck takes where nobody else has it."""
    return next(nearest_ids(imprint))


def near_ids(imprint: str) -> tuple[str, ...]:
    """The ids that this deck's marks may carry, wherever it was printed."""
    found = nearest_ids(imprint)
    return tuple(next(found) for _ in range(NEAR))


def encode(scan_id: str, face: int, imprint: str) -> str:
    """The six characters of a card. `face` is below FACES."""
    begun = scan_id + _written(face, FACE_LENGTH)
    return begun + _check(begun, imprint)


def decode(text: str) -> Mark | None:
    """What six characters say; None for anything that is no mark of ours."""
    if not is_mark(text):
        return None
    face = _number(text[ID_LENGTH : ID_LENGTH + FACE_LENGTH])
    return Mark(text[:ID_LENGTH], face, text[-1])


def is_mark(text: str) -> bool:
    """Whether this is written like a mark."""
    return len(text) == LENGTH and all(letter in ALPHABET for letter in text)


def belongs_to(mark: Mark, imprint: str) -> bool:
    """Whether the check says that this mark is of the deck with this imprint."""
    return mark.check == _check(mark.scan_id + _written(mark.face, FACE_LENGTH), imprint)


def _check(begun: str, imprint: str) -> str:
    digest = hashlib.sha256(f"{begun} {imprint}".encode()).digest()
    return ALPHABET[digest[0] % len(ALPHABET)]


def _written(number: int, length: int) -> str:
    letters = ""
    for _ in range(length):
        number, letter = divmod(number, len(ALPHABET))
        letters = ALPHABET[letter] + letters
    return letters


def _number(text: str) -> int:
    number = 0
    for letter in text:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number
