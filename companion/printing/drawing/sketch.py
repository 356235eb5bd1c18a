"""What a card face or sheet shows, in millimetres from the top left: shapes, lettering, text."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Segment = tuple[str, tuple[float, ...]]
"""One stroke of the pen: ("M", (x, y)), ("L", (x, y)), ("C", (x1, y1, x2, y2, x, y)), ("Z", ())."""
Path = tuple[Segment, ...]

CIRCLE = 0.5522847498
"""Length of the handles that make four Bézier curves a circle of radius 1."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path that is filled, stroked or both. Colours are "#rrggbb"."""

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width_mm: float = 0.2
    dash_mm: tuple[float, ...] = ()
    round_ends: bool = False


@dataclass(frozen=True, slots=True)
class Clipped:
    """Shapes that show only inside `inside`."""

    inside: Path
    shapes: tuple[Shape | Clipped | Picture, ...]


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a text that people typed, already fitted; it is never wrapped again.

    `x_mm` is its left end, middle or right end, as `align` says. `spacing_em` is added after
    every letter. `turned` is clockwise, in degrees, about the anchor.
    """

    text: str
    font: str
    size_pt: float
    x_mm: float
    baseline_mm: float
    width_mm: float
    colour: str = "#171d21"
    align: str = "left"
    spacing_em: float = 0.0
    turned: float = 0.0
    from_right: bool = False
    """It is read from right to left, as Arabic and Hebrew are."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture people supplied, filling a rectangle; what is too wide or too high is cut off.

    `x_mm` and `y_mm` are its top left corner.
    """

    name: str
    """sha256 of the picture's file."""
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    grey: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A face: its shapes from back to front, our own lettering, and the deck's texts on top.

    Lettering is what we wrote ourselves (figures, labels); texts are what the deck says and
    go through the text renderer.
    """

    width_mm: float
    height_mm: float
    shapes: tuple[Shape | Clipped | Picture, ...]
    lettering: tuple[TextLine, ...] = ()
    texts: tuple[TextLine, ...] = ()


@dataclass(slots=True)
class Sketch:
    """A drawing in the making: the face modules put things on it one after another."""

    shapes: list[Shape | Clipped | Picture] = field(default_factory=list)
    lettering: list[TextLine] = field(default_factory=list)
    texts: list[TextLine] = field(default_factory=list)

    def fill(self, path: Path, colour: str) -> None:
        """Paint the inside of `path`."""
        self.shapes.append(Shape(path, fill=colour))

    def stroke(
        self, path: Path, colour: str, width_mm: float, dash_mm: tuple[float, ...] = ()
    ) -> None:
        """Draw along `path`; round ends, so that joins of icons look whole."""
        self.shapes.append(
            Shape(path, stroke=colour, width_mm=width_mm, dash_mm=dash_mm, round_ends=not dash_mm)
        )

    def outlined(self, path: Path, fill: str, colour: str, width_mm: float) -> None:
        """Paint the inside and draw the edge over it."""
        self.shapes.append(Shape(path, fill=fill, stroke=colour, width_mm=width_mm))

    def clipped(self, inside: Path, sketch: Sketch) -> None:
        """Take over another sketch's shapes, shown only inside the path."""
        self.shapes.append(Clipped(inside, tuple(sketch.shapes)))
        self.lettering.extend(sketch.lettering)

    def picture(self, picture: Picture) -> None:
        """Lay a supplied picture over what is there."""
        self.shapes.append(picture)

    def letter(self, line: TextLine) -> None:
        """Add lettering of our own."""
        self.lettering.append(line)

    def finished(self, width_mm: float, height_mm: float) -> Drawing:
        """The drawing as it stands."""
        return Drawing(
            width_mm, height_mm, tuple(self.shapes), tuple(self.lettering), tuple(self.texts)
        )


def line(x1: float, y1: float, x2: float, y2: float) -> Path:
    """A straight line."""
    return (("M", (x1, y1)), ("L", (x2, y2)))


def polygon(*points: tuple[float, float]) -> Path:
    """A closed shape through the points."""
    return (*open_line(*points), ("Z", ()))


def open_line(*points: tuple[float, float]) -> Path:
    """Straight lines through the points, not closed."""
    return (("M", points[0]), *(("L", point) for point in points[1:]))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle with its top left corner at (x, y), its corners rounded by `radius`."""
    right, bottom = x + width, y + height
    if radius <= 0:
        return polygon((x, y), (right, y), (right, bottom), (x, bottom))
    r = min(radius, width / 2, height / 2)
    k = r * (1 - CIRCLE)
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def ellipse(x: float, y: float, radius_x: float, radius_y: float) -> Path:
    """An ellipse about its middle (x, y)."""
    a, b = radius_x * CIRCLE, radius_y * CIRCLE
    left, right, top, bottom = x - radius_x, x + radius_x, y - radius_y, y + radius_y
    return (
        ("M", (right, y)),
        ("C", (right, y + b, x + a, bottom, x, bottom)),
        ("C", (x - a, bottom, left, y + b, left, y)),
        ("C", (left, y - b, x - a, top, x, top)),
        ("C", (x + a, top, right, y - b, right, y)),
        ("Z", ()),
    )


def circle(x: float, y: float, radius: float) -> Path:
    """A circle about its middle (x, y)."""
    return ellipse(x, y, radius, radius)


def moved(path: Path, x: float, y: float, scale: float = 1.0) -> Path:
    """The path scaled about the origin, then moved by (x, y)."""
    return tuple(
        (pen, tuple(n * scale + (x, y)[i % 2] for i, n in enumerate(numbers)))
        for pen, numbers in path
    )


def mirrored(path: Path, axis_x: float) -> Path:
    """The path mirrored at the vertical line x = axis_x."""
    return tuple(
        (pen, tuple(n if i % 2 else 2 * axis_x - n for i, n in enumerate(numbers)))
        for pen, numbers in path
    )


def turned(path: Path, degrees: float, x: float, y: float) -> Path:
    """The path turned clockwise about (x, y)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple(
        (
            pen,
            tuple(
                number
                for i in range(0, len(numbers), 2)
                for number in (
                    x + (numbers[i] - x) * cos - (numbers[i + 1] - y) * sin,
                    y + (numbers[i] - x) * sin + (numbers[i + 1] - y) * cos,
                )
            ),
        )
        for pen, numbers in path
    )
