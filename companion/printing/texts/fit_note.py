"""What fitting a text has to say about it: one frozen record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FitNote:
    """One thing the report says about one text of one card."""

    code: str
    """small_text, word_broken, does_not_fit, unknown_letters, small_money, picture_missing,
    coarse_picture."""
    where: str
    """name, type, effect_text, flavour, requires, deck_name, currency, money: which text of the
    card; or picture."""
    size_pt: float = 0.0
    letters: int = 0
    """Letters to take away, so that the text comes out at a good size."""
    characters: tuple[str, ...] = ()
    dots_per_inch: int = 0
