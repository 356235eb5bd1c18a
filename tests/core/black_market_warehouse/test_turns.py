"""Turns: draw, Drop and Fill, hand limit, the end in its two ways."""

from __future__ import annotations

import pytest

from companion.core.log import Recorded
from tests.core.builders import (
    MILLION,
    At,
    code,
    dealt,
    lobby,
    quick,
    starter,
    words_of,
)


def test_the_deal_counts_off_both_decks_and_the_first_turn_draws() -> None:
    at = dealt("Ana", "Ben", "Cleo")
    assert (at.shown["warehouse_deck"], at.shown["market_deck"]) == (7, 54)
    assert [at.of(name)["hand"] for name in ("Ana", "Ben", "Cleo")] == [6, 5, 5]
    assert (at.shown["active"], at.shown["turn"], at.state.round) == ("Ana", 1, 1)


def test_a_turn_end_cuts_to_the_hand_limit_and_the_next_player_draws() -> None:
    at = dealt("Ana", "Ben").plays("Ana", {"do": "draw", "count": 4}).ends("Ana")
    assert (at.of("Ana")["hand"], at.of("Ben")["hand"]) == (5, 6)
    assert at.shown["discard"] == 1 + 4
    assert at.followed() == ["discarded_to_limit", "card_drawn"]


def test_a_hand_below_the_limit_is_not_filled_up() -> None:
    at = dealt("Ana", "Ben").logs("cards_discarded", player="Ana", count=4).ends("Ana")
    assert at.of("Ana")["hand"] == 2


def test_a_hand_at_the_limit_discards_nothing() -> None:
    at = dealt("Ana", "Ben").logs("cards_discarded", player="Ana", count=1).ends("Ana")
    assert (at.of("Ana")["hand"], at.shown["discard"]) == (5, 1)
    assert at.followed() == ["card_drawn"]


def test_the_deck_sets_hand_size_and_limit() -> None:
    deck = {**starter(), "hand_size": 3, "hand_limit": 4}
    at = dealt("Ana", "Ben", deck=deck).plays("Ana", {"do": "draw", "count": 5}).ends("Ana")
    assert (at.of("Ana")["hand"], at.of("Ben")["hand"]) == (4, 4)


def test_a_stale_turn_end_is_refused() -> None:
    at = dealt("Ana", "Ben").ends("Ana")
    answer = at.says("turn_ended", player="Ana")
    assert code(answer) == ("not_your_turn",)
    assert words_of(answer) == "It is Ben's turn, not Ana's."


def test_the_round_counts_up_before_the_first_players_next_turn() -> None:
    at = dealt("Ben", "Ana").ends("Ben", "Ana")
    assert (at.state.round, at.state.turn) == (2, 3)


def test_one_item_a_turn_and_more_by_an_insider() -> None:
    at = dealt("Ana", "Ben").adds("Ana")
    again = {"player": "Ana", "item_type": "Weapon", "money": 1}
    assert code(at.says("item_added", **again)) == ("item_already_added",)
    more = dealt("Ana", "Ben").plays("Ana", {"do": "extra_fill", "count": 2})
    three = more.adds("Ana").adds("Ana").adds("Ana")
    assert code(three.says("item_added", **again)) == ("item_already_added",)


def test_an_extra_item_off_turn_changes_nobodys_turn() -> None:
    at = dealt("Ana", "Ben").plays("Ben", {"do": "extra_fill", "count": 1}, anyway=True)
    assert (at.state.items_allowed, at.state.insider_played) == (1, False)


def test_a_blocked_player_is_asked_and_the_block_ends_with_the_turn() -> None:
    at = dealt("Ana", "Ben").plays("Ana", {"do": "block", "player": "Ben"}).ends("Ana")
    answer = at.says("item_added", player="Ben", item_type="Weapon", money=1)
    assert code(answer) == ("fill_blocked",)
    assert not at.ends("Ben").of("Ben")["blocked"]
    assert at.of("Ben")["blocked"]
    few = at.logs("cards_discarded", player="Ben", count=3)
    assert not few.ends("Ben").of("Ben")["blocked"]


def asked(at: At, name: str) -> tuple[str, ...]:
    """What an item of this player asks; () when it is simply logged."""
    answer = at.says("item_added", player=name, item_type="Weapon", money=1)
    return () if isinstance(answer, Recorded) else code(answer)


