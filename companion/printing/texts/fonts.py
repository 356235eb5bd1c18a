"""The bundled fonts: what each holds, how wide its letters are, and their outlines."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from companion.printing.folders import FONT_FOLDER

MM_PER_POINT = 25.4 / 72

BOXES = ("\ufffd", "\u25a1", "\u25ca", "\u25cc")
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


_BESLEY, _PLEX, _CONDENSED = "Besley", "IBM Plex Sans", "IBM Plex Sans Condensed"
_ARABIC, _HEBREW = "IBM Plex Sans Arabic", "IBM Plex Sans Hebrew"
_DEVANAGARI = "IBM Plex Sans Devanagari"

FONTS: dict[str, Font] = {
    "title": Font("Besley-SemiBold.ttf", _BESLEY, 600, next="strong"),
    "figure": Font("Besley-ExtraBold.ttf", _BESLEY, 800, next="strong"),
    "flavour": Font("Besley-Italic.ttf", _BESLEY, 400, italic=True, next="slanted"),
    "flavour_strong": Font(
        "Besley-SemiBoldItalic.ttf", _BESLEY, 600, italic=True, next="strong_slanted"
    ),
    "flavour_upright": Font("Besley-Regular.ttf", _BESLEY, 400, next="text"),
    "stencil": Font("CrateStencil-Bold.ttf", "Crate Stencil", 700, next="label"),
    "label": Font("IBMPlexSansCondensed-SemiBold.ttf", _CONDENSED, 600, next="arabic_strong"),
    "text": Font("IBMPlexSans-Regular.ttf", _PLEX, 400, next="arabic"),
    "slanted": Font("IBMPlexSans-Italic.ttf", _PLEX, 400, italic=True, next="arabic"),
    "strong": Font("IBMPlexSans-SemiBold.ttf", _PLEX, 600, next="arabic_strong"),
    "strong_slanted": Font(
        "IBMPlexSans-SemiBoldItalic.ttf", _PLEX, 600, italic=True, next="arabic_strong"
    ),
    "arabic": Font("IBMPlexSansArabic-Regular.ttf", _ARABIC, 400, next="hebrew"),
    "arabic_strong": Font("IBMPlexSansArabic-SemiBold.ttf", _ARABIC, 600, next="hebrew_strong"),
    "hebrew": Font("IBMPlexSansHebrew-Regular.ttf", _HEBREW, 400, next="devanagari"),
    "hebrew_strong": Font("IBMPlexSansHebrew-SemiBold.ttf", _HEBREW, 600, next="devanagari_strong"),
    "devanagari": Font("IBMPlexSansDevanagari-Regular.ttf", _DEVANAGARI, 400),
    "devanagari_strong": Font("IBMPlexSansDevanagari-SemiBold.ttf", _DEVANAGARI, 600),
    "emoji": Font("NotoEmoji-Regular.ttf", "Noto Emoji", 400),
}
"""Every font of the print shop by the work it does.

