"""Pictures of items: goods in their case on the quay, with as many small crates as millions."""

from __future__ import annotations

from companion.printing.black_market_warehouse.cases import CASES, crate
from companion.printing.black_market_warehouse.skylines import GROUND, SKYLINES
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import Work, seed_of
from companion.printing.drawing.sketch import (
    Sketch,
    circle,
    line,
    rectangle,
)
from companion.printing.texts.fit import Box


def picture(work: Work, card_id: str, sign: palette.Sign, drawn: str, units: int, box: Box) -> None:
    """The whole picture inside its window. `drawn` is the icon of the goods."""
    inside = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
    scene = Sketch()
    scene.fill(inside, palette.TINT)
    seed = seed_of(card_id)
    unit = min(box.height_mm / 32, box.width_mm / 53)
    _sky(scene, box, seed)
    SKYLINES[seed % len(SKYLINES)](scene, box, unit, seed)
    _ground(scene, box, unit)
    middle = box.x_mm + box.width_mm / 2
    floor = box.y_mm + box.height_mm * GROUND + 1.6 * unit
    _counters(scene, middle, floor, units, unit, box)
    CASES.get(sign.case, crate)(scene, middle, floor, unit, sign.colour)
    size = 15.6 * unit
    top = floor - PICTURE_RAISED.get(sign.case, 19.0) * unit
    scene.stroke(icon(drawn, middle - size / 2, top, size), sign.colour, 1.02 * unit)
    work.sketch.clipped(inside, scene)
    work.sketch.stroke(inside, palette.INK, 0.3 * work.canvas.scale)


PICTURE_RAISED = {"barrel": 19.8, "plinth": 24.6, "folder": 18.6, "cage": 18.2}
"""How far above the quay the goods begin, in the picture's units."""


def _sky(scene: Sketch, box: Box, seed: int) -> None:
    """Engraved lines, closer together towards the top, and a moon that interrupts them."""
    unit = min(box.height_mm / 32, box.width_mm / 53)
    y, step = box.y_mm + 0.7 * unit, 0.62 * unit
    while y < box.y_mm + box.height_mm * 0.56:
        scene.stroke(line(box.x_mm, y, box.x_mm + box.width_mm, y), palette.LINE, 0.12 * unit)
        y += step
        step *= 1.13
    across = 0.2 if seed % 2 else 0.88
    moon = (box.x_mm + box.width_mm * across, box.y_mm + 5.0 * unit)
    scene.outlined(circle(*moon, 2.6 * unit), palette.PAPER, palette.BRASS, 0.22 * unit)


def _ground(scene: Sketch, box: Box, unit: float) -> None:
    floor = box.y_mm + box.height_mm * GROUND
    left, right = box.x_mm, box.x_mm + box.width_mm
    bottom = box.y_mm + box.height_mm
    scene.fill(rectangle(left, floor, box.width_mm, bottom - floor), palette.PAPER)
    scene.stroke(line(left, floor, right, floor), palette.INK, 0.34 * unit)
    middle = (left + right) / 2
    for step in range(-9, 10):
        x = middle + step * 4.2 * unit
        far = middle + (x - middle) * 1.5
        scene.stroke(line(x, floor, far, bottom), palette.LINE, 0.16 * unit)
    scene.stroke(line(left, floor + 2.2 * unit, right, floor + 2.2 * unit), palette.LINE, 0.12)


def _counters(
    scene: Sketch, middle: float, floor: float, units: int, unit: float, box: Box
) -> None:
    """Small crates beside the goods: one for each unit of money, up to six."""
    if not 1 <= units <= 6:
        return
    size = 5.4 * unit
    right = (units + 1) // 2
    room = box.width_mm / 2 - 13.6 * unit
    for side, count in ((1, right), (-1, units - right)):
        for number in range(count):
            row, column = (0, number) if number < 2 else (1, 0.5)
            across = 13.9 * unit + min(column * (size + 0.3 * unit), max(0.0, room - size))
            x = middle + across if side == 1 else middle - across - size
            _small_crate(scene, x, floor - size * (row + 1) - 0.15 * row, size)


def _small_crate(scene: Sketch, x: float, y: float, size: float) -> None:
    scene.outlined(rectangle(x, y, size, size), palette.BRASS_LIGHT, palette.INK, 0.05 * size)
    edge = 0.16 * size
    scene.stroke(
        rectangle(x + edge, y + edge, size - 2 * edge, size - 2 * edge), palette.INK, 0.03 * size
    )
    scene.stroke(
        line(x + edge, y + size - edge, x + size - edge, y + edge), palette.INK, 0.06 * size
    )
