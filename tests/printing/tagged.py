"""What every tagged page must be, and the codes that can be read from its raster."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pikepdf
import zxingcpp
from PIL import Image

from companion.printing.drawing.pdf import POINTS_PER_MM
from tests.printing.conftest import run


def assert_tagged(path: Path, title: str, tags: Sequence[str], language: str = "en") -> None:
    """PDF/UA-1 with a title, a language, a tag tree with these tags, and all fonts embedded."""
    info = run("pdfinfo", path)
    assert "Tagged:          yes" in info
    assert f"Title:           {title}\n" in info
    assert "CreationDate" not in info
    tree = run("pdfinfo", "-struct", path)
    assert [tag for tag in tags if tag not in tree] == []
    with pikepdf.open(path) as opened:
        assert str(opened.Root.Lang) == language
        assert bool(opened.Root.MarkInfo.Marked)
        assert bool(opened.Root.ViewerPreferences.DisplayDocTitle)
        assert b"pdfuaid" in opened.Root.Metadata.read_bytes()
    rows = run("pdffonts", path).splitlines()[2:]
    assert all(" yes yes yes " in row for row in rows), rows


def codes_of(path: Path, dots_per_inch: int = 150) -> list[str]:
    """Every QR code on every page, in reading order."""
    with tempfile.TemporaryDirectory() as folder:
        run("pdftoppm", "-r", str(dots_per_inch), "-png", path, Path(folder) / "page")
        found = []
        for page in sorted(Path(folder).iterdir()):
            read = zxingcpp.read_barcodes(Image.open(page))
            found += [code.text for code in sorted(read, key=lambda each: each.position.top_left.y)]
        return found


def word_boxes(pdf: Path) -> list[list[tuple[float, float, float, float, str]]]:
    """Every word of every page with its box in millimetres."""
    out = run("pdftotext", "-bbox", pdf, "-")
    pages = []
    for page in out.split("<page ")[1:]:
        found = re.findall(
            r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>', page
        )
        pages.append(
            [
                (*(float(side) / POINTS_PER_MM for side in box), unescape(word))  # type: ignore[misc]
                for *box, word in found
            ]
        )
    return pages
