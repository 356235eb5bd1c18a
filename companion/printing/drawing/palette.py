"""The colours and signs of the house style: ink, brass, paper, and one sign for every item type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.decks.model import Deck
from companion.core.decks.type_marks import TypeMark

INK = "#171d21"
SECOND_INK = "#4a4535"
PAPER = "#fbf6e9"
TINT = "#f1e6cd"
"""Under pictures: a step darker than the paper, light enough to print black lines on."""
LINE = "#cdbf9d"
BRASS = "#b07a1e"
BRASS_LIGHT = "#e3bd6c"
MARGIN = "#b65c4d"
WHITE = "#ffffff"


COLOURS: Mapping[str, str] = {
    "red": "#8b2c1d",
    "ochre": "#7a4f0b",
    "green": "#245f3c",
    "violet": "#5a3a84",
    "blue": "#1f4e6b",
    "plum": "#6c094c",
    "teal": "#04747f",
    "indigo": "#2418b4",
    "slate": "#5f6b6e",
    "brown": "#3a1f0f",
}
"""The colours of item types by the names of `type_marks.COLOURS`.

Under simulated deuteranopia, protanopia and tritanopia (Machado 2009) any two stay at least 7.6
apart (CIE 1976); white on each has a contrast of at least 5.5 to 1.
"""


@dataclass(frozen=True, slots=True)
class Sign:
    """How an item type is told apart: by colour, by icon, and always by its word as well.

    Each colour is dark enough for white on it (contrast of at least 5.5 to 1).
    """

    colour: str
    icon: str
    case: str
    """What its goods are packed in: crate, barrel, cage, plinth or folder."""


CASES: Mapping[str, str] = {
    "package": "barrel",
    "flask-conical": "barrel",
    "leaf": "barrel",
    "bottle-wine": "barrel",
    "paw-print": "cage",
    "bird": "cage",
    "cat": "cage",
    "amphora": "plinth",
    "gem": "plinth",
    "crown": "plinth",
    "shell": "plinth",
    "watch": "plinth",
    "file-lock": "folder",
    "banknote": "folder",
    "stamp": "folder",
    "key-round": "folder",
    "map": "folder",
    "moon-star": "folder",
    "fingerprint": "folder",
}
"""What the goods of a type are packed in, by its icon; everything else comes in a crate."""


def sign_of(mark: TypeMark) -> Sign:
    """How a chosen or default mark looks in print."""
    return Sign(COLOURS[mark.colour], mark.icon, CASES.get(mark.icon, "crate"))


INSIDER = Sign(INK, "venetian-mask", "portrait")
WAREHOUSE = Sign(INK, "warehouse", "front")


def signs_of(deck: Deck) -> Mapping[str, Sign]:
    """The sign of each type of a deck."""
    return {name: sign_of(deck.mark_of(name)) for name in deck.item_types}
