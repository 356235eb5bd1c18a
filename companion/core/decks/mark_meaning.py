"""Tells which card a scan mark means at a table: one of its own deck, another deck's, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.decks.model import Card, Deck
from companion.core.decks.scan_marks import (
    Mark,
    belongs_to,
    card_facts,
    counts_alike,
    imprint,
    near_ids,
)
from companion.core.outcome import Json


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """A deck that was printed with marks, or brought in."""

    imprint: str
    deck_id: str
    name: str
    cards: tuple[Json, ...]
    """Its cards as they count, in its order (see scan_marks.card_facts)."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A card of another deck, or one that this deck no longer has."""

    card: str
    """Its printed name."""
    deck: str


def marked_cards(
    marks: Iterable[Mark | None], deck: Deck, printed: Mapping[str, PrintedDeck]
) -> tuple[Card | Foreign | None, ...]:
    """What each mark means at a table that plays with `deck`; None for one that nobody knows.

    `printed` holds the decks that are known, by scan id. The table's own deck needs not be among
    them: its marks carry one of few ids, and their check says the rest.
    """
    own = imprint(deck)
    near = frozenset(near_ids(own))
    return tuple(_marked(mark, deck, own, near, printed) for mark in marks)


def _marked(
    mark: Mark | None,
    deck: Deck,
    own: str,
    near: frozenset[str],
    printed: Mapping[str, PrintedDeck],
) -> Card | Foreign | None:
    if mark is None:
        return None
    known = printed.get(mark.scan_id)
    if known is not None and belongs_to(mark, known.imprint) and mark.face < len(known.cards):
        return _of_known(known, mark.face, deck, own)
    if mark.scan_id in near and belongs_to(mark, own) and mark.face < len(deck.cards):
        return deck.cards[mark.face]
    return None


def _of_known(known: PrintedDeck, face: int, deck: Deck, own: str) -> Card | Foreign:
    """The card of a known deck; one that was printed before the deck was changed is found again."""
    if known.imprint == own:
        return deck.cards[face]
    facts = known.cards[face]
    if known.deck_id == deck.id:
        for card in deck.cards:
            if counts_alike(card_facts(card), facts):
                return card
    return Foreign(str(facts["name"]), known.name)
