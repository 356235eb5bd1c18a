"""Phrases become sentences: places filled once, money written out, apostrophes curly."""

from __future__ import annotations

from datetime import datetime

import pytest
from flask import Flask
from flask_babel import force_locale

from companion.core.outcome import Money, Phrase, Refused
from companion.web.games.black_market_warehouse.forms import dollars
from companion.web.language import install
from companion.web.phrasing import (
    clock_time,
    enumerated,
    figure,
    listed,
    message,
    money,
    percent,
    say,
    typed_figure,
    words,
)


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


# --- other languages ------------------------------------------------------------------------

SPACE = "\u00a0"
NARROW = "\u202f"


@pytest.fixture(scope="module")
def languages() -> Flask:
    """An app that speaks everything that we ship."""
    app = Flask("languages")
    install(app)
    return app


@pytest.mark.parametrize(
    ("language", "number", "share", "names", "short", "long"),
    [
        ("en", "1,234.5", "45%", "Ana, Ben, and Chloe", "$2.5M", "$2.5 Million"),
        ("de", "1.234,5", f"45{SPACE}%", "Ana, Ben und Chloe", "2,5", "2,5"),
        ("fr", f"1{NARROW}234,5", f"45{SPACE}%", "Ana, Ben et Chloe", "2,5", "2,5"),
        ("es", "1.234,5", f"45{SPACE}%", "Ana, Ben y Chloe", "2,5", "2,5"),
        ("it", "1.234,5", "45%", "Ana, Ben e Chloe", "2,5", "2,5"),
        ("nl", "1.234,5", "45%", "Ana, Ben en Chloe", "2,5", "2,5"),
    ],
)
def test_each_language_writes_figures_and_lists_its_own_way(
    languages: Flask, language: str, number: str, share: str, names: str, short: str, long: str
) -> None:
    with languages.test_request_context(), force_locale(language):
        assert (figure(1234.5), percent(0.45)) == (number, share)
        assert listed(("Ana", "Ben", "Chloe")) == names
        assert short in money(2_500_000, short=True)
        assert long in money(2_500_000)
        assert "$" in money(2_500_000)
        assert words(Phrase("{x} mm", {"x": 2.5})) == f"{figure(2.5)} mm"
        assert figure(-3) == "−3"


def test_names_one_after_the_other_have_the_languages_comma(languages: Flask) -> None:
    told = {}
    for language in ("en", "de", "ja"):
        with languages.test_request_context(), force_locale(language):
            told[language] = enumerated(["Ana", "{name}", "Ben"])
    assert told == {"en": "Ana, {name}, Ben", "de": "Ana, {name}, Ben", "ja": "Ana、{name}、Ben"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "nl"])
@pytest.mark.parametrize("number", [2.5, 1500, 0.25, 63])
def test_what_a_field_shows_can_be_typed_back(
    languages: Flask, language: str, number: float
) -> None:
    with languages.test_request_context(), force_locale(language):
        shown = typed_figure(number)
    assert dollars(shown, 1000) == round(number * 1000)


def test_the_clock_is_the_one_on_the_wall_in_every_language(languages: Flask) -> None:
    with languages.test_request_context(), force_locale("en"):
        at = datetime(2026, 11, 30, 20, 5).astimezone().isoformat()
        assert clock_time(at) == "20:05"
        assert clock_time("never") == ""
