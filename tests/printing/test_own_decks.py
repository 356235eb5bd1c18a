"""Cards of a deck of one's own: its types, its pictures and its marked-up texts show, once each."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from companion.core.decks.model import Card, Deck
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS
from companion.printing.cache import Cache
from companion.printing.cards.faces import draw_front, front_key
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing import palette
from companion.printing.drawing.icons import icon
from companion.printing.drawing.look import LOOKS, Canvas
from companion.printing.drawing.sketch import Clipped, Drawing, Picture, Shape
from companion.printing.drawing.sketch import Path as Outline
from companion.printing.formats import CARD_SIZES, PrintOptions, read_options
from companion.printing.sheets.deck_print import fit_report
from companion.printing.sheets.planning import Planned, plan
from companion.printing.texts.fit_note import FitNote
from tests.printing.conftest import Printed, run
from tests.printing.decks import deck_of, insider, item, warehouse
from tests.printing.own_deck import QUARTERS, quarters, stored

NONE = PictureFiles(None, Cache(None))


def canvas(style: str = "house", card: str = "poker") -> Canvas:
    size = CARD_SIZES[card]
    return Canvas(size.width_mm, size.height_mm, 1.0, LOOKS[style])


def files(folder: Path) -> PictureFiles:
    return PictureFiles(folder, Cache(None))


def drawn(
    deck: Deck, number: int = 0, style: str = "house", pictures: PictureFiles = NONE
) -> tuple[Drawing, tuple[FitNote, ...]]:
    return draw_front(deck, deck.cards[number], canvas(style), pictures)


def shapes_of(drawing: Drawing) -> list[Shape]:
    found: list[Shape] = []
    waiting: list[Any] = list(drawing.shapes)
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, Clipped):
            waiting.extend(shape.shapes)
        elif isinstance(shape, Shape):
            found.append(shape)
    return found


def pictures_of(drawing: Drawing) -> list[Picture]:
    return [shape for shape in drawing.shapes if isinstance(shape, Picture)]


def outline(path: Outline) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """A path as it looks wherever it stands and however large it is."""
    xs = [n for _, numbers in path for n in numbers[0::2]]
    ys = [n for _, numbers in path for n in numbers[1::2]]
    wide = max(max(xs) - min(xs), max(ys) - min(ys))
    return tuple(
        (pen, tuple(round((n - (min(xs), min(ys))[i % 2]) / wide, 3) for i, n in enumerate(at)))
        for pen, at in path
    )


MARKED = {"colour": "teal", "icon": "rocket"}


def goods_deck(**marks: dict[str, str]) -> Deck:
    return deck_of(
        item("Bottle", item_type="Perfume"),
        warehouse(["Perfume", "Animal"], "Shelf"),
        item_types=["Animal", "Perfume"],
        type_marks={"Perfume": MARKED, **marks},
    )


@pytest.mark.parametrize("style", ["house", "plain"])
@pytest.mark.parametrize("number", [0, 1])
def test_an_own_type_is_told_by_colour_icon_and_word(style: str, number: int) -> None:
    drawing, _ = drawn(goods_deck(), number, style)
    teal = palette.COLOURS["teal"]
    icons = {outline(shape.path) for shape in shapes_of(drawing) if shape.stroke is not None}
    assert teal in {shape.fill for shape in shapes_of(drawing)} | {
        shape.stroke for shape in shapes_of(drawing)
    }
    assert outline(icon("rocket", 0, 0, 5)) in icons
    assert "PERFUME" in {line.text.upper() for line in drawing.texts}


@pytest.mark.parametrize("mark", [*({"colour": c, "icon": "gem"} for c in COLOURS),
                                  *({"colour": "red", "icon": i} for i in TYPE_ICONS)])  # fmt: skip
def test_every_mark_that_can_be_chosen_can_be_drawn(mark: dict[str, str]) -> None:
    deck = deck_of(item(item_type="Goods"), item_types=["Goods"], type_marks={"Goods": mark})
    drawing, notes = drawn(deck)
    assert outline(icon(mark["icon"], 0, 0, 5)) in {
        outline(shape.path) for shape in shapes_of(drawing) if shape.stroke
    }
    assert palette.COLOURS[mark["colour"]] in {shape.fill for shape in shapes_of(drawing)}
    assert notes == ()


def key(deck: Deck, card: Card, pictures: PictureFiles = NONE) -> str:
    return front_key(deck, card, canvas(), pictures)


def test_a_face_is_made_anew_for_what_shows_on_it_and_for_nothing_else() -> None:
    deck = goods_deck()
    first, other = deck.cards[0], deck_of(item("Cat"), item_types=["Animal", "Perfume"])
    remarked = goods_deck(Perfume={"colour": "teal", "icon": "cat"})
    elsewhere = goods_deck(Animal={"colour": "plum", "icon": "cat"})
    assert key(remarked, first) != key(deck, first)
    assert key(elsewhere, first) == key(deck, first)
    assert key(elsewhere, deck.cards[1]) != key(deck, deck.cards[1])
    assert key(deck, replace(first, count=9)) == key(deck, first)
    assert key(other, other.cards[0]) != key(replace(other, name="x"), other.cards[0])


def test_the_effect_that_screens_carry_out_does_not_show() -> None:
    plain = deck_of(insider("Draw a card."))
    clever = deck_of(insider("Draw a card.", effect={"verb": "draw", "count": 1}))
    assert key(plain, plain.cards[0]) == key(clever, clever.cards[0])


def test_a_picture_fills_the_art_window_and_its_middle_stays(
    printed: Printed, pictures: Path, tmp_path: Path
) -> None:
    asset = stored(pictures, quarters(), shape=1.0)
    deck = deck_of(item("Square", picture=asset))
    _, pdf, said = printed(deck, marks="none")
    assert said["report"]["lines"] == []
    window = pictures_of(drawn(deck, 0, "house", files(pictures))[0])[0]
    run("pdftoppm", "-r", "150", "-png", "-singlefile", pdf, tmp_path / "page")
    k = 150 / 25.4
    with Image.open(tmp_path / "page.png") as page:
        planned = plan(deck, PrintOptions(marks="none"))
        assert isinstance(planned, Planned)
        trim = planned.sheets[0].placements[0].trim
        for number, wanted in enumerate(QUARTERS):
            x = trim.x_mm + window.x_mm + window.width_mm * (0.4 if number % 2 == 0 else 0.6)
            y = trim.y_mm + window.y_mm + window.height_mm * (0.4 if number < 2 else 0.6)
            found = page.convert("RGB").getpixel((round(x * k), round(y * k)))
            assert isinstance(found, tuple)
            assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= 16


def images_of(pdf: Path) -> dict[str, Any]:
    """Every image of the file by its bytes' checksum."""
    found = {}
    with pikepdf.open(pdf) as opened:
        for thing in opened.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                name = hashlib.sha256(thing.read_raw_bytes()).hexdigest()
                assert name not in found, "the same image twice"
                found[name] = (str(thing.ColorSpace), int(thing.Width), int(thing.Height))
    return found


