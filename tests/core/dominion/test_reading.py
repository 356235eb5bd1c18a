"""What is read of an event: odd bodies, numbers and names are refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.log import Table, new_table
from companion.core.outcome import Json, Refused
from tests.core.dominion.builders import (
    FIFTEEN,
    GAME,
    KEY,
    READY,
    At,
    code,
    market,
    real_market,
    seated,
)


@pytest.mark.parametrize(
    "event",
    [
        {"event": "kingdom_chosen", "kingdom": "Village"},
        {"event": "kingdom_chosen", "kingdom": [1]},
        {"event": "kingdom_chosen"},
        {"event": "kingdom_chosen", "kingdom": [], "colony": "yes"},
        {"event": "kingdom_chosen", "kingdom": [], "traits": {"Rich": 3}},
        {"event": "kingdom_chosen", "kingdom": [], "bane": ["Moat"]},
        {"event": "kingdom_chosen", "kingdom": ["Moat"] * 601},
        {"event": "deck_drawn", "policy": "agreed_list", "cards": ["x" * 201]},
        {"event": "extra_chosen", "pile": "soup", "card": "Moat"},
        {"event": "market_played", "player": ""},
        {"event": "market_played", "player": 7},
        {"event": "treasures_played", "treasures": ["Copper"]},
        {"event": "treasures_played", "treasures": {"": 1}},
        {"event": "deck_reshuffled", "why": "bored"},
        {"event": "pile_counted", "player": "Ana", "cards": {}, "pieces": 3},
        {"event": "pile_counted", "player": "Ana", "cards": {}, "pieces": {"empty_piles": "Moat"}},
        {"event": "deck_agreed", "order_held_by": "nobody"},
    ],
)
def test_what_cannot_be_read_is_malformed(event: Json) -> None:
    assert code(GAME.read(event)) == "malformed"
    assert code(GAME.decide(READY.state, event, 9)) == "malformed"


@pytest.mark.parametrize("name", [None, 3, ["market_played"], "item_added"])
def test_an_event_of_another_game_is_malformed(name: Any) -> None:
    assert code(GAME.read({"event": name})) == "malformed"


@pytest.mark.parametrize("number", [-1, 1000, 1.5, "3", True])
def test_what_is_no_whole_number_is_a_bad_number(number: Any) -> None:
    for event in (
        {"event": "market_played", "player": "Ana", "coins": number},
        {"event": "treasures_played", "treasures": {"Copper": number}},
        {"event": "pile_counted", "player": "Ana", "cards": {}, "pieces": {"tavern": number}},
    ):
        assert code(GAME.read(event)) == "bad_number"


def test_unknown_fields_are_left_out() -> None:
    event = {"event": "game_called", "colour": "red", "player": "Ana"}

    assert GAME.read(event) == {"event": "game_called"}
    assert GAME.resolved(lambda: READY.state, event) is event


@pytest.mark.parametrize(
    ("options", "deck", "wanted"),
    [
        ([], None, "bad_options"),
        ({"colour": "red"}, None, "bad_options"),
        ({"hermit": "ancient"}, None, "bad_options"),
        ({}, {"schema": "backroom-deck/1"}, "bad_deck"),
    ],
)
def test_a_table_that_cannot_be(options: Any, deck: Any, wanted: str) -> None:
    answer = GAME.setup(options, deck)

    assert isinstance(answer, Refused)
    assert answer.code == wanted


def test_the_current_hermit_is_the_default() -> None:
    assert isinstance(new_table(KEY, {}, None), Table)
    assert seated().state.hermit == "current"
    assert seated(hermit="old").state.hermit == "old"


def test_names_that_nobody_knows_are_refused_wherever_they_stand() -> None:
    """Codes of section 2 for every list of names."""
    at = seated()
    answers = [
        at.says("shelf_set", sets=[], promos=["Xyzzy"]),
        at.says("shelf_set", sets=[], without=["Xyzzy"]),
        at.says("kingdom_chosen", kingdom=["Xyzzy"]),
        at.says("kingdom_chosen", kingdom=[], landscapes=["Xyzzy"]),
        at.says("kingdom_chosen", kingdom=[], bane="Xyzzy"),
        at.says("deck_drawn", policy="agreed_list", cards=[], bane="Xyzzy"),
        at.says("deck_card_struck", player="Ana", card="Xyzzy"),
        READY.says("deck_agreed", order_held_by="app", order=["Xyzzy"]),
        READY.says("deck_agreed", order_held_by="cards", backs={"Xyzzy": 1}),
        market().plays().says("treasures_played", treasures={"Xyzzy": 1}),
        market().plays().says("treasures_played", forbidden=["Xyzzy"]),
        market().plays().passes().says("rest_bottomed", order=["Xyzzy"]),
        market().says("deck_corrected", why="x", added=["Xyzzy"]),
        at.says("pile_counted", player="Ana", cards={"Xyzzy": 1}),
        at.says("pile_counted", player="Ana", cards={}, pieces={"empty_piles": ["Xyzzy"]}),
    ]

    assert {code(answer) for answer in answers} == {"unknown_card"}


def test_players_that_nobody_knows_are_refused_wherever_they_stand() -> None:
    at = market().plays()
    answers = [
        at.says("player_left", player="Zoe"),
        at.says("player_joined", player="Yan", after="Zoe"),
        at.says("turn_ended", player="Zoe"),
        at.says("setup_step_done", step="x", player="Zoe"),
        at.says("treasures_played", player="Zoe", coins=1),
        at.says("card_bought", player="Zoe", card="Chapel"),
        at.says("nothing_bought", player="Zoe"),
        at.says("rest_bottomed", player="Zoe", order=[]),
        at.says("pile_counted", player="Zoe", cards={}),
        seated().says("first_player_chosen", player="Zoe"),
        seated().says("deck_accepted", player="Zoe"),
        seated().says("deck_card_added", player="Zoe", card="Moat"),
        seated().says("deck_card_struck", player="Zoe", card="Moat"),
    ]

    assert {code(answer) for answer in answers} == {"unknown_player"}


def test_the_same_name_twice_in_a_list() -> None:
    at = market().plays()
    answers = [
        seated().says("kingdom_chosen", kingdom=[], landscapes=["Alms", "alms"]),
        at.says("treasures_played", treasures={"Gold": 1, "gold": 2}),
        market().says("deck_corrected", why="x", removed=["Mine", "mine"]),
        seated().says("pile_counted", player="Ana", cards={"Gold": 1, "gold": 2}),
    ]

    assert {code(answer) for answer in answers} == {"duplicate_name"}


def test_an_unreadable_at_never_changes_the_table() -> None:
    at: At = market()
    before = at.table
    at.says("card_bought", player="Ana", card="Chapel")

    assert at.table is before


@pytest.mark.parametrize(
    ("at", "event", "recorded"),
    [
        (
            seated(),
            {"event": "shelf_set", "sets": ["BASE_2E"], "promos": ["envoy"]},
            {"event": "shelf_set", "sets": ["base_2e"], "promos": ["Envoy"]},
        ),
        (
            seated(),
            {"event": "shelf_set", "sets": [], "without": ["dame anna"]},
            {"event": "shelf_set", "sets": [], "without": ["Dame Anna"]},
        ),
        (
            seated(),
            {"event": "kingdom_chosen", "kingdom": ["dame anna"], "landscapes": ["keep"]},
            {"event": "kingdom_chosen", "kingdom": ["Knights"], "landscapes": ["Keep"]},
        ),
        (
            market(),
            {"event": "deck_reshuffled", "why": "dropped", "order": list(FIFTEEN)},
            {"event": "deck_reshuffled", "why": "dropped", "order": list(FIFTEEN)},
        ),
        (
            real_market(),
            {"event": "deck_reshuffled", "why": "dropped", "order": list(FIFTEEN)},
            {"event": "deck_reshuffled", "why": "dropped"},
        ),
        (
            seated(),
            {
                "event": "pile_counted",
                "player": "ana",
                "cards": {"curse": 1},
                "pieces": {"empty_piles": ["curse"]},
            },
            {
                "event": "pile_counted",
                "player": "Ana",
                "cards": {"Curse": 1},
                "pieces": {"empty_piles": ["Curse"], "tavern": 0},
            },
        ),
        (
            market().plays(),
            {"event": "treasures_played", "coins": 2},
            {"event": "treasures_played", "coins": 2},
        ),
    ],
)
def test_names_are_recorded_as_printed(at: At, event: Json, recorded: Json) -> None:
    told = dict(event)

    assert at.logs(told.pop("event"), **told).table.entries[-1].event == recorded