def test_a_block_in_the_blocked_players_own_turn_binds_their_next_one() -> None:
    at = dealt("Ana", "Ben", "Cleo").plays("Cleo", {"do": "block", "player": "Ana"}, anyway=True)
    assert (at.of("Ana")["blocked"], asked(at, "Ana")) == (True, ())
    waiting = at.ends("Ana")
    assert waiting.of("Ana")["blocked"]
    back = waiting.ends("Ben").ends("Cleo")
    assert asked(back, "Ana") == ("fill_blocked",)
    after = back.ends("Ana").ends("Ben").ends("Cleo")
    assert (after.of("Ana")["blocked"], asked(after, "Ana")) == (False, ())


def test_a_block_for_this_turn_and_one_for_the_next_are_two_skipped_turns() -> None:
    block = {"do": "block", "player": "Ben"}
    at = dealt("Ana", "Ben").plays("Ana", block).ends("Ana").plays("Ana", block, anyway=True)
    assert asked(at, "Ben") == ("fill_blocked",)
    again = at.ends("Ben").ends("Ana")
    assert asked(again, "Ben") == ("fill_blocked",)
    free = again.ends("Ben").ends("Ana")
    assert asked(free, "Ben") == ()


def test_two_blocks_in_the_blocked_players_own_turn_are_one_skipped_turn() -> None:
    block = {"do": "block", "player": "Ana"}
    at = dealt("Ana", "Ben").plays("Ben", block, block, anyway=True).ends("Ana").ends("Ben")
    assert asked(at, "Ana") == ("fill_blocked",)
    assert asked(at.ends("Ana").ends("Ben"), "Ana") == ()


def test_a_block_laid_in_a_turn_that_is_corrected_away_waits_for_the_next() -> None:
    at = dealt("Ana", "Ben").plays("Ben", {"do": "block", "player": "Ana"}, anyway=True)
    at = at.logs("table_corrected", active="Ben")
    assert at.of("Ana")["blocked"]
    assert asked(at.ends("Ben"), "Ana") == ("fill_blocked",)


def test_protection_ends_as_the_own_next_turn_starts() -> None:
    at = dealt("Ana", "Ben").plays("Ana", {"do": "protect"}).ends("Ana")
    assert at.of("Ana")["protected"]
    assert not at.ends("Ben").of("Ana")["protected"]


def test_the_rules_ask_in_the_order_of_the_messages() -> None:
    at = dealt("Ana", "Ben", deck=starter()).adds(
        "Ana", card="pocket-volcano", item_type="Weapon", millions=5
    )
    at = at.logs("hand_corrected", player="Ana", count=0)
    answer = at.says("item_added", player="Ana", card="pocket-volcano")
    assert code(answer) == ("item_already_added", "hand_empty", "no_copy_left")
    insider = at.plays("Ana", anyway=True).says("insider_played", player="Ana")
    assert code(insider) == ("insider_already_played", "insider_after_fill", "hand_empty")
    off = at.says("insider_played", player="Ben")
    assert code(off) == ("not_your_turn",)


@pytest.mark.parametrize(("market", "cards"), [("reshuffle", 6), ("no_more_draws", 5)])
def test_an_empty_market_deck(market: str, cards: int) -> None:
    at = dealt("Ana", "Ben", market_total=11, market_deck_empty=market).ends("Ana")
    assert at.of("Ben")["hand"] == cards
    assert ("no_card_to_draw" in at.followed()) == (cards == 5)


def test_with_both_piles_empty_play_goes_on_without_drawing() -> None:
    at = dealt("Ana", "Ben", market_total=10)
    assert at.followed() == ["no_card_to_draw"]
    assert at.of("Ana")["hand"] == 5
    assert at.ends("Ana").shown["active"] == "Ben"


def test_a_draw_runs_through_the_reshuffled_discard_pile() -> None:
    at = dealt("Ana", "Ben", market_total=14)
    at = at.logs("cards_discarded", player="Ana", count=3)
    after = at.plays("Ana", {"do": "draw", "count": 6})
    assert after.followed() == ["market_deck_reshuffled", "card_drawn"]
    assert (after.shown["market_deck"], after.shown["discard"]) == (0, 1)
    assert after.of("Ana")["hand"] == 6 - 3 - 1 + 6
    short = after.plays("Ana", {"do": "draw", "count": 9}, anyway=True)
    assert short.followed() == ["market_deck_reshuffled", "card_drawn", "no_card_to_draw"]


