"""Looks at printed pages as grey pixels and measures where lines lie, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tests.printing.conftest import run

Image.MAX_IMAGE_PIXELS = None
"""A page at 600 dpi is no bomb: we made it ourselves."""


@dataclass(frozen=True, slots=True)
class Raster:
    """One page as grey pixels."""

    picture: Image.Image
    dots_per_inch: int

    @property
    def pixels_per_mm(self) -> float:
        return self.dots_per_inch / 25.4

    def across(self, x_mm: float, y_mm: float, length_mm: float) -> list[int]:
        """Greys from left to right, beginning at the pixel that holds (x, y)."""
        k = self.pixels_per_mm
        left, top = round(x_mm * k), round(y_mm * k)
        strip = self.picture.crop((left, top, left + round(length_mm * k), top + 1))
        return list(strip.tobytes())

    def down(self, x_mm: float, y_mm: float, length_mm: float) -> list[int]:
        """Greys from top to bottom."""
        k = self.pixels_per_mm
        left, top = round(x_mm * k), round(y_mm * k)
        strip = self.picture.crop((left, top, left + 1, top + round(length_mm * k)))
        return list(strip.tobytes())


def page(pdf: Path, number: int, dots_per_inch: int, smooth: bool = True) -> Raster:
    """Page `number` (from 1), rendered by poppler."""
    root = pdf.with_name(f"{pdf.stem}-{number}-{dots_per_inch}-{smooth}")
    picture = root.with_suffix(".pgm")
    if not picture.exists():
        vector = "yes" if smooth else "no"
        run(
            "pdftoppm",
            "-gray",
            "-r",
            dots_per_inch,
            "-f",
            number,
            "-l",
            number,
            "-aaVector",
            vector,
            "-singlefile",
            pdf,
            root,
        )
    with Image.open(picture) as opened:
        return Raster(opened.copy(), dots_per_inch)


def first_edge(greys: list[int]) -> float:
    """Where, in pixels, the greys first pass half-way from the lightest to the darkest."""
    half = (max(greys) + min(greys)) / 2
    for number in range(1, len(greys)):
        before, after = greys[number - 1], greys[number]
        if before > half >= after:
            return number - 0.5 + (before - half) / (before - after)
    raise AssertionError(f"no edge in {greys}")


def middle_of_dark(greys: list[int]) -> float:
    """The middle, in pixels, of what is darker than its surroundings."""
    light = max(greys)
    weights = [light - grey for grey in greys]
    total = sum(weights)
    assert total > light / 4, "no line here"
    return sum((number + 0.5) * weight for number, weight in enumerate(weights)) / total
