"""Fits texts into boxes: picks the size, wraps the lines, and says aloud what did not fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.decks.markup import Piece
from companion.printing.drawing.sketch import TextLine
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.fit_setting import KERNING_ROOM, SIGN_EM, Line, Marked, Setting
from companion.printing.texts.fonts import (
    JOINERS,
    MM_PER_POINT,
    OBJECT,
    STYLES,
    boxed,
    choose,
    holds,
    is_emoji,
    measures,
    width_em,
)
from companion.printing.texts.typed_text import (
    INVISIBLE,
    cleaned_in_place,
    reads_from_the_right,
)

STEP_PT = 0.25


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
class SignPlace:
    """Where an icon stands within a text."""

    sign: str
    """ "coin" or an item type."""
    x_mm: float
    y_mm: float
    """Its top left corner."""
    size_mm: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its box: lines to draw, and what there is to say about it."""

    lines: tuple[TextLine, ...] = ()
    notes: tuple[FitNote, ...] = ()
    bottom_mm: float = 0.0
    """Where the last line ends."""
    signs: tuple[SignPlace, ...] = ()


def fit(where: str, text: str, box: Box, wish: Wish) -> Fitted:
    """The largest size, in steps of 0.25 pt, at which the wrapped text stays inside the box.

    A text that does not fit at the smallest size is cut with an ellipsis; a word longer than
    a line is then broken. Both are noted, and so is every character that no font holds.
    """
    return fit_marked(where, (Piece(text),) if text else (), box, wish)


def fit_marked(where: str, pieces: Sequence[Piece], box: Box, wish: Wish) -> Fitted:
    """The same for a text with markup: its icons come back with their places."""
    marked, missing = _marked(pieces, wish.font)
    notes = [FitNote("unknown_letters", where, characters=missing)] if missing else []
    if not marked.letters.strip():
        return Fitted((), tuple(notes), box.y_mm)
    setting = Setting(
        marked, box.width_mm, box.height_mm, wish.leading, wish.most_lines, wish.spacing_em
    )
    size, lines, code = _best(setting, wish)
    if wish.align == "center" and not code:
        lines = setting.balanced(size, lines)
    if code:
        notes.append(FitNote(code, where, size, setting.letters_too_many(wish.smallest_pt)))
    elif size < wish.good_pt:
        within = wish.good_pt <= wish.largest_pt
        letters = setting.letters_too_many(wish.good_pt) if within else 0
        notes.append(FitNote("small_text", where, size, letters))
    return _placed(setting, lines, size, box, wish, tuple(notes))


def _best(setting: Setting, wish: Wish) -> tuple[float, list[Line], str]:
    """Size, lines, and the code of what went wrong ("" when all is well)."""
    size = wish.largest_pt
    while size >= wish.smallest_pt:
        lines = setting.wrapped(size, breaking=False)
        if lines is not None and len(lines) <= setting.room(size):
            return size, lines, ""
        size -= STEP_PT
    size = wish.smallest_pt
    broken = setting.wrapped(size, breaking=True) or []
    room = setting.room(size)
    if len(broken) <= room:
        return size, broken, "word_broken"
    return size, setting.cut(broken[:room], size), "does_not_fit"


def _marked(pieces: Sequence[Piece], base: str) -> tuple[Marked, tuple[str, ...]]:
    """The letters with the font of each, and the characters that no font holds.

    One family sets the whole text: the first of the chain that holds all of it.
    """
    texts = [OBJECT if piece.sign else piece.text.replace(OBJECT, INVISIBLE) for piece in pieces]
    whole = "".join(texts)
    curled = cleaned_in_place(whole)
    keys = [STYLES.get(base, (base,) * 4)[p.bold + 2 * p.italic] for p in pieces]
    letters_only = "".join(x for x in curled if x != INVISIBLE and not is_emoji(x))
    chosen = {key: choose(key, letters_only) for key in dict.fromkeys(keys)}
    letters: list[str] = []
    fonts: list[str] = []
    signs: dict[int, str] = {}
    place = 0
    for piece, key, typed in zip(pieces, keys, texts, strict=True):
        text = curled[place : place + len(typed)].replace(INVISIBLE, "")
        text = unicodedata.normalize("NFC", text)
        place += len(typed)
        if piece.sign:
            signs[len(fonts)] = piece.sign
        for font, part in _with_emoji(chosen[key].font, text):
            set_text = part if font == "emoji" else boxed(font, part).text
            letters.append(set_text)
            fonts.extend([font] * len(set_text))
    missing = dict.fromkeys(letter for each in chosen.values() for letter in each.missing)
    base = chosen[keys[0]].font if keys else base
    return Marked("".join(letters), tuple(fonts), base, signs), tuple(missing)


