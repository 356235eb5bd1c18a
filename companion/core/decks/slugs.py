"""Ids of decks and cards: small letters, digits and hyphens, made from names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

LONGEST_SLUG = 60


def slug(name: str, otherwise: str = "card") -> str:
    """The name in small ASCII letters with hyphens; `otherwise` where nothing is left of it."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:LONGEST_SLUG].strip("-") or otherwise


def new_slug(name: str, taken: Container[str], otherwise: str = "card") -> str:
    """A slug that is not taken yet, with a number behind it if need be."""
    first = slug(name, otherwise)
    number, tried = 2, first
    while tried in taken:
        tried = f"{first}-{number}"
        number += 1
    return tried
