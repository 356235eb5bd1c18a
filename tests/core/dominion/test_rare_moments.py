"""Rare moments of setup and play: refused in words, and nothing is lost."""

from __future__ import annotations

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.outcome import Asks
from tests.core.dominion.builders import (
    code,
    market,
    seated,
)


def test_traits_and_boons_are_kept_for_the_record() -> None:
    at = seated()
    by_pile = at.kingdom(landscapes=["Rich"], traits={"Rich": "Village"}, boons=["The Sea's Gift"])
    by_name = at.kingdom(landscapes=["Rich"], traits=["Rich"])

    assert by_pile.state.kingdom.traits == (("Rich", "Village"),)
    assert by_pile.state.kingdom.boons == ("The Sea's Gift",)
    assert by_name.state.kingdom.traits == (("Rich", ""),)


def test_a_mixed_pile_is_ticked_off_by_its_name_or_card_by_card() -> None:
    at = seated().kingdom()
    whole = at.logs("shelf_set", sets=["dark_ages"], without=["Knights"])
    members = list(catalogue().card("Knights").members)
    each = at.logs("shelf_set", sets=["dark_ages"], without=members)
    some = at.logs("shelf_set", sets=["dark_ages"], without=members[1:])

    assert (whole.shown["eligible"], each.shown["eligible"]) == (34, 34)
    assert some.shown["eligible"] == 35
    assert code(some.says("deck_card_added", player="Ana", card="Sir Martin")) == "set_not_owned"


def test_treasures_of_somebody_else_ask() -> None:
    at = market().plays()

    assert code(at.says("treasures_played", player="ben", coins=1)) == "not_your_turn"
    logged = at.logs("treasures_played", player="ana", coins=1)
    assert logged.table.entries[-1].event["player"] == "Ana"


def test_while_cards_lie_open_nothing_is_corrected() -> None:
    """Rule 9.7."""
    at = market().plays()

    assert code(at.says("deck_corrected", why="lost", removed=["Mine"])) == "market_open"


def test_whole_mixed_piles_bring_what_any_of_their_cards_brings() -> None:
    lines = {line.step: line for line in seated().kingdom("Castles", "Catapult/Rocks").view().setup}

    assert set(lines) == {
        "material:VP tokens", "mixed_pile:Castles", "mixed_pile:Catapult/Rocks",
    }  # fmt: skip


def test_a_step_is_ticked_by_who_ticked_it_last() -> None:
    at = seated().kingdom().drawn("Cultist", "Alchemist")
    for player, step in (("Ben", "Ruins"), ("Ben", "Potion"), ("Ana", "Ruins")):
        at = at.logs("setup_step_done", step=f"supply_pile:{step}", player=player)

    assert {line.what: line.done_by for line in at.view().setup} == {
        "Ruins": "Ana",
        "Potion": "Ben",
    }
    assert at.shown["steps_done"] == ["supply_pile:Potion", "supply_pile:Ruins"]


def test_coppers_and_quarries_of_a_turn_add_up() -> None:
    at = market().plays().logs("treasures_played", treasures={"Copper": 2, "Quarry": 1})
    at = at.logs("treasures_played", treasures={"Copper": 1, "Quarry": 1})

    assert (at.state.ledger.coppers, at.state.ledger.quarries) == (3, 2)


def test_what_an_overpaid_card_costs_is_told_with_its_potions() -> None:
    at = market("Doctor", "Mine", "Witch").plays()
    answer = at.says("card_bought", player="Ana", card="Doctor", overpay=1, overpay_potions=2)

    assert isinstance(answer, Asks)
    assert answer.asks[0].phrase.params["price"] == "$4PP"
