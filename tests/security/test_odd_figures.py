"""Figures as nobody means them: no field that takes one breaks on them or takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.decks.model import LARGEST_MONEY
from companion.printing.formats import LARGEST_COPIES, LENGTHS, PrintOptions, read_options
from tests.security.phones import GAME, Browser

ODD = (
    "1e999999", "1e99999999999", "1e-999999999", "-1e999999", "1e308", "nan", "sNaN", "inf",
    "-Infinity", "9" * 5_000, "000001" + "9" * 5_000, "0000019999", "0x10", "1_0", "\u00bd",
    "\u00b2", "1.0000000000000000000000000000001", "1.2.3", "--1", "[", " ",
)  # fmt: skip
"""What Python would read as a number, or almost, and no table means."""


@pytest.fixture
def deck(browser: Callable[[], Browser]) -> tuple[Browser, str]:
    """A phone with a deck, and its edit link."""
    phone = browser()
    made = phone.json("POST", "/decks", {"from": "starter", "name": "Ours"}).json
    assert made is not None
    return phone, str(made["edit"])


def cards_of(phone: Browser, edit: str) -> Any:
    made = phone.json("GET", edit).json
    assert made is not None
    return made["revision"], made["deck"]["cards"]


@pytest.mark.parametrize(
    ("card", "field"),
    [("panda", "money"), ("panda", "count"), ("on-the-level-storage", "bonus")],
)
def test_no_figure_of_a_card_breaks_or_changes_it(
    card: str, field: str, deck: tuple[Browser, str]
) -> None:
    phone, edit = deck
    revision, before = cards_of(phone, edit)
    for text in ODD:
        fields = {"base": revision, "do": "change", "card": card, field: text}
        saved = phone.post(edit, data=fields)
        shown = phone.post(f"{edit}/cards/{card}/preview", data=fields)

        assert (saved.status_code, shown.status_code) == (422, 200), text[:40]
    assert cards_of(phone, edit) == (revision, before)


def test_the_largest_amount_of_a_card_is_saved_to_the_dollar(deck: tuple[Browser, str]) -> None:
    phone, edit = deck
    revision, _ = cards_of(phone, edit)
    typed = f"{LARGEST_MONEY // 1_000_000}.{LARGEST_MONEY % 1_000_000:06}"
    change = {"base": revision, "do": "change", "card": "panda", "money": typed}

    assert phone.post(edit, data=change).status_code == 303
    _, cards = cards_of(phone, edit)
    assert next(each for each in cards if each["id"] == "panda")["money"] == LARGEST_MONEY


@pytest.mark.parametrize("name", ["copies", "card", *LENGTHS])
@pytest.mark.parametrize("text", ODD)
def test_no_option_of_a_print_takes_an_odd_figure(name: str, text: str) -> None:
    read = read_options({name: text})

    if isinstance(read, PrintOptions):  # a length may be tiny: then it is nothing
        assert name in LENGTHS
        assert abs(getattr(read, name)) <= LENGTHS[name][1]


def test_copies_are_counted_whole() -> None:
    most = read_options({"copies": f"{LARGEST_COPIES:05}"})

    assert isinstance(most, PrintOptions)
    assert most.copies == LARGEST_COPIES


def test_no_page_of_a_print_breaks(browser: Callable[[], Browser]) -> None:
    phone = browser()
    for text in ODD:
        odd = dict.fromkeys(("copies", "bleed_mm", "own_size"), text)
        page = phone.get("/prints/new", query_string={"deck": "starter", **odd})
        assert page.status_code in (200, 422), text[:40]


@pytest.mark.parametrize("field", ["millions", "count:1000000", "total", "bonus_more", "number"])
def test_no_figure_of_a_tap_breaks(field: str, browser: Callable[[], Browser]) -> None:
    phone = browser()
    made = phone.json(
        "POST", "/tables", {"game": GAME, "player": "Ana", "options": {"track": "scores"}}
    ).json
    assert made is not None
    for text in ODD:
        tap = {"event": '{"event": "pile_counted", "player": "Ana"}', field: text}
        assert phone.post(f"/tables/{made['code']}/events", data=tap).status_code < 500, text[:40]
