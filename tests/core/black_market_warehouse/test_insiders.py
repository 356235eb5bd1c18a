"""Insiders: every step, every limit of a card, and what is recorded."""

from __future__ import annotations

import pytest

from companion.core.outcome import Json
from tests.core.black_market_warehouse.insider_table import a_table, played
from tests.core.builders import (
    MILLION,
    At,
    code,
    dealt,
    hand,
    move,
    quick,
    starter,
    warehouse,
    words_of,
)

DISCARD = {"zone": "discard"}
FACE = {"item_type": "Weapon", "money": MILLION}


def test_an_insider_without_steps_is_always_legal() -> None:
    at = a_table().plays("Ana")
    assert (at.of("Ana")["hand"], at.shown["discard"]) == (5, 1)
    assert at.state.insider_played


def test_an_insider_may_draw_nothing() -> None:
    assert a_table().plays("Ana", {"do": "draw", "count": 0}).of("Ana")["hand"] == 5


def test_a_step_without_a_count_counts_one() -> None:
    at = a_table().plays("Ana", {"do": "draw"}, {"do": "extra_fill"})
    assert (at.of("Ana")["hand"], at.state.items_allowed) == (6, 2)


def test_a_card_that_is_no_insider() -> None:
    assert played(a_table(), card="panda") == ("not_an_insider",)
    assert played(a_table(), card="nobody") == ("unknown_card",)
    assert played(dealt("Ana", "Ben"), card="cat-burglar") == ("unknown_card",)


def test_a_theft_is_recorded_by_identity_and_face() -> None:
    at = a_table().plays("Ana", move(warehouse("Ben", 1), hand("Ana")), card="cat-burglar")
    assert at.table.entries[-1].event["steps"] == [
        {
            "do": "move",
            "from": {
                "zone": "warehouse", "player": "Ben", "item": "7", "slot": 1,
                "item_type": "Animal", "money": 2 * MILLION,
            },
            "to": {"zone": "hand", "player": "Ana"},
        }
    ]  # fmt: skip
    assert (at.of("Ana")["hand"], at.of("Ben")["in_play"]) == (6, 1)


def test_an_item_keeps_its_identity_from_warehouse_to_warehouse() -> None:
    at = a_table().plays("Ana", move(warehouse("Ben"), {"zone": "warehouse", "player": "Cleo"}))
    assert [item.id for item in at.seat("Cleo").warehouse.items] == ["6"]  # type: ignore[union-attr]


def test_an_item_from_a_hand_gets_the_identity_of_its_step() -> None:
    at = a_table().plays(
        "Ana", {"do": "draw", "count": 1}, move(hand("Ana", **FACE), warehouse("Cleo"))
    )
    items = at.seat("Cleo").warehouse.items  # type: ignore[union-attr]
    assert [(item.id, item.item_type) for item in items] == [("8.1", "Weapon")]
    assert at.of("Ana")["hand"] == 6 - 1 + 1 - 1


