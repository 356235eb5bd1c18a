"""Cards whose place in the deck is known: backs that show, cards seen on top, blocks put under."""

from __future__ import annotations

import pytest

from companion.core.games.dominion_black_market.queue import peeked
from companion.core.games.dominion_black_market.state import BlackMarketDeck, Block
from companion.core.outcome import Asks
from tests.core.dominion.builders import (
    FIFTEEN,
    READY,
    code,
    market,
    real_market,
    seated,
)


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
    deck = BlackMarketDeck(cards=tuple("abcd"), front=front, tail=blocks)
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