def _with_emoji(font: str, text: str) -> Iterator[tuple[str, str]]:
    """The text in stretches of its font and of emoji, with what joins and tints those."""
    start, before = 0, font
    for place, letter in enumerate(text):
        joins = before == "emoji" and letter in JOINERS
        here = "emoji" if joins or (is_emoji(letter) and not holds(font, letter)) else font
        if here != before and place > start:
            yield before, text[start:place]
            start = place
        before = here
    if text[start:]:
        yield before, text[start:]


def _placed(
    setting: Setting,
    lines: list[Line],
    size: float,
    box: Box,
    wish: Wish,
    notes: tuple[FitNote, ...],
) -> Fitted:
    text = setting.text
    step = size * MM_PER_POINT * wish.leading
    spare = box.height_mm - step * len(lines)
    top = box.y_mm + {"top": 0.0, "middle": spare / 2, "bottom": spare}[wish.upright]
    from_right = reads_from_the_right(text.letters)
    placing = _Placing(setting, size, box, wish, from_right, [], [])
    centre = (step + measures(text.fonts[0]).cap_height * size * MM_PER_POINT) / 2
    for number, line in enumerate(lines):
        placing.line(line, top + step * number + centre)
    return Fitted(tuple(placing.lines), notes, top + step * len(lines), signs=tuple(placing.signs))


@dataclass(slots=True)
class _Placing:
    """Puts wrapped lines in their places: whole where one font sets them, else piece by piece."""

    setting: Setting
    size: float
    box: Box
    wish: Wish
    from_right: bool
    lines: list[TextLine]
    signs: list[SignPlace]

    def line(self, line: Line, baseline: float) -> None:
        """One line of the text."""
        pieces = self._pieces(line)
        if not pieces:
            return
        align = self.wish.align
        if self.from_right and align == "left":
            align = "right"
        share = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        x = self.box.x_mm + self.box.width_mm * share
        if len(pieces) == 1 and not pieces[0][2]:
            letters, font, _ = pieces[0]
            self._text(letters, font, x, baseline, align, self.box.width_mm)
            return
        em = self.size * MM_PER_POINT
        widths = [self._width(piece) * em for piece in pieces]
        x -= sum(widths) * share
        order = list(zip(pieces, widths, strict=True))
        for (letters, font, sign), wide in reversed(order) if self.from_right else order:
            if sign:
                self._sign(sign, font, x, baseline)
            elif letters.strip():
                self._text(letters, font, x, baseline, "left", wide * KERNING_ROOM)
            x += wide

    def _pieces(self, line: Line) -> list[tuple[str, str, str]]:
        """Letters, font, and the sign in their stead, of each stretch of the line."""
        text = self.setting.text
        found: list[tuple[str, str, str]] = []
        for number, word in enumerate(line.words):
            for start, end in text.segments(word):
                found.append(
                    (text.letters[start:end], text.fonts[start], text.signs.get(start, ""))
                )
            blank = " " if number + 1 < len(line.words) else line.tail
            if blank:
                found.append((blank, text.blank_font(word[1] - 1), ""))
        if line.tail and not line.words:
            found.append((line.tail, text.base, ""))
        merged: list[tuple[str, str, str]] = []
        for letters, font, sign in found:
            if merged and not sign and not merged[-1][2] and merged[-1][1] == font:
                merged[-1] = (merged[-1][0] + letters, font, "")
            else:
                merged.append((letters, font, sign))
        return merged

    def _width(self, piece: tuple[str, str, str]) -> float:
        letters, font, sign = piece
        if sign:
            return SIGN_EM
        return width_em(font, letters) + self.wish.spacing_em * len(letters)

    def _text(
        self, letters: str, font: str, x: float, baseline: float, align: str, room: float
    ) -> None:
        self.lines.append(
            TextLine(
                text=letters,
                font=font,
                size_pt=self.size,
                x_mm=x,
                baseline_mm=baseline,
                width_mm=room,
                colour=self.wish.colour,
                align=align,
                spacing_em=self.wish.spacing_em,
                from_right=self.from_right,
            )
        )

    def _sign(self, sign: str, font: str, x: float, baseline: float) -> None:
        """An icon, its middle at the middle of a capital letter."""
        em = self.size * MM_PER_POINT
        size = em * (SIGN_EM - 0.12)
        middle = baseline - measures(font).cap_height * em / 2
        self.signs.append(SignPlace(sign, x + 0.06 * em, middle - size / 2, size))
