"""Looks at a finished PDF once more: pages, places and fonts must be what was planned."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pikepdf

from companion.printing.drawing.pdf import POINTS_PER_MM
from companion.printing.drawing.pdf_file import trim_box
from companion.printing.formats import PrintOptions, Size
from companion.printing.printers.page_move import move_operator
from companion.printing.sheets.grid import Grid, Rectangle
from companion.printing.sheets.imposition import Sheet

EDGE_TOLERANCE_MM = 0.05

_MOVED = re.compile(rb"q ((?:[-+.e\d]+ ){6}cm)\n")
_PLACED = re.compile(rb"W n (-?1) 0 0 (-?1) ([\d.]+) ([\d.]+) cm /C\d+ Do Q")
_STAMPED = re.compile(rb"cm /S\d+ Do Q")


def problems_of(
    data: bytes, sheets: Sequence[Sheet], grid: Grid, options: PrintOptions
) -> tuple[str, ...]:
    """What is wrong with the file, in words for the log; empty when it may be handed out."""
    found: list[str] = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        if len(pdf.pages) != len(sheets):
            return (f"{len(pdf.pages)} pages instead of {len(sheets)}",)
        for page, sheet in zip(pdf.pages, sheets, strict=True):
            found.extend(_page_problems(page, sheet, grid, options))
        found.extend(_font_problems(pdf))
        if pdf.Root.ViewerPreferences.PrintScaling != pikepdf.Name("/None"):
            found.append("the viewer may scale the pages")
    return tuple(found)


def _page_problems(
    page: pikepdf.Page, sheet: Sheet, grid: Grid, options: PrintOptions
) -> list[str]:
    found = []
    where = f"sheet {sheet.number}, {sheet.side}"
    box = [float(side) / POINTS_PER_MM for side in page.mediabox]
    planned = [0, 0, grid.page.width_mm, grid.page.height_mm]
    if any(abs(a - b) > EDGE_TOLERANCE_MM for a, b in zip(box, planned, strict=True)):
        found.append(f"{where}: the page is {box[2]:.2f} × {box[3]:.2f} mm")
    if grid.cut_page is not None:
        found.extend(f"{where}: {what}" for what in _box_problems(page, grid.page, grid.cut_page))
    contents: Any = page.obj.Contents
    parts = contents if isinstance(contents, pikepdf.Array) else [contents]
    content = b"\n".join(bytes(part.read_bytes()) for part in parts)
    moved = _MOVED.match(content)
    if (moved[1] if moved else b"") != move_operator(options, sheet.side, grid.page):
        found.append(f"{where}: not moved as the printer profile says")
    placed = _PLACED.findall(content)
    if len(placed) != len(sheet.placements):
        return [*found, f"{where}: {len(placed)} cards instead of {len(sheet.placements)}"]
    fronts = sum(not placement.back for placement in sheet.placements)
    stamped = len(_STAMPED.findall(content))
    if stamped != (0 if options.scan_marks == "off" else fronts):
        found.append(f"{where}: {stamped} scan marks on {fronts} fronts")
    for (sign, _, x, y), placement in zip(placed, sheet.placements, strict=True):
        trim = placement.trim
        corner_x = trim.right_mm if placement.turned else trim.x_mm
        corner_y = grid.page.height_mm - (trim.y_mm if placement.turned else trim.bottom_mm)
        off = max(
            abs(float(x) / POINTS_PER_MM - corner_x), abs(float(y) / POINTS_PER_MM - corner_y)
        )
        if off > EDGE_TOLERANCE_MM or (sign == b"-1") != placement.turned:
            found.append(f"{where}: card {placement.card} is off by {off:.3f} mm")
    return found


def _box_problems(page: pikepdf.Page, size: Size, cut: Rectangle) -> list[str]:
    """What a print service reads: where the page ends and where it is cut."""
    planned = {
        "/BleedBox": [float(side) for side in page.mediabox],
        "/TrimBox": trim_box(cut, size),
    }
    return [
        f"{name} is not what was planned"
        for name, box in planned.items()
        if name not in page.obj
        or any(
            abs(float(a) - b) > EDGE_TOLERANCE_MM * POINTS_PER_MM
            for a, b in zip(page.obj[name], box, strict=True)
        )
    ]


def _font_problems(pdf: pikepdf.Pdf) -> list[str]:
    fonts: Any = pdf.pages[0].obj.Resources.get("/Font", {})
    return [
        f"{name} is not embedded"
        for name, font in dict(fonts).items()
        if "/FontFile2" not in font.DescendantFonts[0].FontDescriptor
    ]
