"""How many cards a pile holds for this number of players, and what lies in which box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.cards import Card

FOUR_OF_FOUR = ("Augurs", "Clashes", "Forts", "Odysseys", "Townsfolk", "Wizards")
"""Mixed piles of four cards of each of four names; the others hold ten."""
PROVINCES = {5: 15, 6: 18}
START_COPPERS = 7


@dataclass(frozen=True, slots=True)
class Box:
    """Cards to take from one box, and to put back there."""

    set_name: str
    cards: tuple[Card, ...]
    """In the order of their names."""


def size(card: Card, players: int, heirlooms: int) -> int | None:
    """Cards in a pile once the starting decks are dealt; None where it is no pile of its own."""
    if card.name in ("Curse", "Ruins"):
        return 10 * (players - 1)
    if card.name == "Copper":
        return card.quantity - players * (START_COPPERS - heirlooms)
    if card.name == "Province" and players in PROVINCES:
        return PROVINCES[players]
    if card.is_type("Victory"):
        return 8 if players == 2 else 12
    if card.mixed:
        return 16 if card.name in FOUR_OF_FOUR else 10
    return card.quantity or None


def by_box(cards: tuple[Card, ...]) -> tuple[Box, ...]:
    """The cards by the box they lie in, boxes in the order in which they appeared."""
    first: dict[str, int] = {}
    for card in sorted(cards, key=lambda each: each.number):
        first.setdefault(card.set_name, card.number)
    return tuple(
        Box(
            name,
            tuple(
                sorted(
                    (card for card in cards if card.set_name == name),
                    key=lambda each: each.name,
                )
            ),
        )
        for name in sorted(first, key=lambda each: first[each])
    )
