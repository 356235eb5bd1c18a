"""Every shelf and every size gives a setup or words, never a failure (Must hold)."""

from __future__ import annotations

import time

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.core.games.dominion_black_market import in_use, setup
from companion.core.games.dominion_black_market.state import State
from companion.core.log import Recorded
from companion.core.outcome import Refused
from tests.properties.dominion_games import (
    BOXES,
    CATALOGUE,
    Game,
    a_draw,
    agreed,
    seated,
    shelved,
    with_kingdom,
)

SEEDS = st.integers(0, 2**32 - 1)
SOAKING = settings.default is not None and settings.default.max_examples > 100
AS_DRAWN = settings(phases=(Phase.explicit, Phase.generate), max_examples=5000 if SOAKING else 50)
"""A seed cannot be made simpler: the failing one is told as it is."""
STEPS = {
    "bane": "extra_supply_pile:Bane",
    "ferryman": "extra_nonsupply_pile:Ferryman",
    "riverboat": "set_aside:Riverboat",
    "mouse": "set_aside:Way of the Mouse",
    "army": "extra_supply_pile:Approaching Army",
    "ally": "ally:Ally",
    "prophecy": "prophecy:Prophecy",
}
"""The step of the checklist that lays out each extra."""


def check_deck(state: State) -> None:
    """What must hold of a deck list and of the extras beside it."""
    cards = state.deck.cards
    piles = [CATALOGUE.card(name).pile for name in cards]
    outside = {*in_use.piles(state), *in_use.set_aside(state)}

    assert len(set(cards)) == len(cards)
    assert len(set(piles)) == len(piles)
    assert all(CATALOGUE.card(name).kind in ("kingdom", "member") for name in cards)
    assert not any(CATALOGUE.card(name).mixed for name in cards)
    assert not {*cards, *piles} & outside
    bane = state.extras.bane
    if state.status == "playing":
        assert (bane is not None) == in_use.is_in_use(state, "Young Witch")
    if bane is not None:
        cost = CATALOGUE.card(bane).cost
        assert cost.exactly(2) or cost.exactly(3)
        assert in_use.supply_piles(state).count(bane) == 1
    for name, costs in (("ferryman", (3, 4)), ("riverboat", (5,)), ("mouse", (2, 3))):
        card = state.extras.get(name)
        assert card is None or any(CATALOGUE.card(card).cost.exactly(coins) for coins in costs)


@AS_DRAWN
@given(seed=SEEDS)
def test_every_shelf_and_size_gives_an_agreed_deck(seed: int) -> None:
    """Rules 1.2, 1.3, 1.9 and 3.2; in the soak with the many shelves that are asked for."""
    game = agreed(seed)
    if game is None:
        return
    state = game.state

    check_deck(state)
    assert in_use.needs(state, CATALOGUE) == ()
    assert in_use.unneeded(state, CATALOGUE) == ()
    lines = setup.entries(state)
    assert len({line.step for line in lines}) == len(lines)
    assert all(line.causes for line in lines)


@AS_DRAWN
@given(seed=SEEDS)
def test_extras_lie_out_as_long_as_a_card_in_use_asks_for_them(seed: int) -> None:
    """Rule 13.4, for the Bane and every other extra, however the real deck differs."""
    game = agreed(seed)
    if game is None or game.state.policy.hidden:
        return
    asking = [
        card
        for card in game.state.deck.cards
        if card in in_use.TRIGGERS.values()
        or CATALOGUE.card(card).is_type(*in_use.TYPE_TRIGGERS.values())
    ]
    for card in game.rng.sample(asking, len(asking)):
        game.done({"event": "deck_corrected", "why": "not there", "removed": [card]})

        check_deck(game.state)
        assert in_use.unneeded(game.state, CATALOGUE) == ()
        listed = {line.step for line in setup.entries(game.state)}
        for extra, step in STEPS.items():
            assert (step in listed) == (game.state.extras.get(extra) is not None), extra


@AS_DRAWN
@given(seed=SEEDS, boxes=st.lists(st.sampled_from(BOXES), min_size=1, unique=True))
def test_any_draw_is_recorded_or_refused_in_words(seed: int, boxes: list[str]) -> None:
    game = seated(seed)
    shelved(game, tuple(boxes))
    if not with_kingdom(game):
        return
    for _ in range(3):
        answer = game.tries(a_draw(game.rng))
        if isinstance(answer, Refused):
            assert "{" not in answer.phrase.text.format(**answer.phrase.params)
            continue
        assert isinstance(answer, Recorded)
        state = game.state
        if state.policy.size is not None:
            assert len(state.deck.cards) <= state.policy.size
        if state.policy.no_telling:
            assert setup.leaks(state) == ()
        check_deck(state)


def test_what_a_deck_costs_grows_no_faster_than_its_cards() -> None:
    game = seated(7)
    shelved(game, BOXES)
    assert with_kingdom(game)

    small, large = (quickest_of_five(game, size) for size in (15, 60))

    assert large < 2 * (60 / 15) * small


def quickest_of_five(game: Game, size: int) -> float:
    """Seconds for one random deck of that many cards, its setup and what it gives away."""
    took = []
    for _ in range(5):
        start = time.perf_counter()
        game.done({"event": "deck_drawn", "policy": "random_n", "size": size})
        setup.entries(game.state)
        setup.leaks(game.state)
        took.append(time.perf_counter() - start)
    return min(took)
