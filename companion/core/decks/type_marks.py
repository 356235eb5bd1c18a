"""Type marks: the colour and icon by which an item type is told apart beside its word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

COLOURS = (
    "red",
    "ochre",
    "green",
    "violet",
    "blue",
    "plum",
    "teal",
    "indigo",
    "slate",
    "brown",
)
"""The palette by name; print and screens say how each looks.

White is readable on each (5.5 to 1 or more), and no two fall together for colour-blind eyes.
"""
TYPE_ICONS = (
    "sword",
    "package",
    "paw-print",
    "amphora",
    "file-lock",
    "gem",
    "anchor",
    "bomb",
    "banknote",
    "flask-conical",
    "stamp",
    "crown",
    "key-round",
    "ship",
    "rocket",
    "leaf",
    "bird",
    "cat",
    "shell",
    "watch",
    "map",
    "bottle-wine",
    "drama",
    "moon-star",
    "fingerprint",
)
"""The icons to choose from; each is in the print shop's icons and in the screens' sprite."""


@dataclass(frozen=True, slots=True)
class TypeMark:
    """A colour of COLOURS and an icon of TYPE_ICONS."""

    colour: str
    icon: str

    def to_json(self) -> dict[str, str]:
        """Its part of a deck file."""
        return {"colour": self.colour, "icon": self.icon}


STARTER_MARKS: Mapping[str, TypeMark] = MappingProxyType(
    {
        "Weapon": TypeMark("red", "sword"),
        "Commodity": TypeMark("ochre", "package"),
        "Animal": TypeMark("green", "paw-print"),
        "Artifact": TypeMark("violet", "amphora"),
        "Top Secret": TypeMark("blue", "file-lock"),
    }
)
"""The marks of the five types that the rulebook names."""

_OWN_COLOURS = COLOURS[5:] + COLOURS[:5]
_OWN_ICONS = TYPE_ICONS[5:]


def default_mark(item_type: str, item_types: tuple[str, ...]) -> TypeMark:
    """The mark of a type for which none was chosen.

    The rulebook's types keep theirs in every deck. Other types take the spare marks in the
    order of the deck's list: for twenty types no two are alike. A word that is not in the list
    counts as the one after the last.
    """
    known = STARTER_MARKS.get(item_type)
    if known is not None:
        return known
    own = [name for name in item_types if name not in STARTER_MARKS]
    place = own.index(item_type) if item_type in own else len(own)
    return TypeMark(_OWN_COLOURS[place % len(_OWN_COLOURS)], _OWN_ICONS[place % len(_OWN_ICONS)])
