"""Insiders that swap an item with a card of a hand or of the discard pile."""

from __future__ import annotations

import pytest

from companion.core.games.black_market_warehouse.view_making import view
from companion.core.outcome import Json, Refused
from tests.core.black_market_warehouse.insider_table import a_table, played
from tests.core.builders import (
    MILLION,
    At,
    changed,
    code,
    dealt,
    hand,
    move,
    starter,
    warehouse,
)

DISCARD = {"zone": "discard"}
NEW = {"item_type": "Commodity", "money": MILLION}


def lying(at: At) -> tuple[int, int, int, list[str], int]:
    """What a swap may change: Ana's and Ben's hand, the discard pile, Ben's items, all cards."""
    shown = at.shown
    hands = [each["hand"] for each in shown["players"].values()]
    on_table = sum(each["in_play"] for each in shown["players"].values())
    every = sum(hands) + on_table + shown["market_deck"] + shown["discard"] + shown["drift"]
    return hands[0], hands[1], shown["discard"], at.of("Ben")["in_play_types"], every


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        (warehouse("Ben"), hand("Ana", **NEW), ["Commodity", "Animal"]),
        (warehouse("Ben"), hand("Ben", **NEW), ["Commodity", "Animal"]),
        (warehouse("Ben"), {**DISCARD, **NEW}, ["Commodity", "Animal"]),
        (hand("Ana"), hand("Ben"), ["Weapon", "Animal"]),
        (hand("Ana"), DISCARD, ["Weapon", "Animal"]),
    ],
)
def test_a_swap_leaves_every_place_with_as_many_cards(
    one: Json, other: Json, left: list[str], turned: bool
) -> None:
    at = a_table().plays("Ana")
    before = lying(at)
    a, b = (other, one) if turned else (one, other)
    after = at.plays("Ana", {"do": "swap_items", "a": a, "b": b}, anyway=True)
    hand_of_ana, hand_of_ben, discard, items, every = before
    # The second Insider itself went from Ana's hand to the discard pile.
    assert items == ["Weapon", "Animal"]
    assert lying(after) == (hand_of_ana - 1, hand_of_ben, discard + 1, left, every)


def test_what_is_swapped_into_a_hand_is_known_to_its_holder_alone() -> None:
    swap = {"do": "swap_items", "a": warehouse("Ben"), "b": hand("Ana", **NEW)}
    at = a_table().plays("Ana", swap)
    chips = {
        name: [chip.item_type for chip in view(at.state, (name,)).players[0].own_chips]
        for name in ("Ana", "Ben")
    }
    assert chips == {"Ana": ["Weapon"], "Ben": []}


def test_a_card_known_in_the_hand_is_known_no_more_when_it_is_swapped_onto_the_table() -> None:
    taken = a_table().plays("Ana", move(warehouse("Ben"), hand("Ana")))
    back = {"do": "swap_items", "a": hand("Ana", item_type="Weapon", money=5 * MILLION),
            "b": warehouse("Cleo")}  # fmt: skip
    at = taken.adds("Cleo", "Commodity", 2, anyway=True).plays("Ana", back, anyway=True)
    assert [item.item_type for item in at.state.players[0].known] == ["Commodity"]


def test_protection_asks_before_a_swap_with_a_hand() -> None:
    at = a_table().plays("Ben", {"do": "protect"}, anyway=True)
    swap = {"do": "swap_items", "a": hand("Ana", **NEW), "b": warehouse("Ben")}
    assert "warehouse_protected" in played(at, swap)


def test_empty_places_ask_before_a_swap() -> None:
    at = a_table().logs("hand_corrected", player="Ben", count=0)
    swap = {"do": "swap_items", "a": hand("Ben"), "b": DISCARD}
    assert played(at, swap) == ("hand_empty", "discard_empty")


def test_a_swap_with_a_hand_comes_undone() -> None:
    at = a_table()
    swap = {"do": "swap_items", "a": warehouse("Ben"), "b": hand("Ana", **NEW)}
    after = at.plays("Ana", swap).logs("taken_back")
    assert after.state == at.state


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        (hand("Ana", **NEW), warehouse("Ben"), "recorded"),
        (hand("Ana", **NEW), warehouse("Ana"), "opponent_only"),
        (hand("Ben", **NEW), warehouse("Ana"), "opponent_only"),
        (hand("Ana"), DISCARD, "opponent_only"),
        (hand("Ana"), hand("Ben"), "recorded"),
    ],
)
def test_a_swap_with_an_opponents_item_takes_from_nobody_else(
    a: Json, b: Json, answer: str
) -> None:
    effect = {
        "verb": "swap_items",
        "what": "item",
        "source": {"zone": "hand", "owner": "self"},
        "target": {"zone": "warehouse", "owner": "opponent"},
    }
    card = {"id": "new", "kind": "insider", "name": "New", "effect_text": "?", "count": 1}
    deck = changed(starter(), cards=[*starter()["cards"], {**card, "effect": effect}])
    at = dealt("Ana", "Ben", deck=deck).adds("Ana").adds("Ben", "Animal", 4, anyway=True)
    swap = {"do": "swap_items", "a": a, "b": b}
    said = at.says("insider_played", player="Ana", steps=[swap], card="new", anyway=True)
    assert (code(said) if isinstance(said, Refused) else ("recorded",)) == (answer,)
