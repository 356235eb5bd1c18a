"""Backs lie exactly behind their fronts, for both flip edges, on full and on part-filled sheets.

Only cut lines are quite black (0) on our sheets, so without smoothing they can be told from
everything else. At 508 dpi a pixel is 0.05 mm and every edge of these layouts falls between two
pixels, so that a true mirror image differs in no pixel at all.
"""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageOps

from tests.printing.conftest import Printed
from tests.printing.raster import outlines


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize(("paper", "fronts"), [("a4", (1, 17)), ("letter", (17,))])
def test_the_flipped_back_has_the_same_outlines(
    printed: Printed, paper: str, edge: str, fronts: tuple[int, ...]
) -> None:
    _, pdf, said = printed(paper=paper, backs=edge, marks="lines", marks_on="both")
    assert said["pages"] == 18
    for number in fronts:
        front = outlines(pdf, number)
        back = outlines(pdf, number + 1)
        seen = ImageOps.mirror(back) if edge == "long" else ImageOps.flip(back)
        assert front.size == seen.size
        lines = front.histogram()[255]
        assert lines > 20_000, "there are outlines at all"
        assert ImageChops.difference(front, seen).histogram()[255] == 0


def test_separate_backs_lie_behind_their_fronts_when_turned_like_a_page(printed: Printed) -> None:
    """The file of the backs is printed by whoever puts the paper in again, left to right."""
    _, pdf, said = printed(backs="separate", marks="lines", marks_on="both")
    backs = pdf.with_name(f"{pdf.stem}-backs.pdf")
    assert said["pages"] == 18
    for number in (1, 9):
        front, back = outlines(pdf, number), ImageOps.mirror(outlines(backs, number))
        assert front.histogram()[255] > 20_000
        assert ImageChops.difference(front, back).histogram()[255] == 0


@pytest.mark.parametrize("edge", ["long", "short"])
def test_the_part_filled_back_differs_from_its_front_unflipped(printed: Printed, edge: str) -> None:
    """The other way round would be wrong: so the test above could fail."""
    _, pdf, _ = printed(paper="a4", backs=edge, marks="lines", marks_on="both")
    front, back = outlines(pdf, 17), outlines(pdf, 18)
    assert ImageChops.difference(front, back).histogram()[255] > 1_000


def test_marks_stay_off_the_side_that_was_not_named(printed: Printed) -> None:
    _, pdf, _ = printed(paper="a4", backs="long", marks="lines", marks_on="fronts")
    assert outlines(pdf, 17).histogram()[255] > 20_000
    assert outlines(pdf, 18).histogram()[255] == 0
