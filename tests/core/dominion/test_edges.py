"""Bad input and rare moments: refused in words, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.queue import peeked
from companion.core.games.dominion_black_market.state import Block, Deck
from companion.core.log import Table, new_table
from companion.core.outcome import Asks, Json, Refused
from tests.core.dominion.builders import FIFTEEN, GAME, KEY, At, market, real_market, seated

READY = seated().kingdom().drawn(*FIFTEEN)


def code(answer: Any) -> str:
    """The code of a refusal, or of the first ask."""
    if isinstance(answer, Asks):
        return answer.asks[0].code
    assert isinstance(answer, Refused), answer
    return answer.code


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


def test_traits_and_boons_are_kept_for_the_record() -> None:
    at = seated()
    by_pile = at.kingdom(landscapes=["Rich"], traits={"Rich": "Village"}, boons=["The Sea's Gift"])
    by_name = at.kingdom(landscapes=["Rich"], traits=["Rich"])

    assert by_pile.state.kingdom.traits == (("Rich", "Village"),)
    assert by_pile.state.kingdom.boons == ("The Sea's Gift",)
    assert by_name.state.kingdom.traits == (("Rich", ""),)


def test_a_missing_extra_can_be_chosen_after_agreement() -> None:
    """A correction brought Young Witch; the Bane is taken from the shelf, or out of the deck."""
    at = real_market().logs("deck_corrected", why="found", added=["Young Witch"])
    chosen = at.logs("extra_chosen", pile="bane", card="Chapel")

    assert at.shown["needs"] == ["bane"]
    assert chosen.shown["extra_piles"] == {"bane": "Chapel"}
    assert "Chapel" not in chosen.state.deck.cards
    assert chosen.state.deck.size == 15
    assert code(chosen.says("extra_chosen", pile="bane", card="Cellar")) == "already_agreed"


def test_a_card_that_lies_open_or_was_bought_is_no_extra() -> None:
    at = real_market().logs("deck_corrected", why="found", added=["Young Witch"]).plays()
    shown = at.reveals("Chapel", "Cellar", "Witch")
    bought = shown.buys("Chapel", price=0).puts_down("Cellar", "Witch")

    assert code(shown.says("extra_chosen", pile="bane", card="Chapel")) == "market_open"
    assert code(bought.says("extra_chosen", pile="bane", card="Chapel")) == "already_bought"


def test_the_obelisk_goes_with_its_pile() -> None:
    at = seated().kingdom(landscapes=["Obelisk"], bane="Cellar", obelisk="Cellar")
    changed = at.logs("extra_chosen", pile="bane", card="Chapel")

    assert changed.shown["consequences"] == ["extra_dropped"]
    assert changed.shown["needs"] == ["obelisk"]


def test_an_unneeded_bane_takes_its_obelisk_along_at_agreement() -> None:
    at = seated().kingdom(landscapes=["Obelisk"], bane="Cellar", obelisk="Cellar").by_cards()

    assert at.shown["consequences"] == ["extra_dropped", "extra_dropped"]
    assert at.shown["extra_piles"] == {}
    assert at.table.entries[-1].anyway[0] == "extra_missing"


def test_extras_that_only_hold_each_other_are_dropped() -> None:
    """Ferryman set aside for a Riverboat that is the Ferryman pile: nothing outside asks."""
    at = seated().kingdom(ferryman="Riverboat", riverboat="Ferryman").by_cards()

    assert at.shown["extra_piles"] == {}
    assert at.shown["consequences"] == ["extra_dropped", "extra_dropped"]


def test_no_bane_left_is_refused_at_every_draw_addition_and_at_agreement() -> None:
    """Rule 1.9."""
    at = seated().kingdom().logs("shelf_set", sets=[], promos=["Governor"])
    with_witch = at.kingdom("Young Witch")
    drawn = with_witch.says("deck_drawn", policy="agreed_list", cards=[])
    added = with_witch.says("deck_card_added", player="Ana", card="Governor")
    agreed = with_witch.says("deck_agreed", order_held_by="cards", anyway=True)

    assert {code(answer) for answer in (drawn, added, agreed)} == {"no_bane_left"}


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


def test_backs_that_are_seen_are_recorded_with_real_cards() -> None:
    """Rules 1.11 and 9.5: record the visible positions."""
    cards = [*FIFTEEN[:14], "Stash"]
    at = seated().kingdom().drawn(*cards).by_cards(backs={"stash": 5})
    odds = at.shown["odds"]

    assert (odds["Stash"], odds["Chapel"]) == (0, pytest.approx(3 / 14, abs=1e-6))
    played = at.plays().reveals("Chapel", "Mine", "Witch").passes()
    after = played.logs("rest_bottomed", order=["Chapel", "Mine", "Witch"])
    assert after.state.deck.backs == (("Stash", 2),)
    assert after.shown["odds"]["Stash"] == 1


def test_a_back_that_is_seen_must_come_up_in_its_place() -> None:
    cards = [*FIFTEEN[:14], "Stash"]
    at = seated().kingdom().drawn(*cards).by_cards(backs={"Stash": 2}).plays()
    early = seated().kingdom().drawn(*cards).by_cards(backs={"Stash": 9}).plays()

    assert code(at.says("cards_revealed", cards=["Chapel", "Mine", "Witch"])) == "not_on_top"
    assert code(early.says("cards_revealed", cards=["Chapel", "Stash", "Mine"])) == "not_on_top"
    assert at.reveals("Chapel", "Stash", "Mine").shown["consequences"] == []


@pytest.mark.parametrize(
    ("backs", "wanted"),
    [
        ({"Moat": 1}, "not_in_deck"),
        ({"Chapel": 0}, "bad_number"),
        ({"Chapel": 16}, "bad_number"),
        ({"Chapel": 2, "Mine": 2}, "bad_number"),
        ({"Chapel": 2, "chapel": 3}, "bad_number"),
    ],
)
def test_backs_that_cannot_be(backs: dict[str, int], wanted: str) -> None:
    assert code(READY.says("deck_agreed", order_held_by="cards", backs=backs)) == wanted
    answer = real_market().says("deck_reshuffled", why="dropped", backs=backs)
    assert code(answer) == wanted


def test_backs_are_seen_anew_after_a_shuffle_and_lost_by_a_correction() -> None:
    at = real_market().logs("deck_reshuffled", why="dropped", backs={"Chapel": 4})
    corrected = at.logs("deck_corrected", why="lost", removed=["Mine"])

    assert at.state.deck.backs == (("Chapel", 4),)
    assert at.table.entries[-1].event["backs"] == {"Chapel": 4}
    assert corrected.state.deck.backs == ()


def test_while_cards_lie_open_nothing_is_corrected() -> None:
    """Rule 9.7."""
    at = market().plays()

    assert code(at.says("deck_corrected", why="lost", removed=["Mine"])) == "market_open"


def test_the_first_player_leaves_while_preparing() -> None:
    at = seated().kingdom().logs("first_player_chosen", player="Ana")
    left = at.logs("player_left", player="Ana")

    assert (left.state.tracked, left.state.active) == (False, None)


def test_seats_are_arranged_until_the_first_turn_has_begun() -> None:
    at = market()
    assert at.logs("seats_arranged", order=["Ben", "Ana"]).shown["active"] == "Ana"
    assert code(at.plays().says("seats_arranged", order=["Ben", "Ana"])) == "already_started"


def test_everybody_leaves_and_somebody_comes_back() -> None:
    at = market().logs("player_left", player="Ana").logs("player_left", player="Ben")
    back = at.logs("player_joined", player="Ana")

    assert at.shown["active"] is None
    assert code(at.says("turn_ended", player="Ana")) == "player_left"
    assert back.shown["active"] == "Ana"


def test_a_seat_that_its_owner_did_not_take_back_asks() -> None:
    at = seated().logs("player_joined", by="Cleo", player="Cleo")

    assert code(at.says("taken_back", by="Ana")) == "big_take_back"
    assert not isinstance(at.says("taken_back", by="Cleo"), Asks)


def test_everybody_who_sat_here_is_known() -> None:
    at = market().logs("player_left", player="Ben")

    assert GAME.players_of(at.state) == ("Ana", "Ben")
    assert (GAME.is_over(at.state), GAME.is_over(at.logs("game_called").state)) == (False, True)


def test_cards_known_on_top_are_shown_there() -> None:
    at = market().plays().logs("taken_back")
    rows = {row.card.name: row for row in at.view().deck.cards}

    assert (rows["Chapel"].where, rows["Chapel"].chances[0]) == ("top", 1)
    assert [card.name for card in at.view().deck.known_top] == ["Laboratory", "Chapel", "Cellar"]


def test_an_unknown_block_gives_any_of_its_cards() -> None:
    """Rule 9.1: a block in an order nobody told gives its cards in any order, all before it."""
    at = seated().kingdom().drawn("Chapel", "Mine", "Witch", "Moneylender").by_cards()
    at = at.plays().reveals("Chapel", "Mine", "Witch").passes().logs("rest_bottomed").plays()

    assert at.reveals("Moneylender", "Witch", "Chapel").shown["deck"]["tail"] == [["Mine"]]
    answer = at.says("cards_revealed", cards=["Chapel", "Mine", "Witch"])
    assert code(answer) == "not_on_top"


def test_an_extra_that_fits_is_found_for_every_kind() -> None:
    at = seated().kingdom("Ferryman", "Riverboat", "Poet", "Bauble",
                          landscapes=["Obelisk", "Way of the Mouse"])  # fmt: skip
    extras = {each.extra: each for each in at.view().extras}

    assert list(extras) == ["ferryman", "riverboat", "mouse", "ally", "prophecy", "obelisk"]
    assert "Village" in extras["obelisk"].choices
    assert "Island Folk" in extras["ally"].choices
    assert "Growth" in extras["prophecy"].choices
    assert "Knights" not in extras["riverboat"].choices
    assert "Clashes" in extras["ferryman"].choices


def test_whole_mixed_piles_bring_what_any_of_their_cards_brings() -> None:
    lines = {line.step: line for line in seated().kingdom("Castles", "Catapult/Rocks").view().setup}

    assert set(lines) == {
        "material:VP tokens", "mixed_pile:Castles", "mixed_pile:Catapult/Rocks",
    }  # fmt: skip


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


@pytest.mark.parametrize(
    ("shown", "front", "tail", "known_top"),
    [
        (("a", "b", "c"), ("a", "b", "c", "d"), (), ("a", "b", "c")),
        (("a", "x", "b"), ("a", "b", "c"), (), ("a", "b")),
        (("a", "b", "x"), ("a",), (("b", "c"),), ("a", "b")),
        (("b", "c", "x"), (), (("b",), ("c",)), ("b", "c")),
        (("x", "y", "z"), ("a",), (("b", "c"),), ()),
        (("x", "c", "d"), (), (("b", "c"),), ()),
    ],
)
def test_what_a_taken_back_reveal_leaves_known(
    shown: tuple[str, ...],
    front: tuple[str, ...],
    tail: tuple[tuple[str, ...], ...],
    known_top: tuple[str, ...],
) -> None:
    """As far as the cards still lie on top in their order, they are known there."""
    blocks = tuple(Block(cards, True, False, "Ana") for cards in tail)
    deck = Deck(cards=tuple("abcd"), front=front, tail=blocks)
    after = peeked(deck, shown)

    assert after.known_top == known_top
    assert sorted(
        (*after.front, *(card for block in after.tail for card in block.cards))
    ) == sorted((*front, *(card for cards in tail for card in cards)))
    assert set(after.peeked) <= set(after.front)


def test_backs_lie_anywhere_from_the_first_place_to_the_last() -> None:
    at = READY.by_cards(backs={"Chapel": 1, "Mine": 15})

    assert at.state.deck.backs == (("Chapel", 1), ("Mine", 15))


@pytest.mark.parametrize(("place", "wanted"), [(3, "recorded"), (4, "not_on_top")])
def test_a_back_in_the_third_place_is_among_the_three(place: int, wanted: str) -> None:
    """Rule 9.5."""
    at = READY.by_cards(backs={"Witch": place}).plays()
    with_it = at.says("cards_revealed", cards=["Chapel", "Mine", "Witch"])
    without = at.says("cards_revealed", cards=["Chapel", "Mine", "Feast"])

    told = [code(answer) if isinstance(answer, Asks) else "recorded"
            for answer in (with_it, without)]  # fmt: skip
    other = {"recorded": "not_on_top", "not_on_top": "recorded"}
    assert told == [wanted, other[wanted]]


def test_cards_known_on_top_are_known_no_more_once_they_came_up() -> None:
    at = market().plays().logs("taken_back").plays()

    assert at.state.deck.peeked == ()


def test_seat_numbers_are_given_once() -> None:
    at = seated("Ana", "Ben").logs("player_left", player="Ben").logs("player_joined", player="Cleo")

    assert [(player.name, player.number) for player in at.state.players] == [
        ("Ana", 1),
        ("Cleo", 3),
    ]


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
