"""Every card edge lies where imposition put it, measured on the page at 600 dpi.

A card's edge is where the heavy frame begins, less the frame's known distance from the cut;
where there are cut marks or hairlines, these are measured too. Goal 0.05 mm, measured 0.02.
"""

from __future__ import annotations

import pytest

from companion.printing.sheets.cutting import crop_marks
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.guides import guides
from companion.printing.sheets.planning import Planned
from tests.printing.conftest import Printed
from tests.printing.raster import Raster, frame_errors, middle_of_dark, page

TOLERANCE_MM = 0.05


@pytest.mark.parametrize("marks", ["crop", "lines", "none"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_edge_is_true(printed: Printed, paper: str, marks: str) -> None:
    planned, pdf, _ = printed(paper=paper, marks=marks)
    raster = page(pdf, 1, 600)
    sheet = planned.sheets[0]
    assert len(sheet.placements) == 9
    errors = [error for placement in sheet.placements for error in frame_errors(raster, placement)]
    assert len(errors) == 36
    assert max(errors) <= TOLERANCE_MM


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crop_marks_point_at_the_edges(printed: Printed, paper: str) -> None:
    planned, pdf, _ = printed(paper=paper, marks="crop")
    for number in (1, len(planned.sheets)):
        errors = mark_errors(planned, page(pdf, number, 600), number - 1)
        assert len(errors) >= 16
        assert max(errors) <= TOLERANCE_MM


def mark_errors(planned: Planned, raster: Raster, sheet: int) -> list[float]:
    errors = []
    k = raster.pixels_per_mm
    for mark in crop_marks(planned.sheets[sheet].placements, planned.grid):
        middle_x, middle_y = (mark.x1_mm + mark.x2_mm) / 2, (mark.y1_mm + mark.y2_mm) / 2
        if mark.x1_mm == mark.x2_mm:
            greys = raster.across(mark.x1_mm - 0.5, middle_y, 1.0)
            found = (round((mark.x1_mm - 0.5) * k) + middle_of_dark(greys)) / k
            errors.append(abs(found - mark.x1_mm))
        else:
            greys = raster.down(middle_x, mark.y1_mm - 0.5, 1.0)
            found = (round((mark.y1_mm - 0.5) * k) + middle_of_dark(greys)) / k
            errors.append(abs(found - mark.y1_mm))
    return errors


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_hairlines_lie_on_the_edges(printed: Printed, paper: str) -> None:
    planned, pdf, _ = printed(paper=paper, marks="lines")
    raster = page(pdf, 1, 600)
    k = raster.pixels_per_mm
    errors = []
    for placement in planned.sheets[0].placements:
        trim = placement.trim
        for x in (trim.x_mm, trim.right_mm):
            greys = raster.across(x - 0.5, trim.y_mm + 30, 1.0)
            errors.append(abs((round((x - 0.5) * k) + middle_of_dark(greys)) / k - x))
        for y in (trim.y_mm, trim.bottom_mm):
            greys = raster.down(trim.x_mm + 30, y - 0.5, 1.0)
            errors.append(abs((round((y - 0.5) * k) + middle_of_dark(greys)) / k - y))
    assert len(errors) == 36
    assert max(errors) <= TOLERANCE_MM


@pytest.mark.parametrize("card", ["poker", "mini-us", "jumbo"])
def test_ruler_and_bank_card_are_true(printed: Printed, card: str) -> None:
    planned, pdf, _ = printed(paper="a4", card=card)
    around = guides(planned.sheets[0], planned.grid, marks=True)
    raster = page(pdf, 1, 600)
    assert around.ruler is not None
    assert around.bank_edge is not None
    ruler, bank = around.ruler.place, around.bank_edge.place
    high = min(around.ruler.thickness_mm, 4.4)
    tall = (around.ruler.thickness_mm + high) / 2 - 0.85 * high  # only the two ends reach here
    assert abs(distance_of_ends(raster, ruler, tall, 101.5) - 0.1 - 100) <= 0.1
    depth = 0.2
    expected = 85.60 - 2 * rounded_off(around.bank_edge.thickness_mm - 0.1 - depth)
    assert abs(distance_of_ends(raster, bank, depth, bank.width_mm) - 0.15 - expected) <= 0.1


def rounded_off(from_edge_mm: float) -> float:
    """How much narrower a bank card is on each side, so near its edge: its corners are round."""
    inside = max(0.0, 3.18 - from_edge_mm)
    return 3.18 - float((3.18**2 - inside**2) ** 0.5)


def distance_of_ends(raster: Raster, strip: Rectangle, down_mm: float, length_mm: float) -> float:
    """From the first dark stroke to the last, at this depth of a strip; both included."""
    greys = raster.across(strip.x_mm, strip.y_mm + down_mm, length_mm)
    dark = [number for number, grey in enumerate(greys) if grey < 150]
    return (dark[-1] - dark[0] + 1) / raster.pixels_per_mm
