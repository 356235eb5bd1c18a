"""What the worker does for tagged pages: pads, lists, posters. Runs in the child only."""

from __future__ import annotations

from typing import Any

from companion.printing.in_worker import Say, pango
from companion.printing.page_picture import page_preview
from companion.printing.pages.layout import DENSITIES, Laid, lay_out

Json = dict[str, Any]


def paper(task: Json, say: Say) -> tuple[Json, bytes]:
    """The page, or the run of pages, as tagged PDF.

    With `one_page` it is set as close as it must be to be one page. Where the closest setting
    still is not enough, more pages are better than something left out.
    """
    laid, data, pages = _printed(task)
    said: Json = {"pages": pages}
    report = laid.told.report()
    return {**said, "report": report} if report else said, data


def paper_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first page as a PNG."""
    _, data, _ = _printed(task)
    return page_preview(task, data)


def paper_browser(task: Json, say: Say) -> tuple[Json, bytes]:
    """The page's own HTML, for browsers: as close as its content may need."""
    density = DENSITIES // 2 if task.get("one_page") else 0
    return {}, lay_out(task, density).html.encode()


def paper_report(task: Json, say: Say) -> tuple[Json, bytes]:
    """How the texts fit, without making the page."""
    return {"report": lay_out(task).told.report()}, b""


def _printed(task: Json) -> tuple[Laid, bytes, int]:
    with pango(task):
        from companion.printing.pages.document import Document

    def tried(density: int) -> tuple[Laid, Document]:
        laid = lay_out(task, density)
        return laid, Document(laid.html)

    best = tried(0)
    roomy, close = 1, DENSITIES - 1
    if task.get("one_page") and best[1].pages > 1:
        best = tried(close)
        while roomy < close and best[1].pages == 1:
            middle = (roomy + close) // 2
            found = tried(middle)
            if found[1].pages == 1:
                best, close = found, middle
            else:
                roomy = middle + 1
    laid, document = best
    return laid, document.pdf(), document.pages
