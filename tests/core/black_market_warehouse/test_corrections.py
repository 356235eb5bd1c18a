"""Corrections: the table is always right, and differences are kept so that sums close."""

from __future__ import annotations

import pytest

from companion.core.log import Recorded
from companion.core.outcome import Json
from tests.core.builders import (
    MILLION,
    At,
    code,
    dealt,
    hand,
    lobby,
    move,
    quick,
    starter,
    submitted,
    words_of,
)

WEAPON = {"item_type": "Weapon", "money": MILLION}


def cards(at: At) -> int:
    """Market cards wherever they are, with drift."""
    shown = at.shown
    lying = sum(
        player.hand
        + (len(player.warehouse.items) if player.warehouse is not None else 0)
        + sum(len(done.items) for done in player.pile)
        for player in at.state.players
    )
    total: int = lying + shown["market_deck"] + shown["discard"] + shown["drift"]
    return total


# --- hands and discards --------------------


def test_a_corrected_hand_leaves_the_difference_in_drift() -> None:
    at = dealt("Ana", "Ben").logs("hand_corrected", player="Ben", count=9)
    assert (at.of("Ben")["hand"], at.shown["drift"], cards(at)) == (9, -4, 70)


def test_cards_are_discarded_beside_the_hand_limit() -> None:
    at = dealt("Ana", "Ben").logs("cards_discarded", player="Ana", count=2)
    assert (at.of("Ana")["hand"], at.shown["discard"]) == (4, 2)


def test_more_discards_than_cards_ask() -> None:
    at = dealt("Ana", "Ben")
    answer = at.says("cards_discarded", player="Ana", count=9)
    assert code(answer) == ("hand_too_small",)
    assert words_of(answer) == "By our count Ana holds 6 cards, fewer than 9."
    after = at.logs("cards_discarded", player="Ana", count=9, anyway=True)
    assert (after.of("Ana")["hand"], after.shown["discard"], cards(after)) == (0, 9, 70)
    assert code(after.says("cards_discarded", player="Ana", count=1)) == ("hand_empty",)
    one = at.logs("hand_corrected", player="Ana", count=1)
    assert words_of(one.says("cards_discarded", player="Ana", count=2)) == (
        "By our count Ana holds one card, fewer than 2."
    )
    assert one.logs("cards_discarded", player="Ana", count=1).of("Ana")["hand"] == 0
    assert code(at.says("cards_discarded", player="Ben", count=1)) == ("not_your_turn",)


@pytest.mark.parametrize(
    ("event", "count", "code_"),
    [
        ("hand_corrected", -1, "bad_count"),
        ("hand_corrected", "5", "bad_count"),
        ("hand_corrected", 10_000, "bad_count"),
        ("hand_corrected", True, "bad_count"),
        ("hand_corrected", None, "malformed"),
        ("cards_discarded", 0, "bad_count"),
        ("cards_discarded", 1.0, "bad_count"),
    ],
)
def test_a_count_is_a_whole_number(event: str, count: object, code_: str) -> None:
    assert code(dealt("Ana", "Ben").says(event, player="Ana", count=count)) == (code_,)


def test_a_discard_of_none_has_its_own_words() -> None:
    at = dealt("Ana", "Ben")
    assert words_of(at.says("cards_discarded", player="Ana", count=0)) == (
        "That count must be a whole number, one or more."
    )
    assert words_of(at.says("hand_corrected", player="Ana", count=-1)) == (
        "That count must be a whole number, zero or more."
    )


# --- items --------------------


def test_an_item_in_play_is_corrected_without_completing_or_costing_a_turn() -> None:
    at = quick("Ana", "Ben").needs("Ana", "Weapon", "Animal").adds("Ana", "Artifact")
    after = at.logs("item_corrected", player="Ana", slot=0, item_type="Animal", money=7)
    assert after.of("Ana")["in_play_types"] == ["Animal"]
    assert after.state.items_added == 1
    assert after.table.entries[-1].event == {
        "event": "item_corrected", "player": "Ana", "item": "8", "item_type": "Animal", "money": 7,
        "was": {"item_type": "Artifact", "money": MILLION},
    }  # fmt: skip
    by_identity = after.logs("item_corrected", player="Ana", item="8", **WEAPON)
    assert by_identity.of("Ana")["in_play_types"] == ["Weapon"]


