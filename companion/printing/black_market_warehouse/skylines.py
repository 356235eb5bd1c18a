"""What stands behind the goods on the quay: a ship, a crane, sheds, a lighthouse."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing.drawing import palette
from companion.printing.drawing.sketch import Sketch, line, open_line, polygon, rectangle
from companion.printing.texts.fit import Box

GROUND = 0.845
"""Where the quay's edge lies, as a share of the picture's height."""


def _ship(scene: Sketch, box: Box, unit: float, seed: int) -> None:
    base = box.y_mm + box.height_mm * GROUND
    x = box.x_mm + (1.5 * unit if seed % 2 == 0 else box.width_mm - 18.5 * unit)
    hull = polygon(
        (x, base - 5 * unit),
        (x + 17 * unit, base - 5 * unit),
        (x + 15 * unit, base),
        (x + 2 * unit, base),
    )
    scene.outlined(hull, palette.TINT, palette.SECOND_INK, 0.26 * unit)
    cabin = rectangle(x + 3 * unit, base - 9.2 * unit, 4.6 * unit, 4.2 * unit)
    scene.outlined(cabin, palette.TINT, palette.SECOND_INK, 0.26 * unit)
    scene.outlined(
        rectangle(x + 4.2 * unit, base - 13 * unit, 2 * unit, 3.8 * unit),
        palette.TINT,
        palette.SECOND_INK,
        0.26 * unit,
    )
    for step in range(3):
        box_x = x + (8.8 + step * 2.5) * unit
        scene.stroke(
            rectangle(box_x, base - 7.3 * unit, 2.3 * unit, 2.3 * unit),
            palette.SECOND_INK,
            0.22 * unit,
        )
    scene.stroke(
        line(x + 0.8 * unit, base - 2.6 * unit, x + 16.2 * unit, base - 2.6 * unit),
        palette.LINE,
        0.3 * unit,
    )


def _crane(scene: Sketch, box: Box, unit: float, seed: int) -> None:
    base = box.y_mm + box.height_mm * GROUND
    side = 1 if seed % 2 == 0 else -1
    x = box.x_mm + (7 * unit if side == 1 else box.width_mm - 7 * unit)
    top = box.y_mm + 5 * unit
    for offset in (-2.0, 2.0):
        scene.stroke(
            line(x + offset * unit, base, x + offset * 0.55 * unit, top),
            palette.SECOND_INK,
            0.3 * unit,
        )
    rungs = 6
    for step in range(rungs):
        y = base - (base - top) * (step + 0.5) / rungs
        scene.stroke(
            line(x - 1.5 * unit, y, x + 1.5 * unit, y - 2.4 * unit), palette.SECOND_INK, 0.18 * unit
        )
    reach = x + side * 15 * unit
    scene.stroke(
        open_line((x - side * 4 * unit, top), (reach, top - 2.2 * unit)),
        palette.SECOND_INK,
        0.36 * unit,
    )
    scene.stroke(
        open_line((x, top - 4 * unit), (reach, top - 2.2 * unit)), palette.SECOND_INK, 0.18 * unit
    )
    scene.stroke(line(x, top, x, top - 4 * unit), palette.SECOND_INK, 0.3 * unit)
    scene.stroke(
        line(reach, top - 2.2 * unit, reach, top + 5 * unit), palette.SECOND_INK, 0.16 * unit
    )


def _sheds(scene: Sketch, box: Box, unit: float, seed: int) -> None:
    base = box.y_mm + box.height_mm * GROUND
    x = box.x_mm - 2 * unit
    number = seed
    while x < box.x_mm + box.width_mm:
        wide = (7 + number % 5) * unit
        high = (5.5 + number % 4 * 1.4) * unit
        roof = polygon(
            (x, base),
            (x, base - high),
            (x + wide / 2, base - high - 2.6 * unit),
            (x + wide, base - high),
            (x + wide, base),
        )
        scene.outlined(roof, palette.TINT, palette.SECOND_INK, 0.22 * unit)
        scene.stroke(
            rectangle(x + wide * 0.3, base - 3.4 * unit, wide * 0.4, 3.4 * unit),
            palette.SECOND_INK,
            0.18 * unit,
        )
        x += wide
        number = number * 7 + 3


def _lighthouse(scene: Sketch, box: Box, unit: float, seed: int) -> None:
    base = box.y_mm + box.height_mm * GROUND
    across = 0.11 if seed % 2 == 0 else 0.89
    x = box.x_mm + box.width_mm * across
    top = box.y_mm + 8.5 * unit
    away = 1 if across < 0.5 else -1
    beam = polygon(
        (x, top - 1.4 * unit),
        (x + away * 24 * unit, top - 6.4 * unit),
        (x + away * 24 * unit, top + 3 * unit),
    )
    scene.fill(beam, palette.PAPER)
    tower = polygon(
        (x - 2.6 * unit, base), (x - 1.5 * unit, top), (x + 1.5 * unit, top), (x + 2.6 * unit, base)
    )
    scene.outlined(tower, palette.TINT, palette.SECOND_INK, 0.26 * unit)
    for step in (0.25, 0.55, 0.85):
        y = top + (base - top) * step
        half = (1.5 + 1.1 * step) * unit
        scene.stroke(line(x - half, y, x + half, y), palette.SECOND_INK, 0.7 * unit)
    scene.outlined(
        rectangle(x - 1.3 * unit, top - 2.6 * unit, 2.6 * unit, 2.6 * unit),
        palette.PAPER,
        palette.SECOND_INK,
        0.26 * unit,
    )
    scene.fill(
        polygon(
            (x - 1.9 * unit, top - 2.6 * unit),
            (x, top - 4.6 * unit),
            (x + 1.9 * unit, top - 2.6 * unit),
        ),
        palette.SECOND_INK,
    )
    for step in range(3):
        y = base - (1.2 + step * 1.2) * unit
        for start in range(int(box.width_mm / (6 * unit)) + 1):
            at = box.x_mm + (start * 6 + step * 2) * unit
            scene.stroke(line(at, y, at + 2.6 * unit, y), palette.LINE, 0.18 * unit)


SKYLINES: tuple[Callable[[Sketch, Box, float, int], None], ...] = (
    _ship,
    _crane,
    _sheds,
    _lighthouse,
)
