"""Makes a picture of a page, for the web. Runs in the child only."""

from __future__ import annotations

import io
from typing import Any

Json = dict[str, Any]
USUAL_DOTS_PER_INCH = 96


def page_preview(task: Json, data: bytes, times: int = 1) -> tuple[Json, bytes]:
    """What a preview's task gives: the first page, so many times as fine as the task asks for."""
    return {}, page_picture(data, times * float(task.get("dots_per_inch", USUAL_DOTS_PER_INCH)))


def page_picture(data: bytes, dots_per_inch: float, page: int = 0) -> bytes:
    """One page of a PDF as PNG, white where nothing is printed."""
    import pypdfium2

    pdf: Any = pypdfium2.PdfDocument(data)
    try:
        picture = pdf[page].render(scale=dots_per_inch / 72).to_pil().convert("RGB")
    finally:
        pdf.close()
    out = io.BytesIO()
    picture.quantize(128).save(out, "PNG", optimize=False)
    return out.getvalue()
