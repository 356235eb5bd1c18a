"""Writes the cuts of a sheet as SVG in millimetres, for cutting machines. Pure.

The machine follows the middle of each line. Nothing that people typed stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.printing.drawing.sketch import Path, line, rectangle
from companion.printing.printers.page_move import move_of
from companion.printing.sheets.cutting import pieces
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.imposition import Placement, Sheet
from companion.printing.sheets.planning import Planned

CUT_COLOUR, FOLD_COLOUR = "#ff0000", "#0000ff"
"""Cutting programs tell lines apart by colour: the usual ones for cutting and for creasing."""
LINE_MM = 0.1


@dataclass(frozen=True, slots=True)
class CutSheet:
    """Where one sheet is cut and folded, in millimetres from the top left of the paper."""

    width_mm: float
    height_mm: float
    cuts: tuple[Path, ...]
    folds: tuple[Path, ...]


def cut_sheets(planned: Planned, radius_mm: float) -> tuple[CutSheet, ...]:
    """One for each way in which sheets are filled: the full ones, and the last if it is not.

    The cuts lie where the fronts are printed, moved as the printer's profile moves them.
    """
    fronts = [sheet for sheet in planned.sheets if sheet.side == "fronts"]
    kinds: dict[int, Sheet] = {}
    for sheet in fronts:
        kinds.setdefault(len(sheet.placements), sheet)
    return tuple(_cut_sheet(planned, sheet, radius_mm) for sheet in kinds.values())


def _cut_sheet(planned: Planned, sheet: Sheet, radius_mm: float) -> CutSheet:
    grid = planned.grid
    trims = pieces(sheet.placements)
    if grid.gutter_mm > 0:
        cuts = [_rounded(trim, radius_mm) for trim in trims]
    else:
        cuts = _shared(trims, radius_mm)
    move = move_of(planned.options, "fronts")

    def moved(paths: Iterable[Path]) -> tuple[Path, ...]:
        if move is None:
            return tuple(paths)
        return tuple(
            tuple(
                (pen, tuple(n for x, y in _points(at) for n in move.place(x, y, grid.page)))
                for pen, at in path
            )
            for path in paths
        )

    folds = _folds(sheet.placements, grid.fold)
    return CutSheet(grid.page.width_mm, grid.page.height_mm, moved(cuts), moved(folds))


def _points(numbers: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _rounded(trim: Rectangle, radius: float) -> Path:
    return rectangle(trim.x_mm, trim.y_mm, trim.width_mm, trim.height_mm, radius)


def _shared(trims: Sequence[Rectangle], radius: float) -> list[Path]:
    """Pieces that touch: a blade that went twice along their common edge would tear it."""
    straight: dict[Path, None] = {}
    corners: list[Path] = []
    for trim in trims:
        outline = _rounded(trim, radius)
        at = outline[0][1]
        for pen, numbers in outline[1:]:
            if pen == "L":
                straight[_edge(at, numbers)] = None
            elif pen == "C":
                corners.append((("M", at), (pen, numbers)))
            else:
                straight[_edge(at, outline[0][1])] = None
            at = numbers or at
            at = at[-2:]
    return [*(path for path in straight if path[0][1] != path[1][1]), *corners]


def _edge(start: Sequence[float], end: Sequence[float]) -> Path:
    """The same line, whichever way round its piece it was drawn."""
    ends = sorted((round(x, 3), round(y, 3)) for x, y in (start, end))
    return line(*ends[0], *ends[1])


def _folds(placements: Sequence[Placement], fold: str) -> list[Path]:
    """Where each front meets its back, from edge to edge of the piece."""
    if not fold:
        return []
    fronts = [placement.trim for placement in placements if not placement.back]
    if fold == "beside":
        return [line(t.right_mm, t.y_mm, t.right_mm, t.bottom_mm) for t in fronts]
    return [line(t.x_mm, t.bottom_mm, t.right_mm, t.bottom_mm) for t in fronts]


def svg(sheet: CutSheet) -> str:
    """The file: true millimetres, one group for cutting and one for folding."""
    width, height = _number(sheet.width_mm), _number(sheet.height_mm)
    groups = [
        f'<g id="{name}" class="{name}" fill="none" stroke="{colour}" stroke-width="{LINE_MM}"'
        f"{dashes}>\n" + "".join(f'<path d="{_data(path)}"/>\n' for path in paths) + "</g>\n"
        for name, colour, dashes, paths in (
            ("cut", CUT_COLOUR, "", sheet.cuts),
            ("fold", FOLD_COLOUR, ' stroke-dasharray="2 1.4"', sheet.folds),
        )
        if paths
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n' + "".join(groups) + "</svg>\n"
    )


def _data(path: Path) -> str:
    return "".join(pen + " ".join(_number(n) for n in numbers) for pen, numbers in path)


def _number(value: float) -> str:
    """To a thousandth of a millimetre."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
