"""What stands beside the cards: the 100 mm ruler, the bank card outline, the sheet's own line."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing.imposition import (
    ID_1,
    MARK_GAP_MM,
    MARK_LENGTH_MM,
    RULER_MM,
    Grid,
    Rectangle,
    Sheet,
)

EDGE_MM = 3.5
"""Guides keep this from the paper's edge."""
THINNEST_RULER_MM = 2.4
THINNEST_LINE_MM = 1.9


@dataclass(frozen=True, slots=True)
class Strip:
    """A free margin of the sheet. `upright` strips run along the left or right edge."""

    place: Rectangle
    upright: bool

    @property
    def thickness_mm(self) -> float:
        """Across the strip."""
        return self.place.width_mm if self.upright else self.place.height_mm

    @property
    def length_mm(self) -> float:
        """Along the strip."""
        return self.place.height_mm if self.upright else self.place.width_mm


@dataclass(frozen=True, slots=True)
class Guides:
    """Where the guides of one sheet stand; None where there is no room for one."""

    ruler: Strip | None
    line: Strip | None
    bank_card: Rectangle | None


def guides(sheet: Sheet, grid: Grid, marks: bool) -> Guides:
    """Ruler and sheet line in the widest free margins, a bank card in an empty cell.

    None of them touches a card, its bleed, or (when there are any) the crop marks' margin.
    """
    strips = sorted(_strips(grid, marks), key=lambda strip: -round(strip.thickness_mm, 3))
    ruler = next(
        (s for s in strips if s.length_mm >= RULER_MM and s.thickness_mm >= THINNEST_RULER_MM), None
    )
    rest = [s for s in strips if s is not ruler and s.thickness_mm >= THINNEST_LINE_MM]
    return Guides(ruler, rest[0] if rest else None, _bank_card(sheet, grid))


def _strips(grid: Grid, marks: bool) -> list[Strip]:
    """The four margins, below first: between the marks and what the printer cannot reach."""
    block, page = grid.block, grid.page
    away = grid.bleed_mm + (MARK_GAP_MM + MARK_LENGTH_MM if marks else 0.0) + 0.5
    short = grid.bleed_mm + MARK_GAP_MM + 0.5
    wide, high = page.width_mm - 2 * EDGE_MM, page.height_mm - 2 * EDGE_MM
    below, above = block.bottom_mm + away, block.y_mm - away
    after, before = block.right_mm + away, block.x_mm - away
    strips = [
        Strip(Rectangle(EDGE_MM, below, wide, page.height_mm - EDGE_MM - below), False),
        Strip(Rectangle(EDGE_MM, EDGE_MM, wide, above - EDGE_MM), False),
        Strip(Rectangle(EDGE_MM, EDGE_MM, before - EDGE_MM, high), True),
        Strip(Rectangle(after, EDGE_MM, page.width_mm - EDGE_MM - after, high), True),
    ]
    if all(strip.thickness_mm < THINNEST_RULER_MM for strip in strips):
        strips.extend(_between_marks(grid, short))
    return strips


def _between_marks(grid: Grid, away: float) -> list[Strip]:
    """Where margins are too thin for both: beside the longest card edge that no mark cuts."""
    cell, page = grid.cell(0), grid.page
    found = []
    if cell.width_mm - 2 >= RULER_MM:
        top = grid.block.bottom_mm + away
        place = Rectangle(cell.x_mm + 1, top, cell.width_mm - 2, page.height_mm - EDGE_MM - top)
        found.append(Strip(place, False))
    if cell.height_mm - 2 >= RULER_MM:
        right = cell.x_mm - away
        place = Rectangle(EDGE_MM, cell.y_mm + 1, right - EDGE_MM, cell.height_mm - 2)
        found.append(Strip(place, True))
    return found


def _bank_card(sheet: Sheet, grid: Grid) -> Rectangle | None:
    """In the middle of the last cell, when that is empty and large enough."""
    if len(sheet.placements) >= grid.per_sheet:
        return None
    cell = grid.cell(grid.per_sheet - 1)
    for width, height in ((ID_1.width_mm, ID_1.height_mm), (ID_1.height_mm, ID_1.width_mm)):
        if width <= cell.width_mm and height <= cell.height_mm:
            return Rectangle(
                cell.x_mm + (cell.width_mm - width) / 2,
                cell.y_mm + (cell.height_mm - height) / 2,
                width,
                height,
            )
    return None
