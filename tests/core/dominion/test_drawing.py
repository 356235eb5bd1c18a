"""What chance decides: drawn outside, from what may be drawn, extras before the deck."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.outcome import Json, Refused
from tests.core.dominion.builders import FIFTEEN, GAME, At, market, real_market, seated

Shuffled = Callable[[tuple[str, ...]], tuple[str, ...]]
CATALOGUE = catalogue()


def dice(seed: int = 1) -> Shuffled:
    """A repeatable shuffle."""
    rng = random.Random(seed)
    return lambda names: tuple(rng.sample(names, len(names)))


def drawn(at: At, seed: int = 1, **event: object) -> Json:
    """The event with its chance drawn."""
    found = GAME.drawn(at.state, dict(event), dice(seed), "salt")
    assert not isinstance(found, Refused), found
    return found


def recorded(at: At, seed: int = 1, **event: object) -> At:
    """The table after that event, with its chance drawn."""
    found = drawn(at, seed, **event)
    return at.logs(found.pop("event"), **found)


@pytest.mark.parametrize("size", [0, 1, 15, 25, 60])
def test_random_cards_of_a_size(size: int) -> None:
    """Rule 1.8, RANDOM_N."""
    at = recorded(seated().kingdom(), event="deck_drawn", policy="random_n", size=size)

    assert len(at.state.deck.cards) == size


def test_fifteen_is_the_usual_size() -> None:
    at = recorded(seated().kingdom(), event="deck_drawn", policy="random_n")

    assert len(at.state.deck.cards) == 15


def test_all_owned_holds_every_pile_left_after_the_extras() -> None:
    """Rules 1.8 and 1.9: extras are reserved before the deck is filled."""
    at = seated().logs("shelf_set", sets=["cornucopia_guilds_2e"], promos=["Black Market"])
    at = recorded(at.kingdom(), event="deck_drawn", policy="all_owned")
    owned = {
        p.name for p in CATALOGUE.kingdom_piles if p.set == "cornucopia_guilds" and 2 in p.editions
    }
    extras = {card for _, card in at.state.extras.chosen()}

    assert set(at.state.deck.cards) | extras == owned
    assert {extra for extra, _ in at.state.extras.chosen()} == {"bane", "ferryman"}
    assert at.shown["needs"] == []
    assert at.shown["consequences"] == []


def test_the_bane_is_taken_from_outside_the_deck_where_it_can() -> None:
    at = seated().kingdom("Young Witch").drawn("Cellar", "Chapel")
    at = at.logs("shelf_set", sets=["base_2e"])

    chosen = {drawn(at, seed, event="extra_chosen", pile="bane")["card"] for seed in range(40)}
    assert chosen == {"Harbinger", "Merchant", "Vassal", "Workshop"}


def test_the_bane_is_taken_out_of_the_deck_where_nothing_else_is_left() -> None:
    """Rule 1.9."""
    cheap = ["Cellar", "Chapel", "Harbinger", "Merchant", "Vassal", "Workshop"]
    at = seated().kingdom("Young Witch").logs("shelf_set", sets=["base_2e"]).drawn(*cheap)
    at = recorded(at, event="extra_chosen", pile="bane")

    assert at.state.extras.bane in cheap
    assert len(at.state.deck.cards) == 5


def test_when_the_bane_leaves_the_deck_another_card_takes_its_place() -> None:
    kept = {"Young Witch", "Cellar", "Poet", "Library", "Witch", "Mine", "Sentry"}
    without = [pile.name for pile in CATALOGUE.kingdom_piles if pile.name not in kept]
    at = (
        seated()
        .logs("shelf_set", sets=["base_2e", "cornucopia_guilds_2e", "rising_sun"], without=without)
        .kingdom()
    )
    for seed in range(20):
        drawn_up = recorded(at, seed, event="deck_drawn", policy="random_n", size=4)
        assert len(drawn_up.state.deck.cards) == 4
        assert "Cellar" not in {*drawn_up.state.deck.cards} & {drawn_up.state.extras.bane}
        assert drawn_up.shown["needs"] == []


def test_one_card_of_each_mixed_pile_or_none() -> None:
    """Rules 1.3 and 1.8: NONE and ONE_RANDOM; never a pile's name."""
    at = seated().kingdom()
    one = recorded(at, event="deck_drawn", policy="all_owned", mixed_piles="one_random")
    none = recorded(at, event="deck_drawn", policy="all_owned", mixed_piles="none")
    mixed = [
        CATALOGUE.card(name).pile
        for name in one.state.deck.cards
        if CATALOGUE.card(name).kind == "member"
    ]

    assert (len(mixed), len(set(mixed))) == (14, 14)
    assert all(CATALOGUE.card(name).kind == "kingdom" for name in none.state.deck.cards)


