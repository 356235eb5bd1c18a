"""How cards look: in every size, without colour, with little ink, and from behind."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat

from companion.core.decks.model import Deck
from companion.printing.cache import Cache
from companion.printing.cards.faces import draw_back, draw_front
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.look import FRAME_WIDTH_MM, LOOKS, Canvas
from companion.printing.drawing.sketch import Clipped, Shape
from companion.printing.formats import CARD_SIZES, PrintOptions, read_options
from companion.printing.sheets.deck_print import fit_report
from companion.printing.sheets.planning import Planned, plan
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import Printed
from tests.printing.raster import page
from tests.printing.tagged import word_boxes

SHOWN = ("industrial-glitter-cannon", "letting-agent", "the-big-respectable-barn")


def chosen(**options: Any) -> PrintOptions:
    read = read_options(options)
    assert isinstance(read, PrintOptions)
    return read


def card_picture(
    renderer: WorkerProcess, deck: Deck, card_id: str, side: str = "front", **options: Any
) -> Image.Image:
    """One side of a card at 300 dots to the inch, cut at its trim."""
    number = [card.id for card in deck.cards].index(card_id) + 1
    task = {"task": "card_preview", "card": number, "side": side, "dots_per_inch": 150}
    made = renderer.run({**task, "deck": deck.to_json(), "options": chosen(**options).to_json()})
    assert isinstance(made, TaskDone), made
    return Image.open(io.BytesIO(made.data)).convert("RGB")


def planned(deck: Deck, **options: Any) -> Planned:
    made = plan(deck, chosen(**options))
    assert isinstance(made, Planned)
    return made


@pytest.mark.parametrize("style", ["house", "plain"])
@pytest.mark.parametrize("size", CARD_SIZES)
def test_the_starter_deck_fits_on_every_size(starter: Deck, size: str, style: str) -> None:
    none = PictureFiles(None, Cache(None))
    lines = fit_report(planned(starter, card=size, style=style), none).lines
    assert [(line.card_id, line.code) for line in lines if line.serious] == []


@pytest.mark.parametrize("safe", [1.0, 3.0, 5.0])
@pytest.mark.parametrize("size", CARD_SIZES)
def test_nothing_that_matters_lies_outside_the_safe_zone(
    starter: Deck, size: str, safe: float
) -> None:
    """Frame, bands, pictures and every text stay inside; only the paper's tint runs out."""
    trim = CARD_SIZES[size]
    canvas = Canvas(trim.width_mm, trim.height_mm, 1.0, LOOKS["house"], safe)
    half = FRAME_WIDTH_MM * canvas.scale / 2
    none = PictureFiles(None, Cache(None))
    cards = [card for card in starter.cards if card.id in SHOWN]
    assert len(cards) == len(SHOWN)
    for card in cards:
        drawing, _ = draw_front(starter, card, canvas, none)
        for outside in drawing.shapes[1:]:  # the first is the tint
            path = outside.inside if isinstance(outside, Clipped) else None
            path = outside.path if isinstance(outside, Shape) else path
            assert path is not None
            xs = [x for _, numbers in path for x in numbers[0::2]]
            ys = [y for _, numbers in path for y in numbers[1::2]]
            assert min(xs) >= safe - 1e-6
            assert max(xs) <= trim.width_mm - safe + 1e-6
            assert min(ys) >= safe - 1e-6
            assert max(ys) <= trim.height_mm - safe + 1e-6
        for line in (*drawing.texts, *drawing.lettering):
            assert safe + half < line.x_mm < trim.width_mm - safe - half
            assert safe + half < line.baseline_mm < trim.height_mm - safe - half


