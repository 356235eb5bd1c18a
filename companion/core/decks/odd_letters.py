"""Letters that no text of a deck may hold: unseen ones, turning ones, piles of accents."""

from __future__ import annotations

import unicodedata

from companion.core.decks.model import MARKS_LIMIT

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def has_control(text: str) -> bool:
    """True when the text holds characters nobody can see or that turn the line around."""
    if text.replace("\n", "").isprintable():  # which asks for all of this at once, and for more
        return False
    return any(
        (unicodedata.category(letter) in {"Cc", "Cs", "Cn", "Co"} and letter != "\n")
        or letter in _TURNING
        for letter in text
    )


def stacks_marks(text: str) -> bool:
    """True when a letter carries more combining marks than we allow."""
    if text.isascii():  # there are no marks among them
        return False
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > MARKS_LIMIT:
            return True
    return False
