"""Reads the bundled line icons as paths, so that they can be drawn at any size on any face."""

from __future__ import annotations

from functools import cache
from typing import Any

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import SVGPath

from companion.printing.drawing.sketch import Path, Segment, moved
from companion.printing.folders import ICON_FOLDER

ICON_UNITS = 24.0
"""Every icon is drawn on a field of 24 × 24 units."""

_PENS = {"moveTo": "M", "lineTo": "L", "curveTo": "C"}


def icon(name: str, x: float, y: float, size_mm: float) -> Path:
    """The icon in a square of `size_mm` with its top left corner at (x, y).

    `name` is the file's name under print/icons; an unknown name is a fault of ours and raises.
    """
    return moved(_icon(name), x, y, size_mm / ICON_UNITS)


@cache
def _icon(name: str) -> Path:
    pen = RecordingPen()
    SVGPath(str(ICON_FOLDER / f"{name}.svg")).draw(pen)
    return path_of(pen.value)


def path_of(recorded: list[tuple[str, Any]]) -> Path:
    """A path from a fontTools pen's recording; quadratic curves become cubic ones."""
    path: list[Segment] = []
    here = (0.0, 0.0)
    for call, points in recorded:
        if call in _PENS:
            path.append((_PENS[call], tuple(float(n) for point in points for n in point)))
            here = points[-1]
        elif call == "qCurveTo":
            for control, end in _quadratics(points):
                path.append(("C", _cubic(here, control, end)))
                here = end
        elif call == "closePath":
            path.append(("Z", ()))
    return tuple(path)


Point = tuple[float, float]


def _quadratics(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """TrueType leaves out the points that lie in the middle of two controls: put them in."""
    curves = []
    controls, end = points[:-1], points[-1]
    for i, control in enumerate(controls):
        if i + 1 < len(controls):
            after = controls[i + 1]
            curves.append((control, ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)))
        else:
            curves.append((control, end))
    return curves


def _cubic(start: Point, control: Point, end: Point) -> tuple[float, ...]:
    return (
        start[0] + (control[0] - start[0]) * 2 / 3,
        start[1] + (control[1] - start[1]) * 2 / 3,
        end[0] + (control[0] - end[0]) * 2 / 3,
        end[1] + (control[1] - end[1]) * 2 / 3,
        end[0],
        end[1],
    )
