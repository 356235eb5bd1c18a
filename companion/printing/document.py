"""Makes tagged PDF documents with WeasyPrint: pads, lists. Imported by the worker only."""

from __future__ import annotations

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from companion.printing.typesetting import AssetFetcher


def print_document(html: str) -> tuple[bytes, int]:
    """The PDF/UA-1 of a page of our own HTML, and its number of pages. No dates inside."""
    document = HTML(string=html, url_fetcher=AssetFetcher()).render(
        font_config=FontConfiguration(), pdf_variant="pdf/ua-1"
    )
    data = document.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=b"backroom", pdf_tags=True)
    return bytes(data), len(document.pages)
