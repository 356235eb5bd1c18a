"""Printed cards with marks, once for all tests of photos."""

from __future__ import annotations

import pytest

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.printing.formats import PrintOptions
from tests.core.builders import starter
from tests.scan.photos import Card, printed_cards


@pytest.fixture(scope="session")
def deck() -> Deck:
    """The starter deck."""
    found = read_deck(starter())
    assert isinstance(found, Deck)
    return found


@pytest.fixture(scope="session")
def cards(deck: Deck) -> dict[str, list[Card]]:
    """Every copy of its cards, by the size of their marks."""
    return {each: printed_cards(deck, PrintOptions(scan_marks=each)) for each in ("10", "8")}
