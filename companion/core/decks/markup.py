"""The closed markup of card texts: bold, italic, a line break, a coin, an item type's icon.

`**bold**`, `*italic*`, `{coin}`, `{Animal}`. Anything else is plain text: a star or a brace
that opens nothing stands for itself, so that no text is ever refused for its markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.names import name_key

COIN = "coin"

_SIGN = re.compile(r"\{([^{}\n]{1,40})\}")
_BOLD = re.compile(r"\*\*(?=\*?[^\s*])(.+?\**)(?<=\S)\*\*", re.DOTALL)
_ITALIC = re.compile(r"(?<!\*)\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)", re.DOTALL)
_PLACE = "\ufffc"
"""Stands for one sign while the stars are looked at: it is neither a star nor white space."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text in one style, or one sign."""

    text: str
    """Never empty. Of a sign: the word that stands for it where no icon can be drawn."""
    bold: bool = False
    italic: bool = False
    sign: str = ""
    """ "coin", or the item type whose icon is meant; "" for text."""


@dataclass(slots=True)
class _Letter:
    text: str
    sign: str = ""
    bold: bool = False
    italic: bool = False


def parse(text: str, item_types: Sequence[str], currency: str = COIN) -> tuple[Piece, ...]:
    """The pieces of a card text, in order. Types are found without regard to case.

    `currency` is the word of a coin. A type that is itself called "coin" cannot be meant by
    `{coin}`; it can by "{Coin}".
    """
    letters = _with_signs(text, item_types, currency)
    letters = _styled(letters, _BOLD, 2, "bold")
    letters = _styled(letters, _ITALIC, 1, "italic")
    pieces: list[Piece] = []
    for letter in letters:
        last = pieces[-1] if pieces else None
        alike = last is not None and not (last.sign or letter.sign)
        if last is not None and alike and (last.bold, last.italic) == (letter.bold, letter.italic):
            pieces[-1] = Piece(last.text + letter.text, last.bold, last.italic)
        else:
            pieces.append(Piece(letter.text, letter.bold, letter.italic, letter.sign))
    return tuple(pieces)


def plain_text(text: str, item_types: Sequence[str], currency: str = COIN) -> str:
    """The text without its markup, for screens and histories: signs become their words."""
    if "*" not in text and "{" not in text:  # most have none, and lists say hundreds
        return text
    return "".join(piece.text for piece in parse(text, item_types, currency))


def _with_signs(text: str, item_types: Sequence[str], currency: str) -> list[_Letter]:
    types = {name_key(name): name for name in item_types}
    letters: list[_Letter] = []
    done = 0
    for found in _SIGN.finditer(text):
        inside = found[1].strip()
        sign = COIN if inside == COIN else types.get(name_key(inside), "")
        if sign:
            letters.extend(_Letter(letter) for letter in text[done : found.start()])
            letters.append(_Letter(currency if inside == COIN else sign, sign))
            done = found.end()
    letters.extend(_Letter(letter) for letter in text[done:])
    return letters


def _styled(
    letters: list[_Letter], marks: re.Pattern[str], stars: int, style: str
) -> list[_Letter]:
    """Mark what stands between the stars, and take the stars away."""
    text = "".join(_PLACE if letter.sign else letter.text for letter in letters)
    kept: list[_Letter] = []
    done = 0
    for found in marks.finditer(text):
        kept.extend(letters[done : found.start()])
        inside = letters[found.start() + stars : found.end() - stars]
        for letter in inside:
            setattr(letter, style, True)
        kept.extend(inside)
        done = found.end()
    kept.extend(letters[done:])
    return kept
