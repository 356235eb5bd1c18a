"""A deck of somebody's own: own types, own Insiders, pictures, markup, other alphabets."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageOps

from companion.core.decks.model import PICTURE, Deck
from companion.printing.cards.picture_intake import SHAPES, Crop, Taken, take_in
from tests.printing.decks import deck_of, insider, item, warehouse

TYPES = ["Weapon", "Animal", "Perfume", "Old Masters", "Moonshine", "Contraband of Note Heavy"]
MARKS = {
    "Perfume": {"colour": "teal", "icon": "flask-conical"},
    "Old Masters": {"colour": "plum", "icon": "crown"},
    "Moonshine": {"colour": "brown", "icon": "moon-star"},
}
QUARTERS = ((220, 20, 20), (20, 160, 20), (20, 20, 220), (255, 255, 255))


def painting(number: int, width: int = 1400, height: int = 1000) -> Image.Image:
    """A harbour in the evening: soft shades and fine lines, the same on every machine."""
    night, glow = (("#14233a", "#e3bd6c"), ("#3a0f1f", "#e08a6a"), ("#0f3a2c", "#e9d9a0"))[
        number % 3
    ]
    sea = height * 6 // 10
    sky = ImageOps.colorize(Image.linear_gradient("L"), night, glow).resize((width, sea))
    picture = Image.new("RGB", (width, height), night)
    picture.paste(sky, (0, 0))
    picture.paste(ImageOps.flip(sky).resize((width, height - sea)), (0, sea))
    pen = ImageDraw.Draw(picture)
    sun, radius = width * (3 + number) // 8, height // 9
    pen.ellipse((sun - radius, sea - 2 * radius, sun + radius, sea), "#fbf6e9")
    pen.rectangle((0, sea, width, sea + 3), night)
    for line in range(1, 26):
        y, half = sea + 5 + line * line * height // 1700, 20 + line * (7 + line % 5 * 9)
        for middle in (sun, width * (line * 37 % 100) // 100):
            pen.line((middle - half, y, middle + half, y), "#fbf6e9" if middle == sun else glow, 3)
    for boat in range(3):
        x, y, size = width * (1 + boat * 3 + number) // 10, sea + 60 + boat * 70, 60 + boat * 40
        hull = [(x - size, y), (x + size, y), (x + size * 0.7, y + size * 0.4)]
        pen.polygon([*hull, (x - size * 0.7, y + size * 0.4)], night)
        pen.polygon([(x, y - size * 2), (x + size * 0.8, y - 8), (x, y - 8)], "#fbf6e9", night, 4)
        pen.polygon(
            [(x - 8, y - size * 1.6), (x - 8, y - 8), (x - size * 0.7, y - 8)], glow, night, 4
        )
    return picture


def quarters(width: int = 800, height: int = 800) -> Image.Image:
    """QUARTERS: top left, top right, bottom left, bottom right."""
    picture = Image.new("RGB", (width, height), QUARTERS[3])
    across, down = width // 2, height // 2
    picture.paste(QUARTERS[0], (0, 0, across, down))
    picture.paste(QUARTERS[1], (across, 0, width, down))
    picture.paste(QUARTERS[2], (0, down, across, height))
    return picture


def stored(folder: Path, picture: Image.Image, kind: str = "item", shape: float = 0.0) -> str:
    """Take the picture in as the worker does, and lay it in the folder; what the card says."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    taken = take_in(out.getvalue(), Crop(), shape or SHAPES[kind])
    assert isinstance(taken, Taken)
    name = hashlib.sha256(taken.data).hexdigest()
    (folder / f"{name}.jpg").write_bytes(taken.data)
    return PICTURE + name


def own_deck(folder: Path) -> Deck:
    """Nine cards that use everything people may supply. Pictures are laid into `folder`."""
    hall, fence, gallery = (
        stored(folder, painting(number), kind)
        for number, kind in enumerate(("item", "insider", "warehouse"))
    )
    return deck_of(
        item(
            "Vase of the Third Kind",
            item_type="Perfume",
            picture=hall,
            flavour="A *view* of **great** value.",
            money=3_000,
        ),
        item("Left Half of a Ming", item_type="Old Masters", flavour="Own type, drawn picture."),
        item("صندوق الكنز", item_type="Moonshine", flavour="صندوق الكنز. فيه ٤ جواهر!"),
        insider(
            "**Steal** a *random* {Animal} or {Perfume}. Pay {coin}2.\nThen ***choose***: "
            "draw, or ditch.",
            "Rita the Fence",
            picture=fence,
            flavour="She *knows* a guy.",
        ),
        insider("खजाने का संदूक: क्षेत्र का राजा एक **वस्तु** देता है।", "क्षेत्रपाल", flavour="שָׁלוֹם עולם!"),
        insider(
            "שלום **עולם**: קח {Animal} מכל מחסן.", "שומר הלילה", flavour="Ein *alter* Freund."
        ),
        warehouse(
            ["Perfume", "Animal", "Weapon", "Old Masters"],
            "The Gallery",
            picture=gallery,
            flavour="Look, don't **touch**.",
            bonus=4_000,
        ),
        warehouse(["Moonshine"] * 5, "Still Standing", flavour="Two cows 🐄🐄 on payroll."),
        warehouse(["Contraband of Note Heavy"] * 7, "Seven Seas", bonus=12_000),
        item_types=TYPES,
        type_marks=MARKS,
        name="Own goods",
        currency="₤",
        money_unit=1000,
    )
