"""Draws scan marks: six characters as a Data Matrix in its white square. Runs in the child only."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any

from companion.printing.drawing.look import Canvas
from companion.printing.drawing.sketch import Path, Shape, rectangle
from companion.printing.formats import SCAN_MODULES, PrintOptions

BLACK, WHITE = "#000000", "#ffffff"


class WrongSymbol(Exception):
    """The encoder made another symbol than a square of SCAN_MODULES: a fault of ours."""


@lru_cache(maxsize=1024)
def rows_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """The symbol of six characters, row by row from the top; True is black."""
    import zxingcpp
    from PIL import Image

    matrix = zxingcpp.BarcodeFormat.DataMatrix
    made: Any = zxingcpp.create_barcode(text, matrix, force_square=True)
    picture = Image.fromarray(made.to_image(scale=1, add_quiet_zones=False))
    if picture.size != (SCAN_MODULES, SCAN_MODULES):
        raise WrongSymbol(f"{text} is {picture.width} × {picture.height}")
    black = [value < 128 for value in picture.tobytes()]
    return tuple(
        tuple(black[start : start + SCAN_MODULES]) for start in range(0, len(black), SCAN_MODULES)
    )


def scan_mark_shapes(text: str, options: PrintOptions) -> tuple[Shape, ...]:
    """The mark in millimetres from the top left of its white square."""
    module = options.scan_mark_mm / SCAN_MODULES
    room = options.scan_room_mm
    return (
        Shape(rectangle(0, 0, room, room), fill=WHITE),
        Shape(_squares(rows_of(text), module), fill=BLACK),
    )


def _squares(rows: tuple[tuple[bool, ...], ...], module: float) -> Path:
    """Black squares that touch in a row are one rectangle, so that no hairline parts them."""
    path: Path = ()
    for number, row in enumerate(rows, start=1):
        start = 1
        for black, run in groupby(row):
            length = len(list(run))
            if black:
                path += rectangle(start * module, number * module, length * module, module)
            start += length
    return path


def corner_of(canvas: Canvas) -> tuple[float, float]:
    """Where a face leaves room for the mark: the top left of the white square, from the trim's."""
    edge = canvas.corner_edge
    return canvas.width_mm - edge - canvas.corner_mm, edge
