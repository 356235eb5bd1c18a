"""Join codes: the alphabet, the normal form, and the letter nobody can read from a poster."""

from __future__ import annotations

from dataclasses import dataclass

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No vowels, no L: nothing that looks like another letter, and no words."""

SHORTEST, LONGEST = 6, 8
DEMO_LETTERS = 7
"""A demo table's code is of a length that no other code has, so that everybody can tell."""


@dataclass(frozen=True, slots=True)
class UnknownGlyph:
    """A typed code holds a letter that no code has; the page names it."""

    glyph: str


def normalise_code(text: str) -> str | UnknownGlyph | None:
    """The normal form of a typed code; None when it cannot be a code for its length.

    Case, spaces and dashes are ignored. (Trust rule: join codes.)
    """
    glyphs = [g for g in text.upper() if not (g.isspace() or g in "-‐‑‒–—_")]
    for glyph in glyphs[: 2 * LONGEST]:
        if glyph not in ALPHABET:
            return UnknownGlyph(glyph)
    if not SHORTEST <= len(glyphs) <= LONGEST:
        return None
    return "".join(glyphs)


def is_demo(code: str) -> bool:
    """Whether a code in its normal form is that of a demo table."""
    return len(code) == DEMO_LETTERS
