"""Texts stay in their boxes, and whatever does not fit is said aloud."""

from __future__ import annotations

import pytest

from companion.printing.texts.fit import Box, Fitted, Wish, fit
from companion.printing.texts.fonts import FONTS, MM_PER_POINT, choose, holds, measures, width_em
from companion.printing.texts.typed_text import cleaned
from tests.printing.decks import CJK, FULL_TEXT, GREEK, THAI, VIETNAMESE

BOX = Box(10, 20, 50, 20)
WISH = Wish("text", 12.0, 6.0, good_pt=8.0)


def words(fitted: Fitted) -> str:
    return " ".join(line.text for line in fitted.lines)


def codes(fitted: Fitted) -> list[str]:
    return [note.code for note in fitted.notes]


def assert_inside(fitted: Fitted, box: Box) -> None:
    for line in fitted.lines:
        size = line.size_pt * MM_PER_POINT
        assert width_em(line.font, line.text) * size <= box.width_mm + 1e-6
        assert line.baseline_mm - measures(line.font).cap_height * size >= box.y_mm - 1e-6
        assert line.baseline_mm <= box.y_mm + box.height_mm + 1e-6


def test_a_short_text_takes_the_largest_size() -> None:
    fitted = fit("name", "Panda", BOX, WISH)
    assert [line.size_pt for line in fitted.lines] == [12.0]
    assert fitted.notes == ()
    assert_inside(fitted, BOX)


def test_a_longer_text_gets_smaller_and_keeps_every_word() -> None:
    text = "Steal a card from an opponent's uncompleted warehouse. " * 4
    fitted = fit("effect_text", text, BOX, WISH)
    assert words(fitted) == cleaned(text).strip()
    assert fitted.lines[0].size_pt < 12.0
    assert_inside(fitted, BOX)


def test_a_small_size_is_reported_with_how_much_to_take_away() -> None:
    text = FULL_TEXT[:260]
    fitted = fit("effect_text", text, BOX, WISH)
    assert codes(fitted) == ["small_text"]
    shorter = text[: len(text) - fitted.notes[0].letters]
    assert fit("effect_text", shorter, BOX, WISH).notes == ()


def test_what_does_not_fit_is_cut_with_an_ellipsis_and_said() -> None:
    tiny = Box(0, 0, 20, 5)
    fitted = fit("flavour", FULL_TEXT, tiny, WISH)
    assert codes(fitted) == ["does_not_fit"]
    assert fitted.lines[-1].text.endswith("…")
    assert_inside(fitted, tiny)
    remaining = cleaned(FULL_TEXT)[: len(FULL_TEXT) - fitted.notes[0].letters]
    assert "does_not_fit" not in codes(fit("flavour", remaining, tiny, WISH))


def test_a_word_wider_than_the_line_is_broken_and_said() -> None:
    fitted = fit("name", "W" * 40, BOX, WISH)
    assert codes(fitted) == ["word_broken"]
    assert words(fitted).replace(" ", "") == "W" * 40
    assert_inside(fitted, BOX)


def test_line_ends_that_were_typed_stay() -> None:
    fitted = fit("effect_text", "one\r\ntwo\nthree", BOX, WISH)
    assert [line.text for line in fitted.lines] == ["one", "two", "three"]


def test_centred_lines_are_evened_out() -> None:
    wish = Wish("flavour", 10.0, 6.0, align="center")
    fitted = fit("flavour", "Comes back. Eventually. By post.", Box(0, 0, 44, 12), wish)
    assert [line.text for line in fitted.lines] == ["Comes back.", "Eventually. By post."]


@pytest.mark.parametrize(("text", "missing"), [(CJK, tuple("龍の宝箱")), (THAI, tuple("ไทย"))])
def test_letters_that_no_font_holds_are_named(text: str, missing: tuple[str, ...]) -> None:
    fitted = fit("name", text, BOX, WISH)
    assert codes(fitted)[0] == "unknown_letters"
    assert fitted.notes[0].characters == missing
    assert all(holds(line.font, line.text) for line in fitted.lines)


@pytest.mark.parametrize("text", [GREEK, VIETNAMESE, "Zażółć gęślą jaźń", "Ђорђе", "Łódź № 7"])
@pytest.mark.parametrize("font", ["title", "flavour", "stencil", "text"])
def test_a_text_is_set_in_one_font_that_holds_all_of_it(font: str, text: str) -> None:
    chosen = choose(font, text)
    assert chosen.missing == ()
    assert holds(chosen.font, chosen.text)


def test_accents_that_come_apart_are_put_together() -> None:
    assert choose("title", "e\u0301").text == "é"


def test_what_nobody_sees_is_left_out_and_quotes_are_curled() -> None:
    assert cleaned("a\u202eb\u200bc") == "abc"
    assert cleaned("It is 'password'. \"Yes\" o'clock") == "It is ‘password’. “Yes” o’clock"


def test_every_font_file_is_the_one_that_was_checked_in() -> None:
    import hashlib

    from companion.printing.folders import FONT_FOLDER

    sums = dict(
        reversed(line.split())
        for line in (FONT_FOLDER / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    )
    assert {font.file for font in FONTS.values()} == set(sums)
    for name, expected in sums.items():
        assert hashlib.sha256((FONT_FOLDER / name).read_bytes()).hexdigest() == expected


def test_browsers_are_told_of_every_font() -> None:
    from companion.printing.folders import CSS_FOLDER

    css = (CSS_FOLDER / "fonts.css").read_text(encoding="utf-8")
    for font in FONTS.values():
        slant = " font-style: italic;" if font.italic else ""
        face = f'"{font.family}"; font-weight: {font.weight};{slant} src: url("/prints/fonts/'
        assert css.count(f'{face}{font.file}")') == 1, font.file
