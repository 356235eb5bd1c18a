"""The analysis of a deck: exact against brute force, and every warning when it is due."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from companion.core.decks.analysis import (
    DeckAnalysis,
    analysed,
    chance_in_hand,
    expected_draws,
)
from companion.core.decks.model import Deck, ItemCard
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Money
from tests.core.builders import changed, said, starter

MILLION = 1_000_000


def item(name: str, item_type: str, millions: int, count: int = 1) -> Json:
    money = millions * MILLION
    return {"kind": "item", "name": name, "item_type": item_type, "money": money, "count": count}


def warehouse(name: str, *requires: str, count: int = 1) -> Json:
    card = {"kind": "warehouse", "name": name, "requires": list(requires)}
    return {**card, "bonus": MILLION, "count": count}


def analysis(*cards: Json, **fields: Any) -> DeckAnalysis:
    numbered = [{**card, "id": f"card-{place}"} for place, card in enumerate(cards)]
    deck = read_deck(changed(starter(), cards=numbered, **fields))
    assert isinstance(deck, Deck), deck
    return analysed(deck)


def warned(*cards: Json, **fields: Any) -> list[str]:
    return [said(each) for each in analysis(*cards, **fields).warnings]


def full_grid() -> list[Json]:
    types = ("Weapon", "Commodity", "Animal", "Artifact", "Top Secret")
    return [item(f"{name} {worth}", name, worth, 2) for name in types for worth in range(1, 6)]


ALL_TYPES = [
    warehouse("One", "Weapon", "Commodity", "Animal", count=5),
    warehouse("Two", "Artifact", "Top Secret", count=5),
]

DECKS = [
    ("AAABBC...", {"A": 1}, 3),
    ("AAABBC...", {"A": 2, "B": 1}, 4),
    ("AABBCC..", {"A": 1, "B": 1, "C": 1}, 4),
    ("AAB.", {"A": 2, "B": 1}, 3),
    ("AAB.", {"A": 3}, 3),
    ("AB......", {"A": 1, "B": 1}, 5),
    ("AAA", {"A": 1}, 9),
    ("....", {}, 2),
]


def needs_of(cards: str, asked: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((cards.count(kind), number) for kind, number in asked.items())


def holds(hand: tuple[str, ...], asked: dict[str, int]) -> bool:
    return not Counter(asked) - Counter(hand)


@pytest.mark.parametrize(("cards", "asked", "hand"), DECKS)
def test_chance_in_hand_is_that_of_counting_all_hands(
    cards: str, asked: dict[str, int], hand: int
) -> None:
    hands = list(combinations(cards, min(hand, len(cards))))
    counted = Fraction(sum(holds(each, asked) for each in hands), len(hands))
    assert chance_in_hand(len(cards), needs_of(cards, asked), hand) == counted


@pytest.mark.parametrize(
    ("cards", "asked"), [(cards[:7], asked) for cards, asked, _ in DECKS if len(cards) < 9]
)
def test_expected_draws_are_those_of_all_orders(cards: str, asked: dict[str, int]) -> None:
    counted: list[int] = []
    for order in permutations(cards):
        until = [n for n in range(len(order) + 1) if holds(order[:n], asked)]
        if not until:
            assert expected_draws(len(cards), needs_of(cards, asked)) is None
            return
        counted.append(until[0])
    expected = expected_draws(len(cards), needs_of(cards, asked))
    assert expected == Fraction(sum(counted), len(counted))


def test_the_starter_deck_is_counted_and_has_no_warning() -> None:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    found = analysed(deck)
    assert (found.market_total, found.warehouse_total) == (70, 10)
    assert found.items + found.insiders == 70
    assert sum(each.items for each in found.types) == found.items
    assert sum(each.asked_for for each in found.types) == found.slots
    assert found.values[0] == MILLION
    cheapest = [card for card in deck.cards if isinstance(card, ItemCard) and card.money == MILLION]
    assert sum(each.by_value[0] for each in found.types) == sum(card.count for card in cheapest)
    assert found.warnings == ()
    assert len(found.warehouses) > 1
    assert all(0 < each.in_hand < 1 for each in found.warehouses)
    assert all(each.draws is not None and each.draws > 2 for each in found.warehouses)


def test_a_warehouse_that_asks_for_more_is_harder_to_match() -> None:
    found = analysis(
        *full_grid(),
        warehouse("Easy", "Weapon"),
        warehouse("Harder", "Weapon", "Weapon"),
        warehouse("Hardest", "Weapon", "Weapon", "Animal"),
    )
    chances = [each.in_hand for each in found.warehouses]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1 - Fraction(40 * 39 * 38 * 37 * 36, 50 * 49 * 48 * 47 * 46)
    draws = [each.draws for each in found.warehouses if each.draws is not None]
    assert draws == sorted(draws)
    assert draws[0] == Fraction(51, 11)


def test_a_large_deck_has_chances_but_no_draws() -> None:
    many = [item(f"Item {n}", "Weapon", 1, 60) for n in range(400)]
    found = analysis(*many, warehouse("W", "Weapon", "Weapon"))
    assert found.warehouses[0].in_hand == 1
    assert found.warehouses[0].draws is None


def test_types_that_are_asked_for_and_missing_are_named() -> None:
    grid = [card for card in full_grid() if card["item_type"] not in ("Animal", "Artifact")]
    assert warned(*grid, *ALL_TYPES, warehouse("More", "Animal", "Animal")) == [
        "No card of type Animal, but 6 warehouses ask for it.",
        "No card of type Artifact, but 5 warehouses ask for it.",
    ]
    assert "No card of type Animal, but one warehouse asks for it." in warned(
        *grid, warehouse("Zoo", "Animal")
    )


def test_a_type_nobody_asks_for_is_named() -> None:
    all_but_one = warehouse("All", "Weapon", "Commodity", "Animal", "Artifact", count=6)
    assert warned(*full_grid(), all_but_one) == ["No warehouse asks for type Top Secret."]


def test_a_warehouse_short_of_items_is_named() -> None:
    cards = [
        *full_grid(),
        item("Only", "Spice", 1),
        *ALL_TYPES,
        warehouse("Bazaar", *["Spice"] * 2),
    ]
    types = [*starter()["item_types"], "Spice"]
    assert warned(*cards, item_types=types) == ["Bazaar needs 2 of type Spice, but the deck has 1."]
    assert warned(*full_grid(), *ALL_TYPES, warehouse("Huge", *["Weapon"] * 10, count=3)) == [
        "The warehouses ask for 55 items, but there are 50."
    ]


def test_too_few_cards_are_told_for_players() -> None:
    few = [item("A", "Weapon", 1, 9)]
    assert warned(*few, warehouse("W", "Weapon"))[0] == (
        "Too few for two players: 9 Market and 1 Warehouse cards."
    )
    assert warned(*full_grid(), *[{**each, "count": 2} for each in ALL_TYPES]) == [
        "These cards are enough for 4 players at most."
    ]


def test_missing_values_and_the_tie_are_told() -> None:
    grid = [card for card in full_grid() if card["money"] in (MILLION, 3 * MILLION)]
    doubled = [{**card, "count": 6} for card in grid]
    assert warned(*doubled, *ALL_TYPES) == [
        "No item is worth $2 Million, $4 Million and $5 Million.",
        "Ties are broken by items of $5 Million.",
    ]


def test_a_missing_value_below_five_leaves_the_tie_alone() -> None:
    grid = [card for card in full_grid() if card["money"] != 2 * MILLION]
    assert warned(*[{**card, "count": 3} for card in grid], *ALL_TYPES) == [
        "No item is worth $2 Million."
    ]


def test_five_million_items_break_ties_however_the_deck_prints_its_figures() -> None:
    tripled = [{**card, "count": 3} for card in full_grid()]
    assert warned(*tripled, *ALL_TYPES, money_unit=1) == []


def test_without_five_million_items_five_units_of_the_deck_break_ties() -> None:
    grid = [card for card in full_grid() if card["money"] != 5 * MILLION]
    dollars = analysis(*[{**card, "count": 4} for card in grid], *ALL_TYPES, money_unit=1)
    assert dollars.warnings[-1].params == {"money": Money(5)}


def test_more_cards_dealt_than_may_stay_is_told() -> None:
    assert warned(*full_grid(), *ALL_TYPES, hand_size=6, hand_limit=4)[-1] == (
        "6 cards are dealt, 4 may stay: first turns end with discards."
    )


def test_names_that_stand_twice_are_told() -> None:
    cards = [*full_grid(), *ALL_TYPES, item("Panda", "Animal", 1), item("PANDA", "Animal", 2)]
    assert warned(*cards) == ["2 cards are called Panda."]


def test_a_deck_without_cards_says_so_alone() -> None:
    assert warned() == ["There are no cards yet. Add the first one."]
