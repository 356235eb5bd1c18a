"""Makes pictures of single cards, by the pixel: PNG with its resolution. In the child only."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PIL import Image

from companion.printing.formats import INCH_MM, Size

SPARE_PIXELS = 10
"""Drawn beyond each edge and cut off again: the outermost pixels are wholly covered."""
COMPRESSION = 3
"""Of zlib: as fast as 1 and smaller; from 4 on each picture takes a fifth longer."""


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


def pictures_of_pages(data: bytes, pixels: Pixels) -> Iterator[Image.Image]:
    """Each page of a PDF that was drawn with `drawn_bleed_mm`, one at a time."""
    import pypdfium2

    pdf: Any = pypdfium2.PdfDocument(data)
    (width, height), spare = pixels.size, SPARE_PIXELS
    try:
        for page in pdf:
            drawn = page.render(
                scale=pixels.dots_per_inch / 72, rev_byteorder=True, maybe_alpha=False
            )
            yield drawn.to_pil().crop((spare, spare, spare + width, spare + height))
            page.close()
    finally:
        pdf.close()


def png(picture: Image.Image, dots_per_inch: float) -> bytes:
    """As PNG that says how many dots are an inch."""
    out = io.BytesIO()
    dots = (dots_per_inch, dots_per_inch)
    picture.save(out, "PNG", compress_level=COMPRESSION, dpi=dots)
    return out.getvalue()
