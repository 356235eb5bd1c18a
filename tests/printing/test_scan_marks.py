"""Scan marks on printed cards: every one readable, in its place, the same bytes twice."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import replace
from typing import Any

import pikepdf
import pypdfium2
import pytest
import zxingcpp

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.decks.scan_marks import decode, encode, imprint, own_id
from companion.core.outcome import Refused
from companion.printing.cache import Cache
from companion.printing.cards.faces import front_key
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.look import LOOKS, Canvas
from companion.printing.formats import PrintOptions, read_options
from companion.printing.sheets.deck_print import scan_texts_of
from companion.printing.sheets.planning import Planned, plan
from companion.printing.sheets.scan_check import scan_problems
from companion.printing.sheets.scan_symbols import WrongSymbol, rows_of
from companion.worker_process import TaskDone, WorkerProcess
from tests.core.builders import changed, starter

NO_PICTURES = PictureFiles(None, Cache(None, 0))
DATA_MATRIX: Any = zxingcpp.BarcodeFormat.DataMatrix


def short_deck() -> Deck:
    cards = starter()["cards"]
    kinds = {kind: [c for c in cards if c["kind"] == kind] for kind in ("item", "insider")}
    houses = [c for c in cards if c["kind"] == "warehouse"]
    deck = read_deck(
        changed(starter(), cards=[*kinds["item"][:4], *kinds["insider"][:2], *houses[:3]])
    )
    assert isinstance(deck, Deck)
    return deck


def planned(**given: object) -> Planned:
    options = read_options(given)
    assert isinstance(options, PrintOptions)
    made = plan(short_deck(), options)
    assert isinstance(made, Planned), made
    return made


@pytest.fixture(scope="module")
def renderer() -> Any:
    made = WorkerProcess(None)
    yield made
    made.close()


def printed(renderer: WorkerProcess, **given: object) -> bytes:
    options = planned(**given).options.to_json()
    made = renderer.run({"task": "deck", "deck": short_deck().to_json(), "options": options})
    assert isinstance(made, TaskDone), made
    return made.data


_SHEETS: dict[str, bytes] = {}


def sheets_of(renderer: WorkerProcess, **given: object) -> bytes:
    """A print that several tests look at, made once."""
    key = repr(sorted(given.items()))
    if key not in _SHEETS:
        _SHEETS[key] = printed(renderer, **given)
    return _SHEETS[key]


def marks_read(pdf: bytes, dots_per_inch: int = 300) -> list[tuple[int, str, float, float]]:
    """(page, text, x, y) of each mark, its middle in millimetres from the page's top left."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        picture = page.render(scale=dots_per_inch / 72, grayscale=True).to_pil()
        for read in zxingcpp.read_barcodes(picture, formats=DATA_MATRIX):
            at = read.position
            corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            x, y = (sum(getattr(c, axis) for c in corners) / 4 for axis in "xy")
            mm = 25.4 / dots_per_inch
            found.append((number, read.text, x * mm, y * mm))
    return found


@pytest.mark.parametrize("given", [
    {"scan_marks": "10"},
    {"scan_marks": "8", "style": "plain", "backs": "long"},
    {"scan_marks": "10", "card": "mini", "backs": "fold"},
    {"scan_marks": "8", "card": "mini-us", "gutter_mm": "3"},
    {"scan_marks": "10", "paper": "letter", "angle_degrees": "1", "offset_on": "both"},
])  # fmt: skip
def test_every_front_carries_its_mark_in_its_top_right_corner(
    renderer: WorkerProcess, given: dict[str, str]
) -> None:
    made = planned(**given)
    read = marks_read(sheets_of(renderer, **given))
    expected = sorted(
        (number, made.scan_texts[made.order[place.card]])
        for number, sheet in enumerate(made.sheets)
        for place in sheet.placements
        if not place.back
    )
    assert sorted((page, text) for page, text, _, _ in read) == expected
    room = made.options.scan_room_mm
    for page, text, x, y in read:
        trims = [p.trim for p in made.sheets[page].placements if not p.back]
        near = [t for t in trims if t.x_mm < x < t.right_mm and t.y_mm < y < t.bottom_mm]
        assert len(near) == 1, text
        assert near[0].right_mm - x < room / 2 + 8
        assert y - near[0].y_mm < room / 2 + 8