@pytest.mark.parametrize(
    ("step", "code_"),
    [
        ({"do": "explode"}, "bad_step"),
        ({}, "bad_step"),
        ({"do": "move"}, "bad_step"),
        ({"do": "move", "from": "hand", "to": "discard"}, "bad_step"),
        (move({"zone": "moon"}, hand("Ana")), "bad_step"),
        (move({"zone": ["hand"]}, hand("Ana")), "bad_step"),
        (move({"zone": "warehouse", "slot": 0}, hand("Ana")), "bad_step"),
        (move({"zone": "warehouse", "player": 7, "slot": 0}, hand("Ana")), "bad_step"),
        (move({"zone": "warehouse", "player": "Ben", "slot": "0"}, hand("Ana")), "bad_step"),
        ({"do": "swap_items", "a": hand("Ana"), "b": {"zone": "moon"}}, "bad_step"),
        ({"do": "swap_items", "a": hand("Zoe"), "b": warehouse("Ben")}, "unknown_player"),
        ({"do": "swap_items", "a": hand("Ana"), "b": warehouse("Ben")}, "item_unknown"),
        ({"do": "swap_items", "a": warehouse("Ben"), "b": DISCARD}, "item_unknown"),
        (
            {"do": "swap_items", "a": hand("Ana", card="cat-burglar"), "b": warehouse("Ben")},
            "insider_in_warehouse",
        ),
        (
            {"do": "swap_items", "a": hand("Ana", item_type="Animal", money=-1), "b": DISCARD},
            "bad_money",
        ),
        ({"do": "swap_items", "a": hand("Ana", **FACE), "b": warehouse("Ben", 2)}, "no_such_item"),
        ({"do": "swap_items", "a": hand("Ben"), "b": hand("Ben")}, "same_place"),
        ({"do": "swap_items", "a": DISCARD, "b": DISCARD}, "same_place"),
        ({"do": "swap_warehouses", "a": "Ana"}, "bad_step"),
        ({"do": "block"}, "bad_step"),
        ({"do": "block", "player": "Zoe"}, "unknown_player"),
        ({"do": "swap_warehouses", "a": "Ana", "b": "Zoe"}, "unknown_player"),
        (move(warehouse("Zoe"), hand("Ana")), "unknown_player"),
        ({"do": "draw", "count": -1}, "bad_count"),
        ({"do": "draw", "count": "2"}, "bad_count"),
        ({"do": "extra_fill", "count": 0}, "bad_count"),
        (move(hand("Ana", item_type="Weapon", money=-1), warehouse("Ben")), "bad_money"),
        (move(hand("Ana"), warehouse("Ben")), "item_unknown"),
        (move(hand("Ana", item_type="Weapon"), warehouse("Ben")), "item_unknown"),
        (move(DISCARD, warehouse("Ben")), "item_unknown"),
        (move(hand("Ana", item_type="Gold", money=1), warehouse("Ben")), "unknown_type"),
        (move(hand("Ana", card="cat-burglar"), warehouse("Ben")), "insider_in_warehouse"),
        (move(hand("Ana", card="petting-zoo-annex"), warehouse("Ben")), "warehouse_in_warehouse"),
        (move(warehouse("Ben", 2), hand("Ana")), "no_such_item"),
        (move(warehouse("Ben", -1), hand("Ana")), "no_such_item"),
        (move({"zone": "warehouse", "player": "Ben"}, hand("Ana")), "no_such_item"),
        (move({"zone": "warehouse", "player": "Ben", "item": "99"}, hand("Ana")), "no_such_item"),
        (move(warehouse("Ben"), warehouse("Ben")), "same_place"),
        (move(hand("Ben"), hand("Ben")), "same_place"),
        (move(DISCARD, DISCARD), "same_place"),
        ({"do": "swap_items", "a": warehouse("Ben", 0), "b": warehouse("Ben", 1)}, "same_place"),
        ({"do": "swap_items", "a": warehouse("Ana"), "b": warehouse("Ben")}, "no_such_item"),
        ({"do": "swap_items", "a": warehouse("Ben"), "b": warehouse("Ana")}, "no_such_item"),
        ({"do": "swap_warehouses", "a": "Ana", "b": "ana"}, "same_place"),
    ],
)
def test_a_step_that_cannot_be_is_refused(step: Json, code_: str) -> None:
    assert played(a_table(), step) == (code_,)


def test_steps_that_are_no_list_are_malformed() -> None:
    for steps in ("draw", {"do": "draw"}, [7], [{"do": "look"}] * 31):
        answer = a_table().says("insider_played", player="Ana", steps=steps)
        assert code(answer) == ("malformed",)


def test_a_refused_step_undoes_the_steps_before_it() -> None:
    at = a_table()
    assert played(at, {"do": "draw", "count": 2}, move(warehouse("Cleo"), hand("Ana"))) == (
        "no_such_item",
    )
    assert at.of("Ana")["hand"] == 6


