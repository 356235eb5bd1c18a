"""What stands beside the cards: the 100 mm ruler, the bank card, the sheet's own line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.printing.formats import Size
from companion.printing.sheets.cutting import Segment, fold_lines, pieces
from companion.printing.sheets.grid import (
    GUIDE_EDGE_MM,
    GUIDE_GAP_MM,
    ID_1,
    MARK_GAP_MM,
    RULER_MM,
    THINNEST_RULER_MM,
    Grid,
    Rectangle,
)
from companion.printing.sheets.imposition import Sheet

THINNEST_LINE_MM = 1.9
SHORTEST_LINE_MM = 60.0
RULER_WITH_WORDS_MM = RULER_MM + 12.0
BANK_CARD_ROOM_MM = ID_1.height_mm + 2.0
"""Along a margin, where the card's long edge shows."""
HAIR_MM = 1e-6


@dataclass(frozen=True, slots=True)
class Strip:
    """A free part of a margin. `upright` ones run along the left or right edge, upwards."""

    place: Rectangle
    upright: bool
    before: bool = False
    """It lies above the cards or left of them."""

    @property
    def thickness_mm(self) -> float:
        """Across the strip."""
        return self.place.width_mm if self.upright else self.place.height_mm

    @property
    def length_mm(self) -> float:
        """Along the strip."""
        return self.place.height_mm if self.upright else self.place.width_mm

    def part(self, start_mm: float, length_mm: float) -> Strip:
        """A part of it, counted along the strip from its beginning."""
        if self.upright:
            top = self.place.bottom_mm - start_mm - length_mm
            return replace(self, place=replace(self.place, y_mm=top, height_mm=length_mm))
        left = self.place.x_mm + start_mm
        return replace(self, place=replace(self.place, x_mm=left, width_mm=length_mm))


@dataclass(frozen=True, slots=True)
class Guides:
    """Where the guides of one sheet stand; None where there is no room for one."""

    ruler: Strip | None
    bank_edge: Strip | None
    """The outline of a bank card, as much of it as the strip shows: a long edge at least."""
    line: Strip | None
    bank_card: Rectangle | None
    """The whole outline, in an empty place."""


def guides(sheet: Sheet, grid: Grid, marks: bool) -> Guides:
    """Ruler, bank card and sheet line in the widest free margins; a whole bank card where the
    sheet is not full.

    None of them touches another, a card, its bleed, or (when there are any) the marks' margin.
    """
    block = grid.block if sheet.side == "fronts" else _whichever_way(grid)
    free = sorted(_strips(grid, block, marks), key=lambda strip: -round(strip.thickness_mm, 3))
    ruler = _take(free, RULER_WITH_WORDS_MM, THINNEST_RULER_MM)
    ruler = ruler or _take(free, RULER_MM, THINNEST_RULER_MM)
    bank_edge = _take(free, BANK_CARD_ROOM_MM, THINNEST_RULER_MM)
    line = next(
        (
            strip
            for strip in sorted(free, key=lambda strip: -strip.length_mm)
            if strip.length_mm >= SHORTEST_LINE_MM and strip.thickness_mm >= THINNEST_LINE_MM
        ),
        None,
    )
    return Guides(ruler, bank_edge, line, _bank_card(sheet, grid))


def _take(free: list[Strip], length: float, thickness: float) -> Strip | None:
    """The beginning of the first strip that is large enough; the rest of it stays free."""
    for number, strip in enumerate(free):
        if strip.length_mm + HAIR_MM >= length and strip.thickness_mm + HAIR_MM >= thickness:
            free[number] = strip.part(length, strip.length_mm - length)
            return strip.part(0, length)
    return None


def _whichever_way(grid: Grid) -> Rectangle:
    """What the cards of a back can cover: they are mirrored left to right or top to bottom."""
    block, page = grid.block, grid.page
    left = min(block.x_mm, page.width_mm - block.right_mm)
    top = min(block.y_mm, page.height_mm - block.bottom_mm)
    return Rectangle(left, top, page.width_mm - 2 * left, page.height_mm - 2 * top)