def test_marks_have_the_size_that_was_chosen(renderer: WorkerProcess) -> None:
    for chosen in ("10", "8"):
        pdf = sheets_of(renderer, scan_marks=chosen)
        page = pypdfium2.PdfDocument(pdf)[0]
        picture = page.render(scale=600 / 72, grayscale=True).to_pil()
        read = zxingcpp.read_barcodes(picture, formats=DATA_MATRIX)[0].position
        wide = (read.top_right.x - read.top_left.x) * 25.4 / 600
        assert wide == pytest.approx(float(chosen), abs=0.3)


def test_the_same_print_has_the_same_bytes(renderer: WorkerProcess) -> None:
    first, again = (printed(renderer, scan_marks="10") for _ in range(2))
    assert hashlib.sha256(first).digest() == hashlib.sha256(again).digest()


def test_without_marks_nothing_is_drawn_and_nothing_moves(renderer: WorkerProcess) -> None:
    assert planned(scan_marks="off", scan_id="ABC").options == PrintOptions()
    assert marks_read(sheets_of(renderer)) == []


def test_copies_share_a_mark_and_its_form(renderer: WorkerProcess) -> None:
    with pikepdf.open(io.BytesIO(sheets_of(renderer, scan_marks="10", copies="2"))) as pdf:
        forms: Any = pdf.pages[0].obj.Resources.XObject
        names = [name for name in forms if re.fullmatch(r"/S\d+", name)]
    assert len(names) == len(short_deck().cards)


def test_a_mark_says_the_deck_the_face_and_a_check() -> None:
    deck = short_deck()
    made = planned(scan_marks="10")
    of = imprint(deck)
    assert made.scan_texts == tuple(encode(own_id(of), face, of) for face in range(len(deck.cards)))
    assert {mark.scan_id for text in planned(scan_marks="10", scan_id="k7m").scan_texts
            if (mark := decode(text))} == {"K7M"}  # fmt: skip


@pytest.mark.parametrize("scan_id", ["AB", "ABCD", "AB1", "234"])
def test_an_id_that_no_mark_can_carry_is_refused(scan_id: str) -> None:
    refused = read_options({"scan_marks": "10", "scan_id": scan_id})
    assert isinstance(refused, Refused)
    assert (refused.code, refused.fields["option"]) == ("bad_option", "scan_id")


def test_six_digits_would_be_a_smaller_square_and_are_never_drawn() -> None:
    with pytest.raises(WrongSymbol):
        rows_of("234567")
    assert {len(row) for row in rows_of("A34567")} == {12}


def test_cards_that_are_too_small_for_marks_are_refused() -> None:
    refused = plan(short_deck(), PrintOptions(card="30x50", scan_marks="10"))
    assert isinstance(refused, Refused)
    assert refused.code == "scan_marks_too_big"
    smaller = PrintOptions(card="30x50", scan_marks="8")
    assert isinstance(plan(short_deck(), smaller), Planned)


def test_faces_are_kept_by_their_room_and_not_by_their_mark() -> None:
    deck = short_deck()
    canvas = Canvas(63, 88, 1, LOOKS["house"])
    room = replace(canvas, corner_mm=PrintOptions(scan_marks="10").scan_room_mm)
    card = deck.cards[0]
    key = front_key(deck, card, room, NO_PICTURES)
    assert key != front_key(deck, card, canvas, NO_PICTURES)
    moved = replace(deck, cards=deck.cards[::-1])
    assert key == front_key(moved, card, room, NO_PICTURES)


def test_a_mark_that_cannot_be_read_from_the_sheet_is_found(renderer: WorkerProcess) -> None:
    made = planned(scan_marks="8")
    data, texts = sheets_of(renderer, scan_marks="8"), scan_texts_of(made)
    assert scan_problems(data, made.sheets, texts) == []
    wrong = {**texts, 3: "AAAAAA"}
    assert scan_problems(data, made.sheets, wrong) == ["sheet 1: the marks AAAAAA cannot be read"]


def test_the_browsers_sheets_carry_the_same_marks(renderer: WorkerProcess) -> None:
    made = planned(scan_marks="10")
    task = {"task": "browser", "deck": short_deck().to_json(), "options": made.options.to_json()}
    done = renderer.run(task)
    assert isinstance(done, TaskDone)
    squares = re.findall(r'<path d="[^"]*" fill="#000000"/>', done.data.decode())
    assert len(squares) == len(made.order)
