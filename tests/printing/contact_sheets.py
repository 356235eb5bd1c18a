"""Contact sheets: rows of pictures, each under its line, written small."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageStat

from companion.printing.drawing import palette
from companion.printing.folders import FONT_FOLDER

GROUND, INK, GAP = (226, 222, 212), (60, 56, 48), 12
LARGEST_BYTES = 360_000
Row = tuple[str, list[Image.Image]]
"""What is written above a row of cards, and the cards."""


def sheet(rows: Sequence[Row]) -> Image.Image:
    """The rows one above the other, each with its line."""
    font = ImageFont.truetype(str(FONT_FOLDER / "IBMPlexSans-SemiBold.ttf"), 15)
    wide = max(sum(card.width + GAP for card in cards) for _, cards in rows) + GAP
    high = sum(max(card.height for card in cards) + 26 + GAP for _, cards in rows) + GAP
    made = Image.new("RGB", (wide, high), GROUND)
    pen, y = ImageDraw.Draw(made), GAP
    for line, cards in rows:
        pen.text((GAP, y), line, INK, font)
        x, y = GAP, y + 26
        for card in cards:
            made.paste(card, (x, y))
            x += card.width + GAP
        y += max(card.height for card in cards) + GAP
    return made


def small(made: Image.Image) -> Image.Image:
    """In few colours: those of the house as they are, and the commonest others."""
    house = [GROUND, INK, (255, 255, 255)]
    named = (value for name, value in vars(palette).items() if name.isupper())
    inks = (value for value in (*named, *palette.COLOURS.values()) if str(value).startswith("#"))
    house += [ImageColor.getrgb(str(ink))[:3] for ink in inks]
    house += [(grey, grey, grey) for grey in range(0, 256, 16)]
    others = made.quantize(96, Image.Quantize.MAXCOVERAGE).getpalette() or []
    chosen = Image.new("P", (1, 1))
    chosen.putpalette([*(share for colour in house for share in colour), *others][:768])
    return made.quantize(palette=chosen, dither=Image.Dither.NONE)


def kept(made: Image.Image, name: str, folder: Path) -> None:
    """Write it small, and look at it once more: no sheet is empty or one colour."""
    path = Path(os.environ.get("CONTACT_SHEETS") or folder) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    small(made).save(path, "PNG", optimize=True)
    assert path.stat().st_size < LARGEST_BYTES
    assert ImageStat.Stat(made.convert("L")).stddev[0] > 30
