"""What the group owns: sets by edition, promos by name, single cards ticked off (rule 1.10)."""

from __future__ import annotations

from companion.core.games.dominion_black_market import in_use
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.state import Shelf, State

PROMO = "promo"


def missing(shelf: Shelf | None, card: Card, catalogue: Catalogue) -> str | None:
    """Why a card is not owned: set_not_owned | edition_not_owned; None when it is.

    Without a shelf everything is owned. A card printed in both editions is owned with either.
    """
    if shelf is None:
        return None
    if card.name in shelf.without or card.pile in shelf.without:
        return "set_not_owned"
    if card.members and all(member in shelf.without for member in card.members):
        return "set_not_owned"
    if card.set == PROMO and (card.name in shelf.promos or card.pile in shelf.promos):
        return None
    boxes = [catalogue.boxes[word] for word in shelf.sets]
    editions = {box.edition for box in boxes if box.set == card.set}
    if editions & set(card.editions):
        return None
    return "edition_not_owned" if editions else "set_not_owned"


def owned_piles(state: State, catalogue: Catalogue) -> tuple[Card, ...]:
    """Kingdom piles on the shelf, in the order of the boxes."""
    return tuple(
        pile for pile in catalogue.kingdom_piles if not missing(state.shelf, pile, catalogue)
    )


def eligible(state: State, catalogue: Catalogue) -> tuple[Card, ...]:
    """Owned Kingdom piles that are not in use outside the deck; a mixed pile is one."""
    used = taken(state)
    return tuple(pile for pile in owned_piles(state, catalogue) if pile.name not in used)


def taken(state: State) -> frozenset[str]:
    """Piles and cards in use outside the deck; Black Market itself until a Kingdom is entered."""
    used = {*in_use.piles(state), *in_use.set_aside(state)}
    if not (state.kingdom and state.kingdom.piles):
        used.add(in_use.BLACK_MARKET)
    return frozenset(used)
