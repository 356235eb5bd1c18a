"""Type marks and pictures in deck files: read strictly, left out when empty, stable by default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.decks.type_marks import COLOURS, STARTER_MARKS, TYPE_ICONS, TypeMark
from companion.core.outcome import Json, Refused
from companion.printing.drawing import palette
from tests.core.builders import changed, said, starter

ROOT = Path(__file__).parents[2]
ASSET = "asset:" + "0123456789abcdef" * 4


def read(data: Json) -> Deck:
    deck = read_deck(data)
    assert isinstance(deck, Deck), deck
    return deck


def test_a_deck_without_marks_and_pictures_is_written_as_before() -> None:
    assert read(starter()).to_json() == starter()
    assert read(changed(starter(), type_marks={})).to_json() == starter()


def test_chosen_marks_and_pictures_come_back() -> None:
    data = changed(starter(), type_marks={"Animal": {"colour": "teal", "icon": "cat"}})
    for card in data["cards"]:
        card["picture"] = ASSET
    deck = read(data)
    assert deck.mark_of("Animal") == TypeMark("teal", "cat")
    assert {card.picture for card in deck.cards} == {ASSET}
    assert deck.to_json() == data
    assert read(deck.to_json()) == deck


def test_marks_are_written_in_the_order_of_the_types() -> None:
    mark = {"colour": "teal", "icon": "cat"}
    deck = read(changed(starter(), type_marks={"Animal": mark, "Weapon": mark}))
    assert list(deck.to_json()["type_marks"]) == ["Weapon", "Animal"]


def test_the_rulebooks_types_keep_their_marks_in_every_deck() -> None:
    types = ["Spice", "Top Secret", "Weapon"]
    deck = read(changed(starter(), item_types=types, cards=[]))
    assert deck.mark_of("Weapon") == STARTER_MARKS["Weapon"] == TypeMark("red", "sword")
    assert deck.mark_of("Top Secret") == TypeMark("blue", "file-lock")
    assert deck.mark_of("Spice") == TypeMark("plum", "gem")


def test_twenty_own_types_have_twenty_marks_that_stay_when_types_are_added() -> None:
    types = [f"Type {number}" for number in range(20)]
    deck = read(changed(starter(), item_types=types, cards=[]))
    marks = [deck.mark_of(name) for name in types]
    assert len({mark.icon for mark in marks}) == 20
    fewer = read(changed(starter(), item_types=types[:7], cards=[]))
    assert [fewer.mark_of(name) for name in types[:7]] == marks[:7]
    assert fewer.mark_of("no type of this deck") == marks[7]


@pytest.mark.parametrize(
    ("marks", "problem"),
    [
        ([], "type_marks must give item types a colour and an icon."),
        (None, "type_marks must give item types a colour and an icon."),
        ({"Gold": {"colour": "red", "icon": "cat"}}, "Gold is not in item_types. Add it there."),
        ({7: {"colour": "pink", "icon": "cat"}}, "7 is not in item_types. Add it there."),
        ({"Animal": {"colour": "pink", "icon": "cat"}},
         "The mark of Animal needs a colour and an icon from our lists."),
        ({"Animal": {"colour": "red", "icon": "../cat"}},
         "The mark of Animal needs a colour and an icon from our lists."),
        ({"Animal": {"colour": [], "icon": "cat"}},
         "The mark of Animal needs a colour and an icon from our lists."),
        ({"Animal": "red"}, "The mark of Animal needs a colour and an icon from our lists."),
        ({"Animal": {"colour": "red", "icon": "cat", "size": 2}},
         "The key size is not known here. Remove it."),
    ],
)  # fmt: skip
def test_a_fault_of_a_mark_is_named(marks: Any, problem: str) -> None:
    data = starter()
    data["type_marks"] = marks
    answer = read_deck(data)
    assert isinstance(answer, Refused)
    assert said(answer.fields["problems"][0]) == problem


def test_every_colour_can_be_printed_and_has_white_readable_on_it() -> None:
    assert set(palette.COLOURS) == set(COLOURS)
    for name in STARTER_MARKS:
        mark = STARTER_MARKS[name]
        assert palette.COLOURS[mark.colour] == palette.sign_of(mark).colour
        assert mark.icon == palette.sign_of(mark).icon
    for hex_colour in palette.COLOURS.values():
        shares = [int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [(c + 0.055) ** 2.4 / 1.055**2.4 if c > 0.04045 else c / 12.92 for c in shares]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (light + 0.05) >= 5.45


def test_every_icon_is_there_for_print_and_for_screens() -> None:
    assert len(set(TYPE_ICONS)) == len(TYPE_ICONS) == 25
    for folder in ("print/icons", "static/vendor/lucide/icons"):
        assert [name for name in TYPE_ICONS if not (ROOT / folder / f"{name}.svg").exists()] == []
