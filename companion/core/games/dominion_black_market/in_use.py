"""What is in use at a table, and what that still needs (extra piles, an Ally, a Prophecy)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.state import EXTRAS, Extras, State

TRIGGERS = {
    "bane": "Young Witch",
    "ferryman": "Ferryman",
    "riverboat": "Riverboat",
    "mouse": "Way of the Mouse",
    "army": "Approaching Army",
    "obelisk": "Obelisk",
}
"""Extras that one card or landscape asks for by its name."""
TYPE_TRIGGERS = {"ally": "Liaison", "prophecy": "Omen"}
"""Extras that any card of a type asks for."""
BLACK_MARKET = "Black Market"


def supply_piles(state: State) -> tuple[str, ...]:
    """Kingdom piles of the Supply: the Kingdom, the Bane and the Army pile."""
    kingdom = state.kingdom.piles if state.kingdom else ()
    added = (state.extras.bane, state.extras.army)
    return kingdom + tuple(pile for pile in added if pile is not None)


def piles(state: State) -> tuple[str, ...]:
    """Everything that lies out as a whole pile: the Supply's, and the Ferryman pile."""
    ferryman = state.extras.ferryman
    return supply_piles(state) + ((ferryman,) if ferryman else ())


def set_aside(state: State) -> tuple[str, ...]:
    """Single cards set aside for all: Riverboat's and Way of the Mouse's."""
    cards = (state.extras.riverboat, state.extras.mouse)
    return tuple(card for card in cards if card is not None)


def landscapes(state: State) -> tuple[str, ...]:
    """Landscapes beside the Supply, the Ally and the Prophecy among them."""
    listed = state.kingdom.landscapes if state.kingdom else ()
    dealt = (state.extras.ally, state.extras.prophecy)
    return listed + tuple(card for card in dealt if card is not None)


def cards_in_use(state: State) -> tuple[str, ...]:
    """Every Kingdom pile or card that can be gained or played: piles, set aside, deck list."""
    return piles(state) + set_aside(state) + state.deck.cards


def is_in_use(state: State, name: str) -> bool:
    """True when that card or landscape is in use anywhere, the whole deck list included."""
    return name in cards_in_use(state) or name in landscapes(state)


def deck_needed(state: State) -> bool:
    """True when Black Market lies where a card can be gained or played (rule 1.1)."""
    return BLACK_MARKET in piles(state) + set_aside(state)


def needs(state: State, catalogue: Catalogue) -> tuple[str, ...]:
    """Extras that something in use asks for and that nobody has chosen yet, in their order."""
    wanted = _wanted(state, catalogue)
    return tuple(extra for extra in EXTRAS if extra in wanted and not state.extras.get(extra))


def causes(state: State, catalogue: Catalogue, extra: str) -> tuple[str, ...]:
    """What in use asks for that extra, sorted."""
    if extra in TRIGGERS:
        return (TRIGGERS[extra],)
    wanted = TYPE_TRIGGERS[extra]
    names = {name for name in cards_in_use(state) if catalogue.card(name).is_type(wanted)}
    return tuple(sorted(names))


def unneeded(state: State, catalogue: Catalogue) -> tuple[str, ...]:
    """Chosen extras that nothing outside them asks for, directly or through each other."""
    kept = replace(state, extras=Extras())
    while True:
        grown = kept
        for extra in needs(kept, catalogue):
            grown = replace(grown, extras=grown.extras.having(extra, state.extras.get(extra)))
        if grown.extras == kept.extras:
            break
        kept = grown
    return tuple(extra for extra, _ in state.extras.chosen() if kept.extras.get(extra) is None)


def _wanted(state: State, catalogue: Catalogue) -> set[str]:
    cards = cards_in_use(state)
    names = {*cards, *landscapes(state)}
    types = {each for name in cards for each in catalogue.card(name).types}
    wanted = {extra for extra, trigger in TRIGGERS.items() if trigger in names}
    return wanted | {extra for extra, each in TYPE_TRIGGERS.items() if each in types}
