"""How many pixels a picture of a card has. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing.formats import INCH_MM, Size

SPARE_PIXELS = 10
"""Drawn beyond each edge and cut off again: the outermost pixels are wholly covered."""


@dataclass(frozen=True, slots=True)
class Pixels:
    """How fine pictures of one size are: of a card with `bleed_mm` on each side."""

    card: Size
    bleed_mm: float
    dots_per_inch: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self._of(self.card.width_mm), self._of(self.card.height_mm)

    def _of(self, side_mm: float) -> int:
        return round((side_mm + 2 * self.bleed_mm) / INCH_MM * self.dots_per_inch)

    @property
    def megapixels(self) -> float:
        """Millions of pixels of one picture."""
        return self.size[0] * self.size[1] / 1e6

    @property
    def drawn_bleed_mm(self) -> float:
        """The bleed to draw pages with, from which `pictures_of_pages` cuts."""
        return self.bleed_mm + SPARE_PIXELS * INCH_MM / self.dots_per_inch
