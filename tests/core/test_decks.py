"""Deck files: ours reads whole, and every fault is named with its card, key and remedy."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.decks.model import Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.decks.odd_letters import has_control, stacks_marks
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Phrase, Refused
from tests.core.builders import changed, said, starter


def problems(data: Any) -> list[str]:
    """What is wrong with a deck file, in words."""
    read = read_deck(data)
    assert isinstance(read, Refused), "the deck was read"
    assert read.code == "bad_deck"
    assert read.phrase == read.fields["problems"][0]
    return [said(each) for each in read.fields["problems"]]


def with_card(**card: Any) -> Json:
    """The starter deck with one more card."""
    deck = starter()
    base = {
        "id": "new-card",
        "kind": "item",
        "name": "New",
        "item_type": "Weapon",
        "money": 1,
        "count": 1,
    }
    deck["cards"].append(
        {key: value for key, value in {**base, **card}.items() if value is not ...}
    )
    return deck


def insider(**effect: Any) -> Json:
    return with_card(kind="insider", item_type=..., money=..., effect_text="Do it.", effect=effect)


def test_the_starter_deck_reads_whole() -> None:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    assert (deck.id, deck.warehouse_total, deck.market_total) == ("starter", 10, 70)
    kinds = [type(card) for card in deck.cards]
    assert [kinds.count(kind) for kind in (ItemCard, InsiderCard, WarehouseCard)] == [39, 14, 10]
    assert all(card.effect for card in deck.cards if isinstance(card, InsiderCard))
    assert {card.item_type for card in deck.cards if isinstance(card, ItemCard)} == {
        *deck.item_types
    }


def test_the_cards_that_the_rulebook_prints_are_as_printed() -> None:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    cards = {card.id: card for card in deck.cards}
    faces = {
        card.name: (card.item_type, card.money)
        for card in cards.values()
        if isinstance(card, ItemCard)
    }
    assert faces["Crates of AK-47s"] == ("Weapon", 1_000_000)
    assert faces["US NOC List"] == ("Top Secret", 3_000_000)
    assert faces["Abrahm's Tank"] == ("Weapon", 3_000_000)
    assert faces["Panda"] == ("Animal", 4_000_000)
    warehouse = cards["legit-exports-warehouse"]
    assert isinstance(warehouse, WarehouseCard)
    assert warehouse.requires == ("Artifact", "Commodity", "Weapon")
    assert warehouse.bonus == 2_000_000


def test_a_round_trip_changes_nothing() -> None:
    deck = read_deck(starter())
    assert isinstance(deck, Deck)
    assert deck.to_json() == starter()
    assert read_deck(deck.to_json()) == deck


def test_what_may_be_left_out_stays_out() -> None:
    deck = with_card()
    del deck["note"]
    read = read_deck(deck)
    assert isinstance(read, Deck)
    out = read.to_json()
    assert "note" not in out
    assert "flavour" not in out["cards"][-1]
    plain = read_deck(with_card(kind="insider", item_type=..., money=..., effect_text="X"))
    assert isinstance(plain, Deck)
    assert "effect" not in plain.to_json()["cards"][-1]


@pytest.mark.parametrize("data", [None, [], "deck", {}, {"schema": 1}, {"schema": "deck/1"}])
def test_another_file_is_no_deck(data: Any) -> None:
    assert problems(data) == ["This is not a Backroom deck file."]


@pytest.mark.parametrize("number", ["2", "17"])
def test_a_newer_schema_is_refused_with_a_sentence(number: str) -> None:
    deck = changed(starter(), schema=f"backroom-deck/{number}")
    assert problems(deck) == ["This deck was made by a newer Backroom. Please update."]


def test_a_deck_of_another_game_is_refused() -> None:
    assert problems(changed(starter(), game="poker")) == ["This deck is for another game."]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"colour": "red"}, "The key colour is not known here. Remove it."),
        ({"id": "Starter Deck"}, "Please give an id of small letters, digits and hyphens."),
        ({"id": None}, "Please give an id of small letters, digits and hyphens."),
        ({"name": ""}, "Please fill in name."),
        ({"name": 7}, "Please fill in name."),
        ({"name": "x" * 61}, "name has 61 letters. Shorten it to 60."),
        ({"name": "A\u202ena"}, "name holds an invisible character. Type it again."),
        ({"name": "e" + "\u0301" * 5}, "name stacks too many accents on one letter."),
        ({"note": "x" * 401}, "note has 401 letters. Shorten it to 400."),
        ({"money_unit": 0}, "money_unit must be a whole number from 1 to 999000000."),
        ({"hand_size": True}, "hand_size must be a whole number from 1 to 60."),
        ({"hand_limit": 2.0}, "hand_limit must be a whole number from 1 to 60."),
        ({"cards": {}}, "cards must list at most 500 cards."),
    ],
)
def test_a_fault_of_the_deck_names_its_key(fields: Json, problem: str) -> None:
    assert problem in problems(changed(starter(), **fields))


@pytest.mark.parametrize("types", [None, [], ["A"] * 21])
def test_item_types_are_one_to_twenty(types: Any) -> None:
    found = problems(changed(starter(), item_types=types, cards=[]))
    assert found[0] in ("item_types must list 1 to 20 types.", "item_types names a type twice.")


@pytest.mark.parametrize("twin", ["Weapon", "weapon", "WEAPON", "\uff37eapon"])
def test_item_types_are_named_once(twin: str) -> None:
    deck = changed(starter(), item_types=["Weapon", twin], cards=[])
    assert problems(deck) == ["item_types names a type twice."]


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ({"money": -1}, "money must be a whole number from 0 to 999000000."),
        ({"money": 1e6}, "money must be a whole number from 0 to 999000000."),
        ({"count": 0}, "count must be a whole number from 1 to 60."),
        ({"count": 61}, "count must be a whole number from 1 to 60."),
        ({"item_type": "Vehicle"}, "Vehicle is not in item_types. Add it there."),
        ({"item_type": None}, "None is not in item_types. Add it there."),
        ({"id": "panda"}, "The id panda is used twice."),
        ({"id": "New Card"}, "Please give an id of small letters, digits and hyphens."),
        ({"kind": "spell"}, "kind must be item, insider or warehouse."),
        ({"kind": []}, "kind must be item, insider or warehouse."),
        ({"picture": "x.png"}, "picture must be asset: and 64 hex digits."),
        ({"picture": "asset:" + "A" * 64}, "picture must be asset: and 64 hex digits."),
        ({"picture": None}, "picture must be asset: and 64 hex digits."),
        ({"bonus": 1}, "The key bonus is not known here. Remove it."),
        ({"flavour": 5}, "Please fill in flavour."),
        ({"flavour": "x" * 401}, "flavour has 401 letters. Shorten it to 400."),
    ],
)
def test_a_fault_of_a_card_names_the_card(card: Json, problem: str) -> None:
    assert f"Card New: {problem}" in problems(with_card(**card))


def test_a_card_without_a_name_is_named_by_its_place() -> None:
    assert "Card 64: Please fill in name." in problems(with_card(name=""))
    deck = starter()
    deck["cards"].append("a card")
    assert problems(deck) == ["Card 64: kind must be item, insider or warehouse."]


@pytest.mark.parametrize(
    ("requires", "problem"),
    [
        ([], "requires must list 1 to 12 item types."),
        ("Weapon", "requires must list 1 to 12 item types."),
        (["Weapon"] * 13, "requires must list 1 to 12 item types."),
        (["Gold"], "Gold is not in item_types. Add it there."),
    ],
)
def test_a_warehouse_card_asks_for_known_types(requires: Any, problem: str) -> None:
    deck = with_card(kind="warehouse", item_type=..., money=..., requires=requires, bonus=1)
    assert problems(deck) == [f"Card New: {problem}"]


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        ({"verb": "explode"}, "The effect has no verb that the app knows. Leave effect out."),
        ({"verb": []}, "The effect has no verb that the app knows. Leave effect out."),
        ({"verb": "draw", "speed": 1}, "The key speed is not known here. Remove it."),
        ({"verb": "draw", "count": 0}, "count must be a whole number from 1 to 60."),
        ({"verb": "draw", "look": "x"}, "look must be a whole number from 1 to 60."),
        ({"verb": "draw", "what": "gold"}, "what of the effect holds a word that is not known."),
        ({"verb": "move", "source": "deck"},
         "source of the effect names no zone that the app knows."),
        ({"verb": "move", "target": {"zone": "moon"}},
         "target of the effect names no zone that the app knows."),
        ({"verb": "move", "target": {"zone": "hand", "owner": "nobody"}},
         "owner of the effect holds a word that is not known."),
        ({"verb": "move", "target": {"zone": "hand", "size": 5}},
         "The key size is not known here. Remove it."),
        ({"verb": "draw", "then": {"verb": "draw", "then": {"verb": "draw"}}},
         "The key then is not known here. Remove it."),
        ({"verb": "draw", "first": 1}, "effect must be an object with a verb."),
    ],
)  # fmt: skip
def test_a_structured_effect_uses_known_words(effect: Json, problem: str) -> None:
    assert f"Card New: {problem}" in problems(insider(**effect))


def test_at_most_twenty_problems_are_named() -> None:
    deck = starter()
    for card in deck["cards"]:
        card["count"] = 0
    assert len(problems(deck)) == 20


def test_a_deck_of_500_cards_is_read_and_one_of_501_is_not() -> None:
    card = starter()["cards"][0]
    cards = [{**card, "id": f"card-{number}"} for number in range(501)]
    assert isinstance(read_deck(changed(starter(), cards=cards[:500])), Deck)
    assert problems(changed(starter(), cards=cards)) == ["cards must list at most 500 cards."]


def test_a_line_break_in_a_text_is_fine() -> None:
    assert isinstance(read_deck(with_card(flavour="Two\nlines")), Deck)


@pytest.mark.parametrize("text", ["\u202e", "a\x00", "\x07", "\ud800", "\u2066b"])
def test_control_and_direction_characters_are_found(text: str) -> None:
    assert has_control(text)


def test_three_marks_on_a_letter_are_fine() -> None:
    assert not stacks_marks("x\u0301\u0302\u0303y")
    assert stacks_marks("x\u0301\u0302\u0303\u0304")


def test_problems_are_phrases_that_can_be_translated() -> None:
    read = read_deck(insider(verb="explode"))
    assert isinstance(read, Refused)
    assert {type(each) for each in read.fields["problems"]} == {Phrase}
