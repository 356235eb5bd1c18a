"""Imposition is pure arithmetic: whatever the deck and the options, no card is lost or cut."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.outcome import Refused
from companion.printing.formats import (
    BACKS,
    CARD_SIZES,
    PAPERS,
    TURNS,
    PrintOptions,
    Size,
    read_options,
)
from companion.printing.guides import guides
from companion.printing.imposition import (
    MARK_EDGE_MM,
    MARK_GAP_MM,
    SHORTEST_MARK_MM,
    Grid,
    Placement,
    Rectangle,
    Segment,
    Sheet,
    crop_marks,
    divide,
    impose,
    outlines,
    shown,
)

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
    sides = {"fronts"} if chosen.backs == "none" else {"fronts", "backs"}
    for side in sides:
        placed = Counter(
            placement.card
            for sheet in sheets
            if sheet.side == side
            for placement in sheet.placements
        )
        assert placed == Counter(range(count))
    assert {sheet.side for sheet in sheets} <= sides
    assert all(len(sheet.placements) <= grid.per_sheet for sheet in sheets)


@given(fitting, copies)
def test_every_back_lies_behind_its_front(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    assume(chosen.backs != "none")
    sheets = impose(count, grid, chosen.backs)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.number, front.side, back.side) == (back.number, "fronts", "backs")
        behind = {placement.card: placement for placement in back.placements}
        for placement in front.placements:
            seen = flipped(behind[placement.card].trim, grid.page, chosen.backs)
            assert same(seen, placement.trim)


def flipped(trim: Rectangle, page: Size, edge: str) -> Rectangle:
    """Where a place on the back lies as seen through the paper from the front.

    The paper is turned about its long or its short edge: a page that stands has its long edges
    left and right, a page that lies has them above and below.
    """
    long_is_upright = page.height_mm >= page.width_mm
    left_to_right = (edge == "long") is long_is_upright
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
    level = (chosen.backs == "short") is (grid.page.height_mm >= grid.page.width_mm)
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
    for sheet in impose(count, grid, "none"):
        marks = crop_marks(sheet.placements, grid)
        trims = [placement.trim for placement in sheet.placements]
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


@given(fitting, copies, st.booleans())
def test_guides_touch_no_card(chosen: PrintOptions, count: int, marks: bool) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, "none"):
        around = guides(sheet, grid, marks)
        places = [strip.place for strip in (around.ruler, around.line) if strip is not None]
        if around.bank_card is not None:
            places.append(around.bank_card)
        for place in places:
            assert not any(overlap(place, placement.trim) for placement in sheet.placements)
            assert inside(place, grid.page.width_mm, grid.page.height_mm, 0)
        assert not (
            around.ruler is not None
            and around.line is not None
            and overlap(around.ruler.place, around.line.place)
        )


@given(fitting, copies)
def test_outlines_name_each_edge_once(chosen: PrintOptions, count: int) -> None:
    grid = grid_of(chosen)
    for sheet in impose(count, grid, "none"):
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
