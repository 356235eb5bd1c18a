"""Takes in the pictures people supply: looked at, turned, cropped, and made anew as JPEG.

Runs in the worker only. Nothing of the file that came in is kept but its colours.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageCms, ImageFile

LARGEST_BYTES = 5_000_000
LARGEST_PIXELS = 24_000_000
LEAST_SIDE = 16
"""Pixels; a smaller picture is a mistake."""
MOST_SCANS = 100
"""A progressive JPEG has about ten; a file of a hundred thousand would be read for hours."""
STORED_WIDTH = 1200
"""Pixels: 400 dots to the inch in the art window of the largest card."""
QUALITY = 88
PAPER = (251, 246, 233)
"""What shows where a picture is transparent: companion.printing.drawing.palette.PAPER."""
CLOSEST = 8.0
"""How far a crop may go in."""

SHAPES: Mapping[str, float] = {
    "item": 53.2 / 36.2,
    "insider": 53.2 / 19.5,
    "warehouse": 53.2 / 22.7,
}
"""Width over height of the art window, by kind of card, on the card that we design on."""

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture that may be stored."""

    data: bytes
    """An upright sRGB JPEG of the window's shape, without any metadata."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Why not: a key of failures.SENTENCES."""

    code: str


@dataclass(frozen=True, slots=True)
class Crop:
    """Which part of the upright picture fills the window.

    `x` and `y` say which point comes to its middle, from 0 (left, top) to 1 (right, bottom), as
    far as the edges allow; `zoom` 1 shows as much as the window can.
    """

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.0


def read_crop(given: Mapping[str, Any] | None) -> Crop:
    """A crop as a form gives it; what is absent or out of reason becomes the nearest sense."""
    given = given or {}
    return Crop(
        x=_within(given.get("x"), 0.0, 1.0, 0.5),
        y=_within(given.get("y"), 0.0, 1.0, 0.5),
        zoom=_within(given.get("zoom"), 1.0, CLOSEST, 1.0),
    )


def _within(value: Any, least: float, most: float, otherwise: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return otherwise
    return min(max(number, least), most) if number == number else otherwise


def take_in(data: bytes, crop: Crop, shape: float) -> Taken | NotTaken:
    """The picture cropped to `shape` (width over height). The same bytes give the same picture."""
    if len(data) > LARGEST_BYTES:
        return NotTaken("picture_too_heavy")
    if not data.startswith((PNG, JPEG)):
        return NotTaken("picture_unknown")
    if data.startswith(JPEG) and data.count(b"\xff\xda") > MOST_SCANS:
        return NotTaken("picture_broken")
    with whole_files_only():
        try:
            return _made(data, crop, shape)
        except MemoryError:
            raise
        except Exception:  # whatever a decoder says of a broken file, to its owner it is broken
            return NotTaken("picture_broken")


@contextlib.contextmanager
def whole_files_only() -> Iterator[None]:
    """The text renderer, once loaded, lets half a picture pass for a whole one: not here."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _made(data: bytes, crop: Crop, shape: float) -> Taken | NotTaken:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return NotTaken("picture_too_large")
    with opened:
        if opened.width * opened.height > LARGEST_PIXELS:
            return NotTaken("picture_too_large")
        if min(opened.size) < LEAST_SIDE:
            return NotTaken("picture_too_small")
        turn, profile = turn_of(opened), opened.info.get("icc_profile")
        opened.load()
        picture = upright(opened, turn)
    picture = picture.crop(part(picture.size, crop, shape))
    width = min(STORED_WIDTH, picture.width)
    picture = picture.resize((width, max(1, round(width / shape))), Image.Resampling.LANCZOS)
    picture = in_srgb(on_paper(picture), profile)
    return Taken(as_jpeg(picture, QUALITY), *picture.size)


TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What undoes each orientation that a camera writes down."""


def turn_of(opened: Image.Image) -> int:
    """The camera's orientation; a picture with broken notes is taken as it lies."""
    try:
        return int(opened.getexif().get(0x0112, 1))
    except Exception:
        return 1


def upright(opened: Image.Image, turn: int) -> Image.Image:
    """The first frame, in a mode that can be resized, as it was seen."""
    picture = opened
    if picture.mode.startswith("I"):
        picture = picture.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    elif picture.mode in ("P", "PA", "LA", "La", "RGBa") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
    elif picture.mode in ("1", "F"):
        picture = picture.convert("L")
    return picture.transpose(TURNS[turn]) if turn in TURNS else picture.copy()


def part(size: tuple[int, int], crop: Crop, shape: float) -> tuple[int, int, int, int]:
    """The box of this shape within a picture of this size: left, top, right, bottom."""
    wide, high = size
    width = min(wide, high * shape) / crop.zoom
    height = width / shape
    left = min(max(crop.x * wide - width / 2, 0), wide - width)
    top = min(max(crop.y * high - height / 2, 0), high - height)
    right, bottom = (
        max(round(left + width), round(left) + 1),
        max(round(top + height), round(top) + 1),
    )
    return round(left), round(top), min(right, wide), min(bottom, high)


def on_paper(picture: Image.Image) -> Image.Image:
    """Without transparency: the paper shows through."""
    if picture.mode != "RGBA":
        return picture
    paper = Image.new("RGBA", picture.size, (*PAPER, 255))
    return Image.alpha_composite(paper, picture).convert("RGB")


def in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """In the colours of the web, whatever profile came with it; a broken profile is ignored."""
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            target = ImageCms.createProfile("sRGB")
            made = ImageCms.profileToProfile(picture, source, target, outputMode="RGB")
            if made is not None:
                return made
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            pass
    return picture.convert("RGB")


def as_jpeg(picture: Image.Image, quality: int) -> bytes:
    """As JPEG, with nothing but the pixels."""
    out = io.BytesIO()
    clean = Image.new(picture.mode, picture.size)
    clean.paste(picture)
    clean.save(out, "JPEG", quality=quality, optimize=True, subsampling="4:2:0")
    return out.getvalue()
