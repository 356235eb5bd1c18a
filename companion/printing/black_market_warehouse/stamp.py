"""The bonus stamp of a Warehouse card."""

from __future__ import annotations

from companion.core.decks.model import Deck
from companion.printing.black_market_warehouse.money import amount_of, report_money
from companion.printing.cards.face_words import EXACT_MATCH
from companion.printing.drawing.look import Work, lettered
from companion.printing.drawing.sketch import rectangle, turned

STAMP_INK = "#8a2414"
LEANING = -7.0


def bonus(work: Work, deck: Deck, dollars: int, x: float, y: float, flat: bool) -> None:
    """What an exact match earns, stamped about (x, y); `flat` is the low form for long lists."""
    s, sketch = work.canvas.scale, work.sketch
    amount = amount_of(dollars, deck)
    unit = " ".join(word for word in (amount.above, amount.below) if word)
    half_width, half_height = (22.0 * s, 3.7 * s) if flat else (9.9 * s, 8.4 * s)
    lean = 0.0 if flat else LEANING
    for gap, width in ((0.0, 0.55), (0.95, 0.2)):
        path = rectangle(
            x - half_width + gap * s,
            y - half_height + gap * s,
            2 * (half_width - gap * s),
            2 * (half_height - gap * s),
            1.4 * s,
        )
        sketch.stroke(turned(path, lean, x, y), STAMP_INK, width * s)
    if flat:
        words = f"{EXACT_MATCH}  +{amount.figure} {unit}".strip()
        report_money(
            work, lettered(sketch, words, "stencil", 12 * s, x, y + 1.5 * s, 39 * s, STAMP_INK)
        )
        return
    rows: list[tuple[str, str, float, float]] = [
        (EXACT_MATCH, "stencil", 6.6, -4.3),
        (f"+{amount.figure}", "figure", 20.0, 2.6 if unit else 3.6),
        (unit, "label", 6.0, 5.8),
    ]
    for words, font, size, down in rows:
        if words:
            spacing = 0.08 if font == "label" else 0.0
            at_x, at_y = _turned_point(x, y, down * s, lean)
            drawn = lettered(
                sketch,
                words,
                font,
                size * s,
                at_x,
                at_y,
                16.4 * s,
                STAMP_INK,
                spacing_em=spacing,
                turned=lean,
            )
            if font == "figure":
                report_money(work, drawn)


def _turned_point(x: float, y: float, down: float, degrees: float) -> tuple[float, float]:
    """Where the middle of a line lands that lies `down` below the stamp's middle."""
    moved = turned((("M", (x, y + down)),), degrees, x, y)[0][1]
    return moved[0], moved[1]