def test_chosen_members_stand_for_their_piles() -> None:
    """Rule 1.8, ONE_CHOSEN."""
    event = drawn(
        seated().kingdom(),
        event="deck_drawn",
        policy="all_owned",
        mixed_piles="one_chosen",
        members=["sir martin", "Student", 7],
    )

    assert {"Sir Martin", "Student"} <= set(event["cards"])
    assert "members" not in event


def test_sets_in_use_draws_these_sets_without_promos() -> None:
    at = recorded(seated().kingdom(), event="deck_drawn", policy="sets_in_use")

    assert {CATALOGUE.card(name).set for name in at.state.deck.cards} == {"base"}


@pytest.mark.parametrize("policy", ["online_60", "all_owned", "random_n"])
def test_hidden_lists_hold_nothing_that_tells(policy: str) -> None:
    """Rule 3.8."""
    at = recorded(seated().kingdom(), event="deck_drawn", policy=policy, hidden=True)

    assert at.shown["leaks"] == {}
    assert at.state.deck.cards


def test_a_shelf_with_too_little_gives_what_there_is() -> None:
    at = seated().logs("shelf_set", sets=["alchemy"]).kingdom()
    at = recorded(at, event="deck_drawn", policy="random_n", size=25)

    assert len(at.state.deck.cards) == 12
    assert at.shown["consequences"] == ["fewer_than_asked"]


def test_a_card_whose_extra_cannot_be_found_stays_out() -> None:
    """Young Witch without any $2 or $3 pile on the shelf."""
    cheap = [
        p.name
        for p in CATALOGUE.kingdom_piles
        if p.set == "cornucopia_guilds" and (p.cost.exactly(2) or p.cost.exactly(3))
    ]
    at = seated().logs("shelf_set", sets=["cornucopia_guilds_1e"], without=cheap).kingdom()
    at = recorded(at, event="deck_drawn", policy="all_owned")

    assert "Young Witch" not in at.state.deck.cards
    assert at.shown["consequences"] == ["fewer_than_asked"]
    assert at.shown["needs"] == []


def test_one_more_card_at_random() -> None:
    at = seated().kingdom().drawn(*FIFTEEN)
    at = recorded(at, event="deck_card_added", player="Ana")

    assert len(at.state.deck.cards) == 16


def test_when_nothing_fits_the_draw_says_so() -> None:
    at = seated().logs("shelf_set", sets=[]).kingdom("Riverboat")

    for event in (
        {"event": "deck_card_added", "player": "Ana"},
        {"event": "extra_chosen", "pile": "riverboat"},
    ):
        refused = GAME.drawn(at.state, event, dice(), "salt")
        assert isinstance(refused, Refused)
        assert refused.code == "nothing_fits"


def test_no_bane_left_is_said_as_such() -> None:
    at = seated().logs("shelf_set", sets=[]).kingdom("Young Witch")
    refused = GAME.drawn(at.state, {"event": "extra_chosen", "pile": "bane"}, dice(), "salt")

    assert isinstance(refused, Refused)
    assert refused.code == "no_bane_left"


@pytest.mark.parametrize(
    "event",
    [
        {"event": "extra_chosen", "pile": "soup"},
        {"event": "deck_drawn"},
        {"event": "deck_drawn", "policy": "random_n", "bane": "Celar"},
        {"event": "kingdom_chosen", "wishes": {"colour": "red"}},
        {"event": "kingdom_chosen", "wishes": {"include": "Village"}},
        {"event": "kingdom_chosen", "wishes": {"include": ["Vilage"]}},
        {"event": "kingdom_chosen", "wishes": {"ban": [1]}},
        {"event": "kingdom_chosen", "wishes": {"requirements": ["gold"]}},
        {"event": "kingdom_chosen", "wishes": {"landscapes": 99}},
        {"event": "kingdom_chosen", "wishes": {"requirements": [[]]}},
        {"event": "deck_drawn", "policy": "random_n", "size": "many"},
        {"event": "deck_drawn", "policy": ["random_n"]},
        {"event": "deck_card_added", "player": 3},
    ],
)
def test_wishes_that_cannot_be_are_refused_in_words(event: Json) -> None:
    refused = GAME.drawn(seated().state, event, dice(), "salt")

    assert isinstance(refused, Refused)
    assert refused.code in {"malformed", "unknown_card", "bad_number"}


def test_the_apps_order_is_drawn_with_a_salt() -> None:
    at = seated().kingdom().drawn(*FIFTEEN)
    event = drawn(at, event="deck_agreed", order_held_by="app")

    assert sorted(event["order"]) == sorted(FIFTEEN)
    assert event["order"] != sorted(FIFTEEN)
    assert event["salt"] == "salt"


def test_real_cards_need_no_order() -> None:
    at = seated().kingdom().drawn(*FIFTEEN)

    for event in (
        {"event": "deck_agreed", "order_held_by": "cards"},
        {"event": "deck_reshuffled", "why": "dropped"},
    ):
        state = at.state if event["event"] == "deck_agreed" else real_market().state
        assert GAME.drawn(state, event, dice(), "salt") == event


