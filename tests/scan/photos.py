"""Simulated photos of piles: real rasterised cards on a table, as a phone's camera sees them."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from PIL import Image, ImageChops, ImageFilter

from companion.core.decks.model import Deck
from companion.printing.drawing.look import HOUSE, Canvas
from companion.printing.formats import PrintOptions
from companion.printing.sheets.deck_print import scan_texts_of
from companion.printing.sheets.planning import Planned, plan
from companion.printing.sheets.scan_symbols import corner_of
from companion.scanning.decoding import Photo
from companion.worker_process import TaskDone, WorkerProcess

DOTS_PER_MM = 9
"""Finer than any of the photos shows a card."""
CARD_MM = (63, 88)
SIZES = {3: (2048, 1536), 8: (3264, 2448), 12: (4000, 3000)}
"""Width and height of a photo, by megapixels."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Card:
    """One printed card, cut out of its sheet."""

    text: str
    """Its mark."""
    picture: Image.Image


@dataclass(frozen=True)
class Laid:
    """A card on the table: its middle in millimetres and how it is turned."""

    card: Card
    x_mm: float
    y_mm: float
    degrees: float


@dataclass(frozen=True)
class Conditions:
    """How the photo was taken."""

    megapixels: int = 8
    tilt: float = 0.08
    """How much one edge of the table is shortened."""
    blur: float = 0.8
    """Radius in pixels of a photo of 8 megapixels."""
    noise: float = 5.0
    shadow: float = 0.35
    """How much of the light a shadow takes away."""


@dataclass(frozen=True)
class Simulated:
    """A photo and what lies on it."""

    jpeg: bytes
    width: int
    marks: tuple[tuple[str, Point], ...]
    """Text and middle of every mark, in pixels."""


def middle_of_mark(options: PrintOptions) -> Point:
    """Where the mark's middle is on a card of CARD_MM, in millimetres from its top left."""
    canvas = Canvas(*CARD_MM, options.bleed_mm, HOUSE, options.safe_zone_mm, options.scan_room_mm)
    left, top = corner_of(canvas)
    return left + options.scan_room_mm / 2, top + options.scan_room_mm / 2


def compared(photo: Photo, simulated: Simulated) -> tuple[int, int]:
    """How many of the marks were read where they lie, and how many reads are none of them."""
    scale = photo.width / simulated.width
    left = list(simulated.marks)
    wrong = 0
    for found in photo.marks:
        hit = next(
            (
                mark
                for mark in left
                if mark[0] == found.text
                and math.dist((mark[1][0] * scale, mark[1][1] * scale), found.middle) < found.side
            ),
            None,
        )
        if hit is None:
            wrong += 1
        else:
            left.remove(hit)
    return len(simulated.marks) - len(left), wrong


def printed_cards(deck: Deck, options: PrintOptions) -> list[Card]:
    """Every copy of the deck's cards as the print shop prints them, cut out of the sheets."""
    renderer = WorkerProcess(None)
    try:
        task = {"task": "deck", "deck": deck.to_json(), "options": options.to_json()}
        made = renderer.run(task)
    finally:
        renderer.close()
    assert isinstance(made, TaskDone), made
    return cut_out(made.data, deck, options)


def cut_out(sheets: bytes, deck: Deck, options: PrintOptions) -> list[Card]:
    """The cards of a print of this deck with these options."""
    import pypdfium2

    planned = plan(deck, options)
    assert isinstance(planned, Planned), planned
    texts = scan_texts_of(planned)
    pdf = pypdfium2.PdfDocument(sheets)
    cards = []
    for page, sheet in zip(pdf, planned.sheets, strict=True):
        picture = page.render(scale=DOTS_PER_MM * 25.4 / 72).to_pil().convert("RGB")
        for place in sheet.placements:
            trim = place.trim
            box = (trim.x_mm, trim.y_mm, trim.right_mm, trim.bottom_mm)
            left, top, right, bottom = (round(side * DOTS_PER_MM) for side in box)
            cut = picture.crop((left, top, right, bottom))
            cards.append(Card(texts[place.card], cut))
    pdf.close()
    return cards


