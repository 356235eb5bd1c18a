"""Writes drawings as SVG, for browsers: the same millimetres without a PDF."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.sketch import Clipped, Drawing, Path, Picture, Shape, TextLine
from companion.printing.texts.fonts import FONTS, MM_PER_POINT

_ANCHOR = {"left": "start", "center": "middle", "right": "end"}


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_data(path: Path) -> str:
    """The `d` of a path."""
    return "".join(pen + " ".join(_number(value) for value in points) for pen, points in path)


class SvgWriter:
    """Gathers elements. `prefix` keeps the ids of clip paths apart within one page."""

    def __init__(self, prefix: str, pictures: PictureFiles | None = None) -> None:
        self._prefix = prefix
        self._pictures = pictures
        self._clips = 0
        self.parts: list[str] = []

    def drawing(self, drawing: Drawing) -> str:
        """The whole face as elements."""
        self.shapes(drawing.shapes)
        self.lines(drawing.lettering)
        self.lines(drawing.texts)
        return "".join(self.parts)

    def shapes(self, shapes: Sequence[Shape | Clipped | Picture]) -> None:
        """Shapes from back to front."""
        for shape in shapes:
            if isinstance(shape, Shape):
                self.parts.append(_shape(shape))
                continue
            if isinstance(shape, Picture):
                self._picture(shape)
                continue
            self._clips += 1
            name = f"{self._prefix}-{self._clips}"
            inside = path_data(shape.inside)
            self.parts.append(f'<clipPath id="{name}"><path d="{inside}"/></clipPath>')
            self.parts.append(f'<g clip-path="url(#{name})">')
            self.shapes(shape.shapes)
            self.parts.append("</g>")

    def _picture(self, picture: Picture) -> None:
        """The picture itself, so that the page needs no other file."""
        made = self._pictures.embedded(picture) if self._pictures else None
        if made is None:
            return
        box = " ".join(
            f'{name}="{_number(value)}"'
            for name, value in (
                ("x", picture.x_mm),
                ("y", picture.y_mm),
                ("width", picture.width_mm),
                ("height", picture.height_mm),
            )
        )
        data = base64.b64encode(made.data).decode()
        self.parts.append(
            f'<image {box} preserveAspectRatio="none" href="data:image/jpeg;base64,{data}"/>'
        )

    def lines(self, lines: Sequence[TextLine]) -> None:
        """Text in our own fonts, set by the browser."""
        for line in lines:
            self.parts.append(_line(line))


def _shape(shape: Shape) -> str:
    fill = shape.fill or "none"
    stroke = ""
    if shape.stroke:
        stroke = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width_mm)}"'
        if shape.dash_mm:
            stroke += f' stroke-dasharray="{" ".join(_number(d) for d in shape.dash_mm)}"'
        if shape.round_ends:
            stroke += ' stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path_data(shape.path)}" fill="{fill}"{stroke}/>'


def _line(line: TextLine) -> str:
    font = FONTS[line.font]
    x, y = _number(line.x_mm), _number(line.baseline_mm)
    anchor = _ANCHOR[line.align]
    slant = ' font-style="italic"' if font.italic else ""
    spacing = ""
    if line.spacing_em:
        spacing = f' letter-spacing="{_number(line.spacing_em * line.size_pt * MM_PER_POINT)}"'
    if line.text != line.text.strip():
        spacing += ' xml:space="preserve"'  # blanks beside an icon or another style
    if line.from_right:
        # Ends and beginnings change sides: the anchor stays where the line is aligned.
        spacing += ' direction="rtl"'
        anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
    turned = f' transform="rotate({_number(line.turned)} {x} {y})"' if line.turned else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{escape(font.family)}" font-weight="{font.weight}"'
        f'{slant} font-size="{_number(line.size_pt * MM_PER_POINT)}" fill="{line.colour}"'
        f' text-anchor="{anchor}"{spacing}{turned}>{escape(line.text)}</text>'
    )
