"""The decks that the print figures are measured with: 80 different cards and more."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageFilter

from companion.command_line.deck_arguments import STARTER
from companion.core.decks.model import PICTURE, Card, Deck
from companion.core.decks.reading import read_deck
from companion.printing.cards.picture_intake import SHAPES, STORED_WIDTH, as_jpeg

CARDS = 80


def starter() -> Deck:
    """The deck that comes with Backroom: 63 different cards, 80 in all."""
    deck = read_deck(json.loads(STARTER.read_text(encoding="utf-8")))
    assert isinstance(deck, Deck)
    return deck


def deck_of(count: int = CARDS) -> Deck:
    """So many different cards, each once: the starter deck's, then these again by other names.

    More than a deck may have, for the largest: it is for the renderer alone.
    """
    deck = starter()
    cards = [_numbered(deck.cards[n % len(deck.cards)], n) for n in range(count)]
    return replace(deck, cards=tuple(cards))


def _numbered(card: Card, number: int) -> Card:
    again, _ = divmod(number, len(starter_cards()))
    name = card.name if not again else f"{card.name} {again + 1}"
    return replace(card, id=f"card-{number}", name=name, count=1)


def starter_cards() -> tuple[Card, ...]:
    """The starter deck's cards, read once."""
    if not _CARDS:
        _CARDS.extend(starter().cards)
    return tuple(_CARDS)


_CARDS: list[Card] = []


def edited(deck: Deck, number: int, name: str) -> Deck:
    """The same with another name on one card."""
    cards = list(deck.cards)
    cards[number] = replace(cards[number], name=name)
    return replace(deck, cards=tuple(cards))


def illustrated(deck: Deck, folder: Path) -> Deck:
    """The same with a picture of its own on every card, laid into `folder` as the shop has them."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = [
        replace(card, picture=PICTURE + _stored(folder, number, card.kind))
        for number, card in enumerate(deck.cards)
    ]
    return replace(deck, cards=tuple(cards))


def _stored(folder: Path, number: int, kind: str) -> str:
    """Soft shades with fine grain, as photographs have; the same on every computer."""
    width, height = STORED_WIDTH, round(STORED_WIDTH / SHAPES[kind])
    size = (width // 8, height // 8)
    shades = [
        Image.frombytes(
            "L",
            size,
            bytes(_wave(x, y, number + 3 * c) for y in range(size[1]) for x in range(size[0])),
        )
        for c in range(3)
    ]
    soft = Image.merge("RGB", shades).resize((width, height), Image.Resampling.BICUBIC)
    data = as_jpeg(soft.filter(ImageFilter.UnsharpMask(4, 120)), 88)
    name = hashlib.sha256(data).hexdigest()
    (folder / f"{name}.jpg").write_bytes(data)
    return name


def _wave(x: int, y: int, seed: int) -> int:
    grain = (x * 73 + y * 151 + seed * 199) * 2654435761 % 2**32 >> 27
    return (
        int(110 + 60 * math.sin((x * 3 + seed * 17) / 23) * math.cos((y * 4 + seed) / 19)) + grain
    )
