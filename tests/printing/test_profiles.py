"""Printer profiles: two needle holes become the figures that bring the backs behind the fronts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from companion.core.outcome import Refused
from companion.printing.formats import PAPERS, PrintOptions, Size, read_options
from companion.printing.printers.calibration import CalibrationOptions, read_calibration_options
from companion.printing.printers.page_move import PageMove, move_of
from companion.printing.printers.profile_file import FILE_NAME, ProfileFile
from companion.printing.printers.profiles import CROSS_EDGE_MM, from_holes, read_profile
from companion.printing.sheets.cutting import crop_marks
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.imposition import Placement, _behind
from companion.services.prints.printers import PrinterProfiles, Profile
from tests.printing.conftest import Printed
from tests.printing.raster import middle_of_dark, outlines, page

shifts = st.floats(-5, 5).map(lambda value: round(value, 2))
angles = st.floats(-1, 1).map(lambda value: round(value, 2))
pages = st.sampled_from([*PAPERS.values(), *(size.turned for size in PAPERS.values())])


@given(shifts, shifts, angles, pages, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_what_the_holes_say_brings_every_point_back_to_its_place(
    x: float, y: float, angle: float, size: Size, share: tuple[float, float]
) -> None:
    """A printer that puts every point of a back elsewhere, measured and then made up for."""
    printer = PageMove(x, y, angle)
    readings = [where_the_hole_is(printer, size, edge) for edge in (CROSS_EDGE_MM, None)]
    figures = from_holes(*readings[0], *readings[1], page=size)
    wanted = share[0] * size.width_mm, share[1] * size.height_mm
    moved = PageMove(*figures).place(*wanted, size)
    found = printer.place(*moved, size)
    assert abs(found[0] - wanted[0]) <= 0.01
    assert abs(found[1] - wanted[1]) <= 0.01


def where_the_hole_is(printer: PageMove, size: Size, edge: float | None) -> tuple[float, float]:
    """The reading: which point of the printed scale came to lie where the needle went through.

    Found by going back and forth: the printer is known only by where it puts a point.
    """
    cross = size.width_mm / 2, edge if edge is not None else size.height_mm - CROSS_EDGE_MM
    x, y = cross
    for _ in range(60):
        put = printer.place(x, y, size)
        x, y = x + cross[0] - put[0], y + cross[1] - put[1]
    return x - cross[0], y - cross[1]


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("turn", ["portrait", "landscape"])
def test_the_crosses_carry_the_number_of_the_scale_behind_them(backs: str, turn: str) -> None:
    options = CalibrationOptions("a4", backs, turn)
    upper = Rectangle(options.page.width_mm / 2 - 1, CROSS_EDGE_MM - 1, 2, 2)
    behind = _behind(Placement(0, upper), options.page, backs).trim
    assert options.upper_is_first is (behind.y_mm == upper.y_mm)


def test_a_profile_shifts_the_back_by_exactly_its_figures(printed: Printed) -> None:
    """At 508 dpi 2 mm are 40 pixels and 1 mm are 20: not one pixel may differ."""
    usual: dict[str, Any] = {"backs": "long", "marks": "lines", "marks_on": "both"}
    _, before, _ = printed(**usual)
    _, after, _ = printed(**usual, offset_x_mm=2, offset_y_mm=-1)
    here, there = outlines(before, 18), outlines(after, 18)
    width, height = here.size
    a = here.crop((0, 20, width - 40, height))
    b = there.crop((40, 0, width, height - 20))
    assert a.histogram()[255] > 20_000
    assert ImageChops.difference(a, b).histogram()[255] == 0
    fronts = outlines(before, 17), outlines(after, 17)
    assert ImageChops.difference(*fronts).getbbox() is None


def test_a_profile_turns_the_back_by_exactly_its_angle(printed: Printed) -> None:
    planned, pdf, _ = printed(
        backs="long", marks="crop", marks_on="backs",
        offset_x_mm=-0.7, offset_y_mm=0.4, angle_degrees=0.8,
    )  # fmt: skip
    raster = page(pdf, 2, 600)
    k, move = raster.pixels_per_mm, move_of(planned.options, "backs")
    assert move is not None
    errors = []
    for mark in crop_marks(planned.sheets[1].placements, planned.grid):
        middle = (mark.x1_mm + mark.x2_mm) / 2, (mark.y1_mm + mark.y2_mm) / 2
        x, y = move.place(*middle, planned.grid.page)
        if mark.x1_mm == mark.x2_mm:
            greys = raster.across(x - 0.5, y, 1.0)
            errors.append(abs((round((x - 0.5) * k) + middle_of_dark(greys)) / k - x))
        else:
            greys = raster.down(x, y - 0.5, 1.0)
            errors.append(abs((round((y - 0.5) * k) + middle_of_dark(greys)) / k - y))
    assert len(errors) == 16
    assert max(errors) <= 0.05


@pytest.mark.parametrize("sides", ["backs", "fronts", "both"])
def test_a_profile_moves_the_sides_that_it_names_and_no_other(sides: str) -> None:
    options = read_options({"offset_x_mm": "1", "offset_on": sides, "backs": "long"})
    assert isinstance(options, PrintOptions)
    moved = {side for side in ("fronts", "backs") if move_of(options, side) is not None}
    assert moved == ({"fronts", "backs"} if sides == "both" else {sides})


@pytest.mark.parametrize(
    ("given_", "code", "option"),
    [
        ({"name": ""}, "bad_name", "name"),
        ({"name": "x" * 25}, "bad_name", "name"),
        ({"name": "p", "x_mm": "eleven"}, "bad_option", "x_mm"),
        ({"name": "p", "x_mm": "10,1"}, "bad_option", "x_mm"),
        ({"name": "p", "angle_degrees": "nan"}, "bad_option", "angle_degrees"),
        ({"name": "p", "sides": "top"}, "bad_option", "sides"),
        ({"name": "p", "edge": "top"}, "bad_option", "edge"),
        ({"name": "p", "turn": "askew"}, "bad_option", "turn"),
        ({"name": "p", "first_x_mm": "1"}, "half_read", "first_x_mm"),
        ({"name": "p", "first_x_mm": "1", "first_y_mm": "1", "second_x_mm": "1",
          "second_y_mm": "1", "paper": "napkin"}, "bad_option", "paper"),
        ({"name": "p", "first_x_mm": "9", "first_y_mm": "0", "second_x_mm": "-9",
          "second_y_mm": "0"}, "bad_option", "angle_degrees"),
    ],
)  # fmt: skip
def test_a_wrong_figure_is_refused_by_name(given_: dict[str, str], code: str, option: str) -> None:
    refused = read_profile(given_)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.fields["option"]) == (code, option)


def test_readings_go_before_figures_and_take_decimal_commas() -> None:
    profile = read_profile(
        {"name": " Kitchen  printer ", "x_mm": "9", "first_x_mm": "0,5", "first_y_mm": "−1",
         "second_x_mm": "0,5", "second_y_mm": "-1"}
    )  # fmt: skip
    assert profile == Profile("Kitchen printer", 0.5, -1.0, 0.0, "backs")


def kept(folder: Path, **more: Any) -> PrinterProfiles:
    return PrinterProfiles(ProfileFile(folder), **more)


def test_profiles_are_kept_changed_and_deleted_by_name(tmp_path: Path) -> None:
    printers = kept(tmp_path)
    kitchen, office = (
        Profile("Kitchen", 1.0, 0.0, 0.1),
        Profile("office, tray 2", 0, 2.0, 0, "both"),
    )
    for profile in (office, kitchen):
        assert printers.keep(profile) == profile
    assert kept(tmp_path).all() == (kitchen, office)
    changed = Profile("KITCHEN", 3.0, 0.0, 0.0)
    printers.keep(changed)
    assert kept(tmp_path).find("kitchen") == changed
    assert printers.remove("Kitchen") == changed
    assert kept(tmp_path).all() == (office,)
    gone = printers.remove("Kitchen")
    assert isinstance(gone, Refused)
    assert gone.code == "no_profile"


def test_no_more_profiles_are_kept_than_there_is_room_for(tmp_path: Path) -> None:
    printers = kept(tmp_path, limit=2)
    for name in ("a", "b"):
        printers.keep(Profile(name, 0, 0, 0))
    refused = printers.keep(Profile("c", 0, 0, 0))
    assert isinstance(refused, Refused)
    assert refused.code == "too_many"
    assert printers.keep(Profile("B", 1, 0, 0)) == Profile("B", 1, 0, 0)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"schema": "other/9", "printers": []}',
     '{"schema": "backroom-printers/1", "printers": [{"name": "x", "x_mm": "far"}]}'],
)  # fmt: skip
def test_a_damaged_file_is_put_aside_and_never_lost(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    printers = kept(tmp_path)
    assert printers.all() == ()
    printers.keep(Profile("new", 1, 0, 0))
    assert [each.name for each in kept(tmp_path).all()] == ["new"]
    aside = tmp_path / "printer_profiles.damaged"
    assert aside.read_text(encoding="utf-8") == text


def test_a_disk_that_takes_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / f".{FILE_NAME}.half").mkdir()
    refused = kept(tmp_path).keep(Profile("a", 0, 0, 0))
    assert isinstance(refused, Refused)
    assert refused.code == "not_kept"


def test_options_take_the_figures_of_the_profile_they_name(tmp_path: Path) -> None:
    printers = kept(tmp_path)
    printers.keep(Profile("Kitchen", 1.5, -0.5, 0.2, "both"))
    resolved = printers.resolved({"profile": "kitchen", "offset_x_mm": "9", "paper": "a4"})
    assert not isinstance(resolved, Refused)
    options = read_options(resolved)
    assert isinstance(options, PrintOptions)
    assert (options.profile, options.offset_x_mm, options.offset_y_mm) == ("Kitchen", 1.5, -0.5)
    assert (options.angle_degrees, options.offset_on) == (0.2, "both")
    unknown = printers.resolved({"profile": "attic"})
    assert isinstance(unknown, Refused)
    assert unknown.code == "no_profile"


def test_a_file_of_before_is_read_as_it_was_meant(tmp_path: Path) -> None:
    row = {"name": "Kitchen", "x_mm": 1, "y_mm": 0, "angle_degrees": 0, "sides": "backs"}
    text = json.dumps({"schema": "backroom-printers/1", "printers": [row]})
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    assert kept(tmp_path).all() == (Profile("Kitchen", 1, 0, 0, "backs", "long", "portrait"),)


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    kept(tmp_path).keep(Profile("Küche", 1.5, 0, 0))
    assert json.loads((tmp_path / FILE_NAME).read_text(encoding="utf-8")) == {
        "schema": "backroom-printers/1",
        "printers": [
            {
                "name": "Küche",
                "x_mm": 1.5,
                "y_mm": 0,
                "angle_degrees": 0,
                "sides": "backs",
                "edge": "long",
                "turn": "portrait",
            }
        ],
    }


@pytest.mark.parametrize("option", ["paper", "backs", "turn"])
def test_the_calibration_sheet_refuses_what_it_does_not_know(option: str) -> None:
    refused = read_calibration_options({option: "napkin"})
    assert isinstance(refused, Refused)
    assert refused.fields == {"option": option}
