"""What is told of a change: of the settings each one, of a unit the unit and not every card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.decks import editing
from companion.core.decks.changes import change_in_words, changes_in_words
from companion.core.decks.editing import blank
from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.core.decks.type_marks import TypeMark
from companion.core.outcome import Money, Phrase
from tests.core.builders import MILLION, said, starter


def began() -> Deck:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    return deck


def after_settings(**changed: object) -> Deck:
    deck = began()
    facts = ("name", "note", "currency", "money_unit", "hand_size", "hand_limit")
    edited = editing.change_deck(deck, **{f: getattr(deck, f) for f in facts} | changed)
    assert isinstance(edited, Deck)
    return edited


def test_every_setting_is_told_by_what_it_is_now() -> None:
    after = after_settings(name="Quay", currency="€", hand_size=4, hand_limit=7, note=None)

    assert [said(each) for each in changes_in_words(began(), after)] == [
        "The deck is now called Quay",
        "Money is now in €",
        "Cards dealt: 4 now, 5 before",
        "Most cards in a hand: 7 now, 5 before",
        *([] if began().note is None else ["No remark now"]),
    ]


def test_another_unit_is_one_change_and_not_one_of_every_card() -> None:
    told = change_in_words(began(), after_settings(money_unit=1_000))

    assert told == Phrase("A 1 on a card is now {money}", {"money": Money(1_000)})


def test_settings_that_change_together_are_all_named() -> None:
    two = change_in_words(began(), after_settings(name="Quay", currency="€"))
    four = change_in_words(
        began(), after_settings(name="Quay", currency="€", hand_size=4, hand_limit=7)
    )

    assert (two and said(two), four and said(four)) == (
        "Changed: name and currency",
        "Changed: name, currency, cards dealt and hand limit",
    )


def test_a_setting_and_cards_are_the_first_two_said_and_the_rest_counted() -> None:
    after = after_settings(name="Quay")
    first, second, third, *rest = after.cards
    cards = (replace(first, count=9), replace(second, count=9), replace(third, count=9), *rest)

    told = change_in_words(began(), replace(after, cards=cards))

    assert told is not None
    assert said(told) == (
        f"The deck is now called Quay · Copies of {first.name}: 9 now, {first.count} before"
        " · and 2 more"
    )


def test_a_card_beside_another_unit_is_told_too() -> None:
    after = after_settings(money_unit=1_000)
    cards = (replace(after.cards[0], name="Another"), *after.cards[1:])

    told = changes_in_words(began(), replace(after, cards=cards))

    assert [said(each) for each in told][1:] == [f"{began().cards[0].name} is now called Another"]


def item(**facts: Any) -> ItemCard:
    return replace(ItemCard("idol", "Idol", 2, "Artifact", 5 * MILLION), **facts)


def shed(**facts: Any) -> WarehouseCard:
    return replace(WarehouseCard("shed", "Shed", 1, ("Weapon", "Animal"), MILLION), **facts)


def cat(**facts: Any) -> InsiderCard:
    return replace(InsiderCard("cat", "Cat", 1, "Take one."), **facts)


PICTURE_OF = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("was", "card", "told"),
    [
        (item(), item(count=3), "Copies of Idol: 3 now, 2 before"),
        (item(), item(picture=PICTURE_OF), "Idol has a new picture"),
        (item(picture=PICTURE_OF), item(), "Idol lost its picture"),
        (item(), item(item_type="Weapon"), "Idol is of type Weapon now"),
        (item(), item(flavour="Old."), "Idol has another line in italics"),
        (item(), item(flavour="Old.", money=MILLION), "Idol changed"),
        (shed(), shed(bonus=2 * MILLION), "Shed: bonus $1 Million before, $2 Million now"),
        (shed(), shed(requires=("Weapon",)), "Shed asks for other types"),
        (shed(), shed(requires=("Weapon",), bonus=0), "Shed changed"),
        (shed(), shed(flavour="Damp."), "Shed has another line in italics"),
        (cat(), cat(effect={"verb": "draw"}), "Cat: the table plays it differently"),
        (cat(), cat(effect_text="Take two."), "Cat changed"),
        (cat(), item(id="cat", name="Cat"), "Cat changed"),
    ],
)
def test_what_is_another_on_one_card_is_named(was: Card, card: Card, told: str) -> None:
    before, after = (replace(blank("Mine"), cards=(each,)) for each in (was, card))

    assert [said(each) for each in changes_in_words(before, after)] == [told]


def test_two_changes_of_cards_are_both_said() -> None:
    before = replace(blank("Mine"), cards=(item(),))

    told = change_in_words(before, replace(blank("Mine"), cards=(shed(),)))

    assert told is not None
    assert said(told) == "Idol removed · Shed added"


def test_another_order_is_said_when_nothing_else_changed() -> None:
    deck = replace(blank("Mine"), cards=(item(), shed()))

    cards = replace(deck, cards=(shed(), item()))
    types = replace(deck, item_types=deck.item_types[::-1], type_marks=marks_of(deck))

    assert [said(each) for each in changes_in_words(deck, cards)] == ["Cards put in another order"]
    assert [said(each) for each in changes_in_words(deck, types)] == ["Types put in another order"]


def marks_of(deck: Deck) -> dict[str, TypeMark]:
    return {name: deck.mark_of(name) for name in deck.item_types}


def test_a_type_that_looks_another_way_is_said() -> None:
    deck = blank("Mine")

    marked = replace(deck, type_marks={"Weapon": TypeMark("plum", "gem")})

    assert [said(each) for each in changes_in_words(deck, marked)] == ["Type Weapon has a new mark"]
