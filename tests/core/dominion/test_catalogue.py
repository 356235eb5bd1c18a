"""The card data: what dominion-setup gives, what we add, and that both fit together."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

import pytest
from dominion_setup import load_card_database

from companion.core.games.dominion_black_market.cards import Cost, folded
from companion.core.games.dominion_black_market.catalogue import REQUIREMENTS, catalogue
from companion.core.games.dominion_black_market.ruling_phrases import SENTENCES

ROOT = Path(__file__).parents[3]
CATALOGUE = catalogue()
THEIRS = load_card_database()
MIXED = json.loads((ROOT / "companion/data/dominion_mixed_piles.json").read_text("utf-8"))["piles"]


def test_the_pinned_release_has_the_cards_that_were_measured() -> None:
    assert len(CATALOGUE.cards) == 855
    assert len(CATALOGUE.kingdom_piles) == 498
    assert Counter(card.mixed for card in CATALOGUE.kingdom_piles) == {False: 484, True: 14}


def test_every_kingdom_pile_comes_through_as_it_is() -> None:
    """The contract with the release: names, costs, types, boxes of all its Kingdom piles."""
    for theirs in THEIRS.kingdom_cards.values():
        ours = CATALOGUE.card(theirs.name)
        cost = (theirs.cost.coins, int(theirs.cost.potion), theirs.cost.debt)

        assert (ours.kind, ours.pile) == ("kingdom", theirs.name)
        assert ours.types == tuple(str(each) for each in theirs.types), theirs.name
        assert (ours.cost.coins, ours.cost.potions, ours.cost.debt) == cost, theirs.name
        assert ours.set_name == str(theirs.set), theirs.name
        assert ours.editions == tuple(int(each) for each in theirs.editions), theirs.name
        assert CATALOGUE.known_setup(theirs.name), theirs.name
        assert CATALOGUE.find(theirs.name.upper().replace("'", "’")) is ours


def test_members_of_mixed_piles_cost_and_are_what_the_release_says() -> None:
    """Rule 1.3: the real card goes in, with its own cost and types."""
    assert len(MIXED) == 14
    for pile, members in MIXED.items():
        assert CATALOGUE.card(pile).members == tuple(each["name"] for each in members)
        for each in members:
            theirs = THEIRS.get_card_by_name(each["name"])
            ours = CATALOGUE.card(each["name"])
            assert (ours.kind, ours.pile) == ("member", pile)
            assert ours.types == tuple(str(kind) for kind in theirs.types)
            assert ours.cost == Cost(theirs.cost.coins, int(theirs.cost.potion), theirs.cost.debt)


def test_every_card_of_a_mixed_pile_is_listed() -> None:
    kinds = {"Knight", "Castle", "Augur", "Clash", "Fort", "Odyssey", "Townsfolk", "Wizard"}
    by_type = {
        card.name
        for card in THEIRS.mixed_pile_cards.values()
        if kinds & {str(each) for each in card.types}
    }
    split = {half for name in THEIRS.kingdom_cards if "/" in name for half in name.split("/")}

    assert {each["name"] for members in MIXED.values() for each in members} == by_type | split


def test_names_are_told_apart_when_folded() -> None:
    assert len({folded(name) for name in CATALOGUE.cards}) == len(CATALOGUE.cards)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("kings court", "King's Court"),
        ("KING’S  COURT", "King's Court"),
        ("will-o`-wisp", "Will-o'-Wisp"),
        ("catapult / rocks", "Catapult/Rocks"),
        ("Catápult", "Catapult"),
    ],
)
def test_names_are_found_however_they_are_typed(typed: str, printed: str) -> None:
    found = CATALOGUE.find(typed)

    assert found is not None
    assert found.name == printed


def test_a_mistyped_name_comes_close_to_the_printed_one() -> None:
    assert CATALOGUE.nearest("Labratory") == "Laboratory"
    assert CATALOGUE.nearest("Yung Wich") == "Young Witch"
    assert CATALOGUE.nearest("§§§§") is None


def test_costs_are_only_partly_ordered() -> None:
    """A Potion is no dollar: $4P is neither less nor more than $5 (failure 10 of the release)."""
    with_potion, five = Cost(4, 1), Cost(5)

    assert not with_potion.below(five)
    assert not five.below(with_potion)
    assert Cost(4).below(five)
    assert Cost(4).below(with_potion)
    assert not Cost(8, 0, 8).below(Cost(9))
    assert not five.below(Cost(5))
    assert five.at_most(Cost(5))


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (Cost(4), "$4"),
        (Cost(3, 1), "$3P"),
        (Cost(None, 1), "P"),
        (Cost(None, 0, 8), "8D"),
        (Cost(8, 0, 8), "$8 8D"),
        (Cost(), ""),
        (Cost(0), "$0"),
    ],
)
def test_costs_are_written_as_people_write_them(cost: Cost, text: str) -> None:
    assert cost.text() == text


def test_every_victory_card_and_curse_has_its_points() -> None:
    """Rules 10.3 and 10.4: no card that is worth something is forgotten."""
    known = {*CATALOGUE.points["fixed"], *CATALOGUE.points["formulas"]}
    worth = {
        card.name
        for card in CATALOGUE.cards.values()
        if card.is_type("Victory", "Curse") and not card.mixed
    }

    assert worth <= known
    assert known <= set(CATALOGUE.cards)


@pytest.mark.parametrize("word", ["plunder", "rising_sun", "menagerie", "renaissance"])
def test_some_sets_have_no_victory_card(word: str) -> None:
    """Rule 10.10."""
    piles = [pile for pile in CATALOGUE.kingdom_piles if pile.set == word]

    assert piles
    assert [pile.name for pile in piles if pile.is_type("Victory")] == []


def test_our_own_data_names_real_cards_only() -> None:
    points, named = CATALOGUE.points, set(CATALOGUE.treasures)
    named |= {*points["stock"], *points["token_cards"], *points["token_landscapes"]}
    for row in CATALOGUE.rulings:
        named |= {*row.get("cards", ()), *row.get("in_use", ()), *row.get("other_than", ())}

    assert named <= set(CATALOGUE.cards)


def test_every_ruling_has_its_sentence_and_source() -> None:
    assert {row["key"] for row in CATALOGUE.rulings} == set(SENTENCES)
    assert all(row["source"] for row in CATALOGUE.rulings)


def test_known_treasures_are_treasures() -> None:
    strangers = [
        name for name in CATALOGUE.treasures if not CATALOGUE.card(name).is_type("Treasure")
    ]

    assert strangers == ["Curse"]


def test_requirements_are_met_by_some_pile_each() -> None:
    for requirement in REQUIREMENTS:
        assert any(requirement in provided for provided in CATALOGUE.provides.values())


def test_a_pile_of_a_newer_expansion_says_check_the_card() -> None:
    assert not CATALOGUE.known_setup("A Card Of Tomorrow")


def test_only_the_catalogue_imports_the_release() -> None:
    importers = set()
    for path in [*(ROOT / "companion").rglob("*.py"), ROOT / "app.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.split(".")[0] == "dominion_setup" for name in names):
                importers.add(str(path.relative_to(ROOT)))

    assert importers == {"companion/core/games/dominion_black_market/catalogue.py"}


def test_the_texts_of_the_release_never_leave_the_catalogue() -> None:
    """Card texts are the publisher's: our cards hold no text at all."""
    longest = max(
        (value for card in CATALOGUE.cards.values() for value in (card.name, card.set_name)),
        key=len,
    )

    assert len(longest) < 30
    assert not any(hasattr(card, "instructions") for card in CATALOGUE.cards.values())