def test_an_item_in_a_pile_is_corrected_and_the_match_counted_again() -> None:
    at = quick("Ana", "Ben").adds("Ana", "Animal")
    assert at.of("Ana")["bonus_money"] == 0
    after = at.logs("item_corrected", player="Ana", warehouse=0, slot=0, **WEAPON)
    assert after.of("Ana")["bonus_money"] == 2 * MILLION
    assert after.followed() == []
    by_identity = after.logs("item_corrected", player="Ana", item="7", item_type="Animal", money=1)
    assert by_identity.of("Ana")["total"] == 1


@pytest.mark.parametrize(
    ("fields", "code_"),
    [
        ({"slot": 1}, "no_such_item"),
        ({"slot": -1}, "no_such_item"),
        ({"warehouse": 0, "slot": 0}, "no_such_item"),
        ({"warehouse": -1, "slot": 0}, "no_such_item"),
        ({"item": "99"}, "no_such_item"),
        ({"warehouse": "pile", "slot": 0}, "malformed"),
        ({"warehouse": "in_play"}, "malformed"),
        ({"slot": "0"}, "malformed"),
        ({"slot": 0, "item_type": "Gold"}, "unknown_type"),
        ({"slot": 0, "money": -1}, "bad_money"),
        ({"slot": 0, "money": None}, "malformed"),
        ({"slot": 0, "player": "Zoe"}, "unknown_player"),
    ],
)
def test_an_item_that_is_not_there_is_not_corrected(fields: Json, code_: str) -> None:
    at = dealt("Ana", "Ben").adds("Ana")
    assert code(at.says("item_corrected", **{"player": "Ana", **WEAPON, **fields})) == (code_,)


def test_a_player_without_a_warehouse_has_nothing_in_play() -> None:
    at = quick("Ana", "Ben", warehouse_total=2, game_end="finish_round").adds("Ana")
    answer = at.says("item_corrected", player="Ana", slot=0, **WEAPON)
    assert code(answer) == ("no_warehouse",)
    fixed = at.logs("item_corrected", player="Ana", item="7", item_type="Weapon", money=3)
    assert fixed.of("Ana")["items_money"] == 3


def test_a_correction_counts_the_copies_of_the_others_only() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("item_added", player="Ana", card="golden-idol")
    again = at.logs("item_corrected", player="Ana", slot=0, card="golden-idol")
    assert again.of("Ana")["in_play_money"] == 5 * MILLION
    at = at.ends("Ana").adds("Ben")
    answer = at.says("item_corrected", player="Ben", slot=0, card="golden-idol")
    assert code(answer) == ("no_copy_left",)


# --- counting piles --------------------


def count(at: At, player: str = "Ana", by: str | None = None, **pile: object) -> object:
    fields = {"items": {"5000000": 2, "1000000": 1}, "bonuses": [2 * MILLION], **pile}
    return at.says("pile_counted", by, player=player, **fields)


def counted(at: At, by: str | None = None, **fields: object) -> At:
    given = {"items": {"5000000": 2}, "bonuses": [2 * MILLION], **fields}
    return at.logs("pile_counted", by, player="Ana", **given)


def test_a_count_replaces_the_pile_and_later_warehouses_are_added() -> None:
    at = counted(quick("Ana", "Ben").adds("Ana", millions=4))
    mine = at.of("Ana")
    assert (mine["total"], mine["fives"], mine["exact"], mine["completed"]) == (
        12 * MILLION, 2, 1, 1,
    )  # fmt: skip
    later = at.needs("Ana", "Animal").adds("Ana", "Animal", 5, anyway=True)
    mine = later.of("Ana")
    assert (mine["total"], mine["fives"], mine["exact"]) == (19 * MILLION, 3, 2)
    miss = at.needs("Ana", "Animal").adds("Ana", "Weapon", 1, anyway=True)
    assert miss.of("Ana")["total"] == 13 * MILLION
    again = counted(later, items={"1": 1}, bonuses=[])
    assert again.of("Ana")["total"] == 1