Each chain leads through IBM Plex Sans (Latin, Greek, Cyrillic, Vietnamese) to its sisters for
other scripts, which hold plain Latin as well. They have no italics: those scripts know none.
"""

SHAPED = frozenset(
    key for key in FONTS if key.startswith(("arabic", "hebrew", "devanagari", "emoji"))
)
"""Fonts whose letters change with their neighbours: whole texts must be measured, not letters."""

STYLES: dict[str, tuple[str, str, str, str]] = {
    "text": ("text", "strong", "slanted", "strong_slanted"),
    "flavour": ("flavour", "flavour_strong", "flavour_upright", "title"),
}
"""The font of a text as it is, bold, italic, and both: what is italic already turns upright."""

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


def text_of_glyph(key: str, index: int) -> str:
    """The text that this glyph stands for; "" where no text of its own can be named."""
    return _texts(key).get(index, "")


@cache
def _texts(key: str) -> dict[int, str]:
    """Glyphs of single characters, then those that shaping makes of them, as the font says.

    What a glyph stands for is read from the font and not from a text that uses it: so it is
    the same in every file, whatever else is printed.
    """
    points = sorted(_measures(key).glyphs.items(), reverse=True)
    texts = {index: _plain_form(chr(point)) for point, index in points}
    if key in SHAPED:
        with TTFont(FONTS[key].path, lazy=True) as font:
            made = sorted(_made_of(font), key=lambda each: len(each[1]))
            order = font.getReverseGlyphMap()
        for _ in range(4):  # a form of a ligature of a form: no font goes deeper
            for glyph_name, parts in made:
                found = [texts.get(order[part]) for part in parts]
                if all(found):
                    texts.setdefault(order[glyph_name], "".join(str(text) for text in found))
    return texts


def _plain_form(character: str) -> str:
    """The letters that a ready-made form of Arabic or Hebrew stands for."""
    made = "\ufb1d" <= character <= "\ufdff" or "\ufe70" <= character <= "\ufefc"
    return unicodedata.normalize("NFKC", character) if made else character


def _made_of(font: TTFont) -> list[tuple[str, tuple[str, ...]]]:
    """Each glyph that shaping brings, with the glyphs it stands in for."""
    table: Any = font["GSUB"]
    made: list[tuple[str, tuple[str, ...]]] = []
    for lookup in table.table.LookupList.Lookup:
        for rule in lookup.SubTable:
            rule = getattr(rule, "ExtSubTable", rule)
            if rule.LookupType == 1:
                made.extend((new, (old,)) for old, new in rule.mapping.items())
            elif rule.LookupType == 4:
                for first, sets in rule.ligatures.items():
                    made.extend((each.LigGlyph, (first, *each.Component)) for each in sets)
    return made


def holds(key: str, text: str) -> bool:
    """True when the font has a glyph for every character of the text, spaces aside."""
    glyphs = _measures(key).glyphs
    return all(ord(letter) in glyphs or _needs_no_glyph(letter) for letter in text)


JOINERS = "\u200c\u200d"
"""They show nothing themselves and tell Arabic and Indian letters how to join."""


def _needs_no_glyph(letter: str) -> bool:
    return letter.isspace() or letter in JOINERS or letter == OBJECT


OBJECT = "\ufffc"
"""Stands in a text where an icon will be drawn: no font is asked for it."""


def width_em(key: str, text: str) -> float:
    """Sum of the advances in em. Kerning is left out: fit.py keeps a little room for it.

    Where letters change with their neighbours, the text is shaped to be measured.
    """
    if key in SHAPED:
        return _shaped_width_em(key, text)
    measured = _measures(key)
    total = 0.0
    for letter in text:
        width = measured.widths.get(letter)
        if width is None and letter in JOINERS:
            width = measured.widths[letter] = 0.0
        if width is None:
            number = measured.glyphs.get(ord(letter), 0)
            width = measured.advances[number] / measured.units
            measured.widths[letter] = width
        total += width
    return total


@lru_cache(maxsize=4096)
def _shaped_width_em(key: str, text: str) -> float:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    font = _shaper(key)
    uharfbuzz.shape(font, buffer)
    return float(sum(place.x_advance for place in buffer.glyph_positions)) / _measures(key).units


@cache
def _shaper(key: str) -> Any:
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(FONTS[key].path.read_bytes())))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A text as it can be set: the font that holds all of it, and what none of them holds."""

    font: str
    text: str
    missing: tuple[str, ...] = ()
    """Characters that the font does not hold, replaced in `text`, each named once."""


def chain(key: str) -> tuple[str, ...]:
    """The font and those that may take its place, in order."""
    keys = [key]
    while (after := FONTS[keys[-1]].next) is not None:
        keys.append(after)
    return tuple(keys)


def choose(key: str, text: str) -> Chosen:
    """The first font of the chain that holds the whole text: never half and half.

    When none does, the one that lacks the fewest characters sets it, each of those becoming a
    box. Characters are composed first, so that "e" + accent finds the accented letter.
    """
    text = unicodedata.normalize("NFC", text)
    fonts = chain(key)
    for tried in fonts:
        if holds(tried, text):
            return Chosen(tried, text)
    with_box = [tried for tried in fonts if box_of(tried)]
    best = min(with_box, key=lambda tried: len(missing_in(tried, text)))
    return boxed(best, text)


def is_emoji(letter: str) -> bool:
    """True for what our emoji font draws. Emoji stand beside letters of any font."""
    return letter >= FIRST_EMOJI and ord(letter) in _measures("emoji").glyphs


FIRST_EMOJI = "\u2000"
"""Below it the emoji font has digits and signs, which belong to the text."""


def missing_in(key: str, text: str) -> tuple[str, ...]:
    """The characters of the text for which this font has no glyph, each once."""
    glyphs = _measures(key).glyphs
    return tuple(
        dict.fromkeys(
            letter for letter in text if ord(letter) not in glyphs and not _needs_no_glyph(letter)
        )
    )


def box_of(key: str) -> str:
    """What this font draws in place of a character it lacks; "" when it has nothing for it."""
    return next((box for box in BOXES if ord(box) in _measures(key).glyphs), "")


def boxed(key: str, text: str) -> Chosen:
    """The text in this font, with a box for each character that it lacks; marks just go."""
    missing, box = missing_in(key, text), box_of(key)
    letters = [
        letter if letter not in missing else "" if unicodedata.combining(letter) else box
        for letter in text
    ]
    return Chosen(key, "".join(letters), missing)
