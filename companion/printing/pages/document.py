"""Makes tagged PDF documents with WeasyPrint: pads, lists, posters. Imported by the worker only."""

from __future__ import annotations

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from companion.printing.texts.typesetting import AssetFetcher

VARIANT = "pdf/ua-1"


class Document:
    """A page of our own HTML, laid out: first the number of its pages, then the file."""

    def __init__(self, html: str) -> None:
        self._fetcher = AssetFetcher()
        self._laid = HTML(string=html, url_fetcher=self._fetcher).render(
            font_config=FontConfiguration(), pdf_variant=VARIANT
        )

    @property
    def refused(self) -> list[str]:
        """What the page asked for in vain: a page of ours asks for nothing."""
        return self._fetcher.refused

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return len(self._laid.pages)

    def pdf(self) -> bytes:
        """The PDF/UA-1 of it. No dates inside; the same page gives the same bytes."""
        return bytes(
            self._laid.write_pdf(pdf_variant=VARIANT, pdf_identifier=b"backroom", pdf_tags=True)
        )
