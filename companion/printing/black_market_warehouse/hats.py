"""The hats of the Insiders."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing.drawing import palette
from companion.printing.drawing.sketch import Sketch, circle, ellipse, line, polygon, rectangle


def _crown(
    scene: Sketch, x: float, y: float, unit: float, top: float, half: float, colour: str
) -> None:
    scene.outlined(
        (
            ("M", (x - half * unit, y - 3.2 * unit)),
            (
                "C",
                (
                    x - half * unit,
                    y - top * unit,
                    x - 1.6 * unit,
                    y - (top + 0.6) * unit,
                    x,
                    y - (top - 0.5) * unit,
                ),
            ),
            (
                "C",
                (
                    x + 1.6 * unit,
                    y - (top + 0.6) * unit,
                    x + half * unit,
                    y - top * unit,
                    x + half * unit,
                    y - 3.2 * unit,
                ),
            ),
            ("Z", ()),
        ),
        colour,
        palette.INK,
        0.3 * unit,
    )


def fedora(scene: Sketch, x: float, y: float, unit: float) -> None:
    _crown(scene, x, y, unit, 8.2, 4.0, palette.SECOND_INK)
    scene.fill(rectangle(x - 4.0 * unit, y - 4.5 * unit, 8.0 * unit, 1.4 * unit), palette.MARGIN)
    scene.fill(ellipse(x, y - 2.9 * unit, 6.8 * unit, 1.05 * unit), palette.INK)


def _flat_cap(scene: Sketch, x: float, y: float, unit: float) -> None:
    _crown(scene, x, y, unit, 6.2, 4.7, palette.SECOND_INK)
    scene.fill(ellipse(x + 2.2 * unit, y - 2.9 * unit, 4.0 * unit, 0.9 * unit), palette.INK)


def _bowler(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.fill(ellipse(x, y - 3.6 * unit, 4.3 * unit, 4.4 * unit), palette.INK)
    scene.fill(rectangle(x - 4.3 * unit, y - 4.3 * unit, 8.6 * unit, 1.2 * unit), palette.BRASS)
    scene.fill(ellipse(x, y - 2.8 * unit, 6.0 * unit, 0.95 * unit), palette.INK)


def _beanie(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.fill(ellipse(x, y - 3.4 * unit, 4.4 * unit, 3.6 * unit), palette.MARGIN)
    scene.outlined(
        rectangle(x - 4.6 * unit, y - 3.9 * unit, 9.2 * unit, 1.9 * unit, 0.7 * unit),
        palette.PAPER,
        palette.INK,
        0.28 * unit,
    )
    for step in range(-3, 4):
        at = x + step * 1.25 * unit
        scene.stroke(line(at, y - 3.7 * unit, at, y - 2.2 * unit), palette.INK, 0.16 * unit)


def _hard_hat(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.outlined(
        ellipse(x, y - 3.2 * unit, 4.7 * unit, 4.4 * unit), palette.BRASS, palette.INK, 0.3 * unit
    )
    scene.fill(
        rectangle(x - 0.9 * unit, y - 7.8 * unit, 1.8 * unit, 4.6 * unit, 0.6 * unit), palette.PAPER
    )
    scene.outlined(
        rectangle(x - 5.6 * unit, y - 3.8 * unit, 11.2 * unit, 1.5 * unit, 0.7 * unit),
        palette.BRASS,
        palette.INK,
        0.3 * unit,
    )


def _peaked(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.outlined(
        polygon(
            (x - 5.4 * unit, y - 6.9 * unit),
            (x + 5.4 * unit, y - 6.9 * unit),
            (x + 4.2 * unit, y - 3.6 * unit),
            (x - 4.2 * unit, y - 3.6 * unit),
        ),
        palette.SECOND_INK,
        palette.INK,
        0.3 * unit,
    )
    scene.fill(rectangle(x - 4.2 * unit, y - 4.4 * unit, 8.4 * unit, 1.3 * unit), palette.BRASS)
    scene.fill(ellipse(x, y - 2.9 * unit, 3.8 * unit, 0.9 * unit), palette.INK)
    scene.fill(circle(x, y - 5.5 * unit, 0.75 * unit), palette.BRASS_LIGHT)


def _bare(scene: Sketch, x: float, y: float, unit: float) -> None:
    scene.fill(
        (
            ("M", (x - 4.4 * unit, y - 0.8 * unit)),
            (
                "C",
                (
                    x - 5.6 * unit,
                    y - 6.4 * unit,
                    x + 1 * unit,
                    y - 8.0 * unit,
                    x + 4.2 * unit,
                    y - 5.0 * unit,
                ),
            ),
            (
                "C",
                (
                    x + 5.2 * unit,
                    y - 3.8 * unit,
                    x + 4.9 * unit,
                    y - 2.0 * unit,
                    x + 4.4 * unit,
                    y - 0.8 * unit,
                ),
            ),
            (
                "C",
                (
                    x + 3.4 * unit,
                    y - 3.0 * unit,
                    x - 2.4 * unit,
                    y - 2.6 * unit,
                    x - 4.4 * unit,
                    y - 0.8 * unit,
                ),
            ),
            ("Z", ()),
        ),
        palette.INK,
    )


HATS: dict[str, Callable[[Sketch, float, float, float], None]] = {
    "fedora": fedora,
    "flat_cap": _flat_cap,
    "bowler": _bowler,
    "beanie": _beanie,
    "hard_hat": _hard_hat,
    "peaked": _peaked,
    "bare": _bare,
}
