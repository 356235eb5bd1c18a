"""Of any file that comes in as a picture: a clean JPEG of the window's shape, or why not."""

from __future__ import annotations

import base64
import io
import random
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageFile

from companion.printing.cards.picture_intake import (
    PAPER,
    SHAPES,
    STORED_WIDTH,
    Crop,
    NotTaken,
    Taken,
    read_crop,
    take_in,
)
from companion.printing.failures import SENTENCES
from companion.printing.formats import PrintOptions
from companion.worker_process import TaskDone, TaskFailed, WorkerProcess
from tests.printing.decks import deck_of, item

WIDE = 2.0
WHOLE = Crop()
RED, GREEN, BLUE, WHITE = (220, 20, 20), (20, 160, 20), (20, 20, 220), (255, 255, 255)


def saved(picture: Image.Image, kind: str = "PNG", **more: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def quarters(size: tuple[int, int] = (400, 200)) -> Image.Image:
    """Red, green, blue and white: top left, top right, bottom left, bottom right."""
    picture = Image.new("RGB", size, WHITE)
    half = (size[0] // 2, size[1] // 2)
    picture.paste(RED, (0, 0, *half))
    picture.paste(GREEN, (half[0], 0, size[0], half[1]))
    picture.paste(BLUE, (0, half[1], half[0], size[1]))
    return picture


def opened(taken: Taken | NotTaken) -> Image.Image:
    assert isinstance(taken, Taken), taken
    picture = Image.open(io.BytesIO(taken.data))
    assert (picture.format, picture.mode, picture.size) == (
        "JPEG",
        "RGB",
        (taken.width, taken.height),
    )
    picture.load()
    return picture


def colours(picture: Image.Image) -> list[tuple[int, ...]]:
    """The colour in the middle of each quarter."""
    wide, high = picture.size
    at = [(x, y) for y in (high // 4, high * 3 // 4) for x in (wide // 4, wide * 3 // 4)]
    return [tuple(picture.getpixel(place)) for place in at]  # type: ignore[arg-type]


def alike(found: tuple[int, ...], wanted: tuple[int, ...], within: int = 12) -> bool:
    return all(abs(a - b) <= within for a, b in zip(found, wanted, strict=True))


def assert_quarters(picture: Image.Image, within: int = 12) -> None:
    for found, wanted in zip(colours(picture), (RED, GREEN, BLUE, WHITE), strict=True):
        assert alike(found, wanted, within), (found, wanted)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_comes_back_in_the_shape_of_the_window(kind: str) -> None:
    taken = take_in(saved(quarters(), kind), WHOLE, WIDE)
    picture = opened(taken)
    assert picture.size == (400, 200)
    assert_quarters(picture)


@pytest.mark.parametrize("kind", ["item", "insider", "warehouse"])
def test_a_large_picture_is_stored_no_larger_than_print_needs(kind: str) -> None:
    picture = opened(take_in(saved(quarters((2400, 1800)), "JPEG"), WHOLE, SHAPES[kind]))
    assert picture.width == STORED_WIDTH
    assert abs(picture.width / picture.height - SHAPES[kind]) < 0.01


@pytest.mark.parametrize(
    ("crop", "wanted"),
    [
        ({"x": 0, "y": 0, "zoom": 2}, RED),
        ({"x": 1, "y": 0, "zoom": 2}, GREEN),
        ({"x": "0.1", "y": "0.9", "zoom": "2"}, BLUE),
        ({"x": 99, "y": 99, "zoom": 4}, WHITE),
        ({"x": "nan", "y": None, "zoom": "much"}, None),
        (None, None),
    ],
)
def test_the_crop_says_which_part_is_shown(
    crop: dict[str, Any] | None, wanted: tuple[int, int, int] | None
) -> None:
    picture = opened(take_in(saved(quarters()), read_crop(crop), WIDE))
    if wanted is None:
        assert_quarters(picture)
    else:
        assert all(alike(found, wanted) for found in colours(picture))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_camera_s_orientation_is_undone_and_its_notes_are_gone(orientation: int) -> None:
    turns = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    lying = quarters()
    if orientation in turns:
        lying = lying.transpose(turns[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "where I live"
    data = saved(lying, "JPEG", exif=exif, quality=95, comment=b"my own words")
    assert b"where I live" in data
    taken = take_in(data, WHOLE, WIDE)
    assert_quarters(opened(taken))
    assert isinstance(taken, Taken)
    for trace in (b"where I live", b"Exif", b"my own words", b"ICC_PROFILE", b"http"):
        assert trace not in taken.data


def test_colours_for_print_become_colours_of_the_web() -> None:
    picture = opened(take_in(saved(quarters().convert("CMYK"), "JPEG", quality=95), WHOLE, WIDE))
    assert_quarters(picture, within=40)


def test_a_colour_profile_is_followed() -> None:
    """An sRGB profile whose red and green are exchanged: what it calls red is green."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, green = profile.index(b"rXYZ"), profile.index(b"gXYZ")
    profile[red : red + 4], profile[green : green + 4] = b"gXYZ", b"rXYZ"
    picture = opened(take_in(saved(quarters(), icc_profile=bytes(profile)), WHOLE, WIDE))
    found = colours(picture)
    assert found[0][1] > 180 > found[0][0]
    assert found[1][0] > 120 > found[1][1]


@pytest.mark.parametrize("profile", [b"no profile", b"\0" * 200])
def test_a_broken_profile_is_left_out(profile: bytes) -> None:
    assert_quarters(opened(take_in(saved(quarters(), icc_profile=profile), WHOLE, WIDE)))


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, depth: int, colour: int, rows: bytes, *more: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    body = chunk(b"IHDR", head) + b"".join(more) + chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("colour", "value", "wanted"),
    [
        (0, (0x80FF,), (129, 129, 129)),
        (2, (0xFFFF, 0x8000, 0x0000), (255, 128, 0)),
        (6, (0xFFFF, 0x8000, 0x0000, 0x0000), PAPER),
    ],
)
def test_sixteen_bits_are_read_as_eight(
    colour: int, value: tuple[int, ...], wanted: tuple[int, int, int]
) -> None:
    row = b"\0" + struct.pack(f">{len(value)}H", *value) * 40
    picture = opened(take_in(png(40, 20, 16, colour, row * 20), WHOLE, WIDE))
    assert alike(tuple(picture.getpixel((20, 10))), wanted, 4)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["P", "RGBA", "LA", "1", "L"])
def test_where_a_picture_is_transparent_the_paper_shows(mode: str) -> None:
    if mode == "P":
        picture = Image.new("P", (40, 20), 0)
        picture.putpalette([*RED, *BLUE])
        picture.paste(1, (20, 0, 40, 20))
        data, wanted = saved(picture, transparency=0), (PAPER, BLUE)
    elif mode in ("RGBA", "LA"):
        picture = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
        picture.paste((90, 90, 90, 255), (20, 0, 40, 20))
        data, wanted = saved(picture.convert(mode)), (PAPER, (90, 90, 90))
    else:
        picture = Image.new(mode, (40, 20), 0)
        picture.paste(1 if mode == "1" else 255, (20, 0, 40, 20))
        data, wanted = saved(picture), ((0, 0, 0), WHITE)
    found = opened(take_in(data, WHOLE, WIDE))
    assert alike(tuple(found.getpixel((5, 10))), wanted[0])  # type: ignore[arg-type]
    assert alike(tuple(found.getpixel((35, 10))), wanted[1])  # type: ignore[arg-type]


def test_of_a_moving_picture_the_first_frame_is_taken() -> None:
    frames = [Image.new("RGB", (40, 20), colour) for colour in (RED, BLUE)]
    data = saved(frames[0], save_all=True, append_images=frames[1:])
    assert b"acTL" in data
    assert all(alike(found, RED) for found in colours(opened(take_in(data, WHOLE, WIDE))))


def large_png(side: int) -> bytes:
    """A small file of very many pixels."""
    row = b"\0" + b"\0" * ((side + 7) // 8)
    return png(side, side, 1, 0, row * side)


def many_scans() -> bytes:
    data = saved(quarters(), "JPEG")
    scan = data.index(b"\xff\xda")
    return data[:scan] + data[scan : scan + 14] * 200 + data[scan:]


BROKEN = {
    "half a PNG": saved(quarters())[:200],
    "half a JPEG": saved(quarters((1500, 900)), "JPEG")[:4000],
    "a PNG's name only": b"\x89PNG\r\n\x1a\n",
    "a JPEG's name only": b"\xff\xd8\xff\xe0",
    "a wrong check sum": saved(quarters()).replace(b"IDAT", b"IDAX"),
    "a hundred thousand scans": many_scans(),
    "a note that swells": png(
        40, 20, 8, 0, b"\0" * 820, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 90_000_000, 9))
    ),
    "no pixels": png(40, 20, 8, 2, b""),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_file_is_refused(name: str) -> None:
    assert take_in(BROKEN[name], WHOLE, WIDE) == NotTaken("picture_broken")


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "BMP", "TIFF", "PPM", "ICO", "PDF"])
def test_other_kinds_of_file_are_told_by_what_is_in_them(kind: str) -> None:
    assert take_in(saved(quarters(), kind), WHOLE, WIDE) == NotTaken("picture_unknown")


@pytest.mark.parametrize(
    "data",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>", b"\0\0\0\x18ftypheic", b"%!PS"],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    assert take_in(data, WHOLE, WIDE) == NotTaken("picture_unknown")


def test_too_many_pixels_are_refused_by_the_head_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    data = large_png(12_000)
    assert len(data) < 450_000
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda _picture: pytest.fail("it was read"))
    assert take_in(data, WHOLE, WIDE) == NotTaken("picture_too_large")
    assert take_in(large_png(20_000), WHOLE, WIDE) == NotTaken("picture_too_large")
    assert take_in(large_png(4_900), WHOLE, WIDE) == NotTaken("picture_too_large")


def test_too_heavy_and_too_small_pictures_are_refused() -> None:
    padded = saved(quarters()) + b"\0" * 5_000_000
    assert take_in(padded, WHOLE, WIDE) == NotTaken("picture_too_heavy")
    assert take_in(saved(quarters((15, 40))), WHOLE, WIDE) == NotTaken("picture_too_small")


def test_bytes_changed_at_random_never_break_out() -> None:
    """Two hundred files with a few wrong bytes each: taken or refused, nothing else."""
    chance = random.Random(20261130)
    sources = [saved(quarters((64, 32)), kind) for kind in ("PNG", "JPEG")]
    codes = set()
    for number in range(200):
        data = bytearray(sources[number % 2])
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(3, len(data))] = chance.randrange(256)
        made = take_in(bytes(data), WHOLE, WIDE)
        codes.add(made.code if isinstance(made, NotTaken) else "taken")
    assert {"taken", "picture_broken"} <= codes
    assert codes <= {"taken", *SENTENCES}


def test_the_same_picture_gives_the_same_bytes() -> None:
    data = saved(quarters((900, 700)), "JPEG")
    assert take_in(data, WHOLE, WIDE) == take_in(data, WHOLE, WIDE)


def asked(renderer: WorkerProcess, data: bytes, **more: Any) -> TaskDone | TaskFailed:
    return renderer.run({"task": "picture", "data": base64.b64encode(data).decode(), **more})


def test_half_a_picture_is_refused_by_a_worker_that_has_printed_before(
    renderer: WorkerProcess,
) -> None:
    """The text renderer tells Pillow to be content with half a file, for the whole process."""
    task = {"deck": deck_of(item()).to_json(), "options": PrintOptions().to_json()}
    assert isinstance(renderer.run({"task": "deck", **task}), TaskDone)
    for name in ("half a PNG", "half a JPEG"):
        refused = asked(renderer, BROKEN[name])
        assert isinstance(refused, TaskFailed)
        assert refused.code == "picture_broken"


def test_the_worker_takes_pictures_in_and_says_why_not(renderer: WorkerProcess) -> None:
    made = asked(renderer, saved(quarters()), kind="warehouse", crop={"x": 0, "y": 0, "zoom": 3})
    assert isinstance(made, TaskDone)
    assert made.said == {"width": 133, "height": round(133 / SHAPES["warehouse"])}
    refused = asked(renderer, b"GIF89a")
    assert isinstance(refused, TaskFailed)
    assert refused.code == "picture_unknown"
    still_there = asked(renderer, saved(quarters()))
    assert isinstance(still_there, TaskDone)


@pytest.mark.soak
def test_the_largest_picture_fits_into_the_worker_s_memory(renderer: WorkerProcess) -> None:
    shade = Image.linear_gradient("L").resize((6000, 4000))
    large = Image.merge("RGBA", (shade, shade, shade, shade))
    data = saved(large, compress_level=9)
    exif = Image.Exif()
    exif[0x0112] = 6
    photograph = saved(large.convert("RGB"), "JPEG", quality=40, exif=exif)
    for each in (data, photograph):
        assert len(each) <= 5_000_000
        made = asked(renderer, each, crop={"x": 0.5, "y": 0.5, "zoom": 1.5})
        assert isinstance(made, TaskDone)