@pytest.mark.parametrize(
    "zone",
    [
        {"zone": "pile", "player": "Ana", "slot": 0},
        {"zone": "scoring_pile"},
        {"zone": "completed", "player": "Ana"},
        {"zone": "warehouse", "player": "Ana", "warehouse": 0, "slot": 0},
        {"zone": "warehouse", "player": "Ana", "state": "completed", "slot": 0},
        {"zone": "warehouse", "player": "Ana", "item": "7"},
    ],
)
def test_completed_warehouses_are_safe(zone: Json) -> None:
    at = quick("Ana", "Ben").adds("Ana").ends("Ana")
    assert played(at, move(zone, hand("Ben")), player="Ben") == ("completed_is_safe",)


@pytest.mark.parametrize(
    ("card", "step", "about"),
    [
        ("cat-burglar", move(warehouse("Ana"), hand("Ana")), "an opponent's warehouse"),
        ("surprise-inspector", move(warehouse("Ana"), DISCARD), "an opponent's warehouse"),
        ("eager-intern", move(hand("Ana", **FACE), warehouse("Ana")), "an opponent's warehouse"),
        ("shell-game-artist", {"do": "swap_items", "a": warehouse("Ana"), "b": warehouse("Ana")},
         "an opponent's warehouse"),
        ("identity-forger", {"do": "swap_warehouses", "a": "Ana", "b": "Ana"},
         "an opponent's warehouse"),
        ("pickpocket", move(hand("Ana"), hand("Ana")), "an opponent"),
        ("traffic-warden", {"do": "block", "player": "Ana"}, "an opponent"),
    ],
)  # fmt: skip
def test_a_card_that_works_on_an_opponent(card: str, step: Json, about: str) -> None:
    answer = a_table().says("insider_played", player="Ana", card=card, steps=[step])
    assert code(answer) == ("opponent_only",)
    assert words_of(answer).endswith(f" works on {about}.")


def test_the_same_steps_without_a_card_name_no_opponent() -> None:
    at = a_table().plays("Ana", {"do": "block", "player": "Ana"})
    assert at.of("Ana")["blocked"]


def test_the_forger_needs_equal_counts_and_others_do_not() -> None:
    swap = {"do": "swap_warehouses", "a": "Ana", "b": "Ben"}
    assert played(a_table(), swap, card="identity-forger") == ("not_same_count",)
    even = a_table().adds("Ana").adds("Ana", "Artifact", anyway=True)
    at = even.plays("Ana", swap, card="identity-forger", anyway=True)
    assert at.of("Ana")["in_play_types"] == ["Weapon", "Animal"]
    assert a_table().plays("Ana", swap).of("Ben")["in_play"] == 0
    other = {"do": "draw", "count": 1}
    assert a_table().plays("Ana", other, card="identity-forger").of("Ana")["hand"] == 6


def test_a_swap_needs_two_warehouses() -> None:
    at = quick("Ana", "Ben", "Cleo", warehouse_total=3, game_end="finish_round").adds("Ana")
    swap = {"do": "swap_warehouses", "a": "Ben", "b": "Ana"}
    assert played(at, swap, anyway=True) == ("no_warehouse",)
    theft = move(warehouse("Ana"), hand("Ben"))
    assert played(at, theft, anyway=True) == ("no_warehouse",)
    gift = move(hand("Ana", **FACE), warehouse("Ana"))
    assert played(at, gift, anyway=True) == ("no_warehouse",)
    assert played(at, {"do": "return_warehouse"}, anyway=True) == ("no_warehouse",)
    forged = at.says("insider_played", player="Ben", card="x", steps=[swap])
    assert code(forged) == ("unknown_card",)


def test_the_forger_leaves_a_missing_warehouse_to_its_own_refusal() -> None:
    at = quick("Ana", "Ben", "Cleo", deck=starter(), warehouse_total=3, game_end="finish_round")
    swap = {"do": "swap_warehouses", "a": "Ben", "b": "Ana"}
    assert played(at.adds("Ana"), swap, player="Ben", card="identity-forger", anyway=True) == (
        "no_warehouse",
    )


def test_swapped_items_take_each_others_place() -> None:
    at = a_table().adds("Ana", "Artifact", 3)
    swap = {"do": "swap_items", "a": warehouse("Ana", 0), "b": warehouse("Ben", 0)}
    after = at.plays("Ana", swap, card="shell-game-artist", anyway=True)
    assert after.of("Ben")["in_play_types"] == ["Artifact", "Animal"]
    assert after.of("Ana")["in_play_types"] == ["Weapon"]