def test_taking_a_count_back_gives_the_tracked_pile_again() -> None:
    at = quick("Ana", "Ben").adds("Ana", millions=4)
    assert counted(at).logs("taken_back").of("Ana") == at.of("Ana")


def test_a_count_is_recorded_in_order_without_zeros_and_signed() -> None:
    at = dealt("Ana", "Ben").logs(
        "pile_counted", "Ben", player="Ana",
        items={"5000000": 1, "1000000": 2, "01000000": 1, "3": 0}, bonuses=[1, 3],
    )  # fmt: skip
    assert at.table.entries[-1].event == {
        "event": "pile_counted", "player": "Ana", "items": {"1000000": 3, "5000000": 1},
        "bonuses": [3, 1], "by": "Ben",
    }  # fmt: skip


def test_nobody_can_sign_for_another_phone() -> None:
    at = dealt("Ana", "Ben")
    forged = {"event": "pile_counted", "player": "Ana", "items": {}, "bonuses": [], "by": "Cleo"}
    answer = submitted(at.table, forged, "Ben")
    assert isinstance(answer, Recorded)
    assert answer.entries[0].event["by"] == "Ben"
    host = submitted(at.table, forged, None)
    assert isinstance(host, Recorded)
    assert "by" not in host.entries[0].event


@pytest.mark.parametrize(
    ("pile", "code_"),
    [
        ({"items": None}, "malformed"),
        ({"items": []}, "malformed"),
        ({"items": {str(n): 1 for n in range(61)}}, "malformed"),
        ({"bonuses": "2000000"}, "malformed"),
        ({"bonuses": [1] * 61}, "malformed"),
        ({"items": {"five": 1}}, "bad_money"),
        ({"items": {"-1": 1}}, "bad_money"),
        ({"items": {"²": 1}}, "bad_money"),
        ({"items": {"999000001": 1}}, "bad_money"),
        ({"items": {"1": -1}}, "bad_count"),
        ({"items": {"1": "2"}}, "bad_count"),
        ({"bonuses": [-1]}, "bad_money"),
        ({"bonuses": ["2"]}, "bad_money"),
        ({"bonuses": [1] * 11}, "too_many_bonuses"),
        ({"items": {"1": 71}}, "too_many_items"),
    ],
)
def test_a_count_that_cannot_be(pile: Json, code_: str) -> None:
    assert code(count(dealt("Ana", "Ben"), **pile)) == (code_,)


def test_counts_of_all_players_are_held_against_the_decks() -> None:
    at = counted(dealt("Ana", "Ben"), items={"1": 40}, bonuses=[1] * 6)
    answer = at.says("pile_counted", player="Ben", items={"1": 31}, bonuses=[])
    assert words_of(answer) == ("Together that is 71 items; the Market deck has only 70 cards.")
    answer = at.says("pile_counted", player="Ben", items={}, bonuses=[1] * 5)
    assert words_of(answer) == "11 bonuses from 10 Warehouse cards cannot be."


def test_counts_that_just_fit_the_decks_are_fine() -> None:
    at = counted(dealt("Ana", "Ben"), items={"1": 40}, bonuses=[1] * 6)
    full = at.logs("pile_counted", player="Ben", items={"1": 30}, bonuses=[1] * 4)
    assert full.of("Ben")["total"] == 34


def test_another_phone_with_the_same_count_confirms_it() -> None:
    at = counted(counted(dealt("Ana", "Ben", "Cleo"), "Ana"), "Ben")
    pile = at.seat("Ana").counted
    assert pile is not None
    assert (pile.by, pile.confirmed_by) == ("Ana", ("Ben",))
    host = counted(at).seat("Ana").counted
    assert host is not None
    assert host.confirmed_by == ("Ben",)


