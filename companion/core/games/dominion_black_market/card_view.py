"""A card of the catalogue as it is shown."""

from __future__ import annotations

from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.view import CardView


def card_view(card: Card) -> CardView:
    """Name, cost, types and box; never a text."""
    return CardView(
        name=card.name,
        cost=card.cost.text(),
        types=card.types,
        set_name=card.set_name,
        pile=card.pile if card.kind == "member" else None,
    )