def test_there_must_be_room() -> None:
    at = quick("Ana", "Ben", "Cleo")
    gifts = [move(hand("Ana", **FACE), warehouse("Ben"))] * 2
    answer = at.says("insider_played", player="Ana", steps=gifts)
    assert code(answer) == ("warehouse_full",)
    assert words_of(answer) == "There is no room for that in Ben's warehouse."


def test_an_effect_may_complete_several_active_player_first() -> None:
    at = quick("Ana", "Ben", "Cleo")
    gifts = [move(hand("Ana", **FACE), warehouse(name)) for name in ("Cleo", "Ben", "Ana")]
    after = at.plays("Ana", *gifts)
    done = [
        each.fields["player"]
        for each in after.table.entries[-1].consequences
        if each.name == "warehouse_completed"
    ]
    assert done == ["Ana", "Ben", "Cleo"]


def test_when_the_game_ends_the_others_complete_no_more() -> None:
    at = quick("Ana", "Ben", "Cleo", warehouse_total=3).ends("Ana")
    gifts = [move(hand("Ben", **FACE), warehouse(name)) for name in ("Ana", "Cleo")]
    after = at.plays("Ben", *gifts)
    assert (after.of("Cleo")["completed"], after.of("Ana")["completed"]) == (1, 0)
    assert after.of("Ana")["in_play"] == 1


def test_protection_asks_others_only() -> None:
    at = a_table().ends("Ana").plays("Ben", {"do": "protect"}).ends("Ben")
    for step in (
        move(warehouse("Ben"), hand("Cleo")),
        move(hand("Cleo", **FACE), warehouse("Ben")),
        {"do": "swap_warehouses", "a": "Cleo", "b": "Ben"},
    ):
        answer = at.says("insider_played", player="Cleo", steps=[step])
        assert code(answer) == ("warehouse_protected",)
        assert words_of(answer) == "Ben's warehouse is protected until Ben's next turn."
    own = at.plays("Ben", move(warehouse("Ben"), DISCARD), anyway=["not_your_turn"])
    assert own.of("Ben")["in_play"] == 1


# --- what is in hands and piles --------------------


def test_cards_between_hands_and_piles_are_never_named() -> None:
    at = a_table().plays("Ana", move(hand("Ben", card="panda", **FACE), hand("Ana", **FACE)))
    assert at.table.entries[-1].event["steps"] == [move(hand("Ben"), hand("Ana"))]
    assert (at.of("Ana")["hand"], at.of("Ben")["hand"]) == (6, 2)
    at = at.plays("Ana", move({**DISCARD, **FACE}, hand("Ana")), anyway=True)
    assert at.table.entries[-1].event["steps"] == [move(DISCARD, hand("Ana"))]
    at = at.plays("Ana", move(hand("Cleo", **FACE), DISCARD), anyway=True)
    assert at.table.entries[-1].event["steps"] == [move(hand("Cleo"), DISCARD)]


def test_a_hand_without_a_player_is_the_own() -> None:
    at = a_table().plays("Ana", move(hand("Ben"), {"zone": "hand"}))
    assert at.of("Ana")["hand"] == 6


def test_an_empty_hand_or_discard_pile_asks() -> None:
    at = a_table().logs("hand_corrected", player="Ben", count=0)
    assert played(at, move(hand("Ben"), hand("Ana"))) == ("hand_empty",)
    assert played(at, move(DISCARD, hand("Ana"))) == ("discard_empty",)
    after = at.plays("Ana", move(hand("Ben"), hand("Ana")), move(DISCARD, hand("Ana")), anyway=True)
    assert (after.of("Ana")["hand"], after.of("Ben")["hand"]) == (7, 0)
    assert after.shown["drift"] == at.shown["drift"] - 2


def test_an_item_may_go_from_the_discard_pile_to_a_warehouse() -> None:
    at = a_table().ends("Ana").plays("Ben", move({**DISCARD, **FACE}, warehouse("Cleo")))
    assert at.of("Cleo")["in_play_types"] == ["Weapon"]
    assert at.shown["discard"] == 1 - 1 + 1


