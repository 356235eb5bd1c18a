"""Decks: the model of their cards and marks, and the strict reader of their files."""

from __future__ import annotations

from companion.core.deck_marks import COLOURS, STARTER_MARKS, TYPE_ICONS, TypeMark
from companion.core.deck_model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    GAME,
    LARGEST_MONEY,
    NAME_LIMIT,
    PICTURE,
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
    "COLOURS",
    "COPIES_LIMIT",
    "GAME",
    "LARGEST_MONEY",
    "NAME_LIMIT",
    "PICTURE",
    "SCHEMA",
    "STARTER_MARKS",
    "TEXT_LIMIT",
    "TYPE_ICONS",
    "Card",
    "Deck",
    "InsiderCard",
    "ItemCard",
    "TypeMark",
    "WarehouseCard",
    "has_control",
    "read_deck",
    "stacks_marks",
]
