"""Everything that can score points at a table, whoever buys what: the lines of its score pad."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.games.dominion_black_market import in_use
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.count_form import count_form
from companion.core.games.dominion_black_market.hidden_list import hides_list
from companion.core.games.dominion_black_market.state import Bought, State
from companion.core.games.dominion_black_market.tally import PLATEAU_SHEPHERDS

SCORING_LANDMARKS = frozenset(
    {
        "Bandit Fort", "Fountain", "Keep", "Museum", "Obelisk", "Orchard", "Palace", "Tower",
        "Triumphal Arch", "Wall", "Wolf Den",
    }
)  # fmt: skip
"""Landmarks that pay or take at the end; the others give tokens."""


@dataclass(frozen=True, slots=True)
class ScoreKind:
    """One line of the pad."""

    name: str
    """Of the card, State, Landmark or Ally."""
    each: int | None
    """Points of one copy; None where a formula or a Landmark says it."""


@dataclass(frozen=True, slots=True)
class ScoreKinds:
    """All of them."""

    cards: tuple[ScoreKind, ...]
    """Cards and States worth points, the dear ones first, Curses last."""
    landscapes: tuple[ScoreKind, ...]
    tokens: bool
    """Something in this game gives VP tokens."""


def score_kinds(state: State) -> ScoreKinds:
    """What can score, as if everything in the Black Market deck were bought.

    Of a deck whose list is hidden only what was bought counts: the pad must not tell of it.
    """
    form = count_form(_all_bought(state))
    known = catalogue()
    cards = [
        ScoreKind(row.card, row.each)
        for row in form.rows
        if row.each != 0 or row.card in known.points["formulas"]
    ]
    cards.sort(key=lambda kind: -(kind.each if kind.each is not None else 0))
    plus = [kind for kind in cards if kind.each is None or kind.each > 0]
    minus = [kind for kind in cards if kind.each is not None and kind.each < 0]
    listed = in_use.landscapes(state)
    return ScoreKinds(
        cards=(*plus, *minus),
        landscapes=tuple(
            ScoreKind(name, None)
            for name in listed
            if name in SCORING_LANDMARKS or name == PLATEAU_SHEPHERDS
        ),
        tokens=form.asks_tokens,
    )


def _all_bought(state: State) -> State:
    if hides_list(state):
        return state
    gone = {each.card for each in state.deck.bought}
    rest = tuple(Bought(card, "", 0) for card in state.deck.cards if card not in gone)
    return replace(state, deck=replace(state.deck, bought=(*state.deck.bought, *rest)))
