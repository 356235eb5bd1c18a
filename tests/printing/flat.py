"""Sheets of flat faces: nothing but black and white cards, so that every edge can be measured."""

from __future__ import annotations

import zlib
from pathlib import Path

from companion.printing.cache import Cache
from companion.printing.cards.faces import Face
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.formats import PrintOptions
from companion.printing.sheets.grid import Grid, divide
from companion.printing.sheets.imposition import Sheet, impose
from companion.printing.sheets.sheet_marks import SheetLine
from companion.printing.sheets.sheet_pdf import Copy, make_sheets


def face(key: str, content: bytes) -> Face:
    return Face(key, zlib.compress(content), {})


def chequered(grid: Grid, copies: int) -> dict[int, Copy]:
    """Black cards whose neighbours are white. The black fills the trim and nothing else."""
    width, height = grid.card.width_mm, grid.card.height_mm
    black = face("black", b"0 g 0 0 %.4f %.4f re f" % (width, height))
    white = face("white", b"")
    shown = {}
    for card in range(copies):
        row, column = divmod(card % grid.per_sheet, grid.columns)
        front = white if (row + column) % 2 else black
        shown[card] = Copy(front, white)
    return shown


def lopsided(grid: Grid, copies: int) -> dict[int, Copy]:
    """Front and back alike, and like nothing else when turned or mirrored."""
    width, height = grid.card.width_mm, grid.card.height_mm
    parts = [(0.1, 0.1, 0.1, 0.7), (0.1, 0.1, 0.5, 0.1), (0.1, 0.4, 0.3, 0.1)]
    boxes = [(x * width, y * height, w * width, h * height) for x, y, w, h in parts]
    content = b"0 g " + b" ".join(b"%.4f %.4f %.4f %.4f re f" % box for box in boxes)
    mark = face("lopsided", content)
    return {card: Copy(mark, mark) for card in range(copies)}


def written(
    path: Path, options: PrintOptions, kind: str = "chequered", copies: int | None = None
) -> tuple[Grid, tuple[Sheet, ...]]:
    """Write the PDF of one full sheet of such cards, or of so many; how it was planned."""
    grid = divide(options)
    assert isinstance(grid, Grid)
    count = copies or grid.per_sheet
    sheets = impose(count, grid, options.backs)
    faces = (chequered if kind == "chequered" else lopsided)(grid, count)
    cache = Cache(None)
    data = make_sheets(
        faces,
        sheets,
        grid,
        options,
        SheetLine("Flat", "0", 1),
        cache,
        lambda done, of: None,
        PictureFiles(None, cache),
    )
    path.write_bytes(data)
    return grid, sheets
