"""Finds players and cards by the names that a phone sent, or says why it cannot."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.refusals import refused, unknown_card
from companion.core.games.dominion_black_market.state import Player, State
from companion.core.names import name_key
from companion.core.outcome import Refused


def seat_of(state: State, name: str) -> Player | None:
    """The player of that name, seated or not; case does not count."""
    key = name_key(name)
    return next((player for player in state.players if name_key(player.name) == key), None)


def sitting(state: State, name: str) -> str | Refused:
    """The name of a seated player as it is written: `unknown_player`, `player_left`."""
    player = seat_of(state, name)
    if player is None:
        return refused("unknown_player", name=name)
    if player.left:
        return refused("player_left", name=player.name)
    return player.name


def known_names(names: Iterable[str], catalogue: Catalogue) -> tuple[str, ...] | Refused:
    """The names as printed, in their order; the first that no card has is refused."""
    found = []
    for name in names:
        card = catalogue.find(name)
        if card is None:
            return unknown_card(name, catalogue)
        found.append(card.name)
    return tuple(found)


def known_name(name: str, catalogue: Catalogue) -> str | Refused:
    """The name as printed, or the refusal that no card has it."""
    card = catalogue.find(name)
    return card.name if card is not None else unknown_card(name, catalogue)


def printed_name(name: str, catalogue: Catalogue) -> str:
    """The printed name of a card that is known to exist."""
    card = catalogue.find(name)
    assert card is not None
    return card.name
