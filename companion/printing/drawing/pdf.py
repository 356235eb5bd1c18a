"""Writes drawings as PDF operators, in millimetres from the top left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache

from companion.printing.cards.picture_files import image_name
from companion.printing.drawing.sketch import Clipped, Path, Picture, Shape, TextLine
from companion.printing.texts.fonts import MM_PER_POINT, glyph, text_of_glyph, width_em
from companion.printing.texts.text_layer import Rise, TextLayer, TextRun

POINTS_PER_MM = 72 / 25.4

_PENS = {"M": "m", "L": "l", "C": "c"}


def number(value: float) -> bytes:
    """A number to a thousandth, as short as it can be written."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return b"0" if text in ("-0", "") else text.encode()


def numbers(values: Iterable[float]) -> bytes:
    """Numbers with a blank between them."""
    return b" ".join(number(value) for value in values)


def path_operators(path: Path) -> bytes:
    """The path, neither filled nor stroked yet, to a hundredth of a millimetre."""
    parts = []
    for pen, points in path:
        if pen == "Z":
            parts.append("h")
        else:
            parts.extend(f"{value:.2f}".rstrip("0").rstrip(".") for value in points)
            parts.append(_PENS[pen])
    return " ".join(parts).encode()


@cache
def colour_operands(colour: str) -> bytes:
    """ "#rrggbb" as three numbers from 0 to 1."""
    return numbers(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


class OperatorWriter:
    """Gathers operators and leaves out what is already set. `fonts` learns each glyph used."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.glyphs: dict[str, dict[int, str]] = {}
        """Text that each glyph stands for, by font key and glyph number."""
        self.pictures: dict[str, Picture] = {}
        """The supplied pictures that were drawn, by the name of their image."""
        self._state: dict[bytes, bytes] = {}

    def content(self) -> bytes:
        """Everything written so far."""
        return b"\n".join(self.parts)

    def shapes(self, shapes: Sequence[Shape | Clipped | Picture]) -> None:
        """Shapes from back to front; what a picture is called is found in `pictures`."""
        for shape in shapes:
            if isinstance(shape, Picture):
                self._picture(shape)
                continue
            if isinstance(shape, Clipped):
                self.parts.append(b"q " + path_operators(shape.inside) + b" W n")
                before = dict(self._state)
                self.shapes(shape.shapes)
                self.parts.append(b"Q")
                self._state = before
            else:
                self._shape(shape)

    def _set(self, operator: bytes, operands: bytes) -> None:
        if self._state.get(operator) != operands:
            self._state[operator] = operands
            self.parts.append(operands + b" " + operator)

    def _picture(self, picture: Picture) -> None:
        """Images stand on their foot: their own space counts up, ours down."""
        name = image_name(picture)
        self.pictures[name] = picture
        at = picture.x_mm, picture.y_mm + picture.height_mm
        size = numbers((picture.width_mm, 0, 0, -picture.height_mm, *at))
        self.parts.append(b"q " + size + b" cm /" + name.encode() + b" Do Q")

    def _shape(self, shape: Shape) -> None:
        if shape.fill is not None:
            self._set(b"rg", colour_operands(shape.fill))
        if shape.stroke is not None:
            self._set(b"RG", colour_operands(shape.stroke))
            self._set(b"w", number(shape.width_mm))
            self._set(b"d", b"[" + numbers(shape.dash_mm) + b"] 0")
            ends = b"1" if shape.round_ends else b"0"
            self._set(b"J", ends)
            self._set(b"j", ends)
        paint = b"B" if shape.fill and shape.stroke else b"f" if shape.fill else b"S"
        self.parts.append(path_operators(shape.path) + b" " + paint)

    def lettering(self, lines: Sequence[TextLine]) -> None:
        """Lettering of our own: plain glyphs, one after the other, no kerning."""
        for line in lines:
            width = width_em(line.font, line.text) + line.spacing_em * (len(line.text) - 1)
            share = {"left": 0.0, "center": 0.5, "right": 1.0}[line.align]
            back = width * line.size_pt * MM_PER_POINT * share
            cos, sin = math.cos(math.radians(line.turned)), math.sin(math.radians(line.turned))
            known = self.glyphs.setdefault(line.font, {})
            shown = []
            for letter in line.text:
                index = glyph(line.font, letter)
                known[index] = text_of_glyph(line.font, index) or letter
                shown.append(f"{index:04x}")
            k = MM_PER_POINT
            matrix = (k * cos, k * sin, k * sin, -k * cos)
            self._text_start(line.colour)
            self._spacing(line.spacing_em * line.size_pt)
            at = numbers((line.x_mm - back * cos, line.baseline_mm - back * sin))
            matrix_operands = b" ".join(f"{value:.5f}".encode() for value in matrix)
            self.parts.append(
                f"/{line.font} ".encode()
                + number(line.size_pt)
                + b" Tf "
                + matrix_operands
                + b" "
                + at
                + b" Tm <"
                + "".join(shown).encode()
                + b"> Tj ET"
            )

    def text_layer(self, layer: TextLayer) -> None:
        """The deck's texts as the renderer set them."""
        for font, texts in layer.glyphs.items():
            self.glyphs.setdefault(font, {}).update(texts)
        for run in layer.runs:
            self._text_start(run.colour)
            self._spacing(0.0)
            self.parts.append(_run_operators(run))

    def _text_start(self, colour: str) -> None:
        self._set(b"rg", colour_operands(colour))
        self.parts.append(b"BT")

    def _spacing(self, points: float) -> None:
        self._set(b"Tc", number(points))


def _run_operators(run: TextRun) -> bytes:
    k = f"{MM_PER_POINT:.5f}".encode()
    head = f"/{run.font} ".encode() + number(run.size_pt) + b" Tf " + k + b" 0 0 -" + k + b" "
    at = numbers((run.x_mm, run.baseline_mm)) + b" Tm ["
    return head + at + b"".join(_shown(piece) for piece in run.pieces) + b"] TJ ET"


def _shown(piece: str | float | Rise) -> bytes:
    if isinstance(piece, Rise):
        return b"] TJ " + number(piece.points) + b" Ts ["
    return f"<{piece}>".encode() if isinstance(piece, str) else number(piece)