def test_copies_share_one_image_and_no_more_dots_than_print_needs(
    printed: Printed, pictures: Path
) -> None:
    asset = stored(pictures, quarters(2400, 1600))
    cards = [item("One", picture=asset, count=30), item("Two", picture=asset, count=10)]
    deck = deck_of(*cards, insider("Do it.", picture=asset))
    _, once, _ = printed(deck)
    _, often, _ = printed(deck, copies=20)
    assert images_of(once) == images_of(often)
    assert len(images_of(once)) == 2, "one for each shape of window"
    sizes = sorted(images_of(once).values())
    assert [(space, width) for space, width, _ in sizes] == [("/DeviceRGB", 628)] * 2
    added = often.stat().st_size - once.stat().st_size
    assert added < 150_000


def test_the_plain_style_shows_pictures_in_grey(printed: Printed, pictures: Path) -> None:
    asset = stored(pictures, quarters())
    deck = deck_of(item("One", picture=asset))
    _, pdf, _ = printed(deck, style="plain")
    assert [space for space, _, _ in images_of(pdf).values()] == ["/DeviceGray"]


def lines_of(deck: Deck, pictures: PictureFiles, **options: str) -> list[tuple[str, str, Any]]:
    chosen = read_options(options)
    assert isinstance(chosen, PrintOptions)
    planned = plan(deck, chosen)
    assert isinstance(planned, Planned)
    return [
        (line.card_id, line.code, line.what.params.get("dots"))
        for line in fit_report(planned, pictures).lines
    ]


def test_a_coarse_picture_is_reported_with_its_dots(pictures: Path) -> None:
    asset = stored(pictures, quarters(200, 136))
    deck = deck_of(item("Small", picture=asset, flavour="Grainy."))
    assert lines_of(deck, files(pictures)) == [("card-0", "coarse_picture", 95)]
    assert lines_of(deck, files(pictures), card="jumbo") == [("card-0", "coarse_picture", 64)]
    fine = deck_of(item("Fine", picture=stored(pictures, quarters(800, 544))))
    assert lines_of(fine, files(pictures)) == []