def test_a_reshuffle_orders_what_is_left() -> None:
    at = market().plays(coins=9).buys("Chapel").puts_down("Cellar", "Laboratory")
    event = drawn(at, event="deck_reshuffled", why="dropped")

    assert sorted(event["order"]) == sorted(set(FIFTEEN) - {"Chapel"})


def test_a_card_more_orders_the_whole_front() -> None:
    at = market().plays().passes().puts_down("Laboratory", "Chapel", "Cellar")
    event = drawn(at, event="deck_corrected", why="found", added=["pawn"], removed=["Thief"])
    removed = drawn(at, event="deck_corrected", why="lost", removed=["Thief"])

    assert sorted(event["order"]) == sorted({*FIFTEEN[3:], "Pawn"} - {"Thief"})
    assert "order" not in removed


def test_events_without_chance_are_left_alone() -> None:
    event = {"event": "market_played", "player": "Ana"}

    assert GAME.drawn(market().state, event, dice(), "salt") == event


def test_a_first_player_by_lot() -> None:
    chosen = {drawn(seated(), seed, event="first_player_chosen")["player"] for seed in range(9)}

    assert chosen == {"Ana", "Ben"}


def test_ten_piles_with_black_market() -> None:
    event = drawn(seated(), event="kingdom_chosen")

    assert len(event["kingdom"]) == 10
    assert "Black Market" in event["kingdom"]
    assert "wishes" not in event


def test_a_kingdom_without_black_market_where_it_is_not_wanted() -> None:
    kingdoms = [
        drawn(seated(), seed, event="kingdom_chosen", wishes={"black_market": False})["kingdom"]
        for seed in range(30)
    ]

    assert all(len(names) == 10 and "Black Market" not in names for names in kingdoms)


@pytest.mark.parametrize("requirement", ["buys", "actions", "trashing", "attack", "reaction"])
def test_a_kingdom_holds_what_it_is_asked_for(requirement: str) -> None:
    for seed in range(20):
        wishes = {"requirements": [requirement]}
        names = drawn(seated(), seed, event="kingdom_chosen", wishes=wishes)["kingdom"]
        assert any(requirement in CATALOGUE.provides[name] for name in names)


def test_a_spread_of_costs() -> None:
    for seed in range(20):
        wishes = {"cost_spread": True}
        names = drawn(seated(), seed, event="kingdom_chosen", wishes=wishes)["kingdom"]
        costs = {CATALOGUE.card(name).cost.coins for name in names}
        assert {2, 3, 4, 5} <= costs


def test_one_pile_is_drawn_anew() -> None:
    first = drawn(seated(), event="kingdom_chosen")["kingdom"]
    gone = next(name for name in first if name != "Black Market")
    kept = [name for name in first if name != gone]
    again = drawn(seated(), 2, event="kingdom_chosen", wishes={"include": kept, "ban": [gone]})

    assert set(kept) < set(again["kingdom"])
    assert gone not in again["kingdom"]


def test_landscapes_of_the_shelf_only() -> None:
    at = seated().logs("shelf_set", sets=["empires", "alchemy"])
    event = drawn(at, event="kingdom_chosen", wishes={"landscapes": 3, "include": ["Keep"]})

    assert len(event["landscapes"]) == 3
    assert event["landscapes"][0] == "Keep"
    assert {CATALOGUE.card(name).set for name in event["landscapes"]} == {"empires"}


def test_colonies_and_shelters_come_with_their_sets() -> None:
    """Rule 3.3: chosen from the Kingdom piles in use, not from the deck."""
    at = seated().logs("shelf_set", sets=["prosperity_2e"])
    wishes = {"black_market": False}
    only = drawn(at, event="kingdom_chosen", wishes=wishes)
    none = drawn(seated().logs("shelf_set", sets=["base_2e"]), event="kingdom_chosen")
    told = drawn(seated(), event="kingdom_chosen", colony=True, shelters=True)

    assert (only["colony"], only["shelters"]) == (True, False)
    assert (none["colony"], none["shelters"]) == (False, False)
    assert (told["colony"], told["shelters"]) == (True, True)


def test_too_few_piles_or_too_many_are_said() -> None:
    few = seated().logs("shelf_set", sets=[], promos=["Envoy"])
    one = GAME.drawn(few.state, {"event": "kingdom_chosen"}, dice(), "salt")
    many = {"event": "kingdom_chosen", "wishes": {"include": list(FIFTEEN)}}
    eleven = GAME.drawn(seated().state, many, dice(), "salt")

    assert isinstance(one, Refused)
    assert isinstance(eleven, Refused)
    assert (one.code, eleven.code) == ("too_few_piles", "too_many_cards")
