"""The two backs: one for the Market deck, one for the Warehouse deck.

Each looks the same turned by half, carries nothing of the card's front, and runs into the
bleed with an even pattern, so that a printer's slip of a millimetre does not show.
"""

from __future__ import annotations

from companion.printing.cards.face_words import MARKET, WAREHOUSE
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import Canvas, bleeding, lettered
from companion.printing.drawing.sketch import (
    Sketch,
    circle,
    ellipse,
    line,
    polygon,
    rectangle,
    turned,
)

BACKS = ("market", "warehouse")


def draw(canvas: Canvas, sketch: Sketch, which: str) -> None:
    """One of BACKS on the whole face."""
    if canvas.look.tinted:
        sketch.fill(bleeding(canvas), palette.PAPER)
    pattern = Sketch()
    if which == "market":
        _lattice(canvas, pattern)
    else:
        _planks(canvas, pattern)
    sketch.clipped(bleeding(canvas), pattern)
    _panel(canvas, sketch, which)


def _lattice(canvas: Canvas, pattern: Sketch) -> None:
    """A net of diagonals, symmetric about the middle, a coin at every second crossing."""
    s, b = canvas.scale, canvas.bleed_mm
    x, y = canvas.width_mm / 2, canvas.height_mm / 2
    step = 7.0 * s
    reach = int((x + y + 2 * b) / step) + 2
    far = x + y + 2 * b
    solid = canvas.look.solid
    lines = ((0.0, 0.3), (0.75 * s, 0.14)) if solid else ((0.0, 0.16),)
    for number in range(-reach, reach + 1):
        at = x + number * step
        for offset, width in lines:
            for side in (-1, 1):
                moved = at + side * offset
                pattern.stroke(
                    line(moved - far, y - far, moved + far, y + far), palette.INK, width * s
                )
                pattern.stroke(
                    line(moved + far, y - far, moved - far, y + far), palette.INK, width * s
                )
    rows = int((y + b) / (step / 2)) + 1
    columns = int((x + b) / (step / 2)) + 1
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            if (row + column) % 2 or column % 2:
                continue
            middle = (x + column * step / 2, y + row * step / 2)
            fill = palette.BRASS if solid else palette.WHITE
            pattern.outlined(circle(*middle, 1.05 * s), fill, palette.INK, 0.26 * s)


def _planks(canvas: Canvas, pattern: Sketch) -> None:
    """Boards with nails: the wall of a warehouse."""
    s, b = canvas.scale, canvas.bleed_mm
    x, y = canvas.width_mm / 2, canvas.height_mm / 2
    board = 7.0 * s
    count = int((x + b) / board) + 1
    for number in range(count + 1):
        for side in (-1, 1):
            at = x + side * (number + 0.5) * board
            width = 0.42 if canvas.look.solid else 0.2
            pattern.stroke(line(at, -b, at, canvas.height_mm + b), palette.INK, width * s)
            for offset in (-0.3, 0.3) if canvas.look.solid else ():
                grain = at + board * offset
                path = line(grain, -b, grain, canvas.height_mm + b)
                pattern.stroke(path, palette.SECOND_INK, 0.1 * s)
    row = 11.0 * s
    rows = int((y + b) / row) + 1
    for number in range(-rows, rows + 1):
        for column in range(-count, count + 1):
            middle_x = x + column * board
            middle_y = y + number * row
            pattern.fill(circle(middle_x, middle_y, 0.5 * s), palette.INK)
    for level in (0.17, 0.83):
        at = canvas.height_mm * level
        beam = rectangle(-b, at - 3.0 * s, canvas.width_mm + 2 * b, 6.0 * s)
        pattern.outlined(
            beam, palette.BRASS_LIGHT if canvas.look.solid else palette.WHITE, palette.INK, 0.4 * s
        )
        for column in range(-count, count + 1):
            pattern.fill(circle(x + column * board, at, 0.62 * s), palette.INK)


def _panel(canvas: Canvas, sketch: Sketch, which: str) -> None:
    """The middle: a plate with the deck's sign, its name above, and again below upside down."""
    s = canvas.scale
    x, y = canvas.width_mm / 2, canvas.height_mm / 2
    wide, high = 21.5 * s, 29.5 * s
    paper = palette.PAPER if canvas.look.tinted else palette.WHITE
    if which == "market":
        sketch.outlined(ellipse(x, y, wide, high), paper, palette.INK, 0.9 * s)
        sketch.stroke(ellipse(x, y, wide - 1.4 * s, high - 1.4 * s), palette.BRASS, 0.4 * s)
        sketch.stroke(ellipse(x, y, wide - 2.1 * s, high - 2.1 * s), palette.INK, 0.16 * s)
    else:
        corner = 5.0 * s
        for gap, colour, width in (
            (0.0, palette.INK, 0.9),
            (1.4, palette.BRASS, 0.4),
            (2.1, palette.INK, 0.16),
        ):
            g = gap * s
            path = polygon(
                (x - wide + corner, y - high + g),
                (x + wide - corner, y - high + g),
                (x + wide - g, y - high + corner),
                (x + wide - g, y + high - corner),
                (x + wide - corner, y + high - g),
                (x - wide + corner, y + high - g),
                (x - wide + g, y + high - corner),
                (x - wide + g, y - high + corner),
            )
            if gap == 0.0:
                sketch.fill(path, paper)
            sketch.stroke(path, colour, width * s)
    _emblem(canvas, sketch, which)
    word = (MARKET if which == "market" else WAREHOUSE).upper()
    for turn, side in ((0.0, -1), (180.0, 1)):
        first, second = [*word.split(), ""][:2]
        if second:
            _word(sketch, first, 12.5 * s, x, y, side * 17.4 * s, turn, 22 * s)
            _word(sketch, second, 17 * s, x, y, side * 11.6 * s, turn, 30 * s)
        else:
            _word(sketch, first, 17 * s, x, y, side * 14.6 * s, turn, 35 * s)


def _word(
    sketch: Sketch,
    word: str,
    size: float,
    x: float,
    y: float,
    away: float,
    turn: float,
    room: float,
) -> None:
    lettered(
        sketch, word, "stencil", size, x, y + away, room, palette.INK, spacing_em=0.04, turned=turn
    )


def _emblem(canvas: Canvas, sketch: Sketch, which: str) -> None:
    """The sign in the middle, drawn twice, head to foot: no way up is the right one."""
    s = canvas.scale
    x, y = canvas.width_mm / 2, canvas.height_mm / 2
    radius = 8.8 * s
    solid = canvas.look.solid
    sketch.outlined(
        circle(x, y, radius), palette.INK if solid else palette.WHITE, palette.INK, 0.5 * s
    )
    sketch.stroke(
        circle(x, y, radius - 1.0 * s), palette.BRASS_LIGHT if solid else palette.INK, 0.3 * s
    )
    name = "coins" if which == "market" else "warehouse"
    size = 7.0 * s
    drawn = icon(name, x - size / 2, y - size - 0.1 * s, size)
    ink = palette.BRASS_LIGHT if solid else palette.INK
    for path in (drawn, turned(drawn, 180, x, y)):
        sketch.stroke(path, ink, 0.56 * s)
    sketch.stroke(line(x - 5.4 * s, y, x + 5.4 * s, y), ink, 0.3 * s)
