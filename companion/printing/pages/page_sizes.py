"""Writes the style sheet of the papers: the page of every size, by the class that asks for it."""

from __future__ import annotations

from companion.printing.formats import PAPERS, POSTER_ONLY, Size

PAGE_SIZES = "page_sizes.css"
"""Its name beside the style sheets that are files."""
_ROUNDING_MM = 0.1
"""What a box that fills its page is lower: a rounded length must not begin another page."""
_COUNTED = (
    'margin: 12mm 12mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); '
    'font: 600 8pt "IBM Plex Sans Condensed"; color: #4a4535; }'
)


def page_sizes() -> str:
    """Every paper of `formats`, as tagged pages and as browser print call it.

    Of tagged pages: `.paper-a4 .page` is one page, `.paper-a4 .run` a list over as many pages as
    it needs, which keep the margin and count themselves. Of card sheets: `.a4-portrait` and
    `.a4-landscape`.
    """
    rules = []
    for key, paper in {**PAPERS, **POSTER_ONLY}.items():
        width, height = f"{paper.width_mm:g}mm", f"{paper.height_mm - _ROUNDING_MM:g}mm"
        rules += [
            _page(key, paper),
            f".paper-{key} .page {{ page: {key}; width: {width}; height: {height}; }}",
            _page(f"list-{key}", paper, _COUNTED),
            f".paper-{key} .run {{ page: list-{key}; }}",
        ]
        for way, size in (("portrait", paper), ("landscape", paper.turned)):
            rules += [_page(f"{key}-{way}", size), f".{key}-{way} {{ page: {key}-{way}; }}"]
    return "\n".join(rules) + "\n"


def _page(name: str, size: Size, margin: str = "margin: 0;") -> str:
    return f"@page {name} {{ size: {size.width_mm:g}mm {size.height_mm:g}mm; {margin} }}"
