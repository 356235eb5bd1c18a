"""What we vendor stays whole: every checksum that we wrote down still holds."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont

from companion.web.language import FOLDER
from companion.web.templating import face

STATIC = Path(__file__).resolve().parents[2] / "static"
LISTED = (STATIC / "vendor" / "VENDORED.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`*]+)` \|.*`([0-9a-f]{64})` \|$", LISTED, re.MULTILINE)
ICONS = STATIC / "vendor" / "lucide"
ICON_ROWS = [line.split() for line in (ICONS / "SHA256SUMS").read_text().splitlines()]


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_scripts_and_font_are_all_listed() -> None:
    assert sorted(name for name, _ in ROWS) == [
        "../fonts/besley-600-accents.woff2",
        "../fonts/besley-600.woff2",
        "htmx/htmx.min.js",
        "idiomorph/idiomorph.min.js",
    ]


@pytest.mark.parametrize(("name", "checksum"), ROWS)
def test_vendored_file_is_the_one_that_was_taken(name: str, checksum: str) -> None:
    assert sha256(STATIC / "vendor" / name) == checksum


def test_every_icon_is_the_one_that_was_taken() -> None:
    found = [[sha256(icon), f"icons/{icon.name}"] for icon in sorted(ICONS.glob("icons/*.svg"))]
    assert found == sorted(ICON_ROWS, key=lambda row: row[1])


@pytest.mark.parametrize("folder", ["vendor/htmx", "vendor/idiomorph", "vendor/lucide"])
def test_each_vendored_package_brings_its_licence(folder: str) -> None:
    assert len((STATIC / folder / "LICENSE").read_text(encoding="utf-8")) > 300


def test_the_font_brings_its_licence() -> None:
    text = (STATIC / "fonts" / "besley-LICENSE.txt").read_text(encoding="utf-8")
    assert "SIL Open Font License, Version 1.1" in text


def test_titles_have_every_letter_of_every_language_we_speak() -> None:
    fonts = [TTFont(STATIC / "fonts" / f"besley-600{part}.woff2") for part in ("", "-accents")]
    drawn = {chr(code) for font in fonts for code in font.getBestCmap()}
    catalogues = sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))
    assert catalogues != []
    for catalogue in catalogues:
        letters = {each for each in catalogue.read_text(encoding="utf-8") if each.isalpha()}
        assert letters - drawn == set(), catalogue


def test_all_ten_tabular_figures_are_as_wide_and_as_heavy_as_each_other() -> None:
    font = TTFont(STATIC / "fonts" / "besley-600.woff2")
    swaps = font["GSUB"].table.LookupList.Lookup
    [tabular] = [s.mapping for each in swaps for s in each.SubTable if hasattr(s, "mapping")]
    widths = {font["hmtx"][tabular[plain]][0] for plain in tabular}
    ink = AreaPen(), AreaPen()
    font.getGlyphSet()["zero"].draw(ink[0])
    font.getGlyphSet()[tabular["zero"]].draw(ink[1])
    assert (len(tabular), len(widths)) == (10, 1)
    assert abs(ink[1].value) == pytest.approx(abs(ink[0].value), rel=0.05)


def test_titles_stand_in_the_text_face_exactly_when_the_fonts_lack_a_letter() -> None:
    fonts = [TTFont(STATIC / "fonts" / f"besley-600{part}.woff2") for part in ("", "-accents")]
    drawn = {chr(code) for font in fonts for code in font.getBestCmap()}
    printable = [chr(code) for code in range(0x20, 0x2100) if chr(code).isprintable()]
    assert [each for each in printable if (face(each) == "") != (each in drawn)] == []