@pytest.mark.parametrize("trouble", ["absent", "another's content", "no picture", "half of it"])
def test_a_missing_picture_is_named_and_the_drawn_one_stands_in(
    trouble: str, tmp_path: Path
) -> None:
    asset = stored(tmp_path, quarters())
    path = tmp_path / f"{asset.removeprefix('asset:')}.jpg"
    if trouble == "absent":
        path.unlink()
    elif trouble == "another's content":
        path.write_bytes(path.read_bytes() + b" ")
    else:
        data = path.read_bytes()[: 20 if trouble == "half of it" else 0] or b"<svg/>"
        asset = "asset:" + hashlib.sha256(data).hexdigest()
        (tmp_path / f"{asset.removeprefix('asset:')}.jpg").write_bytes(data)
    deck = deck_of(item("Lost", picture=asset))
    drawing, notes = drawn(deck, 0, "house", files(tmp_path))
    assert notes == (FitNote("picture_missing", "picture"),)
    without = deck_of(item("Lost"))
    assert drawing == drawn(without)[0]


def test_a_face_without_its_picture_is_not_kept_for_the_one_with_it(tmp_path: Path) -> None:
    asset = stored(tmp_path, quarters())
    deck = deck_of(item("Late", picture=asset))
    assert key(deck, deck.cards[0]) != key(deck, deck.cards[0], files(tmp_path))


def test_the_browser_s_pages_carry_the_pictures_themselves(pictures: Path, own: Deck) -> None:
    from companion.printing.sheets.browser_sheets import browser_sheets

    planned = plan(own, PrintOptions())
    assert isinstance(planned, Planned)
    pages = "".join(browser_sheets(planned, files(pictures)))
    assert pages.count("<image ") == 3
    assert pages.count('href="data:image/jpeg;base64,') == 3
    assert "http" not in pages.replace("http://www.w3.org/2000/svg", "")


def test_the_same_own_deck_gives_the_same_bytes_in_another_process(
    printed: Printed, own: Deck, pictures: Path
) -> None:
    """Cold there, warm here, and in two runs of other faces: also Arabic and Devanagari."""
    _, pdf, _ = printed(own, backs="long")
    chosen = read_options({"backs": "long"})
    assert isinstance(chosen, PrintOptions)
    task = {"deck": own.to_json(), "options": chosen.to_json(), "pictures_folder": str(pictures)}
    code = (
        "import sys, json, hashlib, tempfile\n"
        "from companion.printing.sheets.tasks import deck\n"
        "task = json.load(sys.stdin)\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    place = {'folder': folder}\n"
        "    cards = task['deck']['cards']\n"
        "    few = {**task['deck'], 'cards': cards[2:5]}\n"
        "    deck({**task, **place, 'deck': few}, lambda **said: None)\n"
        "    print(hashlib.sha256(deck({**task, **place}, lambda **said: None)[1]).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(pdf.read_bytes()).hexdigest()


def test_own_money_is_on_the_cards(printed: Printed, own: Deck) -> None:
    _, pdf, said = printed(own)
    text = run("pdftotext", "-raw", pdf, "-")
    assert "₤3" in text
    assert "THOUSAND" in text
    assert {line["code"] for line in said["report"]["lines"] if line["serious"]} == set()


def test_a_currency_that_no_font_has_is_named_once() -> None:
    deck = deck_of(item("One"), item("Two"), warehouse(["Animal"]), currency="🜚")
    found = lines_of(deck, NONE)
    assert found == [("", "unknown_letters", None)]


def test_an_amount_that_comes_out_small_is_named() -> None:
    deck = deck_of(item(money=123_456_789), currency="$", money_unit=1_000_000)
    assert [code for _, code, _ in lines_of(deck, NONE)] == ["small_money"]


def test_the_command_line_finds_the_pictures_of_cards(
    own: Deck, pictures: Path, tmp_path: Path
) -> None:
    deck, out = tmp_path / "deck.json", tmp_path / "out.pdf"
    deck.write_text(json.dumps(own.to_json()), encoding="utf-8")
    command = [sys.executable, "app.py", "print-deck", str(deck), "-o", str(out)]
    shown = {**os.environ, "BACKROOM_DATA": str(tmp_path / "data")}
    without = subprocess.run(command, env=shown, capture_output=True, text=True, check=True)
    assert without.stderr.count("its picture is not here") == 3
    assert images_of(out) == {}
    command += ["--pictures", str(pictures)]
    with_them = subprocess.run(command, env=shown, capture_output=True, text=True, check=True)
    assert "picture" not in with_them.stderr
    assert len(images_of(out)) == 3


def test_a_picture_that_comes_later_is_found(tmp_path: Path) -> None:
    asset = stored(tmp_path, quarters())
    path = tmp_path / f"{asset.removeprefix('asset:')}.jpg"
    data, pictures = path.read_bytes(), files(tmp_path)
    path.unlink()
    assert pictures.size(asset) is None
    path.write_bytes(data)
    assert pictures.size(asset) == (800, 544)
