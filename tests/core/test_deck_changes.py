"""What is told of a change: of the settings each one, of a unit the unit and not every card."""

from __future__ import annotations

from dataclasses import replace

from companion.core import deck_editing
from companion.core.deck_changes import change_in_words, changes_in_words
from companion.core.decks import Deck, read_deck
from companion.core.outcome import Money, Phrase
from tests.core.builders import said, starter


def began() -> Deck:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    return deck


def after_settings(**changed: object) -> Deck:
    deck = began()
    facts = ("name", "note", "currency", "money_unit", "hand_size", "hand_limit")
    edited = deck_editing.change_deck(deck, **{f: getattr(deck, f) for f in facts} | changed)
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
