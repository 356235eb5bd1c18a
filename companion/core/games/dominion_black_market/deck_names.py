"""Cards of the deck by the names that phones sent; of a hidden list, whatever is said is believed.

Where nobody sees the list, an answer must not hang on what is in it: a name refused or asked about
would tell a card, and nothing would stand in the log. So the event is recorded, for all to see,
and the list gives way: a card that is not there is struck without effect, one that is there
already is not added twice, and a real card that comes up takes the place of one nobody saw.
What is refused rests on what everybody knows: spelling, the Supply, seen and bought cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.games.dominion_black_market import eligibility, queue
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.hidden_list import (
    hides_list,
    secret_cards,
    told_cards,
)
from companion.core.games.dominion_black_market.refusals import refused, unknown_card
from companion.core.games.dominion_black_market.state import BlackMarketDeck, State
from companion.core.outcome import Refused


def deck_card(state: State, name: str, catalogue: Catalogue) -> str | Refused:
    """A card that is still in the deck: `unknown_card`, `already_bought`, `not_in_deck`.

    Of a hidden list also a card that could be in it.
    """
    card = catalogue.find(name)
    if card is None:
        return unknown_card(name, catalogue)
    buyer = next((each.player for each in state.deck.bought if each.card == card.name), None)
    if buyer is not None:
        return refused("already_bought", name=buyer, card=card.name)
    there = card.name in told_cards(state) or _may_be_there(state, card, catalogue)
    return card.name if there else refused("not_in_deck", card=card.name)


def without_secret(state: State, names: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """The secret cards that give way when these are added: each itself, or of its mixed pile."""
    taken = {card.pile for name in names if (card := catalogue.find(name)) is not None}
    return tuple(each for each in secret_cards(state) if catalogue.card(each).pile in taken)


def believed(
    state: State, names: tuple[str, ...], catalogue: Catalogue
) -> BlackMarketDeck | Refused:
    """The deck with these real cards in it, though a hidden list may not have held them.

    `names` passed `deck_card`. `not_in_deck` when that cannot be by what everybody knows: two of
    one mixed pile, or more unseen cards than are left.
    """
    secret = secret_cards(state)
    unseen = tuple(name for name in names if name not in told_cards(state))
    piles = [catalogue.card(name).pile for name in unseen]
    for place, name in enumerate(unseen):
        if piles[place] in piles[:place] or place >= len(secret):
            return refused("not_in_deck", card=name)
    strangers = tuple(name for name in unseen if name not in secret)
    first = without_secret(state, strangers, catalogue)
    others = tuple(card for card in sorted(secret) if card not in unseen and card not in first)
    giving_way = (*first, *others)[: len(strangers)]
    return queue.exchanged(state.deck, dict(zip(giving_way, strangers, strict=True)))


def _may_be_there(state: State, card: Card, catalogue: Catalogue) -> bool:
    """True when a hidden list could hold the card, by what everybody knows."""
    if not hides_list(state) or eligibility.in_the_way_of_deck(state, card) is not None:
        return False
    return all(catalogue.card(other).pile != card.pile for other in told_cards(state))
