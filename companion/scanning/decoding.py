"""Reads the marks on a photo. Runs in the child only; the photo is kept nowhere."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Any

import zxingcpp
from PIL import Image, ImageDraw, ImageFont

from companion.core.decks.scan_marks import is_mark
from companion.printing.cards.picture_intake import (
    JPEG,
    MOST_SCANS,
    PNG,
    TURNS,
    turn_of,
    whole_files_only,
)
from companion.printing.folders import FONT_FOLDER
from companion.scanning.places import Found, around, in_reading_order, united

LARGEST_BYTES = 8_000_000
LARGEST_PIXELS = 24_000_000
LONG_EDGE = 3264
"""Pixels that a photo is read at; phones send no more, and more shows nothing more."""
SMALL_EDGE = 2600
"""A photo with less is read at twice its size too."""
MOST_LOOKS = 12
SMALLEST_LOOK, LARGEST_MARK = 12, 200
"""Pixels: what was found and is smaller or larger was no mark, or shows no more when enlarged."""
SHOWN_EDGE = 1000
SHOWN_QUALITY = 66
NUMBER_SIZE, NUMBER_RING = 30, 21
"""Height of a number and radius of its ring, in pixels: a phone shows them at a third."""
OUTLINE, INK, PAPER = "#e0a526", "#171d21", "#fdf8ec"
_FORMATS: Any = zxingcpp.BarcodeFormat.DataMatrix


class NotRead(Exception):
    """The photo cannot be read; `code` picks the sentence."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Photo:
    """What was read on a photo, in reading order, and the photo with each mark's number."""

    marks: tuple[Found, ...]
    """In pixels of the photo as it was read."""
    width: int
    height: int
    shown: bytes
    """A small JPEG without metadata."""


def read_photo(data: bytes) -> Photo:
    """The marks on a photo and what the page shows of it. Raises NotRead, or MemoryError."""
    picture = opened(data)
    marks = in_reading_order(marks_on(picture.convert("L")))
    return Photo(marks, picture.width, picture.height, _numbered(picture, marks))


def opened(data: bytes) -> Image.Image:
    """The photo upright, in colour, at most LONG_EDGE wide or high. Raises NotRead."""
    if len(data) > LARGEST_BYTES:
        raise NotRead("photo_too_heavy")
    if not data.startswith((PNG, JPEG)):
        raise NotRead("photo_unknown")
    if data.startswith(JPEG) and data.count(b"\xff\xda") > MOST_SCANS:
        raise NotRead("photo_broken")
    with whole_files_only():
        try:
            return _decoded(data)
        except (NotRead, MemoryError):
            raise
        except Exception:  # whatever a decoder says of a broken file, to people it is broken
            raise NotRead("photo_broken") from None


def _decoded(data: bytes) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            file = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NotRead("photo_too_large") from None
    with file:
        if file.width * file.height > LARGEST_PIXELS:
            raise NotRead("photo_too_large")
        turn = turn_of(file)
        picture = file.convert("RGB")
    picture.thumbnail((LONG_EDGE, LONG_EDGE), Image.Resampling.BICUBIC)
    return picture.transpose(TURNS[turn]) if turn in TURNS else picture


def marks_on(grey: Image.Image) -> tuple[Found, ...]:
    """Every mark of ours, once; other codes are passed over.

    A small photo is read at twice its size too; of a large one, what was found but not read.
    """
    read: list[Any] = zxingcpp.read_barcodes(grey, formats=_FORMATS, return_errors=True)
    first = [_found(each) for each in read if each.valid and is_mark(each.text)]
    if first and max(grey.size) >= SMALL_EDGE:
        unread = [_found(each) for each in read if not each.valid][:MOST_LOOKS]
        return united(first, *(_looked_at(grey, each) for each in unread))
    twice = grey.resize((grey.width * 2, grey.height * 2), Image.Resampling.BICUBIC)
    again: list[Any] = zxingcpp.read_barcodes(twice, formats=_FORMATS)
    return united(first, [_found(each).scaled(0.5) for each in again if is_mark(each.text)])


def _looked_at(grey: Image.Image, unread: Found) -> list[Found]:
    """The marks around something that was found but not read, looked at three times as large."""
    (x, y), reach = unread.middle, 1.5 * min(unread.side, LARGEST_MARK)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = grey.crop((left, top, min(grey.width, int(x + reach)), min(grey.height, int(y + reach))))
    if min(part.size) < SMALLEST_LOOK:
        return []
    large = part.resize((part.width * 3, part.height * 3), Image.Resampling.BICUBIC)
    read: list[Any] = zxingcpp.read_barcodes(large, formats=_FORMATS)
    marks = (_found(each).scaled(1 / 3) for each in read if is_mark(each.text))
    return [mark.moved(left, top) for mark in marks]


def _found(read: Any) -> Found:
    at = read.position
    corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    a, b, c, d = ((float(point.x), float(point.y)) for point in corners)
    return Found(read.text, (a, b, c, d))


def _numbered(picture: Image.Image, marks: tuple[Found, ...]) -> bytes:
    """The photo, small, with an outline and a number on every mark."""
    factor = min(1.0, SHOWN_EDGE / max(picture.size))
    shown = picture.resize(
        (max(1, round(picture.width * factor)), max(1, round(picture.height * factor))),
        Image.Resampling.BICUBIC,
        reducing_gap=2.0,
    )
    draw = ImageDraw.Draw(shown)
    font = ImageFont.truetype(str(FONT_FOLDER / "IBMPlexSans-SemiBold.ttf"), NUMBER_SIZE)
    for number, mark in enumerate(marks, start=1):
        small = mark.scaled(factor)
        corners = around(small, 1.45)
        for wide, colour in ((7, INK), (4, OUTLINE)):
            draw.line([*corners, corners[0]], fill=colour, width=wide, joint="curve")
        x, y = min(corners, key=lambda at: at[0] - at[1])
        ring = (x - NUMBER_RING, y - NUMBER_RING, x + NUMBER_RING, y + NUMBER_RING)
        draw.ellipse(ring, fill=PAPER, outline=INK, width=2)
        draw.text((x, y), str(number), fill=INK, font=font, anchor="mm")
    out = io.BytesIO()
    shown.save(out, "JPEG", quality=SHOWN_QUALITY)
    return out.getvalue()
