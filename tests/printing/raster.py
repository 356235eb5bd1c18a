"""Looks at printed pages as grey pixels and measures where lines lie, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from companion.printing.drawing.look import FRAME_WIDTH_MM
from companion.printing.sheets.imposition import Placement
from tests.printing.conftest import run

Image.MAX_IMAGE_PIXELS = None
"""A page at 600 dpi is no bomb: we made it ourselves."""

OUTLINE_DOTS_PER_INCH = 508
"""A pixel is 0.05 mm, and every edge of our layouts falls between two."""
SAFE_MM = 3.0
"""The frame's middle on a poker card."""
FROM_MM = 1.2
"""Where measuring begins, inside the cut: beyond a hairline, before the frame."""


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


def outlines(pdf: Path, number: int) -> Image.Image:
    """White where the page is quite black."""
    raster = page(pdf, number, OUTLINE_DOTS_PER_INCH, smooth=False)
    # The renderer rounds a page up to whole pixels: take the paper's own size.
    width, height = (side - side % 2 for side in raster.picture.size)
    return raster.picture.crop((0, 0, width, height)).point([255] + [0] * 255)


def frame_errors(raster: Raster, placement: Placement) -> list[float]:
    """How far each of the four edges is off, in millimetres."""
    trim, k = placement.trim, raster.pixels_per_mm
    expected = SAFE_MM - FRAME_WIDTH_MM / 2
    x, y = trim.x_mm + 42.0, trim.y_mm + 78.0  # where nothing but the frame is near the edges
    found = {
        "left": edge_at(raster.across(trim.x_mm + FROM_MM, y, 2.6), trim.x_mm + FROM_MM, k)
        - trim.x_mm,
        "top": edge_at(raster.down(x, trim.y_mm + FROM_MM, 2.6), trim.y_mm + FROM_MM, k)
        - trim.y_mm,
        "right": trim.right_mm
        - from_the_end(raster.across(trim.right_mm - 3.6, y, 2.6), trim.right_mm - 3.6, k),
        "bottom": trim.bottom_mm
        - from_the_end(raster.down(x, trim.bottom_mm - 3.6, 2.6), trim.bottom_mm - 3.6, k),
    }
    return [abs(distance - expected) for distance in found.values()]


def edge_at(greys: list[int], start_mm: float, k: float) -> float:
    """Where the first edge of a strip is that begins there, at k pixels a millimetre."""
    return (round(start_mm * k) + first_edge(greys)) / k


def from_the_end(greys: list[int], start_mm: float, k: float) -> float:
    """The same of the last edge."""
    return (round(start_mm * k) + len(greys) - first_edge(greys[::-1])) / k