def test_another_phone_with_another_count_is_asked() -> None:
    at = counted(dealt("Ana", "Ben"), "Ana")
    answer = count(at, by="Ben", items={"4000000": 1})
    assert code(answer) == ("counts_differ",)
    assert words_of(answer) == "Ana counted $12 Million, you $6 Million."
    same_money = count(at, by="Ben", items={"5000000": 1, "3000000": 1, "2000000": 1})
    assert words_of(same_money) == (
        "Ana counted 2 × $5 Million and $2 Million bonus, "
        "you 1 × $2 Million, 1 × $3 Million, 1 × $5 Million and $2 Million bonus."
    )
    after = counted(at, "Ben", items={"4000000": 1}, anyway=["counts_differ"])
    pile = after.seat("Ana").counted
    assert pile is not None
    assert (pile.by, pile.confirmed_by) == ("Ben", ())


def test_the_same_phone_may_count_again() -> None:
    at = counted(dealt("Ana", "Ben"), "Ana")
    assert counted(at, "Ana", items={"1": 1}).of("Ana")["items_money"] == 1


def test_a_recount_asks_while_another_phone_stands_behind_the_count() -> None:
    at = counted(counted(dealt("Ana", "Ben"), "Ana"), "Ben")
    for by, other in (("Ana", "Ben"), ("Ben", "Ana")):
        answer = count(at, by=by, items={"1": 1})
        assert code(answer) == ("counts_differ",)
        assert words_of(answer).startswith(f"{other} counted $12 Million")


def test_a_count_by_a_host_is_somebodys() -> None:
    at = counted(dealt("Ana", "Ben"))
    answer = count(at, by="Ben", items={})
    assert words_of(answer).startswith("Somebody counted $12 Million")


def test_a_pile_that_grew_is_compared_as_it_lies_now() -> None:
    at = counted(quick("Ana", "Ben"), "Ana").adds("Ana", "Weapon", 5)
    now = {"items": {"5000000": 3}, "bonuses": [2 * MILLION, 2 * MILLION]}
    pile = counted(at, "Ben", **now).seat("Ana").counted
    assert pile is not None
    assert (pile.by, pile.confirmed_by, pile.covers) == ("Ana", ("Ben",), 1)


def test_a_pile_that_grew_by_a_larger_bonus_is_still_the_same_pile() -> None:
    at = counted(quick("Ana", "Ben"), "Ana").needs("Ana", "Weapon", bonus=4).adds("Ana", millions=5)
    now = {"items": {"5000000": 3}, "bonuses": [2 * MILLION, 4 * MILLION]}
    pile = counted(at, "Ben", **now).seat("Ana").counted
    assert pile is not None
    assert pile.confirmed_by == ("Ben",)


# --- the whole table --------------------


def test_the_table_is_set_to_what_lies_there() -> None:
    at = dealt("Ana", "Ben").adds("Ana").adds("Ana", "Animal", 2, anyway=True)
    after = at.logs(
        "table_corrected", player="Ana",
        items=[{"item_type": "Artifact", "money": 3},
               {"item_type": "Animal", "money": 2 * MILLION}],
        warehouse_deck=5, market_deck=20, discard=7,
    )  # fmt: skip
    assert after.of("Ana")["in_play_types"] == ["Artifact", "Animal"]
    assert [item.id for item in after.seat("Ana").warehouse.items] == ["7.0", "6"]  # type: ignore[union-attr]
    assert [after.shown[key] for key in ("warehouse_deck", "market_deck", "discard")] == [5, 20, 7]
    assert (cards(after), after.shown["warehouse_drift"]) == (70, 3)
    assert after.state.items_added == 2


def test_fewer_items_leave_the_difference_in_drift() -> None:
    at = dealt("Ana", "Ben").adds("Ana")
    after = at.logs("table_corrected", player="ana", items=[])
    assert (after.of("Ana")["in_play"], after.shown["drift"], cards(after)) == (0, 1, 70)


def test_a_filled_warehouse_completes_and_may_end_the_game() -> None:
    at = quick("Ana", "Ben", warehouse_total=2)
    after = at.logs("table_corrected", player="Ben", items=[WEAPON])
    assert after.followed() == ["warehouse_completed", "game_over"]


