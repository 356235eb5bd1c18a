"""The finished file: pages, fonts, hints to the printer, what the sheets say."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pikepdf
import pytest

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Refused
from companion.printing.formats import PrintOptions
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.planning import plan, revision
from companion.printing.sheets.verify import problems_of
from tests.printing.conftest import Printed, run
from tests.printing.decks import deck_of, item


@pytest.mark.parametrize(("backs", "pages"), [("none", 9), ("long", 18), ("short", 18)])
def test_the_starter_deck_has_nine_sheets(printed: Printed, backs: str, pages: int) -> None:
    planned, pdf, said = printed(backs=backs)
    assert (said["pages"], len(planned.order)) == (pages, 80)
    assert f"Pages:           {pages}" in run("pdfinfo", pdf)


def test_every_font_is_embedded_and_ours(printed: Printed) -> None:
    _, pdf, _ = printed(backs="long")
    rows = run("pdffonts", pdf).splitlines()[2:]
    assert len(rows) >= 6
    for row in rows:
        assert re.search(r"yes yes yes +\d+ +0$", row), row
        assert re.match(r"[A-Z]{6}\+(Besley|IBMPlexSans|CrateStencil)", row), row


@pytest.mark.parametrize(
    ("backs", "duplex"),
    [
        ("none", "/Simplex"),
        ("long", "/DuplexFlipLongEdge"),
        ("short", "/DuplexFlipShortEdge"),
        ("fold", "/Simplex"),
        ("separate", "/Simplex"),
    ],
)
def test_the_printer_is_told_how(printed: Printed, backs: str, duplex: str) -> None:
    _, pdf, _ = printed(backs=backs)
    own_file = pdf.with_name(f"{pdf.stem}-backs.pdf")
    for path in (pdf, own_file) if backs == "separate" else (pdf,):
        with pikepdf.open(path) as opened:
            hints = opened.Root.ViewerPreferences
            assert hints.PrintScaling == "/None"
            assert hints.Duplex == duplex
            assert bool(hints.PickTrayByPDFSize) is True
            assert str(opened.Root.Lang) == "en"


def test_every_shift_between_letters_is_a_number(printed: Printed) -> None:
    _, pdf, _ = printed(backs="long")
    with pikepdf.open(pdf) as opened:
        streams = [each for each in opened.objects if isinstance(each, pikepdf.Stream)]
        texts = [each.read_bytes() for each in streams if each.get("/Subtype") == "/Form"]
    shown = [array for text in texts for array in re.findall(rb"\[([^\[\]]*)\] TJ", text)]
    assert len(shown) > 100
    for array in shown:
        for shift in re.sub(rb"<[0-9a-fA-F]*>", b" ", array).split():
            assert re.fullmatch(rb"-?\d+(\.\d+)?", shift), array


def test_each_face_stands_once_and_all_share_one_resource_dictionary(printed: Printed) -> None:
    _, pdf, _ = printed(backs="long")
    with pikepdf.open(pdf) as opened:
        forms = dict(opened.pages[0].obj.Resources.XObject)
        assert len([name for name in forms if name.startswith("/C")]) == 65
        assert len([name for name in forms if name.startswith("/M")]) == 3
        shared = {form.Resources.objgen for form in forms.values()}
        assert len(shared) == 1
        assert {page.obj.Resources.objgen for page in opened.pages} == {
            opened.pages[0].obj.Resources.objgen
        }


def test_no_date_is_inside(printed: Printed) -> None:
    _, pdf, _ = printed()
    data = pdf.read_bytes()
    with pikepdf.open(pdf) as opened:
        assert set(opened.docinfo.keys()) == {"/Title"}
    assert b"D:20" not in data


def test_the_sheet_names_deck_revision_and_number(printed: Printed, starter: Deck) -> None:
    _, pdf, _ = printed(backs="long")
    short = revision(starter)[:8]
    first = run("pdftotext", "-f", 1, "-l", 1, pdf, "-")
    assert f"Starter deck · {short} · sheet 1 of 9 · fronts" in first
    assert "Print at 100 %, not “fit to page”. The ruler must measure 100 mm." in first
    assert f"{short} · sheet 9 of 9 · backs" in run("pdftotext", "-f", 18, "-l", 18, pdf, "-")


def test_the_revision_does_not_depend_on_how_the_file_was_written(starter: Deck) -> None:
    data = starter.to_json()
    shuffled = json.loads(json.dumps(dict(reversed(data.items())), indent=3))
    again = read_deck(shuffled)
    assert isinstance(again, Deck)
    assert revision(again) == revision(starter)
    assert revision(replace(starter, name="Another")) != revision(starter)


def test_the_cards_can_be_read_and_searched(printed: Printed, starter: Deck) -> None:
    _, pdf, _ = printed()
    text = " ".join(run("pdftotext", "-raw", pdf, "-").split())
    for words in ("Steal a card from an opponent’s uncompleted", "WEAPON", "TOP SECRET", "$3"):
        assert words in text
    assert text.count("MILLION") >= 66


@pytest.mark.parametrize(("style", "largest_kib"), [("house", 480), ("plain", 250)])
def test_a_full_twenty_five_fold_print_is_small(
    printed: Printed, style: str, largest_kib: int
) -> None:
    planned, pdf, said = printed(copies=25, style=style)
    assert len(planned.order) == 2_000
    assert said["pages"] == 223
    assert pdf.stat().st_size <= largest_kib * 1024


def test_the_last_look_finds_a_card_that_moved(printed: Printed) -> None:
    planned, pdf, _ = printed()
    data = pdf.read_bytes()
    assert problems_of(data, planned.sheets, planned.grid, planned.options) == ()
    first = planned.sheets[0]
    trim = first.placements[4].trim
    off = Rectangle(trim.x_mm + 0.1, trim.y_mm, trim.width_mm, trim.height_mm)
    placements = list(first.placements)
    placements[4] = replace(placements[4], trim=off)
    wrong = (replace(first, placements=tuple(placements)), *planned.sheets[1:])
    assert problems_of(data, wrong, planned.grid, planned.options) == (
        "sheet 1, fronts: card 4 is off by 0.100 mm",
    )
    assert problems_of(data, planned.sheets[:-1], planned.grid, planned.options) == (
        "9 pages instead of 8",
    )


def test_the_last_look_finds_a_page_that_was_not_moved_as_the_profile_says(
    printed: Printed,
) -> None:
    planned, pdf, _ = printed(backs="long", offset_x_mm=0.5)
    data = pdf.read_bytes()
    assert problems_of(data, planned.sheets, planned.grid, planned.options) == ()
    for x_mm in (0.0, 0.6):
        other = replace(planned.options, offset_x_mm=x_mm)
        found = problems_of(data, planned.sheets, planned.grid, other)
        assert found[0] == "sheet 1, backs: not moved as the printer profile says"
        assert len(found) == 9


def test_both_backs_are_the_same_head_down(starter: Deck) -> None:
    """Nothing on a back tells which way up its card was: turned by half it is the same picture."""
    from companion.printing.cards.faces import draw_back
    from companion.printing.drawing.look import HOUSE, Canvas
    from companion.printing.drawing.sketch import Clipped, Shape, turned

    for which in ("market", "warehouse"):
        drawing = draw_back(which, Canvas(63, 88, 1, HOUSE))

        def points(shapes: tuple[Shape | Clipped, ...], turn: bool) -> set[tuple[int, ...]]:
            found = set()
            for shape in shapes:
                if isinstance(shape, Clipped):
                    found |= points(shape.shapes, turn)
                    continue
                path = turned(shape.path, 180, 31.5, 44) if turn else shape.path
                for _, numbers in path:
                    found |= {
                        (round(x * 50), round(y * 50))
                        for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                    }
            return found

        here, turned_here = points(drawing.shapes, False), points(drawing.shapes, True)
        assert len(here) > 100
        for x, y in turned_here:
            near = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
            assert near & here, (which, x / 50, y / 50)


def test_cards_that_differ_only_in_copies_share_their_face(printed: Printed) -> None:
    planned, pdf, _ = printed(deck_of(item(count=3), item("Dodo")))
    assert planned.order == (0, 0, 0, 1)
    with pikepdf.open(pdf) as opened:
        names = dict(opened.pages[0].obj.Resources.XObject)
        assert sorted(names) == ["/C0", "/C1", "/M0"]


@pytest.mark.parametrize(("copies", "fits"), [(3, True), (4, False), (25, False)])
def test_more_cards_than_one_file_holds_are_refused(copies: int, fits: bool) -> None:
    """Planning happens where phones are answered: it must never take long."""
    deck = deck_of(*(item(f"Panda {number}", count=60) for number in range(55)))
    planned = plan(deck, PrintOptions(copies=copies))
    if fits:
        assert not isinstance(planned, Refused)
        assert len(planned.order) == 9_900
    else:
        assert isinstance(planned, Refused)
        assert planned.code == "too_many_cards"


def test_a_deck_without_cards_is_refused() -> None:
    refused = plan(deck_of(), PrintOptions())
    assert isinstance(refused, Refused)
    assert refused.code == "no_cards"
