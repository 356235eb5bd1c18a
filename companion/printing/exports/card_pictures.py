"""Makes pictures of single cards, by the pixel: PNG with its resolution. In the child only."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from PIL import Image

from companion.printing.exports.pixels import SPARE_PIXELS, Pixels

COMPRESSION = 3
"""Of zlib: as fast as 1 and smaller; from 4 on each picture takes a fifth longer."""


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