def test_the_turn_is_corrected_and_begins_anew() -> None:
    at = dealt("Ana", "Ben").adds("Ana").plays("Ana", anyway=True)
    after = at.logs("table_corrected", active="Ben")
    assert (after.shown["active"], after.state.items_added, after.state.insider_played) == (
        "Ben", 0, False,
    )  # fmt: skip
    assert (after.shown["turn"], after.of("Ben")["hand"]) == (1, 5)
    same = at.logs("table_corrected", active="Ana")
    assert same.state.items_added == 1


def test_a_table_without_counts_corrects_items_and_the_warehouse_deck() -> None:
    at = dealt("Ana", "Ben", track="warehouses")
    after = at.logs("table_corrected", player="Ana", items=[WEAPON], warehouse_deck=3)
    assert (after.of("Ana")["in_play"], after.shown["warehouse_deck"]) == (1, 3)
    assert after.state.drift == 0


def test_a_card_is_kept_when_the_correction_names_none() -> None:
    at = dealt("Ana", "Ben", deck=starter()).logs("item_added", player="Ana", card="golden-idol")
    face = {"item_type": "Artifact", "money": 5 * MILLION}
    kept = at.logs("table_corrected", player="Ana", items=[face])
    assert kept.seat("Ana").warehouse.items[0].card == "golden-idol"  # type: ignore[union-attr]
    named = at.logs("table_corrected", player="Ana", items=[{"card": "golden-idol"}])
    assert named.seat("Ana").warehouse == at.seat("Ana").warehouse
    two = at.says(
        "table_corrected", player="Ana", items=[{"card": "golden-idol"}, {"card": "golden-idol"}]
    )
    assert code(two) == ("no_copy_left",)


@pytest.mark.parametrize(
    ("fields", "code_"),
    [
        ({}, "malformed"),
        ({"player": "Ana"}, "malformed"),
        ({"items": [WEAPON]}, "malformed"),
        ({"player": "Ana", "items": "Weapon"}, "malformed"),
        ({"player": "Ana", "items": [7]}, "malformed"),
        ({"player": "Ana", "items": [{}]}, "malformed"),
        ({"player": "Ana", "items": [WEAPON] * 61}, "malformed"),
        ({"active": 7}, "malformed"),
        ({"player": "Ana", "items": [{**WEAPON, "money": -1}]}, "bad_money"),
        ({"player": "Ana", "items": [{**WEAPON, "item_type": "Gold"}]}, "unknown_type"),
        ({"player": "Ana", "items": [WEAPON, WEAPON]}, "warehouse_full"),
        ({"player": "Zoe", "items": []}, "unknown_player"),
        ({"warehouse_deck": -1}, "bad_count"),
        ({"market_deck": "3"}, "bad_count"),
        ({"discard": 1.5}, "bad_count"),
    ],
)
def test_a_correction_of_the_table_that_cannot_be(fields: Json, code_: str) -> None:
    assert code(quick("Ana", "Ben").says("table_corrected", **fields)) == (code_,)


def test_a_player_without_a_warehouse_has_no_items_to_correct() -> None:
    at = quick("Ana", "Ben", warehouse_total=2, game_end="finish_round").adds("Ana")
    answer = at.says("table_corrected", player="Ana", items=[WEAPON])
    assert code(answer) == ("no_warehouse",)


def test_sums_close_through_a_whole_evening() -> None:
    at = quick("Ana", "Ben", "Cleo").adds("Ana").ends("Ana")
    at = at.plays("Ben", {"do": "draw", "count": 3}, move(hand("Cleo"), hand("Ben")))
    at = at.adds("Ben").ends("Ben").logs("cards_discarded", player="Cleo", count=3)
    at = at.logs("player_left", player="Cleo").logs("player_joined", player="Dev")
    at = at.adds("Dev", anyway=True).logs("hand_corrected", player="Ana", count=2)
    assert cards(at) == 70


def test_a_pile_may_be_counted_in_the_lobby() -> None:
    at = lobby("Ana", "Ben").logs("pile_counted", player="Ana", items={"5": 1}, bonuses=[])
    assert (at.of("Ana")["total"], at.shown["ranking"]) == (5, [])
