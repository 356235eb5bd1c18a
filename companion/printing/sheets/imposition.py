"""Places cards on sheets: millimetres in, placements out. Pure; nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.printing.formats import Size
from companion.printing.sheets.grid import Grid, Rectangle


@dataclass(frozen=True, slots=True)
class Placement:
    """One card on one side of a sheet."""

    card: int
    """Its place in the list of copies."""
    trim: Rectangle
    turned: bool = False
    """Upside down, so that the back stands as its front does once the paper is turned over."""
    back: bool = False
    """The back of the card shows here."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of the file: one side of a sheet of paper."""

    number: int
    """Of the sheet of paper, from 1."""
    side: str
    """fronts or backs."""
    placements: tuple[Placement, ...]


def impose(copies: int, grid: Grid, backs: str) -> tuple[Sheet, ...]:
    """Every copy on the sheets, fronts and (with backs) backs, in printing order.

    `copies` counts cards, `backs` is one of formats.BACKS. For fold-over each front has its back
    on the same page; separate backs follow after all fronts, to be printed by whoever turns the
    paper like the page of a book.
    """
    fronts = [
        Sheet(
            start // grid.per_sheet + 1,
            "fronts",
            tuple(
                place
                for card in range(start, min(start + grid.per_sheet, copies))
                for place in _places(card, grid.cell(card - start), grid)
            ),
        )
        for start in range(0, copies, grid.per_sheet)
    ]
    if backs in ("none", "fold"):
        return tuple(fronts)
    behind = [
        Sheet(
            sheet.number,
            "backs",
            tuple(_behind(each, grid.page, backs) for each in sheet.placements),
        )
        for sheet in fronts
    ]
    if backs == "separate":
        return (*fronts, *behind)
    return tuple(sheet for both in zip(fronts, behind, strict=True) for sheet in both)


def _places(card: int, cell: Rectangle, grid: Grid) -> tuple[Placement, ...]:
    """The front, and for fold-over the back where it comes to lie behind the front.

    Folded back over an upright line a back beside its front stands as it is; folded over a
    level line it would stand on its head, so it is printed upside down.
    """
    if not grid.fold:
        return (Placement(card, cell),)
    width, height = grid.card.width_mm, grid.card.height_mm
    front = Rectangle(cell.x_mm, cell.y_mm, width, height)
    if grid.fold == "beside":
        behind = replace(front, x_mm=round(cell.x_mm + width, 4))
    else:
        behind = replace(front, y_mm=round(cell.y_mm + height, 4))
    turned = grid.fold == "below"
    return Placement(card, front), Placement(card, behind, turned=turned, back=True)


def _behind(front: Placement, page: Size, edge: str) -> Placement:
    """Where the back of a front lies on the other side of the paper.

    Flipped over its upright edge the sheet is mirrored left to right; flipped over its level
    edge it is mirrored top to bottom, and the back is turned so that both sides of the cut
    card stand the same way up. Which edge is the long one depends on how the page lies.
    """
    trim = front.trim
    upright_edge_is_long = page.height_mm >= page.width_mm
    if edge == "separate" or (edge == "long") == upright_edge_is_long:
        mirrored = replace(trim, x_mm=round(page.width_mm - trim.right_mm, 4))
        return Placement(front.card, mirrored, back=True)
    flipped = replace(trim, y_mm=round(page.height_mm - trim.bottom_mm, 4))
    return Placement(front.card, flipped, turned=True, back=True)


def shown(placements: Sequence[Placement], grid: Grid) -> tuple[Rectangle, ...]:
    """What may show of each face: its trim, and its bleed on the sides where no card adjoins.

    Without a gutter the bleed of one card would lie on the next one, and that of a folded
    card's front on its own back.
    """
    trims = [placement.trim for placement in placements]
    if (grid.gutter_mm > 0 and not grid.fold) or grid.bleed_mm == 0:
        return tuple(_grown(trim, grid.bleed_mm, (True,) * 4) for trim in trims)
    lefts = {(round(trim.x_mm, 3), round(trim.y_mm, 3)) for trim in trims}
    rights = {(round(trim.right_mm, 3), round(trim.y_mm, 3)) for trim in trims}
    bottoms = {(round(trim.x_mm, 3), round(trim.bottom_mm, 3)) for trim in trims}
    return tuple(
        _grown(
            trim,
            grid.bleed_mm,
            (
                (round(trim.x_mm, 3), round(trim.y_mm, 3)) not in rights,
                (round(trim.x_mm, 3), round(trim.y_mm, 3)) not in bottoms,
                (round(trim.right_mm, 3), round(trim.y_mm, 3)) not in lefts,
                (round(trim.x_mm, 3), round(trim.bottom_mm, 3)) not in lefts,
            ),
        )
        for trim in trims
    )


def _grown(trim: Rectangle, bleed: float, free: tuple[bool, ...]) -> Rectangle:
    left, top, right, bottom = (bleed if side else 0.0 for side in free)
    return Rectangle(
        round(trim.x_mm - left, 4),
        round(trim.y_mm - top, 4),
        round(trim.width_mm + left + right, 4),
        round(trim.height_mm + top + bottom, 4),
    )
