"""Fits texts into boxes: picks the size, wraps the lines, and says aloud what did not fit."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace

from companion.printing.drawing import TextLine
from companion.printing.fit_note import FitNote
from companion.printing.fonts import MM_PER_POINT, choose, measures, width_em

KERNING_ROOM = 1.012
"""Kerning can widen a line by a hair over the sum of its advances (measured: at most 0.9 %)."""
STEP_PT = 0.25
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Box:
    """Room for a text, in millimetres from the top left of the face."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Wish:
    """How a text would like to look, and how far it may give way."""

    font: str
    largest_pt: float
    smallest_pt: float
    good_pt: float = 0.0
    """Below this size the report mentions it."""
    leading: float = 1.2
    most_lines: int = 99
    align: str = "left"
    upright: str = "middle"
    """Where the lines stand when the box is taller: top, middle or bottom."""
    colour: str = "#171d21"
    spacing_em: float = 0.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its box: lines to draw, and what there is to say about it."""

    lines: tuple[TextLine, ...] = ()
    notes: tuple[FitNote, ...] = ()
    bottom_mm: float = 0.0
    """Where the last line ends."""


def fit(where: str, text: str, box: Box, wish: Wish) -> Fitted:
    """The largest size, in steps of 0.25 pt, at which the wrapped text stays inside the box.

    A text that does not fit at the smallest size is cut with an ellipsis; a word longer than
    a line is then broken. Both are noted, and so is every character that no font holds.
    """
    chosen = choose(wish.font, cleaned(text))
    notes = []
    if chosen.missing:
        notes.append(FitNote("unknown_letters", where, characters=chosen.missing))
    if not chosen.text.strip():
        return Fitted((), tuple(notes), box.y_mm)
    setting = _Setting(chosen.font, chosen.text, box, wish)
    size, lines, code = setting.best()
    if wish.align == "center" and not code:
        lines = setting.balanced(size, lines)
    if code:
        notes.append(FitNote(code, where, size, setting.letters_too_many(wish.smallest_pt)))
    elif size < wish.good_pt:
        notes.append(FitNote("small_text", where, size, setting.letters_too_many(wish.good_pt)))
    return _placed(lines, chosen.font, size, box, wish, tuple(notes))


def cleaned(text: str) -> str:
    """As it is printed: one kind of line end, curly quotes, nothing that cannot be seen.

    Characters that show nothing or turn the line around are taken out.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    text = _OPENING.sub(lambda found: found[1] + _CURLY[found[2]][0], text)
    text = text.replace("'", "’").replace('"', "”")
    return "".join(
        letter
        for letter in text
        if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )


_OPENING = re.compile(r"(^|[\s(\[–—])(['\"])(?=\S)")
_CURLY = {"'": "‘’", '"': "“”"}


@dataclass(slots=True)
class _Setting:
    """One text, tried at several sizes; words are measured once."""

    font: str
    text: str
    box: Box
    wish: Wish
    widths: dict[str, float] = field(default_factory=dict)

    def width(self, words: str) -> float:
        found = self.widths.get(words)
        if found is None:
            found = width_em(self.font, words) * KERNING_ROOM + self.wish.spacing_em * len(words)
            self.widths[words] = found
        return found

    def best(self) -> tuple[float, list[str], str]:
        """Size, lines, and the code of what went wrong ("" when all is well)."""
        size = self.wish.largest_pt
        while size >= self.wish.smallest_pt:
            lines = self.wrapped(size, self.text, breaking=False)
            if lines is not None and len(lines) <= self.room(size):
                return size, lines, ""
            size -= STEP_PT
        size = self.wish.smallest_pt
        broken = self.wrapped(size, self.text, breaking=True) or []
        room = self.room(size)
        if len(broken) <= room:
            return size, broken, "word_broken"
        return size, self.cut(broken[:room], size), "does_not_fit"

    def balanced(self, size: float, lines: list[str]) -> list[str]:
        """The same number of lines, as even as they can be: no last word on a line of its own."""
        whole = self.box
        low, high = 0.3, 1.0
        for _ in range(7):
            share = (low + high) / 2
            self.box = replace(whole, width_mm=whole.width_mm * share)
            tried = self.wrapped(size, self.text, breaking=False)
            if tried is not None and len(tried) == len(lines):
                lines, high = tried, share
            else:
                low = share
        self.box = whole
        return lines

    def room(self, size: float) -> int:
        """How many lines of this size the box holds: at least one."""
        lines = int(self.box.height_mm / (size * MM_PER_POINT * self.wish.leading) + 1e-6)
        return max(1, min(lines, self.wish.most_lines))

    def wrapped(self, size: float, text: str, breaking: bool) -> list[str] | None:
        """Greedy wrap; None when a word is longer than a line and may not be broken."""
        limit = self.box.width_mm / (size * MM_PER_POINT)
        space = self.width(" ")
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line, used = "", 0.0
            for word in paragraph.split():
                wide = self.width(word)
                if line and used + space + wide <= limit:
                    line, used = f"{line} {word}", used + space + wide
                    continue
                if line:
                    lines.append(line)
                if wide > limit:
                    if not breaking:
                        return None
                    pieces = self.broken(word, limit)
                    lines.extend(pieces[:-1])
                    word = pieces[-1]
                    wide = self.width(word)
                line, used = word, wide
            lines.append(line)
        return lines

    def broken(self, word: str, limit: float) -> list[str]:
        """The word in pieces that fit a line; accents stay with their letter."""
        pieces, piece, used = [], "", 0.0
        for letter in word:
            wide = self.width(letter)
            if piece and used + wide > limit and not unicodedata.combining(letter):
                pieces.append(piece)
                piece, used = "", 0.0
            piece, used = piece + letter, used + wide
        return [*pieces, piece]

    def cut(self, lines: list[str], size: float) -> list[str]:
        """The lines that fit, the last one ending in an ellipsis."""
        limit = self.box.width_mm / (size * MM_PER_POINT)
        last = lines[-1]
        while last and self.width(last.rstrip() + ELLIPSIS) > limit:
            last = last[:-1]
        return [*lines[:-1], last.rstrip() + ELLIPSIS]

    def letters_too_many(self, size: float) -> int:
        """How many letters to take from the end, so that the text fits at this size."""
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high + 1) // 2
            lines = self.wrapped(size, self.text[:middle], breaking=False)
            if lines is not None and len(lines) <= self.room(size):
                low = middle
            else:
                high = middle - 1
        return len(self.text) - low


def _placed(
    lines: list[str], font: str, size: float, box: Box, wish: Wish, notes: tuple[FitNote, ...]
) -> Fitted:
    step = size * MM_PER_POINT * wish.leading
    spare = box.height_mm - step * len(lines)
    top = box.y_mm + {"top": 0.0, "middle": spare / 2, "bottom": spare}[wish.upright]
    x = box.x_mm + {"left": 0.0, "center": box.width_mm / 2, "right": box.width_mm}[wish.align]
    centre = (step + measures(font).cap_height * size * MM_PER_POINT) / 2
    placed = tuple(
        TextLine(
            text=words,
            font=font,
            size_pt=size,
            x_mm=x,
            baseline_mm=top + step * number + centre,
            width_mm=box.width_mm,
            colour=wish.colour,
            align=wish.align,
            spacing_em=wish.spacing_em,
        )
        for number, words in enumerate(lines)
        if words
    )
    return Fitted(placed, notes, top + step * len(lines))
