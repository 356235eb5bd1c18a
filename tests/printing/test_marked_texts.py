"""Bold, italic and icons within card texts stand in their lines and inside their box."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.decks.markup import parse
from companion.printing.texts.fit import Box, Fitted, Wish, fit, fit_marked
from companion.printing.texts.fonts import FONTS, MM_PER_POINT, holds, width_em
from tests.printing.decks import ARABIC

TYPES = ["Weapon", "Animal"]
BOX = Box(5.0, 10.0, 48.0, 20.0)
WISH = Wish("text", 11.5, 5.0, good_pt=7.0, leading=1.25)
HEBREW, HINDI = "שלום עולם", "क्षेत्र का राजा"


def set_(text: str, box: Box = BOX, wish: Wish = WISH) -> Fitted:
    return fit_marked("effect_text", parse(text, TYPES, "$"), box, wish)


def fonts_by_word(fitted: Fitted) -> dict[str, str]:
    return {word: line.font for line in fitted.lines for word in line.text.split()}


@pytest.mark.parametrize(
    ("wish", "fonts"),
    [
        (WISH, ("text", "strong", "slanted", "strong_slanted")),
        (Wish("flavour", 10.0, 5.0), ("flavour", "flavour_strong", "flavour_upright", "title")),
    ],
)
def test_each_style_has_a_font_of_its_own(wish: Wish, fonts: tuple[str, ...]) -> None:
    fitted = set_("plain **bold** *italic* ***both***", wish=wish)
    words = fonts_by_word(fitted)
    assert (words["plain"], words["bold"], words["italic"], words["both"]) == fonts
    assert len({FONTS[font].file for font in fonts}) == 4


def test_a_text_without_markup_is_set_as_it_always_was() -> None:
    text = "Draw 2 cards. Then ditch 1 * or 2 {things}."
    assert set_(text) == fit("effect_text", text, BOX, WISH)


def test_icons_stand_between_their_words() -> None:
    fitted = set_("Pay {coin}2 for a {Weapon} now")
    assert [sign.sign for sign in fitted.signs] == ["coin", "Weapon"]
    (line,) = {line.baseline_mm for line in fitted.lines}
    size = fitted.lines[0].size_pt * MM_PER_POINT
    edges = sorted(
        [(sign.x_mm, sign.x_mm + sign.size_mm) for sign in fitted.signs]
        + [(x.x_mm, x.x_mm + width_em(x.font, x.text.rstrip()) * size) for x in fitted.lines]
    )
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(edges))
    for sign in fitted.signs:
        assert line - size <= sign.y_mm
        assert sign.y_mm + sign.size_mm <= line + 0.25 * size


@given(
    st.lists(
        st.sampled_from(
            ["Steal", "**all**", "*of*", "***it***", "{coin}", "{Animal}", "\n", "extraordinarily",
             "**un**even", "x{weapon}y", "*", "{", "Donaudampfschifffahrtsgesellschaftskapitän"]
        ),
        max_size=60,
    ),
    st.sampled_from(["left", "center", "right"]),
)  # fmt: skip
@settings(max_examples=120)
def test_nothing_marked_up_leaves_its_box_in_silence(words: list[str], align: str) -> None:
    wish = Wish("text", 11.5, 5.0, good_pt=7.0, leading=1.25, align=align)
    text = " ".join(words)
    fitted = set_(text, wish=wish)
    for line in fitted.lines:
        size = line.size_pt * MM_PER_POINT
        wide = width_em(line.font, line.text) * size
        left = line.x_mm - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[line.align]
        assert left >= BOX.x_mm - 0.01
        assert left + wide <= BOX.x_mm + BOX.width_mm + 0.01
        assert BOX.y_mm <= line.baseline_mm - 0.5 * size
        assert line.baseline_mm <= BOX.y_mm + BOX.height_mm
    for sign in fitted.signs:
        assert BOX.x_mm <= sign.x_mm
        assert sign.x_mm + sign.size_mm <= BOX.x_mm + BOX.width_mm + 0.01
    shown = "".join(line.text for line in fitted.lines)
    if "does_not_fit" not in {note.code for note in fitted.notes}:
        pieces = parse(text, TYPES, "$")
        wanted = "".join(piece.text for piece in pieces if not piece.sign)
        assert "".join(shown.split()) == "".join(wanted.split())
        assert len(fitted.signs) == sum(bool(piece.sign) for piece in pieces)


def test_what_is_too_long_tells_how_much_to_take_away() -> None:
    text = "**Take** one {Animal} from anywhere. " * 12
    small = Box(0, 0, 40, 12)
    (note,) = set_(text, small).notes
    assert note.code == "does_not_fit"
    pieces = list(parse(text, TYPES, "$"))
    left = note.letters
    while left:  # from the end, a sign counts as one letter
        last = pieces.pop()
        letters = 1 if last.sign else len(last.text)
        if letters > left:
            pieces.append(type(last)(last.text[:-left], last.bold, last.italic))
            break
        left -= letters
    assert [n.code for n in fit_marked("effect_text", pieces, small, WISH).notes] != [
        "does_not_fit"
    ]


@pytest.mark.parametrize(
    ("text", "font", "from_right"),
    [(ARABIC, "arabic", True), (HEBREW, "hebrew", True), (HINDI, "devanagari", False)],
)
def test_other_alphabets_have_a_font_and_a_direction(
    text: str, font: str, from_right: bool
) -> None:
    fitted = set_(text)
    assert fitted.notes == ()
    assert {line.font for line in fitted.lines} == {font}
    assert {line.from_right for line in fitted.lines} == {from_right}
    assert {line.align for line in fitted.lines} == {"right" if from_right else "left"}
    assert all(holds(line.font, line.text) for line in fitted.lines)


def test_a_line_that_reads_from_the_right_begins_at_the_right() -> None:
    fitted = set_("שלום **עולם** {Animal} מחסן")
    places = {line.text.strip(): line.x_mm for line in fitted.lines}
    assert places["שלום"] > places["עולם"] > fitted.signs[0].x_mm > places["מחסן"]


def test_letters_that_join_are_measured_as_they_are_joined() -> None:
    alone = sum(width_em("arabic", letter) for letter in "صندوق")
    assert 0.5 * alone < width_em("arabic", "صندوق") < 0.95 * alone


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Duck 🦆 of doom 🔥", ["🦆", "🔥"]),
        ("👩‍🚀 flies", ["👩‍🚀"]),
        ("a 👨‍👩‍👧, b", ["👨‍👩‍👧"]),
        ("❤️‍🔥 and 👍🏽", ["❤‍🔥", "👍🏽"]),
        ("call ☎️ me", ["☎"]),
        ("فيل 🐘 شجاع", ["🐘"]),
        ("**🐼🐼** *no*", ["🐼🐼"]),
    ],
)
def test_emoji_stand_beside_letters_of_any_font(text: str, signs: list[str]) -> None:
    fitted = set_(text)
    assert fitted.notes == ()
    found = [line.text for line in fitted.lines if line.font == "emoji"]
    assert found == (signs[::-1] if fitted.lines[0].from_right else signs)
    letters = [line for line in fitted.lines if line.font != "emoji"]
    assert all(holds(line.font, line.text) for line in letters)


def test_joined_emoji_are_measured_as_one_and_never_parted() -> None:
    one, joined = width_em("emoji", "👩"), width_em("emoji", "👩\u200d🚀")
    assert joined == one
    narrow = Box(0, 0, 6, 40)
    lines = [line.text for line in set_("👩\u200d🚀" * 8, narrow).lines]
    assert "".join(lines) == "👩\u200d🚀" * 8
    assert all(line.startswith("👩") and line.endswith("🚀") for line in lines)
    assert len(lines) > 1


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("ab龍", ("龍",)),
        ("ไทย 🦆", ("ไ", "ท", "ย")),
        ("صندوق 龍", ("龍",)),
        ("x\u0305", ("\u0305",)),
        ("ꙮ", ("ꙮ",)),
    ],
)
def test_what_no_font_has_is_named_without_what_nobody_sees(
    text: str, missing: tuple[str, ...]
) -> None:
    fitted = set_(text)
    assert [note.characters for note in fitted.notes] == [missing]