# --- the end --------------------


def test_the_last_warehouse_ends_the_game_at_once() -> None:
    at = quick("Ana", "Ben", warehouse_total=2).adds("Ana", millions=3)
    assert at.followed() == ["warehouse_completed", "game_over"]
    assert (at.shown["status"], at.shown["reason"], at.shown["active"]) == (
        "over", "last_warehouse", None,
    )  # fmt: skip
    assert at.shown["winners"] == ["Ana"]


def test_drawing_the_last_card_does_not_end_it() -> None:
    at = quick("Ana", "Ben", warehouse_total=3).adds("Ana")
    assert at.followed() == ["warehouse_completed", "warehouse_drawn"]
    assert (at.shown["status"], at.shown["warehouse_deck"]) == ("playing", 0)


def finishing(*names: str) -> At:
    return quick(*names, warehouse_total=len(names), game_end="finish_round")


def test_the_round_is_played_to_its_end() -> None:
    at = finishing("Ana", "Ben", "Cleo").adds("Ana")
    assert at.followed() == ["warehouse_completed", "last_round"]
    at = at.ends("Ana").adds("Ben").ends("Ben")
    assert (at.shown["status"], at.shown["last_round"]) == ("playing", True)
    at = at.ends("Cleo")
    assert at.followed()[-1] == "game_over"
    assert (at.shown["reason"], at.shown["winners"]) == ("last_warehouse", ["Ana", "Ben"])


def test_the_last_seat_ends_the_round_with_its_turn() -> None:
    at = finishing("Ana", "Ben").ends("Ana").adds("Ben").ends("Ben")
    assert at.shown["status"] == "over"


def test_without_any_warehouse_card_the_last_round_is_over_at_once() -> None:
    at = finishing("Ana", "Ben").adds("Ana").ends("Ana").adds("Ben")
    assert at.followed() == ["warehouse_completed", "game_over"]


def test_who_has_no_warehouse_card_cannot_add() -> None:
    at = finishing("Ana", "Ben").adds("Ana")
    answer = at.says("item_added", player="Ana", item_type="Weapon", money=1, anyway=True)
    assert code(answer) == ("no_warehouse",)
    answer = at.says("warehouse_described", player="Ana", requires=["Weapon"], bonus=0)
    assert code(answer) == ("no_warehouse",)


def test_the_first_player_leaves_and_the_round_is_anchored_at_the_next() -> None:
    at = finishing("Ana", "Ben", "Cleo").ends("Ana").adds("Ben").logs("player_left", player="Ana")
    assert at.ends("Ben").shown["status"] == "playing"
    assert at.ends("Ben", "Cleo").shown["status"] == "over"


def test_the_first_player_leaves_in_their_own_turn_and_the_round_goes_on() -> None:
    at = finishing("Ana", "Ben", "Cleo").adds("Ana").logs("player_left", player="Ana")
    assert (at.shown["status"], at.shown["active"], at.state.first) == ("playing", "Ben", "Ben")
    assert at.ends("Ben", "Cleo").shown["status"] == "over"


def test_the_last_seat_leaves_in_the_last_round() -> None:
    at = finishing("Ana", "Ben", "Cleo").ends("Ana", "Ben").adds("Cleo")
    after = at.logs("player_left", player="Cleo")
    assert (after.shown["status"], after.shown["reason"]) == ("over", "last_warehouse")


def test_a_leaver_who_alone_had_a_warehouse_card_ends_the_last_round() -> None:
    at = finishing("Ana", "Ben", "Cleo").adds("Ana").ends("Ana").adds("Ben")
    assert at.logs("player_left", player="Cleo").shown["status"] == "over"


def test_the_table_may_call_the_game() -> None:
    at = quick("Ana", "Ben").adds("Ana", millions=4).logs("game_called")
    assert (at.shown["reason"], at.shown["winners"]) == ("called", ["Ana"])
    assert code(at.says("game_called")) == ("game_over",)


def test_after_the_end_only_corrections_and_counts_are_logged() -> None:
    at = quick("Ana", "Ben", warehouse_total=2).adds("Ana", millions=3)
    for event in ("turn_ended", "item_added", "player_left", "hand_corrected", "insider_played"):
        fields = {"player": "Ana", "item_type": "Weapon", "money": 1, "count": 1, "steps": []}
        assert code(at.says(event, **fields)) == ("game_over",)
    assert code(at.says("game_dealt")) == ("game_over",)
    assert code(at.says("player_joined", player="Dev")) == ("game_over",)
    fixed = at.logs(
        "item_corrected", player="Ana", warehouse=0, slot=0, item_type="Weapon", money=5 * MILLION
    )
    assert fixed.of("Ana")["fives"] == 1


