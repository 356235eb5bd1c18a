"""No refusal and no ask tells a seat what it may not know: orders, hidden lists, bottom orders."""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.properties.dominion_twins import (
    SEATS,
    a_submission,
    a_table,
    answered,
    told,
    twin,
)

AS_DRAWN = settings(phases=(Phase.explicit, Phase.generate))
"""A seed cannot be made simpler: the failing one is told as it is."""
TABLES = 3
TWINS = 3
PROBES = 24


@pytest.mark.parametrize("hidden", [False, True], ids=["secret order", "hidden list"])
@AS_DRAWN
@given(seed=st.integers(0, 2**32 - 1))
def test_tables_that_look_the_same_to_a_seat_answer_it_the_same(hidden: bool, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(TABLES):
        check_a_table(rng, hidden)


def check_a_table(rng: random.Random, hidden: bool) -> None:
    """Many submissions of one seat to a table and to what could as well be that table."""
    table = a_table(rng, hidden)
    seat = rng.choice((*SEATS, *SEATS, None))
    made = [twin(rng, table, seat) for _ in range(TWINS)]
    others = [other for other in made if other is not None and other.state != table.state]
    names = [*table.state.deck.cards, *(c for other in others for c in other.state.deck.cards)]
    for _ in range(PROBES if others else 0):
        events = a_submission(rng, table, names)
        luck, batch = rng.randint(0, 999), len(events) > 1
        anyway = rng.random() < 0.7
        answer = told(answered(table, events, seat, luck, batch, anyway))
        for other in others:
            assert told(answered(other, events, seat, luck, batch, anyway)) == answer, events