def light(grey: float) -> float:
    """Relative luminance of a grey from 0 to 255 (WCAG 2)."""
    share = grey / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def contrasts(pdf: Path, made: Planned) -> dict[str, float]:
    """Of every word on the first sheet's cards: its letters against what they stand on, in grey."""
    raster = page(pdf, 1, 300)
    k = raster.pixels_per_mm
    trims = [placement.trim for placement in made.sheets[0].placements]
    found: dict[str, float] = {}
    for left, top, right, bottom, word in word_boxes(pdf)[0]:
        if not any(
            trim.x_mm < left and right < trim.right_mm and trim.y_mm < top < trim.bottom_mm
            for trim in trims
        ):
            continue  # the sheet's own line and ruler, beside the cards
        box = (round(left * k), round(top * k), round(right * k), round(bottom * k))
        greys = sorted(raster.picture.crop(box).tobytes())
        if not greys:
            continue  # a mark upon a letter has no width of its own
        dark, pale = greys[len(greys) // 50], greys[-1 - len(greys) // 50]
        ratio = (light(pale) + 0.05) / (light(dark) + 0.05)
        found[word] = min(ratio, found.get(word, ratio))
    return found


@pytest.mark.parametrize("style", ["house", "plain"])
def test_every_word_is_readable_without_colour(printed: Printed, own: Deck, style: str) -> None:
    made, pdf, _ = printed(own, style=style, marks="none")
    found = contrasts(pdf, made)
    assert len(found) > 60
    assert {word: ratio for word, ratio in found.items() if ratio < 4.5} == {}


def test_the_plain_style_saves_most_of_the_ink(renderer: WorkerProcess, starter: Deck) -> None:
    def ink(style: str, side: str) -> float:
        covered = []
        for card_id in SHOWN:
            picture = card_picture(renderer, starter, card_id, side, style=style)
            covered.append(255 - ImageStat.Stat(picture.convert("L")).mean[0])
        return sum(covered) / len(covered) / 255

    assert ink("plain", "front") < 0.5 * ink("house", "front")
    assert ink("plain", "back") < ink("house", "back")


@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("which", ["market", "warehouse"])
def test_a_back_is_the_same_turned_round(which: str, size: str) -> None:
    """Each shape has its double, turned by half about the middle: no card is known by its back."""
    trim = CARD_SIZES[size]
    canvas = Canvas(trim.width_mm, trim.height_mm, 3.0, LOOKS["house"])
    drawing = draw_back(which, canvas)

    def spots(turned: bool) -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        for shape in drawing.shapes:
            for each in shape.shapes if isinstance(shape, Clipped) else (shape,):
                assert isinstance(each, Shape)
                xs = [x for _, numbers in each.path for x in numbers[0::2]]
                ys = [y for _, numbers in each.path for y in numbers[1::2]]
                box = [min(xs), min(ys), max(xs), max(ys)]
                if turned:
                    w, h = trim.width_mm, trim.height_mm
                    box = [w - box[2], h - box[3], w - box[0], h - box[1]]
                sides = tuple(round(side + 0.00137, 2) for side in box)  # off the edge of rounding
                found.append((*sides, each.fill or "", each.stroke or ""))
        return sorted(found)

    assert spots(turned=True) == spots(turned=False)
    words = [(line.text, line.turned) for line in drawing.lettering]
    assert sorted(words) == sorted((text, 180.0 - turned) for text, turned in words)


@pytest.mark.parametrize("style", ["house", "plain"])
@pytest.mark.parametrize("card_id", ["letting-agent", "the-big-respectable-barn"])
def test_a_back_looks_the_same_turned_round(
    renderer: WorkerProcess, starter: Deck, card_id: str, style: str
) -> None:
    picture = card_picture(renderer, starter, card_id, "back", style=style)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    difference = ImageChops.difference(picture, turned).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2.0
    assert sum(difference.histogram()[128:]) < 0.002 * picture.width * picture.height


def backs_of(pdf: Path) -> list[tuple[bytes, int]]:
    """The content of each face on the pages of backs, and how often it is placed."""
    found: dict[bytes, int] = {}
    with pikepdf.open(pdf) as opened:
        for sheet in list(opened.pages)[1::2]:
            content: Any = sheet.obj.Contents
            placed = content[0].read_bytes().split(b"/C")[1:]
            for part in placed:
                form = sheet.obj.Resources.XObject[f"/C{part.split()[0].decode()}"]
                data = form.read_bytes()
                found[data] = found.get(data, 0) + 1
    return sorted(found.items(), key=lambda each: each[1])


def test_the_backs_of_a_deck_are_alike_whatever_is_on_the_fronts(
    printed: Printed, starter: Deck, own: Deck
) -> None:
    _, pdf, _ = printed(starter, backs="long")
    _, other, _ = printed(own, backs="long")
    ours, theirs = backs_of(pdf), backs_of(other)
    assert [count for _, count in ours] == [10, 70]
    assert [count for _, count in theirs] == [3, 6]
    assert {data for data, _ in ours} == {data for data, _ in theirs}