def _strips(grid: Grid, block: Rectangle, marks: bool) -> list[Strip]:
    """The four margins, below first: between the marks and what the printer cannot reach."""
    away = grid.bleed_mm + (MARK_GAP_MM + grid.mark_mm if marks else 0.0) + GUIDE_GAP_MM
    short = grid.bleed_mm + MARK_GAP_MM + GUIDE_GAP_MM
    strips = _around(grid.page, block, away)
    if all(strip.thickness_mm + HAIR_MM < THINNEST_RULER_MM for strip in strips):
        strips.extend(_between_marks(grid, block, short))
    return strips


def _around(page: Size, block: Rectangle, away: float) -> list[Strip]:
    edge = GUIDE_EDGE_MM
    wide, high = page.width_mm - 2 * edge, page.height_mm - 2 * edge
    below, above = block.bottom_mm + away, block.y_mm - away
    after, before = block.right_mm + away, block.x_mm - away
    return [
        Strip(Rectangle(edge, below, wide, page.height_mm - edge - below), False),
        Strip(Rectangle(edge, edge, wide, above - edge), False, before=True),
        *_upright(Rectangle(edge, edge, before - edge, high), below, above, True),
        *_upright(Rectangle(after, edge, page.width_mm - edge - after, high), below, above, False),
    ]


def _upright(place: Rectangle, below: float, above: float, before: bool) -> list[Strip]:
    """The margin at the side, kept out of those above and below where these can hold a guide."""
    edge = place.y_mm
    top = above if above - edge >= THINNEST_LINE_MM else edge
    bottom = below if place.bottom_mm - below >= THINNEST_LINE_MM else place.bottom_mm
    return [Strip(replace(place, y_mm=top, height_mm=bottom - top), True, before)]


def _between_marks(grid: Grid, block: Rectangle, away: float) -> list[Strip]:
    """Where margins are too thin for both: beside the longest card edge that no mark cuts."""
    cell, page, edge = grid.cell(0), grid.page, GUIDE_EDGE_MM
    found = []
    if cell.width_mm - 2 >= RULER_MM:
        top = block.bottom_mm + away
        place = Rectangle(cell.x_mm + 1, top, cell.width_mm - 2, page.height_mm - edge - top)
        found.append(Strip(place, False))
    if cell.height_mm - 2 >= RULER_MM:
        right = block.x_mm - away
        place = Rectangle(edge, cell.y_mm + 1, right - edge, cell.height_mm - 2)
        found.append(Strip(place, True, before=True))
    return found


def _bank_card(sheet: Sheet, grid: Grid) -> Rectangle | None:
    """In the middle of the last cell of a front, when that is empty and large enough; beside the
    fold where a fold line of the cards before would run into it."""
    if sheet.side != "fronts" or len(pieces(sheet.placements)) >= grid.per_sheet:
        return None
    cell = grid.cell(grid.per_sheet - 1)
    folds = fold_lines(sheet.placements, grid)
    rooms = [cell] if not grid.fold else [cell, _before_the_fold(cell, grid.fold)]
    for room in rooms:
        for width, height in ((ID_1.width_mm, ID_1.height_mm), (ID_1.height_mm, ID_1.width_mm)):
            place = _in_the_middle(room, width, height)
            fits = width <= room.width_mm and height <= room.height_mm
            if fits and not any(_runs_into(fold, place) for fold in folds):
                return place
    return None


def _in_the_middle(room: Rectangle, width: float, height: float) -> Rectangle:
    left, top = (room.width_mm - width) / 2, (room.height_mm - height) / 2
    return Rectangle(room.x_mm + left, room.y_mm + top, width, height)


def _before_the_fold(cell: Rectangle, fold: str) -> Rectangle:
    """The half of a cell where the front of its pair would lie."""
    if fold == "beside":
        return replace(cell, width_mm=cell.width_mm / 2)
    return replace(cell, height_mm=cell.height_mm / 2)


def _runs_into(line: Segment, place: Rectangle) -> bool:
    left, right = sorted((line.x1_mm, line.x2_mm))
    top, bottom = sorted((line.y1_mm, line.y2_mm))
    across = left < place.right_mm and right > place.x_mm
    return across and top < place.bottom_mm and bottom > place.y_mm
