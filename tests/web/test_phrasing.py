"""Phrases become sentences: places filled once, money written out, apostrophes curly."""

from __future__ import annotations

import pytest

from companion.core.outcome import Money, Phrase, Refused
from companion.web.phrasing import message, money, say, words


@pytest.mark.parametrize(
    ("dollars", "sentence", "figure"),
    [
        (0, "$0 Million", "$0M"),
        (3_000_000, "$3 Million", "$3M"),
        (12_000_000, "$12 Million", "$12M"),
        (1_500_000, "$1.5 Million", "$1.5M"),
        (999_000_000, "$999 Million", "$999M"),
        (1_234_567, "$1,234,567", "$1,234,567"),
        (50_000, "$50,000", "$50,000"),
        (-2_000_000, "−$2 Million", "−$2M"),
    ],
)
def test_money_is_written_in_sentences_and_on_figures(
    dollars: int, sentence: str, figure: str
) -> None:
    assert (money(dollars), money(dollars, short=True)) == (sentence, figure)


def test_an_amount_inside_a_phrase_is_written_out() -> None:
    phrase = Phrase("Both have {amount}.", {"amount": Money(23_000_000)})
    assert words(phrase) == "Both have $23 Million."


def test_on_figures_the_amount_is_short() -> None:
    phrase = Phrase(
        "{name} added {card}, {amount}",
        {"name": "Ana", "card": "Panda", "amount": Money(4_000_000)},
    )
    assert words(phrase, short_money=True) == "Ana added Panda, $4M"


def test_a_list_of_names_reads_as_a_sentence() -> None:
    assert words(Phrase("{who} share the win", {"who": ("Ana", "Ben", "Chloe")})) == (
        "Ana, Ben, and Chloe share the win"
    )


def test_a_phrase_inside_a_phrase_is_filled_with_its_own_places() -> None:
    inner = Phrase("{name} added {card}", {"name": "Ben", "card": "Panda"})
    outer = Phrase("Meanwhile {name} logged: {words}.", {"name": "Cleo", "words": inner})
    assert words(outer) == "Meanwhile Cleo logged: Ben added Panda."


def test_a_typed_place_is_not_filled_again() -> None:
    phrase = Phrase("{name} added {card}.", {"name": "{card}", "card": "Panda"})
    assert words(phrase) == "{card} added Panda."


def test_on_screens_apostrophes_are_curly_and_in_json_they_are_straight() -> None:
    refused = Refused("not_your_turn", Phrase("It is {active}'s turn.", {"active": "Ben"}))
    assert words(refused.phrase) == "It is Ben’s turn."
    assert message(refused) == "It is Ben's turn."


def test_a_missing_place_stays_visible_instead_of_breaking_the_page() -> None:
    assert say("Hello {name}") == "Hello {name}"


def test_no_attribute_of_a_value_can_be_reached() -> None:
    assert say("{name.__class__}", name="Ana") == "{name.__class__}"
