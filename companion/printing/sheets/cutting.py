"""Where to cut and where to fold: crop marks, hairlines, fold lines. Pure; nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing.sheets.grid import (
    MARK_EDGE_MM,
    MARK_GAP_MM,
    SHORTEST_MARK_MM,
    Grid,
    Rectangle,
)
from companion.printing.sheets.imposition import Placement


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line on the sheet."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


def pieces(placements: Sequence[Placement]) -> tuple[Rectangle, ...]:
    """What is cut out: each card, or each front together with the back on the same page."""
    found: dict[int, Rectangle] = {}
    for placement in placements:
        known, trim = found.get(placement.card), placement.trim
        found[placement.card] = trim if known is None else _together(known, trim)
    return tuple(found.values())


def _together(a: Rectangle, b: Rectangle) -> Rectangle:
    left, top = min(a.x_mm, b.x_mm), min(a.y_mm, b.y_mm)
    right, bottom = max(a.right_mm, b.right_mm), max(a.bottom_mm, b.bottom_mm)
    return Rectangle(left, top, round(right - left, 4), round(bottom - top, 4))


def crop_marks(placements: Sequence[Placement], grid: Grid) -> tuple[Segment, ...]:
    """Marks that point at every cut from outside the cards, on part-filled sheets too.

    For each cut the mark stands beyond the outermost card that this cut touches; a mark that
    would come too near the paper's edge is shortened, never moved. A fold is no cut.
    """
    cuts_x: dict[float, list[Rectangle]] = {}
    cuts_y: dict[float, list[Rectangle]] = {}
    for trim in pieces(placements):
        for x in (trim.x_mm, trim.right_mm):
            cuts_x.setdefault(round(x, 3), []).append(trim)
        for y in (trim.y_mm, trim.bottom_mm):
            cuts_y.setdefault(round(y, 3), []).append(trim)
    marks: list[Segment] = []
    for x, touched in cuts_x.items():
        near = min(trim.y_mm for trim in touched)
        far = max(trim.bottom_mm for trim in touched)
        for start, end in _outside(near, far, grid.page.height_mm, grid):
            marks.append(Segment(x, start, x, end))
    for y, touched in cuts_y.items():
        near = min(trim.x_mm for trim in touched)
        far = max(trim.right_mm for trim in touched)
        for start, end in _outside(near, far, grid.page.width_mm, grid):
            marks.append(Segment(start, y, end, y))
    return tuple(marks)


def _outside(near: float, far: float, paper: float, grid: Grid) -> list[tuple[float, float]]:
    """The marks before and after a cut that runs from `near` to `far`, where there is room."""
    gap = grid.bleed_mm + MARK_GAP_MM
    before, after = near - gap, far + gap
    first = max(before - grid.mark_mm, MARK_EDGE_MM)
    last = min(after + grid.mark_mm, paper - MARK_EDGE_MM)
    marks = []
    if before - first >= SHORTEST_MARK_MM:
        marks.append((round(before, 4), round(first, 4)))
    if last - after >= SHORTEST_MARK_MM:
        marks.append((round(after, 4), round(last, 4)))
    return marks


def outlines(placements: Sequence[Placement]) -> tuple[Segment, ...]:
    """Hairlines along every cut, each once, where cards share an edge too."""
    lines: dict[Segment, None] = {}
    for piece in pieces(placements):
        left, top = round(piece.x_mm, 4), round(piece.y_mm, 4)
        right, bottom = round(piece.right_mm, 4), round(piece.bottom_mm, 4)
        for line in (
            Segment(left, top, right, top),
            Segment(left, bottom, right, bottom),
            Segment(left, top, left, bottom),
            Segment(right, top, right, bottom),
        ):
            lines[line] = None
    return tuple(lines)


def fold_lines(placements: Sequence[Placement], grid: Grid) -> tuple[Segment, ...]:
    """Between each front and its back on the same page, and on beyond the outermost cards.

    Lines that follow one another are one line.
    """
    if not grid.fold:
        return ()
    upright = grid.fold == "beside"
    folds: dict[float, list[Rectangle]] = {}
    for front in (each.trim for each in placements if not each.back):
        at = front.right_mm if upright else front.bottom_mm
        folds.setdefault(round(at, 4), []).append(front)
    lines: list[Segment] = []
    for at, fronts in folds.items():
        spans = [(f.y_mm, f.bottom_mm) if upright else (f.x_mm, f.right_mm) for f in fronts]
        near, far = min(start for start, _ in spans), max(end for _, end in spans)
        paper = grid.page.height_mm if upright else grid.page.width_mm
        parts = [(near, far), *_outside(near, far, paper, grid)]
        lines.extend(
            Segment(at, start, at, end) if upright else Segment(start, at, end, at)
            for start, end in parts
        )
    return tuple(lines)
