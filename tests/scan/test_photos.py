"""Simulated photos of real printed cards: what lies there is read, and nothing else ever is."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
import qrcode
import zxingcpp
from PIL import Image

from companion.printing.formats import PrintOptions
from companion.scanning import decoding
from companion.scanning.decoding import NotRead, read_photo
from companion.scanning.places import Found, in_reading_order, united
from companion.scanning.reader import WorkerPhotoReader
from companion.services.scans.ports import PhotoNotRead, PhotoRead
from tests.scan.photos import (
    Card,
    Conditions,
    Laid,
    compared,
    fanned,
    laid_out,
    middle_of_mark,
    photo,
)

SOME_PHOTOS = [(seed, "10" if seed % 3 else "8", 8 if seed % 2 else 3) for seed in range(20)]
"""Seed, mark and megapixels: ten photos of 8 and ten of 3."""


def jpeg(picture: Image.Image, **how: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85, **how)
    return out.getvalue()


def test_twenty_photos_of_piles_are_read_without_a_mistake(cards: dict[str, list[Card]]) -> None:
    lying = read = wrong = 0
    for seed, mark, megapixels in SOME_PHOTOS:
        chance = random.Random(seed)
        pile = chance.sample(cards[mark], chance.randint(12, 20))
        spread = fanned if seed // 2 % 2 else laid_out
        how = Conditions(megapixels, tilt=0.12 * chance.random(), blur=chance.uniform(0.4, 1.2))
        taken = photo(
            spread(pile, chance), middle_of_mark(PrintOptions(scan_marks=mark)), how, seed
        )
        right, others = compared(read_photo(taken.jpeg), taken)
        lying, read, wrong = lying + len(taken.marks), read + right, wrong + others
    assert wrong == 0
    assert read >= 0.99 * lying, (read, lying)


def test_120_marks_in_one_picture_are_all_read(cards: dict[str, list[Card]]) -> None:
    many = [*cards["10"], *cards["10"][:40]]
    chance = random.Random(7)
    spread = [
        Laid(card, (number % 15) * 66, (number // 15) * 24 + chance.uniform(-1, 1), 0)
        for number, card in enumerate(many)
    ]
    how = Conditions(12, tilt=0.02, blur=0.5, noise=3, shadow=0.2)
    taken = photo(spread, middle_of_mark(PrintOptions(scan_marks="10")), how, 7)
    assert compared(read_photo(taken.jpeg), taken) == (120, 0)


def test_other_codes_never_become_cards() -> None:
    page = Image.new("RGB", (1600, 1200), "white")
    menu: Any = qrcode.make("https://menu.example/table/7")
    page.paste(menu.convert("RGB").resize((500, 500)), (40, 40))
    makers: list[tuple[Any, str]] = [
        (zxingcpp.BarcodeFormat.EAN13, "4006381333931"),
        (zxingcpp.BarcodeFormat.Code128, "ABC2DE"),
        (zxingcpp.BarcodeFormat.QRCode, "ABC2DE"),
        (zxingcpp.BarcodeFormat.DataMatrix, "PARCEL 0017-A"),
        (zxingcpp.BarcodeFormat.DataMatrix, "ABC1OE"),
    ]
    for number, (kind, text) in enumerate(makers):
        made: Any = zxingcpp.create_barcode(text, kind)
        code = Image.fromarray(made.to_image(scale=6)).convert("RGB")
        page.paste(code, (600 + number % 2 * 480, 40 + number // 2 * 380))
    assert zxingcpp.read_barcodes(page) != []
    assert read_photo(jpeg(page)).marks == ()


def test_a_photo_of_nothing_has_no_marks(cards: dict[str, list[Card]]) -> None:
    assert read_photo(jpeg(Image.new("RGB", (1200, 900), "#765"))).marks == ()
    chance = random.Random(3)
    how = Conditions(3, blur=14)
    taken = photo(laid_out(cards["10"][:12], chance), (0, 0), how, 3)
    assert read_photo(taken.jpeg).marks == ()


@pytest.mark.parametrize(("photo_", "code"), [
    (b"This is a text, whatever its name says.", "photo_unknown"),
    (b"", "photo_unknown"),
    (b"\xff\xd8\xff" + b"x" * 1000, "photo_broken"),
    (b"\xff\xd8\xff" + b"\xff\xda" * 500, "photo_broken"),
    (b"\xff\xd8\xff" + b"x" * 8_000_001, "photo_too_heavy"),
])  # fmt: skip
def test_what_is_no_photo_is_refused_by_what_is_wrong(photo_: bytes, code: str) -> None:
    with pytest.raises(NotRead) as refused:
        read_photo(photo_)
    assert refused.value.code == code


@pytest.mark.parametrize("size", [(5000, 5001), (12_000, 12_000)])
def test_too_many_pixels_are_refused_before_they_are_decoded(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.BytesIO()
    Image.new("1", size).save(out, "PNG")
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(NotRead) as refused:
        read_photo(out.getvalue())
    assert refused.value.code == "photo_too_large"


def test_half_a_photo_is_broken(cards: dict[str, list[Card]]) -> None:
    whole = jpeg(cards["10"][0].picture)
    with pytest.raises(NotRead) as refused:
        read_photo(whole[: len(whole) // 2])
    assert refused.value.code == "photo_broken"


def test_a_photo_is_turned_as_the_camera_held_it_and_shown_without_its_notes(
    cards: dict[str, list[Card]],
) -> None:
    notes = Image.Exif()
    notes[0x0112] = 6
    notes[0x010F] = "A phone that says where it was"
    lying = cards["10"][0].picture.transpose(Image.Transpose.ROTATE_90)
    read = read_photo(jpeg(lying, exif=notes))
    assert [mark.text for mark in read.marks] == [cards["10"][0].text]
    assert read.width < read.height
    shown = Image.open(io.BytesIO(read.shown))
    assert shown.width < shown.height
    assert dict(shown.getexif()) == {}
    assert b"where it was" not in read.shown


def test_large_photos_are_read_at_the_size_that_phones_send(cards: dict[str, list[Card]]) -> None:
    table = Image.new("RGB", (5600, 4200), "#765")
    table.paste(cards["10"][0].picture.resize((1400, 1956)), (900, 800))
    read = read_photo(jpeg(table))
    assert (read.width, read.height) == (3264, 2448)
    assert [mark.text for mark in read.marks] == [cards["10"][0].text]


def square(text: str, x: float, y: float, side: float = 10) -> Found:
    return Found(text, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))


def test_the_same_mark_read_twice_is_one_and_at_two_places_two() -> None:
    first = [square("AAAAAA", 0, 0), square("AAAAAA", 100, 0)]
    again = [square("AAAAAA", 2, 1), square("BBBBBB", 101, 2), square("BBBBBB", 50, 50)]
    assert united(first, again) == (*first, square("BBBBBB", 50, 50))


def test_marks_are_numbered_as_one_reads() -> None:
    lines = [square("A", 0, 0), square("B", 40, 6), square("C", 80, -4), square("D", 0, 40)]
    assert [each.text for each in in_reading_order(lines[::-1])] == ["A", "B", "C", "D"]


# --- in the worker ---


def test_the_worker_reads_and_refuses_and_goes_on(
    cards: dict[str, list[Card]], tmp_path: Path
) -> None:
    reader = WorkerPhotoReader()
    try:
        refused = reader.read(b"no photo")
        read = reader.read(jpeg(cards["8"][3].picture))
    finally:
        reader.close()
    assert isinstance(refused, PhotoNotRead)
    assert refused.code == "photo_unknown"
    assert isinstance(read, PhotoRead)
    assert [mark.text for mark in read.reads] == [cards["8"][3].text]
    assert 0.6 < read.reads[0].x < 1
    assert read.picture.startswith(b"\xff\xd8\xff")


def test_the_small_pass_is_needed_where_a_photo_has_few_pixels(
    cards: dict[str, list[Card]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 3 megapixels a mark of 8 mm has 3 pixels to a square: read twice as large, it is there."""
    chance = random.Random(11)
    how = Conditions(3, tilt=0.1, blur=1.3)
    options = PrintOptions(scan_marks="8")
    taken = photo(laid_out(cards["8"][:20], chance), middle_of_mark(options), how, 11)
    both, _ = compared(read_photo(taken.jpeg), taken)
    monkeypatch.setattr(decoding, "SMALL_EDGE", 0)
    once, _ = compared(read_photo(taken.jpeg), taken)
    assert both == 20
    assert once <= both
