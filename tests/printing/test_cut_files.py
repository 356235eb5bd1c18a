"""Cut files: what the blade follows lies where the sheets have their cards, to 0.05 mm."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any

import pytest

from companion.core.decks.model import Deck
from companion.printing.exports.cut_file import cut_sheets, svg
from companion.printing.exports.options import CutOptions, read_cut_options
from companion.printing.exports.products import CUT
from companion.printing.formats import CARD_SIZES
from companion.printing.printers.page_move import move_of
from companion.printing.sheets.cutting import pieces
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.planning import Planned, plan
from companion.services.prints.offers import PrintDraft
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.decks import deck_of, item

TOLERANCE_MM = 0.05
SVG = "{http://www.w3.org/2000/svg}"
Line = tuple[tuple[float, float], tuple[float, float]]


def cut(deck: Deck, **given: Any) -> tuple[Planned, list[ET.Element]]:
    options = read_cut_options(given)
    assert isinstance(options, CutOptions)
    planned = plan(deck, options.sheets)
    assert isinstance(planned, Planned)
    sheets = cut_sheets(planned, options.corner_radius_mm)
    return planned, [ET.fromstring(svg(sheet)) for sheet in sheets]


def paths(root: ET.Element, kind: str) -> list[list[tuple[str, list[float]]]]:
    """Each path of this class as pens with their numbers."""
    found = []
    for group in root.findall(f"{SVG}g[@class='{kind}']"):
        for path in group.findall(f"{SVG}path"):
            steps = re.findall(r"([MLCZ])([^MLCZ]*)", path.attrib["d"])
            found.append([(pen, [float(n) for n in numbers.split()]) for pen, numbers in steps])
    return found


def straight(root: ET.Element, kind: str) -> list[Line]:
    """Every straight cut, from left to right or from top to bottom."""
    lines = []
    for path in paths(root, kind):
        at = first = path[0][1][:2]
        for pen, numbers in path[1:]:
            end = numbers[-2:] if numbers else first
            if pen in "LZ" and end != at:
                lines.append(tuple(sorted(((at[0], at[1]), (end[0], end[1])))))
            at = end
    return lines  # type: ignore[return-value]


def edges(trims: Iterable[Rectangle], radius: float) -> set[Line]:
    """The straight part of each edge, each once."""
    found: set[Line] = set()
    for t in trims:
        r = min(radius, t.width_mm / 2, t.height_mm / 2)
        for y in (t.y_mm, t.bottom_mm):
            found.add(
                ((round(t.x_mm + r, 3), round(y, 3)), (round(t.right_mm - r, 3), round(y, 3)))
            )
        for x in (t.x_mm, t.right_mm):
            found.add(
                ((round(x, 3), round(t.y_mm + r, 3)), (round(x, 3), round(t.bottom_mm - r, 3)))
            )
    return found


def near(found: list[Line], expected: Iterable[Line]) -> bool:
    wanted = sorted(expected)
    return len(found) == len(wanted) and all(
        abs(a - b) <= TOLERANCE_MM
        for one, other in zip(sorted(found), wanted, strict=True)
        for p, q in zip(one, other, strict=True)
        for a, b in zip(p, q, strict=True)
    )


@pytest.mark.parametrize("card", CARD_SIZES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cuts_lie_on_the_edges_of_the_cards(starter: Deck, paper: str, card: str) -> None:
    for more in ({}, {"gutter_mm": 2.5}, {"marks": "none", "turn": "landscape", "backs": "short"}):
        planned, roots = cut(starter, paper=paper, card=card, **more)
        fronts = [sheet for sheet in planned.sheets if sheet.side == "fronts"]
        page = planned.grid.page
        for root in roots:
            assert root.attrib["width"] == f"{page.width_mm:g}mm"
            assert root.attrib["height"] == f"{page.height_mm:g}mm"
            assert root.attrib["viewBox"] == f"0 0 {page.width_mm:g} {page.height_mm:g}"
        full = edges(pieces(fronts[0].placements), 3.0)
        assert near(straight(roots[0], "cut"), full)
        if len(fronts[-1].placements) == len(fronts[0].placements):
            assert len(roots) == 1
        else:
            assert near(straight(roots[1], "cut"), edges(pieces(fronts[-1].placements), 3.0))


def test_no_edge_is_cut_twice_where_cards_touch(starter: Deck) -> None:
    _, roots = cut(starter, corner_radius_mm=0)
    found = straight(roots[0], "cut")
    assert len(found) == len(set(found)) == 24  # 3 × 3 cards


def test_corners_are_rounded_by_the_radius(starter: Deck) -> None:
    planned, roots = cut(starter, gutter_mm=2, corner_radius_mm=4.5)
    card = paths(roots[0], "cut")[0]
    trim = planned.sheets[0].placements[0].trim
    assert card[0][1] == [trim.x_mm + 4.5, trim.y_mm]
    assert [pen for pen, _ in card].count("C") == 4
    middle = bezier_middle(card[1][1], card[2][1])
    centre = (trim.right_mm - 4.5, trim.y_mm + 4.5)
    distance = ((middle[0] - centre[0]) ** 2 + (middle[1] - centre[1]) ** 2) ** 0.5
    assert distance == pytest.approx(4.5, abs=0.01)


def bezier_middle(start: list[float], numbers: list[float]) -> tuple[float, float]:
    points = list(zip([*start, *numbers][::2], [*start, *numbers][1::2], strict=True))
    return tuple(
        sum(w * p[axis] for w, p in zip((1, 3, 3, 1), points, strict=True)) / 8 for axis in (0, 1)
    )  # type: ignore[return-value]


@pytest.mark.parametrize(("card", "turn"), [("poker", "auto"), ("63x44", "portrait")])
def test_folds_are_no_cuts(starter: Deck, card: str, turn: str) -> None:
    planned, roots = cut(starter, backs="fold", card=card, turn=turn)
    placements = planned.sheets[0].placements
    fronts = [placement.trim for placement in placements if not placement.back]
    if planned.grid.fold == "beside":
        expected = {((t.right_mm, t.y_mm), (t.right_mm, t.bottom_mm)) for t in fronts}
    else:
        expected = {((t.x_mm, t.bottom_mm), (t.right_mm, t.bottom_mm)) for t in fronts}
    assert near(straight(roots[0], "fold"), expected)
    assert near(straight(roots[0], "cut"), edges(pieces(placements), 3.0))


def test_cuts_follow_fronts_that_a_printer_moves(starter: Deck) -> None:
    moved = {"offset_x_mm": 1.2, "offset_y_mm": -0.7, "angle_degrees": 0.5, "offset_on": "both"}
    planned, roots = cut(starter, corner_radius_mm=0, gutter_mm=2, **moved)
    trim, move = planned.sheets[0].placements[0].trim, move_of(planned.options, "fronts")
    assert move is not None
    corner = move.place(trim.x_mm, trim.y_mm, planned.grid.page)
    assert paths(roots[0], "cut")[0][0][1] == pytest.approx(corner, abs=0.001)
    _, alone = cut(starter, corner_radius_mm=0, gutter_mm=2, **{**moved, "offset_on": "backs"})
    assert paths(alone[0], "cut")[0][0][1] == [trim.x_mm, trim.y_mm]


def test_nothing_that_people_typed_stands_in_the_file(renderer: WorkerProcess) -> None:
    deck = deck_of(item("<script>alert(1)</script>"), name='"><evil/>')
    draft = CUT.draft(deck.to_json(), {})
    assert isinstance(draft, PrintDraft)
    done = renderer.run({**draft.task, "task": "cut"})
    assert isinstance(done, TaskDone)
    assert done.said["sizes"] == [len(done.data)]
    assert {each.tag for each in ET.fromstring(done.data).iter()} == {
        f"{SVG}svg", f"{SVG}g", f"{SVG}path"
    }  # fmt: skip
    assert b"evil" not in done.data
