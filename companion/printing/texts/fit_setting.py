"""One text tried at several sizes: measured word by word, wrapped, evened out, cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.printing.texts.fonts import JOINERS, MM_PER_POINT, OBJECT, width_em

KERNING_ROOM = 1.012
"""Kerning can widen a line by a hair over the sum of its advances (measured: at most 0.9 %)."""
ELLIPSIS = "…"
SIGN_EM = 1.2
"""Room of an icon within a text, in em."""

Span = tuple[int, int]
"""A word, or a part of a word that is too long: from this letter up to that one."""


@dataclass(frozen=True, slots=True)
class Line:
    """The words of one line."""

    words: tuple[Span, ...] = ()
    tail: str = ""
    """An ellipsis where the text is cut."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text as it is set: letters, the font of each, and the icons between them."""

    letters: str
    fonts: tuple[str, ...]
    """A key of FONTS for each letter."""
    base: str
    """The font of the text as a whole: blanks beside an emoji are as wide as its blanks."""
    signs: Mapping[int, str] = field(default_factory=dict)
    """By the place of a letter that is an icon: "coin" or an item type."""

    def blank_font(self, after: int) -> str:
        """The font of a blank after the letter at this place."""
        return self.base if self.fonts[after] == "emoji" else self.fonts[after]

    def segments(self, span: Span) -> list[tuple[int, int]]:
        """The span in stretches of one font; an icon is a stretch of its own."""
        start, end = span
        found: list[tuple[int, int]] = []
        for place in range(start, end):
            alone = self.letters[place] == OBJECT
            if found and not alone and self._joins(place, found[-1]):
                found[-1] = (found[-1][0], place + 1)
            else:
                found.append((place, place + 1))
        return found

    def _joins(self, place: int, before: tuple[int, int]) -> bool:
        last = before[1] - 1
        return self.letters[last] != OBJECT and self.fonts[last] == self.fonts[place]


@dataclass(slots=True)
class Setting:
    """One text in a width; words are measured once, in em."""

    text: Marked
    width_mm: float
    height_mm: float
    leading: float
    most_lines: int
    spacing_em: float = 0.0
    _widths: dict[Span, float] = field(default_factory=dict)

    def width(self, span: Span) -> float:
        """Of a word, with room for its kerning."""
        found = self._widths.get(span)
        if found is None:
            found = self._widths[span] = self.exact(span) * KERNING_ROOM
        return found

    def exact(self, span: Span) -> float:
        """The sum of the advances."""
        total = 0.0
        for start, end in self.text.segments(span):
            if self.text.letters[start] == OBJECT:
                total += SIGN_EM
            else:
                letters = self.text.letters[start:end]
                total += width_em(self.text.fonts[start], letters) + self.spacing_em * len(letters)
        return total

    def space(self, after: int) -> float:
        """A blank after the letter at this place."""
        return width_em(self.text.blank_font(after), " ") + self.spacing_em

    def room(self, size: float) -> int:
        """How many lines of this size the box holds: at least one."""
        lines = int(self.height_mm / (size * MM_PER_POINT * self.leading) + 1e-6)
        return max(1, min(lines, self.most_lines))

    def wrapped(
        self, size: float, breaking: bool, end: int | None = None, share: float = 1.0
    ) -> list[Line] | None:
        """Greedy wrap of the letters before `end`, in this share of the width.

        None when a word is longer than a line and may not be broken.
        """
        limit = self.width_mm * share / (size * MM_PER_POINT)
        lines: list[Line] = []
        for paragraph in self._paragraphs(end):
            line: list[Span] = []
            used = 0.0
            for word in paragraph:
                wide = self.width(word)
                if line and used + self.space(line[-1][1] - 1) + wide <= limit:
                    used += self.space(line[-1][1] - 1) + wide
                    line.append(word)
                    continue
                if line:
                    lines.append(Line(tuple(line)))
                if wide > limit:
                    if not breaking:
                        return None
                    pieces = self._broken(word, limit)
                    lines.extend(Line((piece,)) for piece in pieces[:-1])
                    word = pieces[-1]
                    wide = self.width(word)
                line, used = [word], wide
            lines.append(Line(tuple(line)))
        return lines

    def _paragraphs(self, end: int | None) -> list[list[Span]]:
        letters = self.text.letters[:end]
        paragraphs: list[list[Span]] = [[]]
        start = -1
        for place, letter in enumerate(letters):
            if letter.isspace():
                if start >= 0:
                    paragraphs[-1].append((start, place))
                start = -1
                if letter == "\n":
                    paragraphs.append([])
            elif start < 0:
                start = place
        if start >= 0:
            paragraphs[-1].append((start, len(letters)))
        return paragraphs

    def _broken(self, word: Span, limit: float) -> list[Span]:
        """The word in pieces that fit a line; accents stay with their letter."""
        pieces: list[Span] = []
        start, used = word[0], 0.0
        for place in range(*word):
            wide = self.width((place, place + 1))
            joined = self._joined(place)
            if place > start and used + wide > limit and not joined:
                pieces.append((start, place))
                start, used = place, 0.0
            used += wide
        return [*pieces, (start, word[1])]

    def _joined(self, place: int) -> bool:
        """Whether this letter belongs to the one before: accents, joined and tinted emoji."""
        letter, before = self.text.letters[place], self.text.letters[place - 1]
        mark = unicodedata.category(letter)[0] == "M" or "\U0001f3fb" <= letter <= "\U0001f3ff"
        return place > 0 and (mark or letter in JOINERS or before in JOINERS)

    def balanced(self, size: float, lines: list[Line]) -> list[Line]:
        """The same number of lines, as even as they can be: no last word on a line of its own."""
        low, high = 0.3, 1.0
        for _ in range(7):
            share = (low + high) / 2
            tried = self.wrapped(size, breaking=False, share=share)
            if tried is not None and len(tried) == len(lines):
                lines, high = tried, share
            else:
                low = share
        return lines

    def cut(self, lines: list[Line], size: float) -> list[Line]:
        """The lines, the last one ending in an ellipsis."""
        limit = self.width_mm / (size * MM_PER_POINT)
        words = list(lines[-1].words)
        while words:
            start, end = words[-1]
            font = self.text.blank_font(end - 1)
            tail = width_em(font, ELLIPSIS) * KERNING_ROOM + self.spacing_em
            if self.line_width(words) + tail <= limit:
                break
            words[-1:] = [(start, end - 1)] if end - 1 > start else []
        return [*lines[:-1], Line(tuple(words), ELLIPSIS)]

    def line_width(self, words: list[Span]) -> float:
        """Words and the blanks between them."""
        blanks = sum(self.space(word[1] - 1) for word in words[:-1])
        return blanks + sum(self.width(word) for word in words)

    def letters_too_many(self, size: float) -> int:
        """How many letters to take from the end, so that the text fits at this size."""
        low, high = 0, len(self.text.letters)
        while low < high:
            middle = (low + high + 1) // 2
            lines = self.wrapped(size, breaking=False, end=middle)
            if lines is not None and len(lines) <= self.room(size):
                low = middle
            else:
                high = middle - 1
        return len(self.text.letters) - low
