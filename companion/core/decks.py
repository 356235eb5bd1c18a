"""Decks: the model of their cards, and the strict reader of their files."""

from __future__ import annotations

from companion.core.deck_model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    GAME,
    LARGEST_MONEY,
    NAME_LIMIT,
    SCHEMA,
    TEXT_LIMIT,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.deck_reading import has_control, read_deck, stacks_marks

__all__ = [
    "CARDS_LIMIT",
    "COPIES_LIMIT",
    "GAME",
    "LARGEST_MONEY",
    "NAME_LIMIT",
    "SCHEMA",
    "TEXT_LIMIT",
    "Card",
    "Deck",
    "InsiderCard",
    "ItemCard",
    "WarehouseCard",
    "has_control",
    "read_deck",
    "stacks_marks",
]
