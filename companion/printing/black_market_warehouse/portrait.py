"""Pictures of Insiders: a line-up photograph with a hat, a face and the sign of the trade."""

from __future__ import annotations

from collections.abc import Callable

from companion.printing import palette
from companion.printing.drawing import (
    Path,
    Sketch,
    circle,
    ellipse,
    line,
    polygon,
    rectangle,
)
from companion.printing.fit import Box
from companion.printing.icons import icon
from companion.printing.look import Work, lettered, seed_of


def picture(work: Work, card_id: str, drawn: str, hat: str, box: Box) -> None:
    """The whole picture inside its window. `drawn` is the icon of the trade, `hat` one of HATS."""
    inside = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
    scene = Sketch()
    unit = box.height_mm / 21
    seed = seed_of(card_id)
    scene.fill(inside, palette.TINT)
    _height_chart(scene, box, unit)
    _person(scene, box.x_mm + box.width_mm * 0.33, box.y_mm + box.height_mm, unit, seed, hat)
    _trade(scene, box.x_mm + box.width_mm * 0.745, box.y_mm + box.height_mm * 0.5, unit, drawn)
    work.sketch.clipped(inside, scene)
    work.sketch.stroke(inside, palette.INK, 0.3 * work.canvas.scale)


def _height_chart(scene: Sketch, box: Box, unit: float) -> None:
    for number in range(1, 8):
        y = box.y_mm + number * 2.7 * unit
        long = number % 2 == 0
        scene.stroke(
            line(box.x_mm, y, box.x_mm + box.width_mm, y),
            palette.LINE,
            (0.3 if long else 0.14) * unit,
        )
        if long:
            lettered(
                scene,
                str(220 - number * 10),
                "label",
                5.2 * unit,
                box.x_mm + 4.1 * unit,
                y - 0.5 * unit,
                6,
                palette.SECOND_INK,
                align="right",
            )


def _person(scene: Sketch, x: float, floor: float, unit: float, seed: int, hat: str) -> None:
    head_y = floor - 11.6 * unit
    shoulders: Path = (
        ("M", (x - 10.4 * unit, floor + unit)),
        (
            "C",
            (
                x - 10.2 * unit,
                floor - 4.8 * unit,
                x - 6 * unit,
                floor - 5.0 * unit,
                x - 2.4 * unit,
                floor - 6.6 * unit,
            ),
        ),
        ("L", (x + 2.4 * unit, floor - 6.6 * unit)),
        (
            "C",
            (
                x + 6 * unit,
                floor - 5.0 * unit,
                x + 10.2 * unit,
                floor - 4.8 * unit,
                x + 10.4 * unit,
                floor + unit,
            ),
        ),
        ("Z", ()),
    )
    scene.fill(shoulders, palette.INK)
    scene.fill(rectangle(x - 2.0 * unit, head_y, 4.0 * unit, 6.2 * unit), palette.BRASS_LIGHT)
    scene.outlined(
        ellipse(x, head_y, 4.3 * unit, 5.3 * unit), palette.BRASS_LIGHT, palette.INK, 0.3 * unit
    )
    COLLARS[seed % len(COLLARS)](scene, x, floor, unit)
    FACES[seed // 3 % len(FACES)](scene, x, head_y, unit)
    HATS.get(hat, _fedora)(scene, x, head_y, unit)


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


def _fedora(scene: Sketch, x: float, y: float, unit: float) -> None:
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
    "fedora": _fedora,
    "flat_cap": _flat_cap,
    "bowler": _bowler,
    "beanie": _beanie,
    "hard_hat": _hard_hat,
    "peaked": _peaked,
    "bare": _bare,
}


def _trade(scene: Sketch, x: float, y: float, unit: float, drawn: str) -> None:
    """The sign of the trade on a round plate, large enough to know the card by."""
    radius = 8.6 * unit
    scene.outlined(circle(x, y, radius), palette.WHITE, palette.INK, 0.45 * unit)
    scene.stroke(circle(x, y, radius - 0.9 * unit), palette.BRASS, 0.2 * unit)
    size = 10.4 * unit
    scene.stroke(icon(drawn, x - size / 2, y - size / 2, size), palette.INK, 0.82 * unit)
