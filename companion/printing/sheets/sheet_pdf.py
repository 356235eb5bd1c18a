"""Puts finished faces on sheets of paper: one PDF, one form for each different face."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from companion.printing.cache import Cache
from companion.printing.cards.faces import Face
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.pdf import POINTS_PER_MM, numbers
from companion.printing.drawing.pdf_file import (
    add_page,
    describe,
    flipped,
    millimetres,
    saved,
    written,
)
from companion.printing.formats import PrintOptions
from companion.printing.own_words import OwnWords
from companion.printing.printers.page_move import move_operator
from companion.printing.sheets.grid import Grid, Rectangle
from companion.printing.sheets.imposition import Placement, Sheet, shown
from companion.printing.sheets.scan_stamps import Stamps
from companion.printing.sheets.sheet_marks import SheetLine, sheet_line, sheet_marks
from companion.printing.texts.embedding import font_resources, image_resources


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of one card: which face it shows on either side."""

    front: Face
    back: Face | None
    """None where only fronts are printed."""


def make_sheets(
    copies: Mapping[int, Copy],
    sheets: Sequence[Sheet],
    grid: Grid,
    options: PrintOptions,
    said: SheetLine,
    cache: Cache,
    progress: Callable[[int, int], None],
    pictures: PictureFiles,
    stamps: Stamps | None = None,
) -> bytes:
    """The PDF with every sheet in order. The same input gives the same bytes.

    `progress` is called with the pages done and the pages in all.
    """
    pdf = pikepdf.new()
    names = _face_names(copies, sheets)
    glyphs = _all_glyphs([face for face, _ in names.values()])
    marks = _Marks()
    pages = []
    for sheet in sheets:
        steady = marks.name(sheet, grid, options, glyphs, said.words)
        own = written(sheet_line(sheet, grid, options, said), glyphs)
        placed = _placed(sheet, copies, names, grid, steady, stamps)
        line = flipped(own, grid.page.height_mm)
        pages.append(_moved(placed, line, move_operator(options, sheet.side, grid.page)))
    fonts = pdf.make_indirect(font_resources(pdf, glyphs, cache))
    images = image_resources(pdf, [face for face, _ in names.values()], pictures)
    shared = pdf.make_indirect(Dictionary(Font=fonts, XObject=images))
    forms = _forms(pdf, names, marks, grid, shared, stamps)
    resources = pdf.make_indirect(Dictionary(Font=fonts, XObject=forms))
    streams: dict[bytes, Any] = {}
    for number, parts in enumerate(pages, start=1):
        for part in parts:  # pages that show the same cards share all but their own line
            if part not in streams:
                streams[part] = pdf.make_stream(part)
        shows = Array([streams[part] for part in parts if part])
        add_page(pdf, shows, resources, grid.page, grid.cut_page)
        progress(number, len(pages))
    describe(pdf, f"{said.deck} · {said.revision}", options.backs)
    return saved(pdf)


def _forms(
    pdf: pikepdf.Pdf, names: Names, marks: _Marks, grid: Grid, shared: Any, stamps: Stamps | None
) -> Dictionary:
    """What the pages put down by name: faces, the marks around them, and scan marks."""
    forms = Dictionary()
    for face, name in names.values():
        forms[f"/{name}"] = _form(pdf, face, grid, shared)
    for content, name in marks.names.items():
        forms[f"/{name}"] = _marks_form(pdf, content, grid, shared)
    for name, form in (stamps.forms(pdf) if stamps else {}).items():
        forms[f"/{name}"] = form
    return forms


Names = dict[str, tuple[Face, str]]
"""Each different face with its name on the pages, by its key."""


def _face_names(copies: Mapping[int, Copy], sheets: Sequence[Sheet]) -> Names:
    names: Names = {}
    for sheet in sheets:
        for placement in sheet.placements:
            face = _face(copies[placement.card], placement)
            if face.key not in names:
                names[face.key] = (face, f"C{len(names)}")
    return names


