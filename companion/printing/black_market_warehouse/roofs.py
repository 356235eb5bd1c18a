"""The roofs of warehouses in their pictures, by which one is told from another."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing.drawing import palette
from companion.printing.drawing.sketch import (
    Path,
    Sketch,
    circle,
    line,
    open_line,
    polygon,
    rectangle,
)


def _roof(scene: Sketch, path: Path) -> None:
    scene.outlined(path, palette.SECOND_INK, palette.INK, 0.4)


def gable(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    """The plain roof, which a name that nobody knows gets as well."""
    over = half + 1.6 * unit
    _roof(
        scene, polygon((middle - over, eaves), (middle, eaves - 7.2 * unit), (middle + over, eaves))
    )
    scene.outlined(
        circle(middle, eaves - 2.6 * unit, 1.5 * unit), palette.TINT, palette.INK, 0.3 * unit
    )


def _barn(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    over = half + 1.2 * unit
    _roof(
        scene,
        polygon(
            (middle - over, eaves),
            (middle - half * 0.8, eaves - 4.6 * unit),
            (middle, eaves - 8.2 * unit),
            (middle + half * 0.8, eaves - 4.6 * unit),
            (middle + over, eaves),
        ),
    )
    scene.outlined(
        rectangle(middle - 1.9 * unit, eaves - 4.9 * unit, 3.8 * unit, 3.8 * unit),
        palette.WHITE,
        palette.INK,
        0.3 * unit,
    )
    for path in (
        line(middle - 1.9 * unit, eaves - 4.9 * unit, middle + 1.9 * unit, eaves - 1.1 * unit),
        line(middle + 1.9 * unit, eaves - 4.9 * unit, middle - 1.9 * unit, eaves - 1.1 * unit),
    ):
        scene.stroke(path, palette.INK, 0.3 * unit)


def _saw(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    teeth = max(3, round(half / (3.4 * unit)))
    wide = 2 * half / teeth
    for number in range(teeth):
        x = middle - half + number * wide
        _roof(scene, polygon((x, eaves), (x, eaves - 5.2 * unit), (x + wide, eaves)))
        scene.stroke(
            line(x + 0.9 * unit, eaves - 0.9 * unit, x + 0.9 * unit, eaves - 3.6 * unit),
            palette.TINT,
            0.6 * unit,
        )


def _hangar(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    over, high = half + 0.8 * unit, 10.4 * unit
    _roof(
        scene,
        (
            ("M", (middle - over, eaves)),
            ("C", (middle - over, eaves - high, middle + over, eaves - high, middle + over, eaves)),
            ("Z", ()),
        ),
    )
    for share in (0.62, 0.3):
        scene.stroke(
            (
                ("M", (middle - over * share, eaves)),
                (
                    "C",
                    (
                        middle - over * share,
                        eaves - high * 0.86,
                        middle + over * share,
                        eaves - high * 0.86,
                        middle + over * share,
                        eaves,
                    ),
                ),
            ),
            palette.TINT,
            0.22 * unit,
        )


def _temple(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    over = half + 1.4 * unit
    scene.outlined(
        rectangle(middle - over, eaves - 1.8 * unit, 2 * over, 1.8 * unit),
        palette.WHITE,
        palette.INK,
        0.4 * unit,
    )
    peak = eaves - 8.0 * unit
    _roof(
        scene,
        polygon(
            (middle - over, eaves - 1.8 * unit), (middle, peak), (middle + over, eaves - 1.8 * unit)
        ),
    )
    scene.stroke(
        polygon(
            (middle - over * 0.72, eaves - 2.7 * unit),
            (middle, peak + 1.5 * unit),
            (middle + over * 0.72, eaves - 2.7 * unit),
        ),
        palette.TINT,
        0.26 * unit,
    )


def _flat(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    scene.outlined(
        rectangle(
            middle - half - 0.8 * unit, eaves - 1.7 * unit, 2 * half + 1.6 * unit, 1.7 * unit
        ),
        palette.SECOND_INK,
        palette.INK,
        0.4 * unit,
    )
    x = middle + half * 0.46
    for leg in (-1.8, 1.8):
        scene.stroke(
            line(x + leg * unit, eaves - 1.7 * unit, x + leg * unit, eaves - 4.2 * unit),
            palette.INK,
            0.34 * unit,
        )
    scene.outlined(
        rectangle(x - 2.6 * unit, eaves - 8.4 * unit, 5.2 * unit, 4.4 * unit),
        palette.WHITE,
        palette.INK,
        0.4 * unit,
    )
    for y in (5.2, 7.0):
        scene.stroke(
            line(x - 2.6 * unit, eaves - y * unit, x + 2.6 * unit, eaves - y * unit),
            palette.INK,
            0.2 * unit,
        )
    scene.fill(
        polygon(
            (x - 3.1 * unit, eaves - 8.4 * unit),
            (x, eaves - 10.2 * unit),
            (x + 3.1 * unit, eaves - 8.4 * unit),
        ),
        palette.SECOND_INK,
    )
    pipe = middle - half * 0.5
    scene.outlined(
        rectangle(pipe, eaves - 6.2 * unit, 1.8 * unit, 4.5 * unit),
        palette.WHITE,
        palette.INK,
        0.34 * unit,
    )


def _sheds(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    wide = 2 * half / 3
    for number in range(3):
        x = middle - half + number * wide
        _roof(scene, polygon((x, eaves), (x + wide / 2, eaves - 5.4 * unit), (x + wide, eaves)))
        scene.stroke(
            line(x + wide / 2, eaves - 3.8 * unit, x + wide / 2, eaves - 1.4 * unit),
            palette.TINT,
            0.5 * unit,
        )


def _cellar(scene: Sketch, middle: float, eaves: float, half: float, unit: float) -> None:
    """A house above, the doors below the street."""
    scene.outlined(
        rectangle(middle - half * 0.7, eaves - 5.4 * unit, half * 1.4, 5.4 * unit),
        palette.WHITE,
        palette.INK,
        0.4 * unit,
    )
    _roof(
        scene,
        polygon(
            (middle - half * 0.8, eaves - 5.4 * unit),
            (middle, eaves - 8.8 * unit),
            (middle + half * 0.8, eaves - 5.4 * unit),
        ),
    )
    for across in (-0.45, -0.15, 0.15, 0.45):
        x = middle + half * across
        scene.outlined(
            rectangle(x - 1.0 * unit, eaves - 4.3 * unit, 2.0 * unit, 2.6 * unit),
            palette.TINT,
            palette.INK,
            0.24 * unit,
        )
    scene.stroke(
        open_line((middle - half - 6 * unit, eaves), (middle + half + 6 * unit, eaves)),
        palette.INK,
        0.6 * unit,
    )


ROOFS: dict[str, Callable[[Sketch, float, float, float, float], None]] = {
    "gable": gable,
    "barn": _barn,
    "saw": _saw,
    "hangar": _hangar,
    "temple": _temple,
    "flat": _flat,
    "sheds": _sheds,
    "cellar": _cellar,
    "tilted": gable,
}
"""How each roof is drawn: on which sketch, the middle, the eaves, half the width, the unit."""
