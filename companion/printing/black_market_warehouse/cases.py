"""What goods are packed in: each item type has its own case, told apart by its outline."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing.drawing import palette
from companion.printing.drawing.sketch import (
    Path,
    Sketch,
    circle,
    ellipse,
    line,
    polygon,
    rectangle,
    turned,
)


def _shadow(scene: Sketch, middle: float, floor: float, half: float, unit: float) -> None:
    scene.fill(ellipse(middle + 1.2 * unit, floor, half + 1.4 * unit, 1.3 * unit), palette.LINE)


def crate(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    half, high = 12.6 * unit, 22.4 * unit
    left, top = middle - half, floor - high
    _shadow(scene, middle, floor, half, unit)
    scene.outlined(rectangle(left, top, 2 * half, high), palette.WHITE, palette.INK, 0.5 * unit)
    board = 2.7 * unit
    for x in (left, middle + half - board):
        scene.outlined(rectangle(x, top, board, high), palette.TINT, palette.INK, 0.3 * unit)
        for y in (top + 1.5 * unit, top + high / 2, floor - 1.5 * unit):
            scene.fill(circle(x + board / 2, y, 0.36 * unit), palette.INK)
    scene.outlined(
        rectangle(left - 0.7 * unit, top - 0.6 * unit, 2 * half + 1.4 * unit, 2.2 * unit),
        palette.TINT,
        palette.INK,
        0.4 * unit,
    )
    scene.outlined(
        rectangle(left - 0.7 * unit, floor - 2.0 * unit, 2 * half + 1.4 * unit, 2.2 * unit),
        palette.TINT,
        palette.INK,
        0.4 * unit,
    )
    for corner_x, turn in ((left, 1), (middle + half, -1)):
        for y, up in ((top + 1.6 * unit, 1), (floor - 2.0 * unit, -1)):
            scene.fill(
                polygon(
                    (corner_x, y),
                    (corner_x + turn * 4.6 * unit, y),
                    (corner_x, y + up * 4.6 * unit),
                ),
                colour,
            )


def _barrel(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    high, half, belly = 23.4 * unit, 9.4 * unit, 13.2 * unit
    top = floor - high
    _shadow(scene, middle, floor, half, unit)
    k = high * 0.3
    body: Path = (
        ("M", (middle - half, top)),
        ("L", (middle + half, top)),
        ("C", (middle + belly, top + k, middle + belly, floor - k, middle + half, floor)),
        ("L", (middle - half, floor)),
        ("C", (middle - belly, floor - k, middle - belly, top + k, middle - half, top)),
        ("Z", ()),
    )
    inner = Sketch()
    inner.fill(body, palette.WHITE)
    for offset in (-10.6, 10.6):
        inner.stroke(
            line(middle + offset * unit, top, middle + offset * unit, floor),
            palette.LINE,
            0.2 * unit,
        )
    for y in (top + 1.3 * unit, floor - 4.0 * unit):
        inner.outlined(
            rectangle(middle - belly, y, 2 * belly, 2.7 * unit), colour, palette.INK, 0.3 * unit
        )
    for y in (top, floor - 0.9 * unit):
        inner.outlined(
            rectangle(middle - belly, y, 2 * belly, 0.9 * unit),
            palette.TINT,
            palette.INK,
            0.25 * unit,
        )
    scene.clipped(body, inner)
    scene.stroke(body, palette.INK, 0.5 * unit)


def _cage(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    half, high = 12.6 * unit, 21.6 * unit
    left, top = middle - half, floor - high
    _shadow(scene, middle, floor, half, unit)
    scene.outlined(rectangle(left, top, 2 * half, high), palette.WHITE, palette.INK, 0.5 * unit)
    for step in range(1, 8):
        x = left + 2 * half * step / 8
        scene.stroke(line(x, top + 2.4 * unit, x, floor - 2.4 * unit), palette.LINE, 0.34 * unit)
    for y in (top, floor - 2.4 * unit):
        scene.outlined(
            rectangle(left - 0.6 * unit, y, 2 * half + 1.2 * unit, 2.4 * unit),
            colour,
            palette.INK,
            0.4 * unit,
        )
        for x in (left + 1.4 * unit, middle, middle + half - 1.4 * unit):
            scene.fill(circle(x, y + 1.2 * unit, 0.36 * unit), palette.WHITE)
    scene.stroke(
        (
            ("M", (middle - 3 * unit, top)),
            (
                "C",
                (
                    middle - 3 * unit,
                    top - 4 * unit,
                    middle + 3 * unit,
                    top - 4 * unit,
                    middle + 3 * unit,
                    top,
                ),
            ),
        ),
        palette.INK,
        0.7 * unit,
    )


def _dome(
    scene: Sketch, middle: float, dome_top: float, shelf: float, r: float, unit: float
) -> None:
    """The glass over a plinth, with a light in it."""
    k = r * 0.5523
    dome: Path = (
        ("M", (middle - r, shelf)),
        ("L", (middle - r, dome_top + r)),
        ("C", (middle - r, dome_top + r - k, middle - k, dome_top, middle, dome_top)),
        ("C", (middle + k, dome_top, middle + r, dome_top + r - k, middle + r, dome_top + r)),
        ("L", (middle + r, shelf)),
        ("Z", ()),
    )
    scene.outlined(dome, palette.WHITE, palette.INK, 0.42 * unit)
    scene.stroke(
        (
            ("M", (middle - r + 1.1 * unit, shelf - 5 * unit)),
            ("L", (middle - r + 1.1 * unit, dome_top + r)),
            (
                "C",
                (
                    middle - r + 1.1 * unit,
                    dome_top + r - k,
                    middle - k,
                    dome_top + 1.4 * unit,
                    middle - 1.5 * unit,
                    dome_top + 1.3 * unit,
                ),
            ),
        ),
        palette.LINE,
        0.4 * unit,
    )


def _plinth(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    half, shelf = 10.6 * unit, floor - 7.4 * unit
    _shadow(scene, middle, floor, half, unit)
    _dome(scene, middle, floor - 26.0 * unit, shelf, half * 0.9, unit)
    scene.outlined(
        rectangle(middle - half, shelf, 2 * half, 1.8 * unit), palette.TINT, palette.INK, 0.4 * unit
    )
    scene.outlined(
        rectangle(middle - half * 0.82, shelf + 1.8 * unit, half * 1.64, 3.8 * unit),
        colour,
        palette.INK,
        0.4 * unit,
    )
    scene.outlined(
        rectangle(middle - 3.4 * unit, shelf + 2.6 * unit, 6.8 * unit, 2.2 * unit),
        palette.BRASS_LIGHT,
        palette.INK,
        0.2 * unit,
    )
    scene.outlined(
        rectangle(middle - half, shelf + 5.6 * unit, 2 * half, 1.8 * unit),
        palette.TINT,
        palette.INK,
        0.4 * unit,
    )


def _folder(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    half, high = 12.4 * unit, 20.6 * unit
    left, top = middle - half, floor - high
    _shadow(scene, middle, floor, half, unit)
    sheet = turned(
        rectangle(left + 2 * unit, top - 3.2 * unit, 2 * half - 5 * unit, high), -3.5, middle, floor
    )
    scene.outlined(sheet, palette.WHITE, palette.INK, 0.3 * unit)
    tabbed = polygon(
        (left, floor),
        (left, top - 2.4 * unit),
        (left + 9 * unit, top - 2.4 * unit),
        (left + 11 * unit, top),
        (middle + half, top),
        (middle + half, floor),
    )
    scene.outlined(tabbed, palette.WHITE, palette.INK, 0.5 * unit)
    scene.stroke(
        rectangle(left + 1.1 * unit, top + 1.1 * unit, 2 * half - 2.2 * unit, high - 2.2 * unit),
        colour,
        0.26 * unit,
        (1.2 * unit, 0.7 * unit),
    )
    for number in range(4):
        x = middle + half - (8.2 - number * 2.0) * unit
        scene.fill(rectangle(x, top - 0.1 * unit, 1.2 * unit, 2.6 * unit), colour)
    scene.fill(rectangle(left + 1.2 * unit, top - 1.6 * unit, 7.0 * unit, 1.5 * unit), colour)


CASES: dict[str, Callable[[Sketch, float, float, float, str], None]] = {
    "crate": crate,
    "barrel": _barrel,
    "cage": _cage,
    "plinth": _plinth,
    "folder": _folder,
}
