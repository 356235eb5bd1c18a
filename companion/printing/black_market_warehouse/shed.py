"""Pictures of warehouses: a front with one door for each item it takes, under a roof of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.printing.black_market_warehouse.roofs import ROOFS, gable
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import Work
from companion.printing.drawing.sketch import (
    Shape,
    Sketch,
    circle,
    line,
    rectangle,
    turned,
)
from companion.printing.texts.fit import Box


def picture(
    work: Work, requires: tuple[str, ...], signs: Mapping[str, palette.Sign], roof: str, box: Box
) -> None:
    """The whole picture inside its window. `roof` is one of ROOFS."""
    inside = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
    unit = min(box.height_mm / 24, box.width_mm / 53)
    scene = Sketch()
    scene.fill(inside, palette.TINT)
    y, step = box.y_mm + 0.6 * unit, 0.7 * unit
    while y < box.y_mm + box.height_mm * 0.5:
        scene.stroke(line(box.x_mm, y, box.x_mm + box.width_mm, y), palette.LINE, 0.12 * unit)
        y += step
        step *= 1.16
    front = _front(box, unit, requires, signs, roof)
    scene.shapes.extend(front.shapes)
    floor = box.y_mm + box.height_mm - 2.6 * unit
    scene.fill(rectangle(box.x_mm, floor, box.width_mm, 3 * unit), palette.PAPER)
    scene.stroke(line(box.x_mm, floor, box.x_mm + box.width_mm, floor), palette.INK, 0.34 * unit)
    for step_x in range(int(box.width_mm / (4 * unit)) + 2):
        x = box.x_mm + step_x * 4 * unit
        scene.stroke(line(x, floor, x - 2 * unit, floor + 3 * unit), palette.LINE, 0.16 * unit)
    work.sketch.clipped(inside, scene)
    work.sketch.stroke(inside, palette.INK, 0.3 * work.canvas.scale)


def _front(
    box: Box, unit: float, requires: tuple[str, ...], signs: Mapping[str, palette.Sign], roof: str
) -> Sketch:
    scene = Sketch()
    floor = box.y_mm + box.height_mm - 2.6 * unit
    half = min(box.width_mm * 0.47, (6 + 5.2 * max(2, len(requires))) * unit)
    middle = box.x_mm + box.width_mm / 2
    eaves = floor - 11.4 * unit
    tilt = 3.2 if roof == "tilted" else 0.0
    building = Sketch()
    ROOFS.get(roof, gable)(building, middle, eaves, half, unit)
    wall = rectangle(middle - half, eaves, 2 * half, floor - eaves + 2 * unit)
    building.outlined(wall, palette.WHITE, palette.INK, 0.5 * unit)
    for row in range(1, 5):
        y = eaves + row * 0.52 * unit
        building.stroke(line(middle - half, y, middle + half, y), palette.LINE, 0.14 * unit)
    _doors(building, middle, floor, half, unit, requires, signs)
    for shape in building.shapes:
        scene.shapes.append(shape)
    if tilt:
        scene = _tilted(scene, tilt, middle, floor)
    return scene


def _tilted(scene: Sketch, degrees: float, x: float, y: float) -> Sketch:
    """The building leaning to the left about the foot of its middle."""
    leaning = Sketch()
    leaning.shapes = [
        replace(shape, path=turned(shape.path, -degrees, x, y))
        for shape in scene.shapes
        if isinstance(shape, Shape)
    ]
    return leaning


def _doors(
    scene: Sketch,
    middle: float,
    floor: float,
    half: float,
    unit: float,
    requires: tuple[str, ...],
    signs: Mapping[str, palette.Sign],
) -> None:
    """One roller door for each item, its type's icon on the door."""
    count = len(requires)
    pitch = (2 * half - 1.6 * unit) / count
    wide = min(pitch - 1.0 * unit, 8.2 * unit)
    high = 8.2 * unit
    for number, item_type in enumerate(requires):
        x = middle - pitch * count / 2 + pitch * (number + 0.5) - wide / 2
        sign = signs[item_type]
        scene.outlined(
            rectangle(x, floor - high, wide, high), sign.colour, palette.INK, 0.34 * unit
        )
        for row in range(1, 5):
            y = floor - high + row * high / 5
            scene.stroke(line(x, y, x + wide, y), palette.TINT, 0.1 * unit)
        size = min(wide, high) * 0.72
        scene.fill(circle(x + wide / 2, floor - high / 2, size * 0.68), sign.colour)
        scene.stroke(
            icon(sign.icon, x + (wide - size) / 2, floor - high / 2 - size / 2, size),
            palette.WHITE,
            0.085 * size,
        )
