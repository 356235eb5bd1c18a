"""Reads the scan marks of a finished PDF back, as a camera would. Runs in the child only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.printing.sheets.imposition import Sheet

DOTS_PER_INCH = 150
"""A tenth of what a printer draws: what is read here is read from paper."""


def scan_problems(data: bytes, sheets: Sequence[Sheet], texts: Mapping[int, str]) -> list[str]:
    """What is wrong with the scan marks of a file, for the log; `texts` by copy.

    Every different mark is read once: a page that shows none but known ones is passed over.
    """
    import pypdfium2
    import zxingcpp

    found: list[str] = []
    seen: set[str] = set()
    pdf: Any = pypdfium2.PdfDocument(data)
    try:
        for number, sheet in enumerate(sheets):
            planned = [texts[place.card] for place in sheet.placements if not place.back]
            if seen.issuperset(planned):
                continue
            seen.update(planned)
            page = pdf[number].render(scale=DOTS_PER_INCH / 72, grayscale=True).to_pil()
            formats: Any = zxingcpp.BarcodeFormat.DataMatrix
            read = [each.text for each in zxingcpp.read_barcodes(page, formats=formats)]
            missing = Counter(planned) - Counter(read)
            if missing:
                lost = ", ".join(sorted(missing))
                found.append(f"sheet {sheet.number}: the marks {lost} cannot be read")
    finally:
        pdf.close()
    return found
