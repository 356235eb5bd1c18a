"""Pictures of items: goods in their case on the quay, with as many small crates as millions."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing import palette
from companion.printing.drawing import (
    Path,
    Sketch,
    circle,
    ellipse,
    line,
    open_line,
    polygon,
    rectangle,
    turned,
)
from companion.printing.fit import Box
from companion.printing.icons import icon
from companion.printing.look import Work, seed_of

GROUND = 0.845
"""Where the quay's edge lies, as a share of the picture's height."""


def picture(work: Work, card_id: str, sign: palette.Sign, drawn: str, units: int, box: Box) -> None:
    """The whole picture inside its window. `drawn` is the icon of the goods."""
    inside = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
    scene = Sketch()
    scene.fill(inside, palette.TINT)
    seed = seed_of(card_id)
    unit = box.height_mm / 32
    _sky(scene, box, seed)
    SKYLINES[seed % len(SKYLINES)](scene, box, unit, seed)
    _ground(scene, box, unit)
    middle = box.x_mm + box.width_mm / 2
    floor = box.y_mm + box.height_mm * GROUND + 1.6 * unit
    _counters(scene, middle, floor, units, unit, box)
    CASES.get(sign.case, _crate)(scene, middle, floor, unit, sign.colour)
    size = 15.6 * unit
    top = floor - PICTURE_RAISED.get(sign.case, 19.0) * unit
    scene.stroke(icon(drawn, middle - size / 2, top, size), sign.colour, 1.02 * unit)
    work.sketch.clipped(inside, scene)
    work.sketch.stroke(inside, palette.INK, 0.3 * work.canvas.scale)


PICTURE_RAISED = {"barrel": 19.8, "plinth": 24.6, "folder": 18.6, "cage": 18.2}
"""How far above the quay the goods begin, in the picture's units."""


def _sky(scene: Sketch, box: Box, seed: int) -> None:
    """Engraved lines, closer together towards the top, and a moon that interrupts them."""
    unit = box.height_mm / 32
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


def _shadow(scene: Sketch, middle: float, floor: float, half: float, unit: float) -> None:
    scene.fill(ellipse(middle + 1.2 * unit, floor, half + 1.4 * unit, 1.3 * unit), palette.LINE)


def _crate(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
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


def _plinth(scene: Sketch, middle: float, floor: float, unit: float, colour: str) -> None:
    half = 10.6 * unit
    dome_top, shelf = floor - 26.0 * unit, floor - 7.4 * unit
    _shadow(scene, middle, floor, half, unit)
    r = half * 0.9
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
    "crate": _crate,
    "barrel": _barrel,
    "cage": _cage,
    "plinth": _plinth,
    "folder": _folder,
}
