"""What is made for print services and screens: pages with boxes and bleed, pictures, sheets."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from companion.core.decks.model import Deck
from companion.core.outcome import Refused
from companion.printing.drawing.pdf import POINTS_PER_MM
from companion.printing.exports.options import PictureOptions
from companion.printing.exports.products import PICTURES, SERVICE, TABLETOP, picture_limits
from companion.printing.product import Product
from companion.printing.sheets.grid import Rectangle
from companion.printing.sheets.imposition import Placement
from companion.services.prints.offers import PrintDraft
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.decks import CJK, LONG_NAME, deck_of, insider, item, warehouse
from tests.printing.raster import Raster, frame_errors, page

Made = Callable[..., tuple[PrintDraft, TaskDone]]
BLEEDS_MM = {"3mm": 3.0, "1/8in": 3.175}


@pytest.fixture(scope="module")
def deck() -> Deck:
    return deck_of(
        item("Golden Idol", flavour="Cursed.", count=3),
        warehouse(["Weapon", "Animal"], "Łódź Depot", count=2),
        item(CJK, item_type="Weapon"),
        insider("Steal a **card**.", LONG_NAME),
    )


@pytest.fixture(scope="module")
def made(renderer: WorkerProcess, deck: Deck) -> Made:
    def make(product: Product, **options: Any) -> tuple[PrintDraft, TaskDone]:
        draft = product.draft(deck.to_json(), options)
        assert isinstance(draft, PrintDraft), draft
        done = renderer.run({**draft.task, "task": product.make})
        assert isinstance(done, TaskDone), done
        assert done.said["pages"] == draft.pages
        return draft, done

    return make


def parts(done: TaskDone) -> list[bytes]:
    first = done.said["sizes"][0]
    return [data for data in (done.data[:first], done.data[first:]) if data]


def in_zip(done: TaskDone) -> dict[str, bytes]:
    with zipfile.ZipFile(done.said["path"]) as bundle:
        assert bundle.testzip() is None
        assert {piece.date_time for piece in bundle.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {piece.filename: bundle.read(piece) for piece in bundle.infolist()}


def shown_forms(pdf: pikepdf.Pdf) -> list[str]:
    """Which face each page shows."""
    contents = [bytes(page.obj.Contents[0].read_bytes()) for page in pdf.pages]
    return [content.partition(b" cm /")[2].split()[0].decode() for content in contents]


@pytest.mark.parametrize("bleed", ["3mm", "1/8in"])
def test_boxes_say_where_pages_are_cut(made: Made, bleed: str) -> None:
    _, done = made(SERVICE, bleed=bleed, copies="once")
    with pikepdf.open(io.BytesIO(done.data)) as pdf:
        assert len(pdf.pages) == 8
        for each in pdf.pages:
            width, height = 63 + 2 * BLEEDS_MM[bleed], 88 + 2 * BLEEDS_MM[bleed]
            whole = [0, 0, width, height]
            b = BLEEDS_MM[bleed]
            for name, box in {
                "/MediaBox": whole,
                "/BleedBox": whole,
                "/TrimBox": [b, b, width - b, height - b],
            }.items():
                found = [float(side) / POINTS_PER_MM for side in each.obj[name]]
                assert found == pytest.approx(box, abs=0.001)


@pytest.mark.parametrize("bleed", ["3mm", "1/8in"])
def test_cards_are_true_and_run_into_the_bleed(made: Made, tmp_path: Path, bleed: str) -> None:
    _, done = made(SERVICE, bleed=bleed, copies="once")
    pdf = tmp_path / f"{bleed[:1]}.pdf"
    pdf.write_bytes(done.data)
    b = BLEEDS_MM[bleed]
    front = page(pdf, 1, 600)
    assert max(frame_errors(front, Placement(0, Rectangle(b, b, 63, 88)))) <= 0.05
    for number in (1, 2):
        raster = page(pdf, number, 600)
        assert max(max(edge) for edge in border(raster)) < 255  # paper tint or ink, never white
    back = border(page(pdf, 2, 600))
    assert all(min(edge) < 80 and max(edge) > 200 for edge in back)  # its pattern goes on


def border(raster: Raster) -> list[list[int]]:
    """The greys of the outermost lines of pixels that are wholly on the page."""
    right, bottom = (side - 1 for side in raster.picture.size)
    boxes = (
        (0, 0, right, 1),
        (0, bottom - 1, right, bottom),
        (0, 0, 1, bottom),
        (right - 1, 0, right, bottom),
    )
    return [list(raster.picture.crop(box).tobytes()) for box in boxes]


def test_pages_come_in_the_chosen_order(made: Made) -> None:
    expected = {
        "front-back": ["C0", "C1"] * 3 + ["C2", "C1", "C3", "C1"] + ["C4", "C5"] * 2,
        "back-front": ["C0", "C1"] * 3 + ["C0", "C2", "C0", "C3"] + ["C4", "C5"] * 2,
    }
    for order, forms in expected.items():
        draft, done = made(SERVICE, order=order)
        with pikepdf.open(io.BytesIO(done.data)) as pdf:
            assert shown_forms(pdf) == forms
        assert (draft.cards, draft.files) == (7, ("cards.pdf",))
    draft, done = made(SERVICE, order="fronts", copies="once")
    assert draft.files == ("fronts.pdf", "backs.pdf")
    for data, count in zip(parts(done), (4, 2), strict=True):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert shown_forms(pdf) == [f"C{number}" for number in range(count)]


def test_one_deck_has_one_back(made: Made) -> None:
    draft, done = made(SERVICE, order="fronts", cards="warehouse")
    fronts, backs = parts(done)
    with pikepdf.open(io.BytesIO(fronts)) as pdf:
        assert len(pdf.pages) == 2
    with pikepdf.open(io.BytesIO(backs)) as pdf:
        assert len(pdf.pages) == 1
    assert draft.cards == 2


def test_each_card_has_its_picture_with_its_resolution(made: Made) -> None:
    draft, done = made(PICTURES, backs="each")
    pieces = in_zip(done)
    assert list(pieces) == [
        "001-golden-idol-front.png",
        "003-card-front.png",
        "004-the-extraordinarily-well-connected-harbo-front.png",
        "002-lodz-depot-front.png",
        "001-golden-idol-back.png",
        "003-card-back.png",
        "004-the-extraordinarily-well-connected-harbo-back.png",
        "002-lodz-depot-back.png",
        "cards.txt",
    ]
    assert "3 × 001-golden-idol-front.png  Golden Idol\n" in pieces["cards.txt"].decode()
    for name in list(pieces)[:-1]:
        picture = Image.open(io.BytesIO(pieces[name]))
        assert picture.size == (744, 1039)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert pieces["001-golden-idol-back.png"] == pieces["003-card-back.png"]
    assert pieces["001-golden-idol-back.png"] != pieces["002-lodz-depot-back.png"]
    assert draft.pages == 8


@pytest.mark.parametrize(("bleed", "b"), [("none", 0.0), ("3mm", 3.0)])
def test_pictures_are_true_to_the_pixel(made: Made, bleed: str, b: float) -> None:
    _, done = made(PICTURES, bleed=bleed, dots_per_inch="600", backs="once")
    pieces = in_zip(done)
    with Image.open(io.BytesIO(pieces["001-golden-idol-front.png"])) as opened:
        front = Raster(opened.convert("L"), 600)
    assert front.picture.size == tuple(round((side + 2 * b) / 25.4 * 600) for side in (63, 88))
    assert max(frame_errors(front, Placement(0, Rectangle(b, b, 63, 88)))) <= 0.05
    assert [name for name in pieces if "back" in name] == ["back-market.png", "back-warehouse.png"]
    with Image.open(io.BytesIO(pieces["back-market.png"])) as opened:
        back = Raster(opened.convert("L"), 600)
    assert max(max(edge) for edge in border(back)) < 255


def test_a_tabletop_sheet_has_its_cards_and_the_back_in_its_last_slot(made: Made) -> None:
    _, done = made(TABLETOP)
    pieces = in_zip(done)
    assert list(pieces) == [
        *("market-1.png", "warehouse-1.png", "market-back.png", "warehouse-back.png"),
        *("cards.json", "read-me.txt"),
    ]
    told = json.loads(pieces["cards.json"])
    numbers = [(sheet["face"], sheet["back"], sheet["number"]) for sheet in told["sheets"]]
    assert numbers == [
        ("market-1.png", "market-back.png", 5),
        ("warehouse-1.png", "warehouse-back.png", 2),
    ]
    assert [card["slot"] for card in told["sheets"][0]["cards"]] == [0, 1, 2, 3, 4]
    assert [card["id"] for card in told["sheets"][0]["cards"]] == [
        *["card-0"] * 3,
        "card-2",
        "card-3",
    ]
    with Image.open(io.BytesIO(pieces["market-1.png"])) as sheet:
        back = Image.open(io.BytesIO(pieces["market-back.png"]))
        assert sheet.size == (4090, 3997) == (10 * back.width, 7 * back.height)
        slots = [slot(sheet, number, back.size).tobytes() for number in (0, 1, 2, 3, 69)]
        assert slots[0] == slots[1] == slots[2] != slots[3]
        assert slots[4] == back.convert("RGB").tobytes()
        assert slot(sheet, 5, back.size).getextrema() == ((255, 255),) * 3


def slot(sheet: Image.Image, number: int, size: tuple[int, int]) -> Image.Image:
    row, column = divmod(number, 10)
    left, top = column * size[0], row * size[1]
    return sheet.crop((left, top, left + size[0], top + size[1]))


def test_the_seventieth_card_begins_another_sheet() -> None:
    cards = [item(f"Panda {number}") for number in range(70)]
    draft = TABLETOP.draft(deck_of(*cards).to_json(), {"copies": "once"})
    assert isinstance(draft, PrintDraft)
    assert (draft.pages, draft.cards) == (3, 70)


@pytest.mark.parametrize(
    ("product", "given", "code"),
    [
        (SERVICE, {"bleed": "5mm"}, "bad_option"),
        (SERVICE, {"order": "sideways"}, "bad_option"),
        (SERVICE, {"card": "9x9"}, "bad_option"),
        (SERVICE, {"safe_zone_mm": "nan"}, "bad_option"),
        (PICTURES, {"dots_per_inch": "1200"}, "bad_option"),
        (TABLETOP, {"copies": "twice"}, "bad_option"),
        (PICTURES, {"cards": "warehouse"}, "no_cards"),
    ],
)
def test_what_cannot_be_is_refused(product: Product, given: dict[str, str], code: str) -> None:
    refused = product.draft(deck_of(item()).to_json(), given)
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_too_much_is_refused_before_it_is_begun() -> None:
    many = deck_of(*(item(f"Panda {number}", count=60) for number in range(500)))
    fine = PictureOptions(dots_per_inch="600")
    assert picture_limits(many, fine) is None
    photos = replace(
        many, cards=tuple(replace(card, picture="asset:" + "0" * 64) for card in many.cards)
    )
    slower = picture_limits(photos, fine)
    assert isinstance(slower, Refused)
    assert slower.code == "too_fine"
    assert picture_limits(photos, PictureOptions()) is None
    larger = picture_limits(many, PictureOptions(dots_per_inch="600", card="jumbo"))
    assert isinstance(larger, Refused)
    assert larger.code == "too_fine"
    pages = SERVICE.draft(many.to_json(), {})
    assert isinstance(pages, Refused)
    assert pages.code == "too_many_pages"
    sheets = TABLETOP.draft(many.to_json(), {})
    assert isinstance(sheets, Refused)
    assert sheets.code == "too_many_sheets"
    assert isinstance(SERVICE.draft(many.to_json(), {"copies": "once"}), PrintDraft)


@pytest.mark.soak
def test_five_hundred_cards_at_600_dots_are_within_the_limits_of_the_press() -> None:
    press = WorkerProcess(None, wall_seconds=900)  # a busy computer is no fault: its share counts
    try:
        many = deck_of(*(item(f"Panda {number}", flavour="Two.") for number in range(500)))
        draft = PICTURES.draft(many.to_json(), {"dots_per_inch": "600"})
        assert isinstance(draft, PrintDraft)
        done = press.run({**draft.task, "task": "pictures"})
        assert isinstance(done, TaskDone), done
        assert len(in_zip(done)) == 502
    finally:
        press.close()


@pytest.mark.parametrize("task", ["export_preview", "tabletop_preview", "export_card_preview"])
def test_previews_are_pictures(renderer: WorkerProcess, deck: Deck, task: str) -> None:
    product = TABLETOP if task == "tabletop_preview" else SERVICE
    draft = product.draft(deck.to_json(), {"cards": "market"})
    assert isinstance(draft, PrintDraft)
    shown = {"dots_per_inch": 100, "card": 2, "side": "front"}
    done = renderer.run({**draft.task, **shown, "task": task})
    assert isinstance(done, TaskDone), done
    assert Image.open(io.BytesIO(done.data)).format == "PNG"
