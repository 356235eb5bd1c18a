"""Moves what a page shows by a printer profile's figures, so that backs lie behind fronts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.printing.drawing.pdf import POINTS_PER_MM
from companion.printing.formats import PrintOptions, Size


@dataclass(frozen=True, slots=True)
class PageMove:
    """To the right and down in millimetres, then clockwise about the middle of the page."""

    x_mm: float
    y_mm: float
    angle_degrees: float

    def matrix(self, page: Size) -> tuple[float, ...]:
        """The six numbers of a PDF matrix, in points that count up from the bottom left."""
        cos, sin = self._turn()
        middle_x, middle_y = (side * POINTS_PER_MM / 2 for side in (page.width_mm, page.height_mm))
        x, y = self.x_mm * POINTS_PER_MM, -self.y_mm * POINTS_PER_MM
        return (
            round(cos, 8),
            round(-sin, 8),
            round(sin, 8),
            round(cos, 8),
            round(middle_x + x - middle_x * cos - middle_y * sin, 5),
            round(middle_y + y + middle_x * sin - middle_y * cos, 5),
        )

    def place(self, x_mm: float, y_mm: float, page: Size) -> tuple[float, float]:
        """Where a point of the page comes to lie, in millimetres from the top left."""
        cos, sin = self._turn()
        x, y = x_mm - page.width_mm / 2, y_mm - page.height_mm / 2
        return (
            page.width_mm / 2 + self.x_mm + x * cos - y * sin,
            page.height_mm / 2 + self.y_mm + x * sin + y * cos,
        )

    def _turn(self) -> tuple[float, float]:
        angle = math.radians(self.angle_degrees)
        return math.cos(angle), math.sin(angle)


def move_of(options: PrintOptions, side: str) -> PageMove | None:
    """How this side (fronts or backs) is moved; None when it is not."""
    if not options.moved(side):
        return None
    return PageMove(options.offset_x_mm, options.offset_y_mm, options.angle_degrees)


def move_operator(options: PrintOptions, side: str, page: Size) -> bytes:
    """The operator that moves all that follows; empty when nothing moves."""
    move = move_of(options, side)
    if move is None:
        return b""
    return " ".join(f"{value:.8g}" for value in move.matrix(page)).encode() + b" cm"
