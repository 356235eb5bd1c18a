"""Draws what surrounds the cards on a sheet: cut marks, ruler, bank card, the sheet's line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.printing.drawing.sketch import (
    Path,
    Shape,
    Sketch,
    TextLine,
    line,
    moved,
    rectangle,
    turned,
)
from companion.printing.formats import PrintOptions
from companion.printing.own_words import (
    BANK_CARD,
    BANK_EDGE,
    BANK_SIZE,
    ENGLISH,
    FOLD,
    SHEET,
    SIDES,
    TRUE_SIZE,
    OwnWords,
    said,
)
from companion.printing.sheets.cutting import Segment, crop_marks, fold_lines, outlines
from companion.printing.sheets.grid import (
    GUIDE_GAP_MM,
    ID_1,
    RULER_MM,
    Grid,
    Rectangle,
    marks_outside,
)
from companion.printing.sheets.guides import RULER_WITH_WORDS_MM, Guides, Strip, guides
from companion.printing.sheets.imposition import Sheet
from companion.printing.texts.fonts import MM_PER_POINT, choose, width_em

MARK_COLOUR = "#000000"
"""Only cut marks are quite black: nothing else on a sheet is taken for one."""
MARK_WIDTH_MM = 0.1
"""A hairline: its middle is the cut."""
GUIDE_COLOUR = "#333333"
LINE_WITH_ADVICE_MM = 150.0
SHARE_OF_LINE = 0.5
"""Of the line's room, for what it says of the sheet; the rest is for advice."""
FOLD_DASH_MM = (2.0, 1.4)
ID_1_RADIUS_MM = 3.18
"""Of a bank card's corners (ISO/IEC 7810)."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What the margin says about a sheet, and in which language."""

    deck: str
    revision: str
    sheets: int
    words: OwnWords = field(default_factory=dict)


def sheet_marks(
    sheet: Sheet, grid: Grid, options: PrintOptions, words: OwnWords = ENGLISH
) -> Sketch:
    """What most sheets of a print share beside the cards: cut marks, ruler, bank card.

    Cut marks go on the sides that the options name, fold lines on every sheet to be folded. The
    ruler and the bank card stand on fronts only: one check is enough, and backs may carry a
    printer's offset.
    """
    sketch = Sketch()
    if sheet.side in options.marked_sides:
        _cuts(sketch, sheet, grid, options.marks)
    for fold in fold_lines(sheet.placements, grid):
        path = line(fold.x1_mm, fold.y1_mm, fold.x2_mm, fold.y2_mm)
        sketch.stroke(path, GUIDE_COLOUR, MARK_WIDTH_MM, FOLD_DASH_MM)
    if sheet.side == "fronts":
        around = guides(sheet, grid, marks_outside(options))
        _checks(sketch, around, words)
        if around.line is not None and _has_advice(around.line, sheet):
            _advise(sketch, around.line, grid, words)
    return sketch


def sheet_line(sheet: Sheet, grid: Grid, options: PrintOptions, about: SheetLine) -> Sketch:
    """The sheet's own line in the margin, where there is room for one."""
    sketch = Sketch()
    strip = guides(sheet, grid, marks_outside(options)).line
    if strip is not None:
        number = said(about.words, SHEET, number=sheet.number, sheets=about.sheets)
        side = said(about.words, SIDES[sheet.side])
        room = strip.length_mm * (SHARE_OF_LINE if _has_advice(strip, sheet) else 1.0)
        words = f"{about.deck} · {about.revision} · {number} · {side}"
        _say(sketch, strip, words, room, "left")
    return sketch


def _cuts(sketch: Sketch, sheet: Sheet, grid: Grid, marks: str) -> None:
    segments: Sequence[Segment] = ()
    if marks == "crop":
        segments = crop_marks(sheet.placements, grid)
    elif marks == "lines":
        segments = outlines(sheet.placements)
    for part in segments:
        path = line(part.x1_mm, part.y1_mm, part.x2_mm, part.y2_mm)
        sketch.shapes.append(Shape(path, stroke=MARK_COLOUR, width_mm=MARK_WIDTH_MM))


def _checks(sketch: Sketch, around: Guides, words: OwnWords) -> None:
    if around.ruler is not None:
        draw_ruler(sketch, around.ruler)
    if around.bank_edge is not None:
        _bank_edge(sketch, around.bank_edge, words)
    if around.bank_card is not None:
        _bank_card(sketch, around.bank_card, words)


@dataclass(frozen=True, slots=True)
class _Along:
    """Draws along a strip as if it were level: x runs along it, y across it."""

    strip: Strip

    def path(self, path: Path) -> Path:
        place = self.strip.place
        if not self.strip.upright:
            return moved(path, place.x_mm, place.y_mm)
        return moved(turned(path, -90, 0, 0), place.x_mm, place.bottom_mm)

    def text(self, words: str, size_pt: float, x: float, y: float, align: str) -> TextLine:
        chosen = choose("label", words)
        place = self.strip.place
        at = (place.x_mm + x, place.y_mm + y)
        if self.strip.upright:
            at = (place.x_mm + y, place.bottom_mm - x)
        return TextLine(
            chosen.text,
            chosen.font,
            size_pt,
            at[0],
            at[1],
            200,
            GUIDE_COLOUR,
            align,
            turned=-90 if self.strip.upright else 0,
        )


