"""The bundled fonts: what each holds, how wide its letters are, and their outlines."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from companion.printing.places import FONT_FOLDER

MM_PER_POINT = 25.4 / 72

REPLACEMENT = "\ufffd"
"""Drawn in place of a character that no font holds; the fit report names the character."""


@dataclass(frozen=True, slots=True)
class Font:
    """One font file and how style sheets and PDF files call it."""

    file: str
    family: str
    weight: int
    italic: bool = False
    next: str | None = None
    """The font to take for a whole text that this one cannot set."""

    @property
    def path(self) -> Path:
        """The font file."""
        return FONT_FOLDER / self.file


FONTS: dict[str, Font] = {
    "title": Font("Besley-SemiBold.ttf", "Besley", 600, next="strong"),
    "figure": Font("Besley-ExtraBold.ttf", "Besley", 800, next="strong"),
    "flavour": Font("Besley-Italic.ttf", "Besley", 400, italic=True, next="slanted"),
    "stencil": Font("CrateStencil-Bold.ttf", "Crate Stencil", 700, next="label"),
    "label": Font("IBMPlexSansCondensed-SemiBold.ttf", "IBM Plex Sans Condensed", 600),
    "text": Font("IBMPlexSans-Regular.ttf", "IBM Plex Sans", 400),
    "slanted": Font("IBMPlexSans-Italic.ttf", "IBM Plex Sans", 400, italic=True),
    "strong": Font("IBMPlexSans-SemiBold.ttf", "IBM Plex Sans", 600),
}
"""Every font of the print shop by the work it does. The last of each chain is IBM Plex Sans."""

FONT_AFTER_WEIGHT = {(font.family, font.weight, font.italic): key for key, font in FONTS.items()}


@dataclass(slots=True)
class _Measures:
    """What is read of a font file once: it stays in memory, the file does not."""

    units: int
    ascent: float
    descent: float
    cap_height: float
    glyphs: dict[int, int]
    """Glyph number by code point."""
    advances: list[int]
    """Advance in font units by glyph number."""
    widths: dict[str, float] = field(default_factory=dict)
    """Advance in em by character; filled as texts come."""


def measures(key: str) -> _Measures:
    """The measures of one of FONTS."""
    return _measures(key)


@cache
def _measures(key: str) -> _Measures:
    with TTFont(FONTS[key].path, lazy=True) as font:
        order = font.getReverseGlyphMap()
        table: Any = font["hmtx"]
        names = font.getGlyphOrder()
        units = int(font["head"].unitsPerEm)
        return _Measures(
            units=units,
            ascent=font["hhea"].ascent / units,
            descent=-font["hhea"].descent / units,
            cap_height=(getattr(font["OS/2"], "sCapHeight", 0) or units * 0.7) / units,
            glyphs={point: order[name] for point, name in font.getBestCmap().items()},
            advances=[table[name][0] for name in names],
        )


def glyph(key: str, character: str) -> int:
    """The glyph number of a character that the font holds."""
    return _measures(key).glyphs[ord(character)]


def text_of_glyph(key: str, index: int) -> str | None:
    """The character that this glyph stands for; None for one that only shaping brings."""
    return _texts(key).get(index)


@cache
def _texts(key: str) -> dict[int, str]:
    points = sorted(_measures(key).glyphs.items(), reverse=True)
    return {index: chr(point) for point, index in points}


def holds(key: str, text: str) -> bool:
    """True when the font has a glyph for every character of the text, spaces aside."""
    glyphs = _measures(key).glyphs
    return all(ord(letter) in glyphs for letter in text if not letter.isspace())


def width_em(key: str, text: str) -> float:
    """Sum of the advances in em. Kerning is left out: fit.py keeps a little room for it."""
    measured = _measures(key)
    total = 0.0
    for letter in text:
        width = measured.widths.get(letter)
        if width is None:
            number = measured.glyphs.get(ord(letter), 0)
            width = measured.advances[number] / measured.units
            measured.widths[letter] = width
        total += width
    return total


@dataclass(frozen=True, slots=True)
class Chosen:
    """A text as it can be set: the font that holds all of it, and what none of them holds."""

    font: str
    text: str
    missing: tuple[str, ...] = ()
    """Characters that no font of the chain holds, replaced in `text`, each named once."""


def choose(key: str, text: str) -> Chosen:
    """The first font of the chain that holds the whole text: never half and half.

    When none does, the last of the chain sets it and each unknown character becomes a box.
    Characters are composed first, so that "e" + accent finds the accented letter.
    """
    text = unicodedata.normalize("NFC", text)
    tried = key
    while not holds(tried, text):
        after = FONTS[tried].next
        if after is None:
            return _boxed(tried, text)
        tried = after
    return Chosen(tried, text)


def _boxed(key: str, text: str) -> Chosen:
    glyphs = _measures(key).glyphs
    missing: dict[str, None] = {}
    letters = []
    for letter in text:
        if letter.isspace() or ord(letter) in glyphs:
            letters.append(letter)
            continue
        missing[letter] = None
        if not unicodedata.combining(letter):
            letters.append(REPLACEMENT)
    return Chosen(key, "".join(letters), tuple(missing))
