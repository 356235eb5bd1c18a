"""Pictures of Insiders: a line-up photograph with a hat, a face and the sign of the trade."""

from __future__ import annotations

from companion.printing.black_market_warehouse.disguises import COLLARS, FACES
from companion.printing.black_market_warehouse.hats import HATS, fedora
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import Work, lettered, seed_of
from companion.printing.drawing.sketch import (
    Path,
    Sketch,
    circle,
    ellipse,
    line,
    rectangle,
)
from companion.printing.texts.fit import Box


def picture(work: Work, card_id: str, drawn: str, hat: str, box: Box) -> None:
    """The whole picture inside its window. `drawn` is the icon of the trade, `hat` one of HATS."""
    inside = rectangle(box.x_mm, box.y_mm, box.width_mm, box.height_mm)
    scene = Sketch()
    unit = min(box.height_mm / 21, box.width_mm / 53)
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
    HATS.get(hat, fedora)(scene, x, head_y, unit)


def _trade(scene: Sketch, x: float, y: float, unit: float, drawn: str) -> None:
    """The sign of the trade on a round plate, large enough to know the card by."""
    radius = 8.6 * unit
    scene.outlined(circle(x, y, radius), palette.WHITE, palette.INK, 0.45 * unit)
    scene.stroke(circle(x, y, radius - 0.9 * unit), palette.BRASS, 0.2 * unit)
    size = 10.4 * unit
    scene.stroke(icon(drawn, x - size / 2, y - size / 2, size), palette.INK, 0.82 * unit)