def draw_ruler(sketch: Sketch, strip: Strip) -> None:
    """100 mm, a stroke for each, the two ends full height."""
    along = _Along(strip)
    high = min(strip.thickness_mm, 4.4)
    base = (strip.thickness_mm - high) / 2 + high
    start = min(0.5, (strip.length_mm - RULER_MM) / 2)
    sketch.stroke(along.path(line(start, base, start + RULER_MM, base)), GUIDE_COLOUR, 0.14)
    for number in range(int(RULER_MM) + 1):
        x = start + number
        top = base - high * _stroke_height(number)
        stroke = along.path(line(x, base, x, top))
        sketch.shapes.append(Shape(stroke, stroke=GUIDE_COLOUR, width_mm=MARK_WIDTH_MM))
    for number in (10, 20, 30, 40, 50, 60, 70, 80, 90):
        if high >= 3.4:
            text = along.text(str(number), 4.0, start + number + 0.4, base - high * 0.5, "left")
            sketch.letter(text)
    if strip.length_mm >= RULER_WITH_WORDS_MM:
        sketch.letter(along.text("100 mm", 4.4, start + RULER_MM + 1.2, base - high * 0.3, "left"))


def _stroke_height(number: int) -> float:
    """As a share of the ruler's height: ends, tens, fives, ones."""
    if number in (0, RULER_MM):
        return 1.0
    return 0.62 if number % 10 == 0 else 0.4 if number % 5 == 0 else 0.24


def _bank_edge(sketch: Sketch, strip: Strip, words: OwnWords) -> None:
    """A bank card lying with a long edge in the strip: as much of its outline as shows there.

    The edge is the one away from the cards, so that the card itself lies on the sheet.
    """
    along = _Along(strip)
    inside = along.path(rectangle(0, 0, strip.length_mm, strip.thickness_mm))
    start = strip.length_mm - ID_1.height_mm - GUIDE_GAP_MM
    thick, high = strip.thickness_mm, ID_1.width_mm
    top = 0.1 if strip.before else thick - 0.1 - high
    card = Sketch()
    path = along.path(rectangle(start, top, ID_1.height_mm, high, ID_1_RADIUS_MM))
    card.stroke(path, GUIDE_COLOUR, 0.15)
    sketch.clipped(inside, card)
    middle = min(max(thick / 2, top), top + high) + 0.5
    text = said(words, BANK_EDGE)
    size = min(4.0, (ID_1.height_mm - 2) / (width_em("label", text) * MM_PER_POINT))
    sketch.letter(along.text(text, size, start + ID_1.height_mm / 2, middle, "center"))


def _bank_card(sketch: Sketch, place: Rectangle, words: OwnWords) -> None:
    path = rectangle(place.x_mm, place.y_mm, place.width_mm, place.height_mm, ID_1_RADIUS_MM)
    sketch.stroke(path, GUIDE_COLOUR, 0.15)
    middle = place.x_mm + place.width_mm / 2
    y = place.y_mm + place.height_mm / 2
    for text, down in ((BANK_CARD, -1.5), (BANK_SIZE, 2.2)):
        chosen = choose("label", said(words, text))
        wide = width_em("label", chosen.text) * MM_PER_POINT
        sketch.letter(
            TextLine(
                chosen.text,
                chosen.font,
                min(6.4, (place.width_mm - 4) / wide),
                middle,
                y + down,
                place.width_mm,
                GUIDE_COLOUR,
                "center",
            )
        )


def _has_advice(strip: Strip, sheet: Sheet) -> bool:
    """Whether the line has room for more than which sheet it is; backs follow their fronts."""
    return sheet.side == "fronts" and strip.length_mm >= LINE_WITH_ADVICE_MM


def _advise(sketch: Sketch, strip: Strip, grid: Grid, words: OwnWords) -> None:
    """What to do with the sheet, at the end of its line."""
    advice = (TRUE_SIZE, FOLD) if grid.fold else (TRUE_SIZE,)
    text = " ".join(said(words, each) for each in advice)
    _say(sketch, strip, text, strip.length_mm * (1 - SHARE_OF_LINE), "right")


def _say(sketch: Sketch, strip: Strip, words: str, room_mm: float, align: str) -> None:
    """Words in the strip, as large as their room lets them be, and never loud."""
    wide = width_em("label", choose("label", words).text) * MM_PER_POINT
    size = min(5.6, (room_mm - 2) / wide, strip.thickness_mm / MM_PER_POINT)
    down = strip.thickness_mm / 2 + size * MM_PER_POINT * 0.35
    x = 1.0 if align == "left" else strip.length_mm - 1.0
    sketch.letter(_Along(strip).text(words, round(size, 3), x, down, align))
