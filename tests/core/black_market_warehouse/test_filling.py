"""Drop and Fill: which items and cards may be named, and what completes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.outcome import Json
from companion.core.replay import fold
from tests.core.builders import MILLION, At, code, dealt, lobby, quick, starter, words_of


def starter_table() -> At:
    return dealt("Ana", "Ben", "Cleo", deck=starter())


def test_a_card_names_type_and_money() -> None:
    at = starter_table().logs("item_added", player="Ana", card="us-noc-list")
    assert at.table.entries[-1].event == {
        "event": "item_added", "player": "Ana", "card": "us-noc-list",
        "item_type": "Top Secret", "money": 3 * MILLION,
    }  # fmt: skip
    item = at.seat("Ana").warehouse.items[0]  # type: ignore[union-attr]
    assert (item.id, item.card) == ("6", "us-noc-list")


@pytest.mark.parametrize(
    ("fields", "code_"),
    [
        ({"card": "cat-burglar"}, "insider_in_warehouse"),
        ({"card": "petting-zoo-annex"}, "warehouse_in_warehouse"),
        ({"card": "unicorn"}, "unknown_card"),
        ({"card": "panda", "money": 3 * MILLION}, "card_mismatch"),
        ({"card": "panda", "item_type": "Weapon"}, "card_mismatch"),
        ({"item_type": "Vehicle", "money": 1}, "unknown_type"),
        ({"item_type": "weapon", "money": 1}, "unknown_type"),
        ({"item_type": "Weapon", "money": -1}, "bad_money"),
        ({"item_type": "Weapon", "money": 999_000_001}, "bad_money"),
        ({"item_type": "Weapon", "money": 1.5}, "bad_money"),
        ({"item_type": "Weapon", "money": "3000000"}, "bad_money"),
        ({"item_type": "Weapon", "money": True}, "bad_money"),
        ({"item_type": "Weapon"}, "malformed"),
        ({"money": 1}, "malformed"),
        ({}, "malformed"),
        ({"card": 7}, "malformed"),
        ({"card": "x" * 201}, "malformed"),
        ({"item_type": ["Weapon"], "money": 1}, "malformed"),
        ({"player": None, "card": "panda"}, "malformed"),
        ({"player": "Zoe", "card": "panda"}, "unknown_player"),
    ],
)
def test_an_item_that_cannot_be_is_refused(fields: Json, code_: str) -> None:
    assert code(starter_table().says("item_added", **{"player": "Ana", **fields})) == (code_,)


@pytest.mark.parametrize("money", [0, 1, 7 * MILLION, 123_456, 999_000_000])
def test_money_is_any_whole_number_of_dollars(money: int) -> None:
    at = dealt("Ana", "Ben").logs("item_added", player="Ana", item_type="Weapon", money=money)
    assert at.of("Ana")["in_play_money"] == money


def test_the_message_of_a_mismatch_names_the_card_as_it_is() -> None:
    answer = starter_table().says("item_added", player="Ana", card="panda", money=1)
    assert words_of(answer) == ("Panda is Animal, $4 Million. Please pick that, or another card.")


def test_copies_on_the_table_ask() -> None:
    at = starter_table().logs("item_added", player="Ana", card="panda")
    at = at.logs("item_added", player="Ana", card="panda", anyway=True)
    answer = at.says("item_added", player="Ana", card="panda", anyway=["item_already_added"])
    assert code(answer) == ("item_already_added", "no_copy_left")
    ben = at.ends("Ana").says("item_added", player="Ben", card="panda")
    assert words_of(ben) == "All 2 copies of Panda are already on the table."
    one = starter_table().logs("item_added", player="Ana", card="golden-idol").ends("Ana")
    ben = one.says("item_added", player="Ben", card="golden-idol")
    assert words_of(ben) == "The only copy of Golden Idol is already on the table."


# --- Warehouse cards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code_"),
    [
        ({"card": "panda"}, "not_a_warehouse"),
        ({"card": "cat-burglar"}, "not_a_warehouse"),
        ({"card": "unicorn"}, "unknown_card"),
        ({"requires": [], "bonus": 0}, "no_item_types"),
        ({"requires": ["Weapon", "Gold"], "bonus": 0}, "unknown_type"),
        ({"requires": ["Weapon"], "bonus": -1}, "bad_money"),
        ({"requires": ["Weapon"]}, "malformed"),
        ({"bonus": 1}, "malformed"),
        ({"requires": "Weapon", "bonus": 1}, "malformed"),
        ({"requires": [1], "bonus": 1}, "malformed"),
        ({"card": "petting-zoo-annex", "requires": ["Weapon"]}, "card_mismatch"),
        ({"card": "petting-zoo-annex", "bonus": 1}, "card_mismatch"),
    ],
)
def test_a_warehouse_card_that_cannot_be_is_refused(fields: Json, code_: str) -> None:
    answer = starter_table().says("warehouse_described", player="Ana", **fields)
    assert code(answer) == (code_,)


def test_a_catalogue_card_is_recorded_with_its_types_and_bonus() -> None:
    at = starter_table().logs(
        "warehouse_described",
        player="Ana",
        card="petting-zoo-annex",
        requires=["Animal", "Commodity", "Animal"],
    )
    assert at.table.entries[-1].event == {
        "event": "warehouse_described", "player": "Ana", "card": "petting-zoo-annex",
        "requires": ["Animal", "Animal", "Commodity"], "bonus": 3 * MILLION, "warehouse": "5:1",
    }  # fmt: skip


def test_every_warehouse_has_an_identity_of_its_own() -> None:
    at = quick("Ana", "Ben").plays("Ana", {"do": "return_warehouse"}, {"do": "return_warehouse"})
    first = at.seat("Ana").warehouse
    at = at.needs("Ana", "Weapon").adds("Ana")
    second = at.seat("Ana").warehouse
    assert first is not None
    assert second is not None
    assert (first.id, second.id) == ("7.1:1", "9:1")


def test_the_card_that_comes_back_is_the_same_warehouse() -> None:
    at = quick("Ana", "Ben", warehouse_total=2)
    before, after = at.seat("Ana").warehouse, at.plays("Ana", {"do": "return_warehouse"})
    assert after.seat("Ana").warehouse == before


def test_a_description_from_a_phone_that_showed_the_card_before_changes_nothing() -> None:
    at = quick("Ana", "Ben")
    shown = at.table.version
    drawn = at.adds("Ana")
    late = drawn.logs("warehouse_described", player="Ana", requires=["Animal"], bonus=1, seen=shown)
    assert late.state == drawn.state
    now = drawn.table.version
    told = drawn.logs("warehouse_described", player="Ana", requires=["Animal"], bonus=1, seen=now)
    assert told.of("Ana")["requires"] == ["Animal"]


def test_a_description_from_a_phone_that_showed_no_card_is_of_the_one_in_play() -> None:
    at = quick("Ana", "Ben")
    told = at.logs("warehouse_described", player="Ana", requires=["Animal"], bonus=1, seen=0)
    assert told.of("Ana")["requires"] == ["Animal"]


def test_a_description_without_an_identity_is_of_the_card_in_play() -> None:
    at = quick("Ana", "Ben").adds("Ana").needs("Ana", "Animal", bonus=9)
    rows = [entry.row() for entry in at.table.entries]
    older = [
        replace(row, event={key: row.event[key] for key in row.event if key != "warehouse"})
        for row in rows
    ]
    empty = replace(at.table, entries=(), state=at.table.start, checkpoints=())
    assert fold(empty, older).state == at.state


def test_describing_again_corrects() -> None:
    at = quick("Ana", "Ben").needs("Ana", "Animal", "Animal", bonus=4)
    assert at.of("Ana")["requires"] == ["Animal", "Animal"]


def test_a_card_that_somebody_has_asks() -> None:
    at = starter_table().logs("warehouse_described", player="Ben", card="petting-zoo-annex")
    answer = at.says("warehouse_described", player="Ana", card="petting-zoo-annex")
    assert code(answer) == ("warehouse_card_in_use",)
    assert words_of(answer) == "Petting Zoo Annex is already with Ben."
    again = at.logs("warehouse_described", player="Ben", card="petting-zoo-annex")
    assert again.of("Ben")["requires"] == ["Animal", "Animal", "Commodity"]


def test_a_card_in_a_pile_is_with_its_owner() -> None:
    at = starter_table().logs("warehouse_described", player="Ana", card="petting-zoo-annex")
    for _ in range(3):
        at = at.adds("Ana", "Animal", anyway=True)
    answer = at.says("warehouse_described", player="Ana", card="petting-zoo-annex")
    assert words_of(answer) == "Petting Zoo Annex is already with Ana."


def test_items_may_come_before_the_description_which_then_completes() -> None:
    at = dealt("Ana", "Ben").adds("Ana").adds("Ana", "Animal", anyway=True)
    answer = at.says("warehouse_described", player="Ana", requires=["Weapon"], bonus=0)
    assert code(answer) == ("too_few_slots",)
    assert words_of(answer) == (
        "2 items lie there, this card asks for 1. "
        "Take back the last 1, describe it, add them again."
    )
    done = at.needs("Ana", "Animal", "Weapon")
    assert (done.of("Ana")["completed"], done.of("Ana")["exact"]) == (1, 1)


@pytest.mark.parametrize(
    ("types", "exact"),
    [(("Animal", "Commodity", "Animal"), 1), (("Animal", "Commodity", "Commodity"), 0)],
)
def test_a_match_needs_the_right_number_of_each_type(types: tuple[str, ...], exact: int) -> None:
    at = dealt("Ana", "Ben").needs("Ana", "Animal", "Animal", "Commodity", bonus=3)
    for item_type in types:
        at = at.adds("Ana", item_type, anyway=True)
    mine = at.of("Ana")
    assert (mine["completed"], mine["exact"], mine["bonus_money"]) == (
        1,
        exact,
        exact * 3 * MILLION,
    )
    assert mine["items_money"] == 3 * MILLION


def test_there_is_no_warehouse_in_the_lobby() -> None:
    assert code(lobby("Ana").says("item_added", player="Ana", item_type="Weapon", money=1)) == (
        "not_dealt",
    )
