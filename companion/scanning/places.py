"""Where marks lie on a photo: the same mark read twice is one, and reading order. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Point = tuple[float, float]

SAME_PLACE = 0.7
"""Of a mark's side: two reads whose middles are nearer than that are one mark."""
SAME_LINE = 1.9
"""Of a mark's side: marks that differ less in height are read from left to right."""


@dataclass(frozen=True, slots=True)
class Found:
    """One mark on a photo, with its corners in pixels, in order around it."""

    text: str
    corners: tuple[Point, Point, Point, Point]

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (
            sum(x for x, _ in self.corners) / 4,
            sum(y for _, y in self.corners) / 4,
        )

    @property
    def side(self) -> float:
        """The mean of its four sides."""
        turns = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(math.dist(a, b) for a, b in turns) / 4

    def scaled(self, factor: float) -> Found:
        """The same on a photo of another size."""
        a, b, c, d = ((x * factor, y * factor) for x, y in self.corners)
        return Found(self.text, (a, b, c, d))

    def moved(self, right: float, down: float) -> Found:
        """The same on a photo that has so much more at its left and top."""
        a, b, c, d = ((x + right, y + down) for x, y in self.corners)
        return Found(self.text, (a, b, c, d))


def united(first: Iterable[Found], *more: Iterable[Found]) -> tuple[Found, ...]:
    """Every mark once, by its place. Of two texts at one place the earlier read stands."""
    kept: list[Found] = []
    for found in (*first, *(each for reads in more for each in reads)):
        if not any(_same_place(found, other) for other in kept):
            kept.append(found)
    return tuple(kept)


def _same_place(one: Found, other: Found) -> bool:
    near = SAME_PLACE * max(one.side, other.side)
    return math.dist(one.middle, other.middle) < near


def in_reading_order(marks: Iterable[Found]) -> tuple[Found, ...]:
    """Line by line from the top, each from left to right; a line is about one mark high."""
    lines: list[list[Found]] = []
    for mark in sorted(marks, key=lambda each: each.middle[1]):
        if lines and mark.middle[1] - lines[-1][0].middle[1] < SAME_LINE * mark.side:
            lines[-1].append(mark)
        else:
            lines.append([mark])
    return tuple(mark for line in lines for mark in sorted(line, key=lambda each: each.middle[0]))


def around(mark: Found, grown: float) -> tuple[Point, ...]:
    """The mark's corners, moved out from its middle: its outline on the photo."""
    x, y = mark.middle
    return tuple((x + (a - x) * grown, y + (b - y) * grown) for a, b in mark.corners)
