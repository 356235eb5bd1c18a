"""One deck as its page shows it: sorted, counted, what each type can be had and is asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.core.decks.model import Deck, InsiderCard, ItemCard, WarehouseCard


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """How often one item type can be had, and how often it is asked for."""

    item_type: str
    items: int
    """Market items of this type, copies counted."""
    asked_for: int
    """Slots on Warehouse cards that ask for it, copies counted."""
    money: int
    """Dollars of all its items together."""


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One deck as its page shows it."""

    deck: Deck
    types: tuple[TypeFigures, ...]
    items: tuple[tuple[str, tuple[ItemCard, ...]], ...]
    """Per item type, dearest first."""
    insiders: tuple[InsiderCard, ...]
    warehouses: tuple[WarehouseCard, ...]
    insider_total: int
    """Insiders, copies counted."""
    by_money: tuple[tuple[int, int], ...]
    """(dollars, items worth that), rising."""


def deck_page(deck: Deck) -> DeckPage:
    """The deck sorted and counted for people who want to know what is in it."""
    items = [card for card in deck.cards if isinstance(card, ItemCard)]
    warehouses = [card for card in deck.cards if isinstance(card, WarehouseCard)]
    insiders = [card for card in deck.cards if isinstance(card, InsiderCard)]
    by_money: Counter[int] = Counter()
    for card in items:
        by_money[card.money] += card.count
    return DeckPage(
        deck=deck,
        types=tuple(_figures(name, items, warehouses) for name in deck.item_types),
        items=tuple((name, _of_type(name, items)) for name in deck.item_types),
        insiders=tuple(sorted(insiders, key=lambda card: card.name)),
        warehouses=tuple(sorted(warehouses, key=lambda card: (len(card.requires), card.name))),
        insider_total=sum(card.count for card in insiders),
        by_money=tuple(sorted(by_money.items())),
    )


def _of_type(name: str, items: list[ItemCard]) -> tuple[ItemCard, ...]:
    mine = [card for card in items if card.item_type == name]
    return tuple(sorted(mine, key=lambda card: (-card.money, card.name)))


def _figures(name: str, items: list[ItemCard], warehouses: list[WarehouseCard]) -> TypeFigures:
    mine = [card for card in items if card.item_type == name]
    return TypeFigures(
        item_type=name,
        items=sum(card.count for card in mine),
        asked_for=sum(card.requires.count(name) * card.count for card in warehouses),
        money=sum(card.money * card.count for card in mine),
    )
