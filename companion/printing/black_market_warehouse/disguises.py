"""The collars and faces of the Insiders."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing.drawing import palette
from companion.printing.drawing.sketch import Sketch, circle, ellipse, line, polygon, rectangle


def _lapels(scene: Sketch, x: float, floor: float, unit: float) -> None:
    for side in (-1, 1):
        scene.outlined(
            polygon(
                (x, floor - 1.6 * unit),
                (x + side * 3.0 * unit, floor - 6.6 * unit),
                (x + side * 4.6 * unit, floor - 3.4 * unit),
            ),
            palette.PAPER,
            palette.INK,
            0.26 * unit,
        )
    scene.fill(
        polygon(
            (x - 0.9 * unit, floor - 4.6 * unit),
            (x + 0.9 * unit, floor - 4.6 * unit),
            (x, floor + unit),
        ),
        palette.MARGIN,
    )


def _turned_up(scene: Sketch, x: float, floor: float, unit: float) -> None:
    for side in (-1, 1):
        scene.outlined(
            polygon(
                (x, floor - 2.6 * unit),
                (x + side * 2.2 * unit, floor - 9.2 * unit),
                (x + side * 5.4 * unit, floor - 7.4 * unit),
                (x + side * 4.6 * unit, floor - 3.6 * unit),
            ),
            palette.SECOND_INK,
            palette.INK,
            0.3 * unit,
        )


def _scarf(scene: Sketch, x: float, floor: float, unit: float) -> None:
    scene.outlined(
        rectangle(x - 3.4 * unit, floor - 7.6 * unit, 6.8 * unit, 2.6 * unit, 1.2 * unit),
        palette.MARGIN,
        palette.INK,
        0.26 * unit,
    )
    scene.outlined(
        rectangle(x + 0.6 * unit, floor - 5.6 * unit, 2.2 * unit, 5 * unit),
        palette.MARGIN,
        palette.INK,
        0.26 * unit,
    )


def _bow_tie(scene: Sketch, x: float, floor: float, unit: float) -> None:
    scene.fill(
        polygon(
            (x - 2.4 * unit, floor - 6.6 * unit), (x + 2.4 * unit, floor - 6.6 * unit), (x, floor)
        ),
        palette.PAPER,
    )
    y = floor - 5.2 * unit
    for side in (-1, 1):
        scene.fill(
            polygon(
                (x, y),
                (x + side * 2.6 * unit, y - 1.3 * unit),
                (x + side * 2.6 * unit, y + 1.3 * unit),
            ),
            palette.MARGIN,
        )


COLLARS: tuple[Callable[[Sketch, float, float, float], None], ...] = (
    _lapels,
    _turned_up,
    _scarf,
    _bow_tie,
)


def _eye_mask(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.fill(
        rectangle(x - 4.2 * unit, y - 1.4 * unit, 8.4 * unit, 2.5 * unit, 1.1 * unit), palette.INK
    )
    for side in (-1, 1):
        scene.fill(
            ellipse(x + side * 1.7 * unit, y - 0.1 * unit, 0.85 * unit, 0.55 * unit), palette.WHITE
        )
    _smirk(scene, x, y, unit)


def _spectacles(scene: Sketch, x: float, y: float, unit: float) -> None:
    for side in (-1, 1):
        scene.outlined(
            circle(x + side * 1.75 * unit, y, 1.35 * unit), palette.WHITE, palette.INK, 0.3 * unit
        )
        scene.fill(circle(x + side * 1.75 * unit, y, 0.4 * unit), palette.INK)
    scene.stroke(line(x - 0.4 * unit, y, x + 0.4 * unit, y), palette.INK, 0.3 * unit)
    _smirk(scene, x, y, unit)


def _moustache(scene: Sketch, x: float, y: float, unit: float) -> None:
    for side in (-1, 1):
        scene.fill(circle(x + side * 1.6 * unit, y - 0.2 * unit, 0.46 * unit), palette.INK)
        scene.stroke(
            line(x + side * 0.8 * unit, y - 1.5 * unit, x + side * 2.4 * unit, y - 1.3 * unit),
            palette.INK,
            0.4 * unit,
        )
        scene.fill(
            (
                ("M", (x, y + 1.7 * unit)),
                (
                    "C",
                    (
                        x + side * 1.2 * unit,
                        y + 1.2 * unit,
                        x + side * 2.2 * unit,
                        y + 1.7 * unit,
                        x + side * 3.1 * unit,
                        y + 1.2 * unit,
                    ),
                ),
                (
                    "C",
                    (
                        x + side * 2.8 * unit,
                        y + 2.9 * unit,
                        x + side * 1.0 * unit,
                        y + 3.0 * unit,
                        x,
                        y + 2.4 * unit,
                    ),
                ),
                ("Z", ()),
            ),
            palette.INK,
        )


def _dark_glasses(scene: Sketch, x: float, y: float, unit: float) -> None:
    for side in (-1, 1):
        scene.fill(
            rectangle(
                x + (0.35 if side == 1 else -3.25) * unit,
                y - 1.0 * unit,
                2.9 * unit,
                1.9 * unit,
                0.7 * unit,
            ),
            palette.INK,
        )
    scene.stroke(
        line(x - 4.1 * unit, y - 0.8 * unit, x + 4.1 * unit, y - 0.8 * unit),
        palette.INK,
        0.34 * unit,
    )
    _smirk(scene, x, y, unit)


def _smirk(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.stroke(
        (
            ("M", (x - 1.3 * unit, y + 2.6 * unit)),
            (
                "C",
                (
                    x - 0.3 * unit,
                    y + 3.2 * unit,
                    x + 0.9 * unit,
                    y + 3.0 * unit,
                    x + 1.7 * unit,
                    y + 2.2 * unit,
                ),
            ),
        ),
        palette.INK,
        0.34 * unit,
    )


FACES: tuple[Callable[[Sketch, float, float, float], None], ...] = (
    _eye_mask,
    _spectacles,
    _moustache,
    _dark_glasses,
)