def test_before_the_deal_nothing_is_played() -> None:
    at = lobby("Ana", "Ben")
    for event in ("turn_ended", "item_added", "warehouse_described", "insider_played",
                  "cards_discarded", "hand_corrected", "game_called", "item_corrected",
                  "table_corrected"):  # fmt: skip
        fields = {
            "player": "Ana", "item_type": "Weapon", "money": 1, "count": 1, "steps": [],
            "requires": ["Weapon"], "bonus": 1, "slot": 0, "discard": 1,
        }  # fmt: skip
        assert code(at.says(event, **fields)) == ("not_dealt",)


# --- tables that track less --------------------


def test_a_table_of_warehouses_tracks_no_turns_and_no_counts() -> None:
    at = dealt("Ana", "Ben", track="warehouses")
    assert [at.shown[key] for key in ("active", "turn", "market_deck", "discard", "drift")] == [
        None
    ] * 5
    assert at.of("Ana")["hand"] is None
    assert at.seat("Ana").hand == 0
    at = at.adds("Ben").adds("Ben", "Animal").plays("Ana", {"do": "draw", "count": 3})
    at = at.plays("Ana", {"do": "protect"}, {"do": "block", "player": "Ben"})
    assert at.of("Ben")["in_play"] == 2
    assert not at.of("Ana")["protected"]
    assert not at.of("Ben")["blocked"]
    assert at.shown["warehouse_deck"] == 8


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("turn_ended", {"player": "Ana"}),
        ("cards_discarded", {"player": "Ana", "count": 1}),
        ("hand_corrected", {"player": "Ana", "count": 1}),
        ("table_corrected", {"active": "Ana"}),
        ("table_corrected", {"market_deck": 3}),
        ("table_corrected", {"discard": 3}),
    ],
)
def test_a_table_of_warehouses_refuses_what_needs_turns(
    event: str, fields: dict[str, object]
) -> None:
    answer = dealt("Ana", "Ben", track="warehouses").says(event, **fields)
    assert code(answer) == ("turns_not_tracked",)


def test_a_table_of_warehouses_still_notices_the_end() -> None:
    at = quick("Ana", "Ben", track="warehouses", warehouse_total=2).adds("Ben")
    assert at.shown["reason"] == "last_warehouse"
    at = quick("Ana", "Ben", track="warehouses", warehouse_total=2, game_end="finish_round")
    at = at.adds("Ben")
    assert (at.shown["last_round"], at.shown["status"]) == (True, "playing")
    assert at.logs("game_called").shown["winners"] == ["Ben"]


def test_a_table_of_scores_only_counts_piles() -> None:
    at = lobby("Ana", "Ben", track="scores")
    for event in ("first_player_chosen", "game_dealt", "item_added", "turn_ended"):
        answer = at.says(event, player="Ana", item_type="Weapon", money=1)
        assert code(answer) == ("turns_not_tracked",)
    assert words_of(at.says("game_dealt")) == "This table counts piles only."
    at = at.logs("seats_arranged", order=["Ben", "Ana"])
    one = at.logs("pile_counted", player="Ana", items={"5000000": 1}, bonuses=[])
    assert (one.shown["ranking"], one.shown["winners"]) == ([["Ana", 1]], None)
    both = one.logs("pile_counted", player="Ben", items={"4000000": 1}, bonuses=[2 * MILLION])
    assert (both.shown["status"], both.shown["winners"], both.shown["decided_by"]) == (
        "lobby", ["Ben"], "money",
    )  # fmt: skip
    assert both.logs("game_called").shown["status"] == "over"


def test_a_table_of_scores_may_be_called_before_everybody_counted() -> None:
    at = lobby("Ana", "Ben", track="scores")
    counted = at.logs("pile_counted", player="Ana", items={}, bonuses=[]).logs("game_called")
    assert counted.shown["winners"] == ["Ana"]
    nobody = at.logs("game_called")
    assert (nobody.shown["winners"], nobody.shown["decided_by"]) == ([], None)
