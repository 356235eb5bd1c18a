"""The odds against brute force over every order that a small deck can lie in, to 1e-12."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from companion.core.games.dominion_black_market import odds
from companion.core.games.dominion_black_market.state import BlackMarketDeck, Block

CLOSE = Fraction(1, 10**12)
LETTERS = "abcdefgh"


def every_order(deck: BlackMarketDeck, viewer: str | None) -> Iterator[tuple[str, ...]]:
    """Every order of the face-down cards that fits what this viewer knows, once each."""
    top = deck.known_top
    unseen = [card for card in deck.front if card not in top]
    placed = dict(deck.backs)
    fronts = [
        order
        for order in permutations(unseen)
        if all(order[place - 1] == card for card, place in placed.items())
    ]
    blocks = [
        [block.cards]
        if block.known and (block.shown or block.by == viewer)
        else list(permutations(block.cards))
        for block in deck.tail
    ]
    for parts in product(fronts, *blocks):
        yield top + tuple(card for part in parts for card in part)


def seen_within(deck: BlackMarketDeck, viewer: str | None, plays: int) -> list[frozenset[str]]:
    """For every order, the cards that so many plays reveal."""
    return [frozenset(order[: 3 * plays]) for order in every_order(deck, viewer)]


def block(cards: str, by: str | None = "Ana", shown: bool = False, known: bool = True) -> Block:
    return Block(tuple(cards), known, shown, by)


DECKS = {
    "all unseen": BlackMarketDeck(front=tuple("abcdefg")),
    "two cards": BlackMarketDeck(front=tuple("ab")),
    "one card": BlackMarketDeck(front=("a",)),
    "front and a block": BlackMarketDeck(front=tuple("abcd"), tail=(block("efg"),)),
    "front of two, block of three": BlackMarketDeck(front=tuple("ab"), tail=(block("efg"),)),
    "front of one, two blocks": BlackMarketDeck(
        front=("a",), tail=(block("bc"), block("def", "Ben"))
    ),
    "blocks only": BlackMarketDeck(
        tail=(block("ab"), block("cde", "Ben"), block("fg", shown=True))
    ),
    "shown block": BlackMarketDeck(front=("a",), tail=(block("bcd", shown=True),)),
    "nobody knows the block": BlackMarketDeck(
        front=("a",), tail=(block("bcd", known=False, by=None),)
    ),
    "known on top": BlackMarketDeck(front=tuple("abcdef"), peeked=("a", "b"), tail=(block("gh"),)),
    "everything known on top": BlackMarketDeck(front=tuple("abcd"), peeked=tuple("abcd")),
    "a back outside the first three": BlackMarketDeck(front=tuple("abcdef"), backs=(("d", 5),)),
    "a back inside the first three": BlackMarketDeck(front=tuple("abcdef"), backs=(("d", 2),)),
    "two backs": BlackMarketDeck(
        front=tuple("abcdef"), backs=(("a", 1), ("f", 4)), tail=(block("gh"),)
    ),
}


@pytest.mark.parametrize("viewer", [None, "Ana", "Ben"])
@pytest.mark.parametrize("name", DECKS)
def test_chances_of_each_card_agree_with_brute_force(name: str, viewer: str | None) -> None:
    """Rules 9.3 and 9.4, for one to three plays ahead and for what each viewer knows (9.2)."""
    deck = DECKS[name]
    segments = odds.queue(deck, (viewer,) if viewer else ())
    for plays in (1, 2, 3):
        orders = seen_within(deck, viewer, plays)
        found = odds.within(segments, plays)
        for card in found:
            share = Fraction(sum(card in seen for seen in orders), len(orders))
            assert abs(found[card] - share) < CLOSE
    assert sum(odds.next_reveal(segments).values()) == min(3, deck.size)


@pytest.mark.parametrize("viewer", [None, "Ben"])
@pytest.mark.parametrize("name", DECKS)
def test_chances_of_several_cards_agree_with_brute_force(name: str, viewer: str | None) -> None:
    """Rule 9.3: at least one of w wanted, and all of them, for one and two plays."""
    deck = DECKS[name]
    segments = odds.queue(deck, (viewer,) if viewer else ())
    cards = [card for segment in segments for card in segment.cards]
    for plays in (1, 2):
        orders = seen_within(deck, viewer, plays)
        for wanted in [*combinations(cards, 1), *combinations(cards, 2), *combinations(cards, 3)]:
            names = frozenset(wanted)
            some = Fraction(sum(bool(names & seen) for seen in orders), len(orders))
            every = Fraction(sum(names <= seen for seen in orders), len(orders))
            assert abs(odds.any_of(segments, wanted, plays) - some) < CLOSE
            assert abs(odds.all_of(segments, wanted, plays) - every) < CLOSE


@pytest.mark.parametrize("name", DECKS)
def test_mean_number_of_plays_agrees_with_brute_force(name: str) -> None:
    """Rule 9.4: plays are counted up to the one that shows the card."""
    deck = DECKS[name]
    segments = odds.queue(deck)
    orders = list(every_order(deck, None))
    for card in (card for segment in segments for card in segment.cards):
        plays = [order.index(card) // 3 + 1 for order in orders]
        assert odds.mean_plays(segments)[card] == Fraction(sum(plays), len(plays))


@pytest.mark.parametrize(("unseen", "mean"), [(15, 3.0), (25, 4.68), (60, 10.5)])
def test_mean_waiting_plays_of_the_usual_decks(unseen: int, mean: float) -> None:
    """Rule 9.4."""
    deck = BlackMarketDeck(front=tuple(f"card {number}" for number in range(unseen)))

    assert odds.mean_plays(odds.queue(deck))["card 7"] == Fraction(str(mean))


def test_a_back_that_is_seen_changes_the_others() -> None:
    """Rule 9.5: 3/14 of fifteen with one fixed outside the top three, 2/14 inside."""
    front = tuple("abcdefghijklmno")
    outside = odds.next_reveal(odds.queue(BlackMarketDeck(front=front, backs=(("a", 9),))))
    inside = odds.next_reveal(odds.queue(BlackMarketDeck(front=front, backs=(("a", 2),))))

    assert (outside["b"], outside["a"]) == (Fraction(3, 14), 0)
    assert (inside["b"], inside["a"]) == (Fraction(2, 14), 1)


def test_fully_known_decks_are_certain() -> None:
    """Rules 9.6 and 9.8."""
    known = BlackMarketDeck(tail=(block("abc", shown=True), block("def", shown=True)))
    three = BlackMarketDeck(front=tuple("abc"))

    assert odds.next_reveal(odds.queue(known)) == dict.fromkeys("abc", 1) | dict.fromkeys("def", 0)
    assert set(odds.next_reveal(odds.queue(three)).values()) == {1}


def test_the_opponents_order_is_taken_as_any() -> None:
    """Rule 9.9: each of an unknown three is as likely, whatever order hides behind it."""
    deck = BlackMarketDeck(front=("a", "b"), tail=(block("cde"),))

    assert {odds.next_reveal(odds.queue(deck, ("Ben",)))[card] for card in "cde"} == {
        Fraction(1, 3)
    }
    assert odds.next_reveal(odds.queue(deck, ("Ana",)))["c"] == 1


def test_past_the_last_place_nothing_is_said() -> None:
    """Rule 9.4: beyond n the wrap depends on what is bought."""
    deck = BlackMarketDeck(front=tuple("ab"))

    assert set(odds.mean_plays(odds.queue(deck))) == {"a", "b"}
    assert odds.all_of(odds.queue(deck), ("a", "z"), 9) == 0
    assert odds.any_of(odds.queue(deck), ("z",), 9) == 0
    assert set(odds.within(odds.queue(deck), 9).values()) == {1}


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(1, 3), 0.333333),
        (Fraction(2, 3), 0.666667),
        (Fraction(0), 0),
        (Fraction(1), 1),
        (Fraction(5, 10**7), 0),
        (Fraction(15, 10**7), 0.000002),
    ],
)
def test_chances_are_rounded_to_six_decimals_halves_to_even(chance: Fraction, shown: float) -> None:
    assert odds.rounded(chance) == shown
