"""The colours and signs of the house style: ink, brass, paper, and one sign for every item type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
"""The colours of item types by the names of `deck_marks.COLOURS`.

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


SIGNS: Mapping[str, Sign] = {
    "Weapon": Sign("#8b2c1d", "sword", "crate"),
    "Commodity": Sign("#7a4f0b", "package", "barrel"),
    "Animal": Sign("#245f3c", "paw-print", "cage"),
    "Artifact": Sign("#5a3a84", "amphora", "plinth"),
    "Top Secret": Sign("#1f4e6b", "file-lock", "folder"),
}

SPARE_SIGNS: tuple[Sign, ...] = (
    Sign("#8a2350", "gem", "plinth"),
    Sign("#1b5e63", "anchor", "crate"),
    Sign("#4d4a3f", "bomb", "crate"),
    Sign("#5c6318", "banknote", "folder"),
    Sign("#3d4795", "stamp", "folder"),
    Sign("#6d3b2e", "flask-conical", "barrel"),
)
"""For the types that a deck of one's own brings, in the order of its list."""

INSIDER = Sign(INK, "venetian-mask", "portrait")
WAREHOUSE = Sign(INK, "warehouse", "front")
CARD_ICON = "badge-check"


def signs_of(item_types: tuple[str, ...]) -> Mapping[str, Sign]:
    """The sign of each type of a deck; own types take the spare ones in turn."""
    signs = {}
    spare = 0
    for name in item_types:
        if name in SIGNS:
            signs[name] = SIGNS[name]
        else:
            signs[name] = SPARE_SIGNS[spare % len(SPARE_SIGNS)]
            spare += 1
    return signs
