"""What may be told of a deck whose list nobody sees (the hidden variant, rule 3.8)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.dominion_black_market.state import State


def hides_list(state: State) -> bool:
    """True while the deck's list is a secret (the hidden variant, rule 3.8)."""
    return state.policy.hidden and state.status != "over"


def secret_cards(state: State) -> tuple[str, ...]:
    """Cards of a hidden list that nobody has seen; () where the list is open."""
    if not hides_list(state):
        return ()
    return tuple(card for card in state.deck.cards if card not in state.deck.seen)


def told_cards(state: State) -> tuple[str, ...]:
    """The list as far as everybody knows it."""
    secret = secret_cards(state)
    return tuple(card for card in state.deck.cards if card not in secret)


def causes_told(state: State, causes: tuple[str, ...]) -> tuple[str, ...]:
    """Causes of a setup entry that may be told: of a hidden list, only cards that were seen.

    A hidden deck holds no telling cards, but mats and tokens would tell of the others (rule 3.8).
    """
    secret = secret_cards(state)
    return tuple(cause for cause in causes if cause not in secret)


def as_told(state: State) -> State:
    """The table as if the deck's list held nothing beyond what everybody knows of it."""
    if not secret_cards(state):
        return state
    return replace(state, deck=replace(state.deck, cards=told_cards(state)))
