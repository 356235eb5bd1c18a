"""What screens let people pick from: only what fits now, the likely ones first."""

from __future__ import annotations

from companion.core.games.dominion_black_market import eligibility, shelf
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.deck import may_lie_on_top, next_size
from companion.core.games.dominion_black_market.showing import card_view
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.view import CardView

DEALT_WHEN_NEEDED = ("Ally", "Prophecy")
"""Landscapes that come as extras, not with the Kingdom."""


def kingdom_choices(state: State) -> tuple[CardView, ...]:
    """Owned Kingdom piles, in the order of the boxes."""
    return _shown(shelf.owned_piles(state, catalogue()))


def landscape_choices(state: State) -> tuple[CardView, ...]:
    """Owned Events, Landmarks, Projects, Ways and Traits, in the order of the boxes."""
    known = catalogue()
    return _shown(
        tuple(
            card
            for card in known.cards.values()
            if card.kind == "landscape"
            and not card.is_type(*DEALT_WHEN_NEEDED)
            and shelf.missing(state.shelf, card, known) is None
        )
    )


def deck_choices(state: State) -> tuple[CardView, ...]:
    """Cards that may be added to the deck list now: single cards, never a mixed pile's name."""
    known = catalogue()
    names = (
        name
        for pile in shelf.eligible(state, known)
        for name in (pile.members or (pile.name,))
        if eligibility.refusal_for_deck(state, name, state.deck.cards, known) is None
    )
    return _shown(tuple(known.card(name) for name in names))


def reveal_choices(state: State) -> tuple[CardView, ...]:
    """Cards that can still come up, those that lie on top by our count first (rule 8.3)."""
    known = catalogue()
    lying = {*state.deck.left} - {*state.deck.revealed}
    likely = may_lie_on_top(state.deck, next_size(state.deck))
    ordered = sorted(lying, key=lambda name: (name not in likely, name))
    return _shown(tuple(known.card(name) for name in ordered))


def _shown(cards: tuple[Card, ...]) -> tuple[CardView, ...]:
    return tuple(card_view(card) for card in cards)