def laid_out(cards: Sequence[Card], chance: random.Random) -> list[Laid]:
    """In rows beside each other, each a little askew."""
    columns = math.ceil(math.sqrt(len(cards) * 1.9))
    return [
        Laid(
            card,
            (number % columns) * 69 + chance.uniform(-2, 2),
            (number // columns) * 94 + chance.uniform(-2, 2),
            chance.uniform(-5, 5),
        )
        for number, card in enumerate(cards)
    ]


def fanned(cards: Sequence[Card], chance: random.Random) -> list[Laid]:
    """In columns, each card over the lower part of the one before, as piles are spread out."""
    columns = math.ceil(len(cards) / 5)
    return [
        Laid(
            card,
            (number % columns) * 74 + chance.uniform(-2.5, 2.5),
            (number // columns) * 23 + chance.uniform(-1.5, 1.5),
            chance.uniform(-6, 6),
        )
        for number, card in enumerate(cards)
    ]


def photo(laid: Sequence[Laid], mark: Point, how: Conditions, seed: int) -> Simulated:
    """The photo of these cards. `mark`: the middle of the mark on a card, in millimetres."""
    noise = numpy.random.default_rng(seed)
    table, corner = _table(laid, noise)
    size = SIZES[how.megapixels]
    to_table = _perspective(table.size, size, how.tilt, noise)
    seen = table.transform(size, Image.Transform.PERSPECTIVE, to_table, Image.Resampling.BILINEAR)
    blurred = seen.filter(ImageFilter.GaussianBlur(how.blur * size[0] / SIZES[8][0]))
    out = io.BytesIO()
    _lit(blurred, how, noise).save(out, "JPEG", quality=85)
    marks = tuple((each.card.text, _seen_at(each, mark, corner, to_table)) for each in laid)
    return Simulated(out.getvalue(), size[0], marks)


def _table(laid: Sequence[Laid], noise: numpy.random.Generator) -> tuple[Image.Image, Point]:
    """The cards on a wooden table, and where its corner lies in millimetres."""
    reach = math.hypot(*CARD_MM) / 2 + 12
    left, top = min(each.x_mm for each in laid) - reach, min(each.y_mm for each in laid) - reach
    width = max(each.x_mm for each in laid) + reach - left
    height = max(each.y_mm for each in laid) + reach - top
    width, height = max(width, height * 4 / 3), max(height, width * 3 / 4)
    size = round(width * DOTS_PER_MM), round(height * DOTS_PER_MM)
    table = _wood(size, noise)
    for each in laid:
        picture = each.card.picture.convert("RGBA")
        turned = picture.rotate(-each.degrees, Image.Resampling.BILINEAR, expand=True)
        x, y = (each.x_mm - left) * DOTS_PER_MM, (each.y_mm - top) * DOTS_PER_MM
        at = round(x - turned.width / 2), round(y - turned.height / 2)
        table.paste(turned, at, turned)
    return table, (left, top)


def _wood(size: tuple[int, int], noise: numpy.random.Generator) -> Image.Image:
    grain = noise.normal(0, 14, (size[1] // 8 + 1, 1)) + noise.normal(0, 5, (size[1] // 8 + 1, 40))
    boards = numpy.clip(numpy.array([118.0, 84.0, 56.0]) + grain[..., None], 0, 255)
    return Image.fromarray(boards.astype("uint8")).resize(size, Image.Resampling.BILINEAR)


def _perspective(
    table: tuple[int, int], size: tuple[int, int], tilt: float, noise: numpy.random.Generator
) -> tuple[float, ...]:
    """What leads from a pixel of the photo to one of the table: one edge is farther away."""
    (w, h), (pw, ph) = table, size
    corners: list[Point] = [(0, 0), (pw, 0), (pw, ph), (0, ph)]
    far = int(noise.integers(4))
    for number in (far, (far + 1) % 4):
        x, y = corners[number]
        along = (1, 0) if far % 2 == 0 else (0, 1)
        sign = 1 if (x if along[0] else y) == 0 else -1
        step = tilt / 2 * (pw if along[0] else ph) * sign
        corners[number] = (x + step * along[0], y + step * along[1])
    rows, goals = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (w, 0), (w, h), (0, h)), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        goals += [u, v]
    return tuple(float(each) for each in numpy.linalg.solve(numpy.array(rows), numpy.array(goals)))


def _seen_at(each: Laid, mark: Point, corner: Point, to_table: tuple[float, ...]) -> Point:
    """Where the middle of this card's mark is on the photo."""
    dx, dy = mark[0] - CARD_MM[0] / 2, mark[1] - CARD_MM[1] / 2
    cos, sin = math.cos(math.radians(each.degrees)), math.sin(math.radians(each.degrees))
    x = (each.x_mm + dx * cos - dy * sin - corner[0]) * DOTS_PER_MM
    y = (each.y_mm + dx * sin + dy * cos - corner[1]) * DOTS_PER_MM
    back = numpy.linalg.inv(numpy.array([*to_table, 1.0]).reshape(3, 3)) @ (x, y, 1)
    return float(back[0] / back[2]), float(back[1] / back[2])


def _lit(picture: Image.Image, how: Conditions, noise: numpy.random.Generator) -> Image.Image:
    """With a soft shadow across it and the noise of a sensor."""
    x, y = numpy.meshgrid(numpy.linspace(0, 1, 96), numpy.linspace(0, 1, 72))
    angle, edge = noise.uniform(0, 2 * math.pi), noise.uniform(0.3, 0.7)
    across = (x - 0.5) * math.cos(angle) + (y - 0.5) * math.sin(angle) + 0.5
    shade = 255 * (1 - how.shadow / (1 + numpy.exp((edge - across) * 14)))
    light = Image.fromarray(shade.astype("uint8")).resize(picture.size, Image.Resampling.BILINEAR)
    shaded = ImageChops.multiply(picture, Image.merge("RGB", (light,) * 3))
    grain = numpy.clip(noise.normal(128, how.noise, (512, 512)), 0, 255).astype("uint8")
    tiled = numpy.tile(grain, (picture.height // 512 + 1, picture.width // 512 + 1))
    sensor = Image.fromarray(tiled[: picture.height, : picture.width])
    return ImageChops.add(shaded, Image.merge("RGB", (sensor,) * 3), offset=-128)
