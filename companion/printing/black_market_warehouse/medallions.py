"""The coin or the mask at the top left, where a held hand shows it."""

from __future__ import annotations

from companion.printing.black_market_warehouse.money import Amount, report_money
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import Work, lettered
from companion.printing.drawing.sketch import circle

MEDALLION_RADIUS = 7.0


def medallion_middle(work: Work) -> tuple[float, float]:
    """The middle of the coin or mask at the top left, where a held hand shows it."""
    canvas, s = work.canvas, work.canvas.scale
    return canvas.left + (MEDALLION_RADIUS - 0.2) * s, canvas.inset + 8.9 * s


def coin(work: Work, amount: Amount) -> None:
    """The card's value as a coin with a milled edge."""
    s, sketch, solid = work.canvas.scale, work.sketch, work.canvas.look.solid
    x, y = medallion_middle(work)
    radius = MEDALLION_RADIUS * s
    if solid:
        sketch.fill(circle(x, y, radius), palette.BRASS_LIGHT)
    sketch.stroke(circle(x, y, radius), palette.INK, 0.45 * s)
    sketch.stroke(circle(x, y, radius - 0.62 * s), palette.INK, 0.75 * s, (0.22 * s, 0.62 * s))
    sketch.stroke(circle(x, y, radius - 1.15 * s), palette.INK, 0.14 * s)
    up = 1.6 if amount.below else 2.9
    size = 14 if amount.above else 21
    drawn = lettered(
        sketch, amount.figure, "figure", size * s, x, y + up * s, 10.6 * s, palette.INK
    )
    report_money(work, drawn)
    for words, down, room in ((amount.above, -3.2, 8.6), (amount.below, 4.0, 8.6)):
        if words:
            lettered(
                sketch,
                words,
                "label",
                5.4 * s,
                x,
                y + down * s,
                room * s,
                palette.INK,
                spacing_em=0.06,
            )


def mask(work: Work) -> None:
    """The Insider's sign, where items show their coin."""
    s, sketch, solid = work.canvas.scale, work.sketch, work.canvas.look.solid
    x, y = medallion_middle(work)
    radius = MEDALLION_RADIUS * s
    if solid:
        sketch.fill(circle(x, y, radius), palette.INK)
        sketch.stroke(circle(x, y, radius - 0.9 * s), palette.BRASS_LIGHT, 0.3 * s)
    else:
        sketch.stroke(circle(x, y, radius), palette.INK, 0.45 * s)
        sketch.stroke(circle(x, y, radius - 0.9 * s), palette.INK, 0.14 * s)
    size = 8.4 * s
    colour = palette.BRASS_LIGHT if solid else palette.INK
    sketch.stroke(icon("venetian-mask", x - size / 2, y - size / 2, size), colour, 0.75 * s)
