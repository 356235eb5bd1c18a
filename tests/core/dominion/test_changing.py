"""A change of the shelf or the Kingdom: what a phone adds or drops, spelled out as the whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.outcome import Json, Refused
from tests.core.dominion.builders import GAME, At, seated

TEN = ["Black Market", "Cellar", "Gardens", "Laboratory", "Market"]
TEN += ["Militia", "Mine", "Moat", "Smithy", "Village"]


def _dice(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(random.Random(7).sample(names, len(names)))


def whole(at: At, event: str, **change: Any) -> Json | Refused:
    """What the change comes to at this table."""
    return GAME.drawn(at.state, {"event": event, "change": change}, _dice, "salt")


def logged(at: At, event: str, **change: Any) -> At:
    """The table after that change."""
    found = whole(at, event, **change)
    assert not isinstance(found, Refused), found
    return at.logs(found.pop("event"), **found)


def test_boxes_are_added_and_taken_away_in_the_order_of_the_boxes() -> None:
    at = seated().logs("shelf_set", sets=["nocturne", "base_2e"], without=["Moat"])
    found = whole(at, "shelf_set", own=["alchemy"], disown=["nocturne"], promos=["Stash"])

    assert found == {
        "event": "shelf_set",
        "sets": ["base_2e", "alchemy"],
        "promos": ["Stash"],
        "without": ["Moat"],
    }


def test_the_first_boxes_are_all_that_is_owned() -> None:
    found = whole(seated(), "shelf_set", own=["base_2e"], disown=[], no_promos=["Stash"])

    assert isinstance(found, dict)
    assert (found["sets"], found["promos"]) == (["base_2e"], [])


def test_a_single_card_is_ticked_off_a_shelf_that_nobody_told() -> None:
    at = logged(seated(), "shelf_set", without=["Witch", "Moat"])
    at = logged(at, "shelf_set", within=["Moat"])

    assert at.state.shelf is not None
    assert at.state.shelf.sets == tuple(catalogue().boxes)
    assert at.state.shelf.without == ("Witch",)


def test_a_box_that_does_not_exist_is_refused_by_its_word() -> None:
    found = whole(seated(), "shelf_set", own=["base_9e"])

    assert isinstance(found, dict)
    decided = GAME.decide(seated().state, found, 1)
    assert isinstance(decided, Refused)
    assert decided.code == "unknown_set"


def test_piles_and_landscapes_are_added_and_dropped() -> None:
    at = logged(seated(), "kingdom_chosen", add=["village", "Sir Martin", "Obelisk"])
    assert at.state.kingdom is not None
    assert at.state.kingdom.piles == ("Village", "Knights")
    assert at.state.kingdom.landscapes == ("Obelisk",)
    at = logged(at, "kingdom_chosen", drop=["Dame Anna", "Obelisk"], add=["Moat"])
    assert at.state.kingdom is not None
    assert at.state.kingdom.piles == ("Village", "Moat")
    assert at.state.kingdom.landscapes == ()


def test_all_else_of_the_kingdom_stays() -> None:
    at = seated().logs(
        "kingdom_chosen",
        kingdom=[*TEN[:9], "Young Witch"],
        landscapes=["Obelisk", "Cheap"],
        traits={"Cheap": "Moat"},
        boons=["The Sea's Gift"],
        shelters=True,
        bane="Lurker",
        obelisk="Mine",
    )
    at = logged(at, "kingdom_chosen", drop=["Moat"], add=["Village"], colony=True)
    kingdom = at.state.kingdom
    assert kingdom is not None
    assert (kingdom.colony, kingdom.shelters) == (True, True)
    assert kingdom.boons == ("The Sea's Gift",)
    assert kingdom.traits == (("Cheap", "Moat"),)
    assert (at.state.extras.bane, at.state.extras.obelisk) == ("Lurker", "Mine")


def test_an_extra_that_becomes_a_pile_is_let_go_and_an_obelisk_goes_with_its_pile() -> None:
    at = seated().logs("kingdom_chosen", kingdom=TEN, bane="Lurker", obelisk="Mine")
    at = logged(at, "kingdom_chosen", drop=["Mine"], add=["Lurker"])

    assert (at.state.extras.bane, at.state.extras.obelisk) == (None, None)


def test_one_pile_is_drawn_anew() -> None:
    at = seated().logs("kingdom_chosen", kingdom=TEN)
    found = whole(at, "kingdom_chosen", reroll="moat")

    assert isinstance(found, dict)
    assert found["kingdom"][:9] == [name for name in TEN if name != "Moat"]
    assert len(set(found["kingdom"])) == 10
    assert "Moat" not in found["kingdom"]


def test_a_pile_drawn_anew_of_a_short_kingdom_leaves_it_short() -> None:
    at = seated().logs("kingdom_chosen", kingdom=TEN[:3], anyway=True)
    found = whole(at, "kingdom_chosen", reroll="Gardens")

    assert isinstance(found, dict)
    assert len(found["kingdom"]) == 3


def test_one_pile_too_many_goes_when_it_is_drawn_anew() -> None:
    at = seated().logs("kingdom_chosen", kingdom=[*TEN, "Bandit"], anyway=True)
    found = whole(at, "kingdom_chosen", reroll="Bandit")

    assert isinstance(found, dict)
    assert found["kingdom"] == TEN


def test_a_shelf_with_nothing_left_cannot_draw_anew() -> None:
    at = seated().logs("shelf_set", sets=[]).logs("kingdom_chosen", kingdom=TEN)
    found = whole(at, "kingdom_chosen", reroll="Moat")

    assert isinstance(found, Refused)
    assert found.code == "too_few_piles"


@pytest.mark.parametrize(
    ("event", "change", "code"),
    [
        ("kingdom_chosen", {"add": ["Vilage"]}, "unknown_card"),
        ("kingdom_chosen", {"drop": ["Vilage"]}, "unknown_card"),
        ("kingdom_chosen", {"reroll": "Duke"}, "not_in_supply"),
        ("kingdom_chosen", {"reroll": 3}, "not_in_supply"),
        ("kingdom_chosen", {"add": "Village"}, "malformed"),
        ("kingdom_chosen", {"add": [""]}, "malformed"),
        ("kingdom_chosen", {"colony": "yes"}, "malformed"),
        ("kingdom_chosen", ["add"], "malformed"),
        ("deck_drawn", {"add": ["Village"]}, "malformed"),
    ],
)
def test_what_cannot_be_read_is_refused(event: str, change: Any, code: str) -> None:
    at = seated().logs("kingdom_chosen", kingdom=TEN)
    found = GAME.drawn(at.state, {"event": event, "change": change}, _dice, "salt")

    assert isinstance(found, Refused)
    assert found.code == code


def test_what_is_left_empty_changes_nothing() -> None:
    at = seated().logs("kingdom_chosen", kingdom=TEN)
    found = whole(at, "kingdom_chosen", add=None, drop=None)

    assert isinstance(found, dict)
    assert found["kingdom"] == TEN


@pytest.mark.parametrize("promo", [True, False])
def test_a_random_kingdom_comes_from_some_boxes_of_the_shelf(promo: bool) -> None:
    at = seated().logs("shelf_set", sets=["base_2e", "nocturne"], promos=["Governor"])
    among = ["base_2e", "alchemy", *(["promo"] if promo else [])]
    wishes = {"among": among, "black_market": False}
    found = GAME.drawn(at.state, {"event": "kingdom_chosen", "wishes": wishes}, _dice, "salt")

    assert isinstance(found, dict)
    sets = {catalogue().card(name).set for name in found["kingdom"]}
    assert sets <= {"base", "promo"} if promo else sets == {"base"}
    assert "wishes" not in found
