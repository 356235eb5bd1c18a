"""Card texts know a small closed markup; everything else in them stands for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.decks.markup import parse, plain_text

TYPES = ("Weapon", "Top Secret")


def shown(text: str) -> list[tuple[str, str, str]]:
    """Text, style letters and sign of each piece."""
    return [
        (piece.text, "b" * piece.bold + "i" * piece.italic, piece.sign)
        for piece in parse(text, TYPES, "$")
    ]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "a **b** *c* d",
            [("a ", "", ""), ("b", "b", ""), (" ", "", ""), ("c", "i", ""), (" d", "", "")],
        ),
        ("***x***", [("x", "bi", "")]),
        ("**bold *both***", [("bold ", "b", ""), ("both", "bi", "")]),
        ("*it **both** it*", [("it ", "i", ""), ("both", "bi", ""), (" it", "i", "")]),
        ("*one\ntwo*", [("one\ntwo", "i", "")]),
        ("Pay {coin}3", [("Pay ", "", ""), ("$", "", "coin"), ("3", "", "")]),
        ("{top secret}", [("Top Secret", "", "Top Secret")]),
        ("**{Weapon} x**", [("Weapon", "b", "Weapon"), (" x", "b", "")]),
    ],
)
def test_markup_becomes_pieces(text: str, pieces: list[tuple[str, str, str]]) -> None:
    assert shown(text) == pieces


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4",
        "**",
        "****",
        "* a*",
        "**a",
        "a*",
        "{coin",
        "{nope}",
        "{ }",
        "{}",
        "a** b **c",
        "{co\nin}",
    ],
)
def test_what_is_no_markup_stands_for_itself(text: str) -> None:
    assert shown(text) == [(text, "", "")]


def test_a_type_named_coin_is_told_from_the_coin() -> None:
    signs = [(piece.text, piece.sign) for piece in parse("{coin}{Coin}", ("Coin",), "$")]
    assert signs == [("$", "coin"), ("Coin", "Coin")]


def test_screens_show_the_text_without_its_marks() -> None:
    text = "**Steal** a *random* {weapon}.\nPay {coin}2."
    assert plain_text(text, TYPES, "$") == "Steal a random Weapon.\nPay $2."


@given(st.text(alphabet="ab *{}\n", max_size=60))
def test_nothing_but_whole_marks_is_taken_away(text: str) -> None:
    plain = plain_text(text, TYPES)
    assert [letter for letter in plain if letter != "*"] == [x for x in text if x != "*"]
    assert (text.count("*") - plain.count("*")) % 2 == 0
