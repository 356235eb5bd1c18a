"""Begins, fills and saves a PDF of our own: true size, no dates, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from companion.printing.cache import Cache
from companion.printing.drawing.pdf import POINTS_PER_MM, OperatorWriter
from companion.printing.drawing.sketch import Sketch
from companion.printing.formats import Size
from companion.printing.sheets.grid import Rectangle
from companion.printing.texts.embedding import font_resources

DUPLEX = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}
"""What the printer does, by the backs; anything else is printed on one side."""


def sketched_pages(
    pages: Sequence[tuple[Size, Sketch]], cache: Cache, title: str, backs: str = "none"
) -> bytes:
    """A PDF of pages that hold nothing but a sketch each."""
    pdf = pikepdf.new()
    glyphs: dict[str, dict[int, str]] = {}
    contents = [(size, flipped(written(sketch, glyphs), size.height_mm)) for size, sketch in pages]
    fonts = font_resources(pdf, glyphs, cache)
    resources = pdf.make_indirect(Dictionary(Font=fonts))
    for size, content in contents:
        add_page(pdf, content, resources, size)
    describe(pdf, title, backs)
    return saved(pdf)


def written(sketch: Sketch, glyphs: dict[str, dict[int, str]]) -> bytes:
    """A sketch as operators in its own millimetres; the glyphs it uses are added to `glyphs`."""
    writer = OperatorWriter()
    writer.shapes(sketch.shapes)
    writer.lettering(sketch.lettering)
    for font, texts in writer.glyphs.items():
        glyphs.setdefault(font, {}).update(texts)
    return writer.content()


def flipped(content: bytes, height_mm: float) -> bytes:
    """Operators in millimetres from the top left, as a page needs them."""
    k, height = POINTS_PER_MM, height_mm * POINTS_PER_MM
    return f"q {k:.6f} 0 0 {-k:.6f} 0 {height:.4f} cm\n".encode() + content + b"\nQ"


def millimetres(height_mm: float) -> Array:
    """From millimetres that count down from the top to points that count up from the bottom."""
    k = POINTS_PER_MM
    return Array([round(k, 6), 0, 0, -round(k, 6), 0, round(height_mm * k, 4)])


def add_page(
    pdf: pikepdf.Pdf, content: Any, resources: Any, size: Size, cut: Rectangle | None = None
) -> None:
    """One more page of this size. `content` is a stream of operators, or the operators alone.

    `cut`: where a page that is a card with its bleed is cut; its boxes then say so.
    """
    box = [round(side * POINTS_PER_MM, 4) for side in (size.width_mm, size.height_mm)]
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, *box]),
        Resources=resources,
        Contents=pdf.make_stream(content) if isinstance(content, bytes) else content,
    )
    if cut is not None:
        page.BleedBox = Array([0, 0, *box])
        page.TrimBox = Array(trim_box(cut, size))
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def trim_box(cut: Rectangle, page: Size) -> list[float]:
    """Where a page is cut, in points that count up from the bottom left."""
    sides = cut.x_mm, page.height_mm - cut.bottom_mm, cut.right_mm, page.height_mm - cut.y_mm
    return [round(side * POINTS_PER_MM, 4) for side in sides]


def describe(pdf: pikepdf.Pdf, title: str, backs: str) -> None:
    """Print at true size, flip on the right edge, take the paper's own tray. No dates."""
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"),
        Duplex=Name(DUPLEX.get(backs, "/Simplex")),
        PickTrayByPDFSize=True,
    )
    pdf.Root.Lang = pikepdf.String("en")
    pdf.docinfo["/Title"] = pikepdf.String(title)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The file. The same content gives the same bytes."""
    out = io.BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        compress_streams=True,
        recompress_flate=False,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return out.getvalue()
