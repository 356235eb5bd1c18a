"""Edges of every preset size on paper, and folded backs, measured on rasters of flat cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.printing.formats import CARD_SIZES, PAPERS, PrintOptions
from companion.printing.sheets.imposition import Placement
from tests.printing.flat import written
from tests.printing.raster import Raster, first_edge, page

TOLERANCE_MM = 0.05


@pytest.mark.parametrize("card", sorted(CARD_SIZES))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_edge_of_every_size_is_true(tmp_path: Path, paper: str, card: str) -> None:
    options = PrintOptions(paper=paper, card=card, marks="none", bleed_mm=0.0)
    assert largest_error(tmp_path, options, 300) <= TOLERANCE_MM


@pytest.mark.soak
@pytest.mark.parametrize("gutter", [0.0, 3.0])
@pytest.mark.parametrize("turn", ["portrait", "landscape"])
@pytest.mark.parametrize("card", sorted(CARD_SIZES))
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_edge_is_true_in_every_layout(
    tmp_path: Path, paper: str, card: str, turn: str, gutter: float
) -> None:
    options = PrintOptions(
        paper=paper, card=card, turn=turn, gutter_mm=gutter, marks="none", bleed_mm=0.0
    )
    assert largest_error(tmp_path, options, 600) <= TOLERANCE_MM


def largest_error(folder: Path, options: PrintOptions, dots_per_inch: int) -> float:
    """Of all four edges of all black cards of a full sheet, in millimetres."""
    pdf = folder / "flat.pdf"
    grid, (sheet,) = written(pdf, options)
    raster = page(pdf, 1, dots_per_inch)
    black = [
        placement
        for placement in sheet.placements
        if sum(divmod(placement.card, grid.columns)) % 2 == 0
    ]
    assert len(black) == (grid.per_sheet + 1) // 2
    return max(error for placement in black for error in edge_errors(raster, placement))


def edge_errors(raster: Raster, placement: Placement) -> list[float]:
    """How far each edge is from where imposition put it."""
    trim, k, half = placement.trim, raster.pixels_per_mm, 0.45
    x, y = trim.x_mm + trim.width_mm / 2, trim.y_mm + trim.height_mm / 2
    edges = [
        (trim.x_mm, raster.across(trim.x_mm - half, y, 2 * half), False),
        (trim.right_mm, raster.across(trim.right_mm - half, y, 2 * half), True),
        (trim.y_mm, raster.down(x, trim.y_mm - half, 2 * half), False),
        (trim.bottom_mm, raster.down(x, trim.bottom_mm - half, 2 * half), True),
    ]
    errors = []
    for planned, greys, ends in edges:
        start = round((planned - half) * k)
        found = len(greys) - first_edge(greys[::-1]) if ends else first_edge(greys)
        errors.append(abs((start + found) / k - planned))
    return errors


@pytest.mark.parametrize("copies", [4, 3])
@pytest.mark.parametrize(("turn", "card"), [("landscape", "poker"), ("portrait", "poker"),
                                            ("portrait", "60x120")])  # fmt: skip
def test_a_folded_back_is_the_same_picture_the_same_way_up(
    tmp_path: Path, turn: str, card: str, copies: int
) -> None:
    """Front and back show one lopsided picture. Once folded the back is seen from behind: beside
    its front as it was printed, below it turned by half. No pixel may differ."""
    pdf = tmp_path / "fold.pdf"
    options = PrintOptions(card=card, turn=turn, backs="fold", bleed_mm=0.0)
    grid, sheets = written(pdf, options, "lopsided", copies)
    raster = page(pdf, 1, 508, smooth=False)
    places = sheets[0].placements
    seen = set()
    for front, back in zip(places[::2], places[1::2], strict=True):
        here, there = cut_out(raster, front), cut_out(raster, back)
        if grid.fold == "below":
            there = there.rotate(180)
        assert here.histogram()[0] > 10_000
        assert ImageChops.difference(here, there).getbbox() is None
        seen.add(front.card)
    assert seen == set(range(min(copies, grid.per_sheet)))


def cut_out(raster: Raster, placement: Placement) -> Image.Image:
    """The card's middle: the fold's dashes lie on its edge."""
    k, trim, inside = raster.pixels_per_mm, placement.trim, 1.0
    box = (
        round((trim.x_mm + inside) * k),
        round((trim.y_mm + inside) * k),
        round((trim.right_mm - inside) * k),
        round((trim.bottom_mm - inside) * k),
    )
    return raster.picture.crop(box)