def _face(copy: Copy, placement: Placement) -> Face:
    if placement.back and copy.back is not None:
        return copy.back
    return copy.front


def _all_glyphs(faces: Sequence[Face]) -> dict[str, dict[int, str]]:
    glyphs: dict[str, dict[int, str]] = {}
    for face in faces:
        _add_glyphs(glyphs, face.glyphs)
    return glyphs


def _add_glyphs(glyphs: dict[str, dict[int, str]], more: dict[str, dict[int, str]]) -> None:
    for font, texts in more.items():
        glyphs.setdefault(font, {}).update(texts)


@dataclass(slots=True)
class _Marks:
    """The marks that sheets share: sheets filled alike look alike, so each kind is drawn once."""

    names: dict[bytes, str] = field(default_factory=dict)
    known: dict[tuple[str, tuple[Rectangle, ...]], str] = field(default_factory=dict)

    def name(
        self,
        sheet: Sheet,
        grid: Grid,
        options: PrintOptions,
        glyphs: dict[str, dict[int, str]],
        words: OwnWords,
    ) -> str:
        """The name of this sheet's marks on the page."""
        kind = sheet.side, tuple(placement.trim for placement in sheet.placements)
        if kind not in self.known:
            content = written(sheet_marks(sheet, grid, options, words), glyphs)
            self.known[kind] = self.names.setdefault(content, f"M{len(self.names)}")
        return self.known[kind]


def _placed(
    sheet: Sheet,
    copies: Mapping[int, Copy],
    names: Names,
    grid: Grid,
    marks: str,
    stamps: Stamps | None,
) -> bytes:
    """Cards first, marks over them: a hairline must lie on both cards it divides."""
    placed = [
        placement_operators(
            placement, area, grid, names[_face(copies[placement.card], placement).key][1]
        )
        for placement, area in zip(sheet.placements, shown(sheet.placements, grid), strict=True)
    ]
    stamped = [stamps.operators(each, grid) for each in sheet.placements] if stamps else []
    return b"\n".join([*placed, *filter(None, stamped), f"/{marks} Do\n".encode()])


def _moved(placed: bytes, line: bytes, move: bytes) -> tuple[bytes, bytes]:
    """The two parts of the page's content as a printer profile moves them."""
    return (b"q " + move + b"\n" + placed, line + b"\nQ") if move else (placed, line)


def placement_operators(placement: Placement, area: Rectangle, grid: Grid, name: str) -> bytes:
    """Show a face with the lower left corner of its trim in its place, and only in its area."""
    trim, k, high = placement.trim, POINTS_PER_MM, grid.page.height_mm
    x, y, sign = trim.x_mm * k, (high - trim.bottom_mm) * k, 1
    if placement.turned:
        x, y, sign = trim.right_mm * k, (high - trim.y_mm) * k, -1
    box = (area.x_mm, high - area.bottom_mm, area.width_mm, area.height_mm)
    clip = numbers(side * k for side in box)
    at = numbers((x, y))
    return b"q %b re W n %d 0 0 %d %b cm /%b Do Q" % (clip, sign, sign, at, name.encode())


def _form(pdf: pikepdf.Pdf, face: Face, grid: Grid, shared: Any) -> Any:
    """The face as a form: its own space is millimetres from the top left of the trim."""
    b, width, height = grid.bleed_mm, grid.card.width_mm, grid.card.height_mm
    return pdf.make_stream(
        face.content,
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([-b, -b, width + b, height + b]),
        Matrix=millimetres(height),
        Resources=shared,
        Filter=Name.FlateDecode,
    )


def _marks_form(pdf: pikepdf.Pdf, content: bytes, grid: Grid, shared: Any) -> Any:
    """Marks as a form over the whole page."""
    width, height = grid.page.width_mm, grid.page.height_mm
    return pdf.make_stream(
        content,
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, width, height]),
        Matrix=millimetres(height),
        Resources=shared,
    )