def test_the_insiders_in_the_discard_pile_are_known_until_it_is_shuffled() -> None:
    at = a_table().plays("Ana", card="smooth-importer")
    assert at.state.insiders_discarded == ("smooth-importer",)
    at = at.logs("table_corrected", market_deck=0).ends("Ana")
    assert at.state.insiders_discarded == ()
    some = a_table().plays("Ana", card="cat-burglar").ends("Ana")
    some = some.logs("table_corrected", discard=3).plays("Ben", move(DISCARD, hand("Ben")))
    assert some.state.insiders_discarded == ("cat-burglar",)
    taken = a_table().plays("Ana", card="smooth-importer").ends("Ana")
    emptied = taken.logs("table_corrected", discard=1).plays(
        "Ben", move(DISCARD, hand("Ben")), card="dumpster-diver"
    )
    assert emptied.state.insiders_discarded == ("dumpster-diver",)


def test_a_new_warehouse_card_takes_the_items_to_the_hand() -> None:
    at = a_table().ends("Ana").needs("Ben", "Weapon", "Animal", "Artifact")
    after = at.plays("Ben", {"do": "return_warehouse"}, card="letting-agent")
    mine = after.of("Ben")
    assert (mine["hand"], mine["in_play"], mine["requires"]) == (4 - 1 + 2, 0, None)
    assert after.shown["warehouse_deck"] == at.shown["warehouse_deck"]
    assert [item.money for item in after.seat("Ben").known] == [5 * MILLION, 2 * MILLION]


def test_with_an_empty_deck_the_same_card_comes_back() -> None:
    at = dealt("Ana", "Ben", warehouse_total=2).needs("Ana", "Weapon", "Animal").adds("Ana")
    after = at.plays("Ana", {"do": "return_warehouse"}, anyway=True)
    assert (after.of("Ana")["requires"], after.of("Ana")["in_play"]) == (["Weapon", "Animal"], 0)


# --- what only one player knows --------------------


def thief() -> At:
    return a_table().plays(
        "Ana", move(warehouse("Ben", 1), hand("Ana")), move(warehouse("Ben", 0), hand("Ana"))
    )


def chips(at: At, name: str = "Ana") -> list[str]:
    return [item.item_type for item in at.seat(name).known]


def test_a_chip_goes_when_its_card_is_laid_down() -> None:
    at = thief()
    assert chips(at) == ["Animal", "Weapon"]
    assert chips(at.adds("Ana", "Weapon", 5)) == ["Animal"]
    assert chips(at.adds("Ana", "Weapon", 4)) == ["Animal", "Weapon"]
    gift = move(hand("Ana", item_type="Animal", money=2 * MILLION), warehouse("Cleo"))
    assert chips(at.plays("Ana", gift, anyway=True)) == ["Weapon"]


def test_a_chip_with_a_card_goes_before_one_without() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.adds("Ben", "Animal", 4, anyway=True)
    at = at.logs("item_added", player="Ben", card="panda", anyway=True)
    steps = [move(warehouse("Ben"), hand("Ana"))] * 2
    at = at.plays("Ana", *steps).logs("item_added", player="Ana", card="panda")
    assert [item.card for item in at.seat("Ana").known] == [None]
    at = at.logs("item_added", player="Ana", card="panda", anyway=True)
    assert at.seat("Ana").known == ()


def test_an_empty_hand_holds_no_chip() -> None:
    at = thief()
    assert chips(at.logs("hand_corrected", player="Ana", count=2)) == ["Animal", "Weapon"]
    assert chips(at.logs("hand_corrected", player="Ana", count=0)) == []
    assert chips(at.logs("cards_discarded", player="Ana", count=7)) == []


def test_a_table_without_counts_knows_chips_too() -> None:
    at = dealt("Ana", "Ben", track="warehouses").adds("Ben", "Animal")
    at = at.plays("Ana", move(warehouse("Ben"), hand("Ana")), move(DISCARD, hand("Ana")))
    assert chips(at) == ["Animal"]
    assert chips(at.adds("Ana", "Animal")) == []
