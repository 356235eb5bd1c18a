"""Imposition is pure arithmetic: whatever the deck and the options, no card is lost or cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from companion.core.outcome import Refused
from companion.printing.drawing.sketch import Shape
from companion.printing.formats import (
    BACKS,
    CARD_SIZES,
    PAPERS,
    TURNS,
    PrintOptions,
    Size,
    read_options,
)
from companion.printing.sheets.cutting import Segment, crop_marks, fold_lines, outlines, pieces
from companion.printing.sheets.grid import (
    MARK_EDGE_MM,
    MARK_GAP_MM,
    SHORTEST_MARK_MM,
    Grid,
    Rectangle,
    divide,
    marks_outside,
)
from companion.printing.sheets.guides import guides
from companion.printing.sheets.imposition import Placement, Sheet, impose, shown
from companion.printing.sheets.sheet_marks import MARK_COLOUR, sheet_marks

HAIR = 1e-3
"""Placements are rounded to a ten-thousandth of a millimetre."""

lengths = st.integers(0, 200).map(lambda tenths: tenths / 10)
options = st.builds(
    PrintOptions,
    paper=st.sampled_from(sorted(PAPERS)),
    card=st.one_of(
        st.sampled_from(sorted(CARD_SIZES)),
        st.tuples(st.integers(250, 1500), st.integers(250, 1500)).map(
            lambda sides: f"{sides[0] / 10}x{sides[1] / 10}"
        ),
    ),
    backs=st.sampled_from(BACKS),
    turn=st.sampled_from(TURNS),
    gutter_mm=lengths,
    margin_mm=lengths,
    bleed_mm=st.integers(0, 50).map(lambda tenths: tenths / 10),
)
fitting = options.filter(lambda chosen: isinstance(divide(chosen), Grid))
copies = st.integers(0, 200)


def grid_of(chosen: PrintOptions) -> Grid:
    grid = divide(chosen)
    assert isinstance(grid, Grid)
    return grid


def overlap(a: Rectangle, b: Rectangle) -> bool:
    return (
        a.x_mm < b.right_mm - HAIR
        and b.x_mm < a.right_mm - HAIR
        and a.y_mm < b.bottom_mm - HAIR
        and b.y_mm < a.bottom_mm - HAIR
    )


def inside(inner: Rectangle, width: float, height: float, margin: float) -> bool:
    return (
        inner.x_mm >= margin - HAIR
        and inner.y_mm >= margin - HAIR
        and inner.right_mm <= width - margin + HAIR
        and inner.bottom_mm <= height - margin + HAIR
    )


@given(fitting, copies)
def test_cards_never_overlap_and_lie_where_the_printer_reaches(
    chosen: PrintOptions, count: int
) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, chosen.backs):
        trims = [placement.trim for placement in sheet.placements]
        assert not any(overlap(a, b) for i, a in enumerate(trims) for b in trims[:i])
        assert all(
            inside(trim, grid.page.width_mm, grid.page.height_mm, chosen.margin_mm)
            for trim in trims
        )


@given(fitting, copies)
def test_copies_add_up_on_fronts_and_on_backs(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    sheets = impose(count, grid, chosen.backs)
    placed = {
        back: Counter(
            placement.card
            for sheet in sheets
            for placement in sheet.placements
            if placement.back is back
        )
        for back in (False, True)
    }
    assert placed[False] == Counter(range(count))
    assert placed[True] == (Counter() if chosen.backs == "none" else Counter(range(count)))
    assert all(len(pieces(sheet.placements)) <= grid.per_sheet for sheet in sheets)


@given(fitting, copies)
def test_fronts_and_backs_share_a_page_only_for_folding(chosen: PrintOptions, count: int) -> None:
    for sheet in impose(count, grid_of(chosen), chosen.backs):
        sides = {placement.back for placement in sheet.placements}
        if chosen.backs == "fold":
            assert (sheet.side, sides) == ("fronts", {False, True})
        else:
            assert sides == {sheet.side == "backs"}


@given(fitting, copies)
def test_every_back_lies_behind_its_front(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    assume(chosen.backs in ("long", "short", "separate"))
    sheets = impose(count, grid, chosen.backs)
    for front, back in pairs(sheets):
        assert (front.number, front.side, back.side) == (back.number, "fronts", "backs")
        behind = {placement.card: placement for placement in back.placements}
        for placement in front.placements:
            seen = flipped(behind[placement.card].trim, grid.page, chosen.backs)
            assert same(seen, placement.trim)


def pairs(sheets: Sequence[Sheet]) -> list[tuple[Sheet, Sheet]]:
    """Front and back of each sheet of paper."""
    fronts = [sheet for sheet in sheets if sheet.side == "fronts"]
    backs = [sheet for sheet in sheets if sheet.side == "backs"]
    return list(zip(fronts, backs, strict=True))


@given(fitting.map(lambda chosen: replace(chosen, backs="fold")), copies)
def test_a_folded_back_lies_behind_its_front_and_stands_as_it_does(
    chosen: PrintOptions, count: int
) -> None:
    """The fold is the edge they share; folding mirrors the back at that edge. Over an upright
    edge it stands as printed, over a level one on its head."""
    grid = divide(chosen)
    assume(isinstance(grid, Grid))
    assert isinstance(grid, Grid)
    for sheet in impose(count, grid, "fold"):
        folds = fold_lines(sheet.placements, grid)
        for front, back in zip(sheet.placements[::2], sheet.placements[1::2], strict=True):
            assert (front.card, front.back, back.back) == (back.card, False, True)
            a, b = front.trim, back.trim
            upright = abs(a.right_mm - b.x_mm) < HAIR
            assert upright or abs(a.bottom_mm - b.y_mm) < HAIR
            folded = (
                replace(b, x_mm=2 * a.right_mm - b.right_mm)
                if upright
                else replace(b, y_mm=2 * a.bottom_mm - b.bottom_mm)
            )
            assert same(folded, a)
            assert (front.turned, back.turned) == (False, not upright)
            assert any(runs_along(fold, a, upright) for fold in folds)


def runs_along(fold: Segment, front: Rectangle, upright: bool) -> bool:
    """Whether the line covers the edge at which this front is folded."""
    if upright:
        at = abs(fold.x1_mm - front.right_mm) < HAIR and fold.x1_mm == fold.x2_mm
        return at and fold.y1_mm < front.y_mm + HAIR and fold.y2_mm > front.bottom_mm - HAIR
    at = abs(fold.y1_mm - front.bottom_mm) < HAIR and fold.y1_mm == fold.y2_mm
    return at and fold.x1_mm < front.x_mm + HAIR and fold.x2_mm > front.right_mm - HAIR


@given(fitting)
def test_folding_takes_as_many_pairs_as_any_way_of_laying_them(chosen: PrintOptions) -> None:
    grid = divide(replace(chosen, backs="fold"))
    card, gutter = chosen.card_size, chosen.gutter_mm
    most = 0
    papers = {"portrait": [PAPERS[chosen.paper]], "landscape": [PAPERS[chosen.paper].turned]}
    for page in papers.get(chosen.turn, [PAPERS[chosen.paper], PAPERS[chosen.paper].turned]):
        for width, height in (
            (2 * card.width_mm, card.height_mm),
            (card.width_mm, 2 * card.height_mm),
        ):
            columns = (page.width_mm - 2 * chosen.margin_mm + gutter + HAIR) // (width + gutter)
            rows = (page.height_mm - 2 * chosen.margin_mm + gutter + HAIR) // (height + gutter)
            most = max(most, int(columns * rows))
    assert (grid.per_sheet if isinstance(grid, Grid) else 0) == most


def flipped(trim: Rectangle, page: Size, edge: str) -> Rectangle:
    """Where a place on the back lies as seen through the paper from the front.

    The paper is turned about its long or its short edge: a page that stands has its long edges
    left and right, a page that lies has them above and below.
    """
    long_is_upright = page.height_mm >= page.width_mm
    left_to_right = edge == "separate" or (edge == "long") is long_is_upright
    if left_to_right:
        return Rectangle(page.width_mm - trim.right_mm, trim.y_mm, trim.width_mm, trim.height_mm)
    return Rectangle(trim.x_mm, page.height_mm - trim.bottom_mm, trim.width_mm, trim.height_mm)


def same(a: Rectangle, b: Rectangle) -> bool:
    return all(
        abs(x - y) < HAIR
        for x, y in (
            (a.x_mm, b.x_mm),
            (a.y_mm, b.y_mm),
            (a.right_mm, b.right_mm),
            (a.bottom_mm, b.bottom_mm),
        )
    )


@given(fitting, copies)
def test_a_back_is_turned_exactly_when_the_sheet_is_flipped_over_its_level_edge(
    chosen: PrintOptions, count: int
) -> None:
    grid = grid_of(chosen)
    assume(chosen.backs != "fold")
    stands = grid.page.height_mm >= grid.page.width_mm
    level = chosen.backs == ("short" if stands else "long")
    for sheet in impose(count, grid, chosen.backs):
        expected = sheet.side == "backs" and level
        assert all(placement.turned is expected for placement in sheet.placements)


@given(fitting, copies)
def test_the_bleed_of_one_card_never_lies_on_another(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, chosen.backs):
        areas = shown(sheet.placements, grid)
        for placement, area in zip(sheet.placements, areas, strict=True):
            others = [other.trim for other in sheet.placements if other is not placement]
            assert not any(overlap(area, other) for other in others)
            assert inside(area, grid.page.width_mm, grid.page.height_mm, 0)


@given(fitting, copies)
def test_crop_marks_touch_no_card_and_point_at_every_cut(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    room = grid.bleed_mm + MARK_GAP_MM + SHORTEST_MARK_MM + MARK_EDGE_MM
    assume(min(grid.block.x_mm, grid.block.y_mm) > room + HAIR)
    for sheet in impose(count, grid, chosen.backs):
        marks = crop_marks(sheet.placements, grid)
        trims = pieces(sheet.placements)
        assert not any(crosses(mark, trim) for mark in marks for trim in trims)
        upright = {round(mark.x1_mm, 3) for mark in marks if mark.x1_mm == mark.x2_mm}
        level = {round(mark.y1_mm, 3) for mark in marks if mark.y1_mm == mark.y2_mm}
        assert upright == {round(x, 3) for trim in trims for x in (trim.x_mm, trim.right_mm)}
        assert level == {round(y, 3) for trim in trims for y in (trim.y_mm, trim.bottom_mm)}


def crosses(mark: Segment, trim: Rectangle) -> bool:
    left, right = sorted((mark.x1_mm, mark.x2_mm))
    top, bottom = sorted((mark.y1_mm, mark.y2_mm))
    return (
        left < trim.right_mm - HAIR
        and right > trim.x_mm + HAIR
        and top < trim.bottom_mm - HAIR
        and bottom > trim.y_mm + HAIR
    )


INTO_THE_LAST_CELL = PrintOptions(
    paper="letter", card="japanese", backs="fold", turn="portrait",
    gutter_mm=0.8, margin_mm=0.8, bleed_mm=0.8,
)  # fmt: skip
"""The fold line of the cards before the empty cell ends inside it."""


@example(INTO_THE_LAST_CELL, 8, True)
@given(fitting, copies, st.booleans())
def test_guides_touch_no_card(chosen: PrintOptions, count: int, marks: bool) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, chosen.backs):
        around = guides(sheet, grid, marks)
        strips = (around.ruler, around.bank_edge, around.line)
        places = [strip.place for strip in strips if strip is not None]
        assert not any(overlap(a, b) for i, a in enumerate(places) for b in places[:i])
        if around.bank_card is not None:
            places.append(around.bank_card)
        for place in places:
            assert not any(overlap(place, placement.trim) for placement in sheet.placements)
            assert inside(place, grid.page.width_mm, grid.page.height_mm, 0)
            lines = (*crop_marks(sheet.placements, grid), *fold_lines(sheet.placements, grid))
            if marks and strips_beyond_marks(grid):
                assert not any(crosses(line, place) for line in lines)


def strips_beyond_marks(grid: Grid) -> bool:
    """Whether a margin is wide enough for a guide that keeps clear of the marks."""
    thin = grid.bleed_mm + MARK_GAP_MM + grid.mark_mm + 0.5 + 2.4 + 3.5
    return max(grid.block.x_mm, grid.block.y_mm) >= thin


@given(fitting)
def test_every_sheet_of_a_preset_size_has_a_ruler_and_a_bank_card(chosen: PrintOptions) -> None:
    """On every paper, in the margins and with the bleed that nobody changed."""
    usual = replace(chosen, gutter_mm=0.0, margin_mm=5.0, bleed_mm=1.0)
    grid = divide(usual)
    assume(chosen.card in CARD_SIZES and isinstance(grid, Grid))
    assert isinstance(grid, Grid)
    for sheet in impose(grid.per_sheet + 1, grid, usual.backs):
        if sheet.side == "backs":
            continue
        around = guides(sheet, grid, marks_outside(usual))
        assert around.ruler is not None
        assert around.bank_edge is not None


@given(fitting)
def test_making_room_for_the_ruler_keeps_the_margin_and_every_card(chosen: PrintOptions) -> None:
    grid = grid_of(chosen)
    assert inside(grid.block, grid.page.width_mm, grid.page.height_mm, chosen.margin_mm)
    shift_x = grid.block.x_mm - (grid.page.width_mm - grid.block.width_mm) / 2
    shift_y = grid.block.y_mm - (grid.page.height_mm - grid.block.height_mm) / 2
    assert shift_x <= HAIR
    assert shift_y <= HAIR
    assert min(abs(shift_x), abs(shift_y)) < HAIR


@given(fitting, copies)
def test_outlines_name_each_edge_once(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, chosen.backs):
        found = outlines(sheet.placements)
        assert len(found) == len(set(found))
        assert len(found) <= 4 * len(sheet.placements)


@given(st.dictionaries(st.sampled_from(list(PrintOptions().to_json())), st.text(max_size=12)))
@settings(max_examples=200)
def test_any_text_as_option_is_read_or_refused(given_: dict[str, str]) -> None:
    read = read_options(given_)
    if isinstance(read, PrintOptions):
        assert read_options(read.to_json()) == read
    else:
        assert isinstance(read, Refused)
        assert read.code == "bad_option"


def test_eighty_poker_cards_take_nine_sheets_of_a4_and_letter() -> None:
    for paper in ("a4", "letter"):
        grid = grid_of(PrintOptions(paper=paper))
        assert (grid.columns, grid.rows) == (3, 3)
        assert [len(sheet.placements) for sheet in impose(80, grid, "none")] == [9] * 8 + [8]


def test_the_half_full_last_sheet_has_its_back_on_the_other_side() -> None:
    grid = grid_of(PrintOptions())
    last_front, last_back = impose(80, grid, "long")[-2:]
    missing_front = missing(last_front, grid)
    missing_back = missing(last_back, grid)
    assert (missing_front, missing_back) == ([8], [6])


def missing(sheet: Sheet, grid: Grid) -> list[int]:
    taken = [placement.trim for placement in sheet.placements]
    return [
        number
        for number in range(grid.per_sheet)
        if not any(overlap(grid.cell(number), trim) for trim in taken)
    ]


def test_a_card_larger_than_the_paper_is_refused_in_words() -> None:
    refused = divide(PrintOptions(card="240x250"))
    assert isinstance(refused, Refused)
    assert refused.code == "card_too_big"


def test_marks_of_a_single_card_stand_on_all_four_sides() -> None:
    grid = grid_of(PrintOptions())
    only = Placement(0, grid.cell(4))
    assert len(crop_marks([only], grid)) == 8


@pytest.mark.parametrize(
    ("backs", "marks_on", "sides"),
    [
        ("none", "backs", {"fronts"}),
        ("fold", "backs", {"fronts"}),
        ("long", "fronts", {"fronts"}),
        ("short", "backs", {"backs"}),
        ("separate", "both", {"fronts", "backs"}),
    ],
)
def test_marks_stand_on_the_named_sides_and_somewhere_in_any_case(
    backs: str, marks_on: str, sides: set[str]
) -> None:
    chosen = PrintOptions(backs=backs, marks_on=marks_on)
    grid = grid_of(chosen)
    marked = {
        sheet.side for sheet in impose(12, grid, backs) if any(shape_is_black(sheet, grid, chosen))
    }
    assert marked == sides


def shape_is_black(sheet: Sheet, grid: Grid, chosen: PrintOptions) -> list[bool]:
    """For each shape beside the cards, whether it is a cut mark: nothing else is quite black."""
    shapes = sheet_marks(sheet, grid, chosen).shapes
    return [isinstance(shape, Shape) and shape.stroke == MARK_COLOUR for shape in shapes]
