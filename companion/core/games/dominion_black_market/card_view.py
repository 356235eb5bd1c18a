"""A card of the catalogue as it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.cards import Card


@dataclass(frozen=True, slots=True)
class CardView:
    """A card, pile or landscape as it is shown; never its text."""

    name: str
    cost: str
    """$4, $3P, 8D; "" for what has no cost."""
    types: tuple[str, ...]
    set_name: str
    pile: str | None
    """The mixed pile that it stands for; None otherwise."""


def card_view(card: Card) -> CardView:
    """Name, cost, types and box; never a text."""
    return CardView(
        name=card.name,
        cost=card.cost.text(),
        types=card.types,
        set_name=card.set_name,
        pile=card.pile if card.kind == "member" else None,
    )
