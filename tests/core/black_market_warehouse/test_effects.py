"""Insider effects as choices: only legal targets, whichever is tapped first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.games.black_market_warehouse.effects import (
    Choices,
    choices,
    for_item,
    with_item,
)
from companion.core.games.black_market_warehouse.generic_effects import GENERIC_EFFECTS
from companion.core.log import Recorded
from tests.core.builders import MILLION, At, changed, dealt, quick, said, starter

DECK = starter()
INSIDERS = [card["id"] for card in DECK["cards"] if card["kind"] == "insider"]


def a_table(deck: Any = DECK) -> At:
    """Ana to play; one item with everybody but Dev, whose warehouse is empty."""
    at = dealt("Ana", "Ben", "Cleo", "Dev", deck=deck)
    for name, item_type, millions in (("Ana", "Weapon", 1), ("Ben", "Animal", 2),
                                      ("Cleo", "Artifact", 3)):  # fmt: skip
        at = at.adds(name, item_type, millions, anyway=True)
    return at


def ask(at: At, effect_id: str, *picked: str) -> Choices:
    found = choices(at.state, "Ana", effect_id, picked)
    assert found is not None
    return found


def picks(found: Choices) -> list[str]:
    return [option.pick for option in found.options]


def finished(at: At, effect_id: str, *picked: str) -> Iterator[Choices]:
    """Every way to go through the questions to the end."""
    found = ask(at, effect_id, *picked)
    if found.question is None:
        yield found
    for option in found.options:
        after = ask(at, effect_id, *picked, option.pick)
        assert after.steps == option.steps
        assert after.needs_item == option.needs_item
        yield from finished(at, effect_id, *picked, option.pick)


@pytest.mark.parametrize("effect_id", [*INSIDERS, *[each.id for each in GENERIC_EFFECTS]])
def test_every_offered_choice_can_be_played(effect_id: str) -> None:
    at, ways = a_table(), 0
    for found in finished(at, effect_id):
        assert found.steps is not None
        steps = with_item(found.steps, "Weapon", MILLION) if found.needs_item else found.steps
        card = {} if found.card is None else {"card": found.card}
        answer = at.says("insider_played", player="Ana", steps=list(steps), anyway=True, **card)
        assert isinstance(answer, Recorded), (found, answer)
        ways += 1
    assert ways


def test_cat_burglar_takes_an_item_of_an_opponent() -> None:
    found = ask(a_table(), "cat-burglar")
    assert said(found.question) == ("Which item goes to your hand? Completed warehouses are safe.")
    assert picks(found) == ["item:8", "item:9"]
    first = found.options[0]
    assert first.item is not None
    assert (first.player, first.item.item_type, first.protected) == ("Ben", "Animal", False)
    assert first.steps == (
        {
            "do": "move",
            "from": {"zone": "warehouse", "player": "Ben", "item": "8"},
            "to": {"zone": "hand", "player": "Ana"},
        },
    )


def test_a_forklift_asks_for_the_item_then_for_the_warehouse() -> None:
    at = a_table()
    assert picks(ask(at, "forklift-joyrider")) == ["item:7", "item:8", "item:9"]
    second = ask(at, "forklift-joyrider", "item:8")
    assert said(second.question) == "Into whose warehouse?"
    assert picks(second) == ["player:Ana", "player:Cleo", "player:Dev"]


def test_a_swap_takes_its_two_items_in_either_order() -> None:
    at = a_table()
    own_first = ask(at, "shell-game-artist", "item:7", "item:8")
    other_first = ask(at, "shell-game-artist", "item:8", "item:7")
    assert own_first.steps == other_first.steps
    question = ask(at, "shell-game-artist", "item:8")
    assert (said(question.question), question.picked) == ("Which item do you give?", ("item:8",))
    assert picks(question) == ["item:7"]


def test_effects_without_a_choice_are_finished_at_once() -> None:
    at = a_table()
    assert ask(at, "smooth-importer").steps == ({"do": "draw", "count": 3},)
    assert ask(at, "market-whisperer").steps == ({"do": "draw", "count": 2},)
    assert ask(at, "night-shift-foreman").steps == (
        {"do": "draw", "count": 1}, {"do": "extra_fill", "count": 1},
    )  # fmt: skip
    assert ask(at, "letting-agent").steps == ({"do": "return_warehouse"},)


def test_the_forger_offers_equal_counts_only() -> None:
    assert picks(ask(a_table(), "identity-forger")) == ["player:Ben", "player:Cleo"]
    assert picks(ask(a_table(None), "any-swap-warehouses")) == [
        "player:Ben", "player:Cleo", "player:Dev",
    ]  # fmt: skip


def test_nobody_without_a_warehouse_card_is_offered() -> None:
    at = quick("Ana", "Ben", "Cleo", warehouse_total=3, game_end="finish_round")
    at = at.ends("Ana").adds("Ben")
    assert picks(ask(at, "any-swap-warehouses")) == ["player:Cleo"]
    assert picks(ask(at, "any-give-item")) == ["player:Cleo"]
    assert ask(at, "any-new-warehouse").steps == ({"do": "return_warehouse"},)
    mine = at.adds("Ana", anyway=True)
    assert ask(mine, "any-swap-warehouses").options == ()
    assert ask(mine, "any-new-warehouse").steps == ()


def test_protected_warehouses_are_marked_and_players_who_left_are_gone() -> None:
    at = a_table().plays("Ben", {"do": "protect"}, anyway=True)
    at = at.logs("player_left", player="Cleo")
    found = ask(at, "cat-burglar")
    assert [(option.player, option.protected) for option in found.options] == [("Ben", True)]
    block = ask(at, "traffic-warden")
    assert [(option.player, option.protected) for option in block.options] == [
        ("Ben", False), ("Dev", False),
    ]  # fmt: skip


def test_a_tap_that_no_longer_holds_is_dropped_with_those_after_it() -> None:
    at = a_table()
    gone = ask(at, "forklift-joyrider", "item:99", "player:Ana")
    assert (gone.picked, len(gone.options)) == ((), 3)


def test_the_card_from_the_hand_is_named_last() -> None:
    found = ask(a_table(), "eager-intern", "player:Ben")
    assert found.needs_item
    assert found.steps is not None
    named = with_item(found.steps, "Animal", 4 * MILLION, "panda")
    assert named[0]["from"] == {
        "zone": "hand", "player": "Ana", "item_type": "Animal", "money": 4 * MILLION,
        "card": "panda",
    }  # fmt: skip
    assert named[1] == {"do": "draw", "count": 2}


def test_an_item_tapped_first_offers_the_insiders_that_can_act_on_it() -> None:
    at = a_table()
    offered = {action.effect_id: action for action in for_item(at.state, "Ana", "8")}
    assert [said(action.words) for action in offered.values()] == [
        "Cat Burglar: to the hand",
        "Forklift Joyrider: to another warehouse",
        "Shell Game Artist: swap it",
        "Surprise Inspector: to the discard pile",
    ]
    assert offered["cat-burglar"].steps is not None
    assert offered["forklift-joyrider"].steps is None
    own = [action.effect_id for action in for_item(at.state, "Ana", "7")]
    assert own == ["forklift-joyrider", "shell-game-artist"]
    assert for_item(at.state, "Ana", "99") == ()


def test_own_cards_offer_effects_without_a_card() -> None:
    actions = for_item(a_table(None).state, "Ana", "8")
    assert [said(action.words) for action in actions] == [
        "Take an item", "Move an item", "Swap two items", "Discard an item",
    ]  # fmt: skip
    assert all(action.card is None for action in actions)


def with_effect(effect: Any) -> At:
    """A table whose deck has one Insider with this effect, and no other."""
    cards = [card for card in starter()["cards"] if card["kind"] != "insider"]
    insider = {"id": "new", "kind": "insider", "name": "New", "effect_text": "X", "count": 1}
    if effect is not None:
        insider["effect"] = effect
    return a_table(changed(starter(), cards=[*cards, insider]))


def zone(name: str, owner: str = "any", **more: str) -> dict[str, str]:
    return {"zone": name, "owner": owner, **more}


@pytest.mark.parametrize(
    "effect",
    [
        None,
        {"verb": "move", "source": zone("warehouse", state="completed"), "target": zone("hand")},
        {"verb": "draw", "then": {"verb": "move", "target": zone("warehouse", state="completed")}},
        {"verb": "swap_items", "source": zone("market_deck"), "target": zone("hand", "self")},
        {"verb": "swap_items", "source": zone("hand", "self"), "target": zone("hand", "self")},
        {"verb": "swap_items", "source": zone("discard"), "target": zone("discard")},
    ],
)
def test_effects_that_the_app_cannot_carry_out_are_not_supported(effect: Any) -> None:
    found = ask(with_effect(effect), "new")
    assert (found.supported, found.question, found.steps) == (False, None, None)


def test_an_effect_may_move_several_items() -> None:
    at = with_effect(
        {"verb": "move", "count": 2, "source": zone("warehouse"), "target": zone("discard")}
    )
    assert picks(ask(at, "new", "item:7")) == ["item:8", "item:9"]
    both = ask(at, "new", "item:7", "item:9").steps
    assert both is not None
    assert [step["from"]["item"] for step in both] == ["7", "9"]


def test_an_item_may_go_into_the_own_warehouse_without_a_question() -> None:
    at = with_effect(
        {"verb": "move", "source": zone("hand", "self"), "target": zone("warehouse", "self")}
    )
    found = ask(at, "new")
    assert found.steps is not None
    assert (found.steps[0]["to"], found.needs_item) == (
        {"zone": "warehouse", "player": "Ana"}, True,
    )  # fmt: skip
    taken = with_effect(
        {"verb": "move", "source": zone("warehouse", "opponent"),
         "target": zone("warehouse", "self")}
    )  # fmt: skip
    assert [said(each.words) for each in for_item(taken.state, "Ana", "8")] == [
        "New: to another warehouse"
    ]


def test_a_hand_of_anybody_may_be_the_source() -> None:
    at = with_effect({"verb": "move", "source": zone("hand"), "target": zone("discard")})
    assert said(ask(at, "new").question) == "From whose hand?"
    assert picks(ask(at, "new")) == ["player:Ana", "player:Ben", "player:Cleo", "player:Dev"]


def test_a_swap_among_any_two_warehouses() -> None:
    at = with_effect(
        {
            "verb": "swap_items",
            "source": zone("warehouse"),
            "target": zone("warehouse", "any_other"),
        }
    )
    second = ask(at, "new", "item:8")
    assert said(second.question) == "Which item do you get for it?"
    assert picks(second) == ["item:7", "item:9"]


ENDS = [
    *[zone("warehouse", owner) for owner in ("self", "opponent", "any", "any_other")],
    *[zone("hand", owner) for owner in ("self", "opponent", "any", "any_other")],
    zone("discard"),
    None,
]
SWAPS = [
    {"verb": "swap_items"}
    | ({} if source is None else {"source": source})
    | ({} if target is None else {"target": target})
    for source in ENDS
    for target in ENDS
]
NOT_TWO_PLACES = [
    (each, each) for each in (zone("warehouse", "self"), zone("hand", "self"), zone("discard"))
]


@pytest.mark.parametrize("effect", SWAPS, ids=str)
def test_every_swap_that_a_deck_can_ask_for_is_offered_and_can_be_played(effect: Any) -> None:
    at, ways = with_effect(effect), 0
    for found in finished(at, "new"):
        if found.steps is None:
            continue
        steps = with_item(found.steps, "Weapon", MILLION) if found.needs_item else found.steps
        answer = at.says("insider_played", player="Ana", steps=list(steps), card="new", anyway=True)
        assert isinstance(answer, Recorded), (found, answer)
        ways += 1
    assert (ways == 0) == ((effect.get("source"), effect.get("target")) in NOT_TWO_PLACES)


def test_an_own_item_is_swapped_with_a_card_that_is_then_named() -> None:
    at = with_effect(
        {
            "verb": "swap_items",
            "source": zone("warehouse", "self"),
            "target": zone("hand", "self"),
        }
    )
    asked = ask(at, "new")
    assert said(asked.question) == "Which item goes to your hand? Completed warehouses are safe."
    assert (picks(asked), asked.options[0].needs_item) == (["item:7"], True)
    assert with_item(ask(at, "new", "item:7").steps or (), "Animal", 4 * MILLION) == (
        {
            "do": "swap_items",
            "a": {"zone": "warehouse", "player": "Ana", "item": "7"},
            "b": {"zone": "hand", "player": "Ana", "item_type": "Animal", "money": 4 * MILLION},
        },
    )
    assert [said(each.words) for each in for_item(at.state, "Ana", "7")] == ["New: swap it"]


def test_a_swap_with_another_hand_asks_whose() -> None:
    at = with_effect(
        {
            "verb": "swap_items",
            "source": zone("hand", "opponent"),
            "target": zone("warehouse", "self"),
        }
    )
    assert said(ask(at, "new").question) == "Which item moves? Completed warehouses are safe."
    second = ask(at, "new", "item:7")
    assert said(second.question) == "From whose hand?"
    assert picks(second) == ["player:Ben", "player:Cleo", "player:Dev"]


def test_another_player_is_no_one_of_both_ends() -> None:
    at = with_effect(
        {
            "verb": "swap_items",
            "source": zone("warehouse", "any_other"),
            "target": zone("hand", "self"),
        }
    )
    assert picks(ask(at, "new")) == ["item:8", "item:9"]


def test_who_does_not_sit_here_has_no_choices() -> None:
    at = a_table()
    assert choices(at.state, "Zoe", "cat-burglar") is None
    assert choices(at.state, "Ana", "panda") is None
    assert choices(at.state, "Ana", "nothing") is None
    left = at.logs("player_left", player="Dev")
    assert choices(left.state, "Dev", "cat-burglar") is None
