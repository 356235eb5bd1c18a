"""The deck's cards as a phone offers them: the grid, Warehouse cards and Insiders."""

from __future__ import annotations

from collections import Counter

from companion.core.games.black_market_warehouse.cards import Catalogue
from companion.core.games.black_market_warehouse.faces import items_of
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.black_market_warehouse.view import (
    CardChoice,
    GridCell,
    GridRow,
    InsiderView,
    WarehouseChoice,
)

OWN_VALUES = 5
"""Columns of the grid with own cards: $1 to $5 Million."""
MOST_VALUES = 6
"""More columns do not fit a phone; "Other…" takes the rest."""


def money_values(catalogue: Catalogue) -> tuple[int, ...]:
    """Columns of the grid: the deck's own values, or one to five units."""
    listed = sorted({card.money for card in catalogue.items})
    if not listed or len(listed) > MOST_VALUES:
        return tuple(units * catalogue.money_unit for units in range(1, OWN_VALUES + 1))
    return tuple(listed)


def grid(state: State) -> tuple[GridRow, ...]:
    """Types by values, with the catalogue cards of each cell; rows in the deck's order."""
    catalogue = state.catalogue
    lying = [item for player in state.players for item in items_of(player)]
    named = Counter(item.card for item in lying if item.card is not None)
    faces = Counter((item.item_type, item.money) for item in lying)
    cells: dict[tuple[str, int], list[CardChoice]] = {}
    copies: Counter[tuple[str, int]] = Counter()
    for card in catalogue.items:
        left = max(0, card.count - named[card.id])
        face = (card.item_type, card.money)
        cells.setdefault(face, []).append(CardChoice(card.id, card.name, left))
        copies[face] += card.count
    values = money_values(catalogue)
    return tuple(
        GridRow(
            item_type,
            tuple(
                _cell(
                    money,
                    tuple(cells.get((item_type, money), ())),
                    copies[item_type, money] - faces[item_type, money],
                )
                for money in values
            ),
        )
        for item_type in catalogue.item_types
    )


def _cell(money: int, cards: tuple[CardChoice, ...], copies_left: int) -> GridCell:
    fitting = [card.id for card in cards if card.copies_left]
    return GridCell(
        money=money,
        cards=cards,
        all_used=bool(cards) and copies_left <= 0,
        card=fitting[0] if len(fitting) == 1 else None,
    )


def warehouse_choices(state: State) -> tuple[WarehouseChoice, ...]:
    """The deck's Warehouse cards; those in play or in a pile have no copy left."""
    used: Counter[str] = Counter()
    in_play: dict[str, str] = {}
    for player in state.players:
        if player.warehouse is not None and player.warehouse.card is not None:
            in_play.setdefault(player.warehouse.card, player.name)
            used[player.warehouse.card] += 1
        used.update(done.card for done in player.pile if done.card is not None)
    choices = []
    for card in state.catalogue.warehouses:
        left = max(0, card.count - used[card.id])
        holder = None if left else in_play.get(card.id)
        choices.append(WarehouseChoice(card.id, card.name, card.requires, card.bonus, left, holder))
    return tuple(choices)


def insider_views(state: State) -> tuple[InsiderView, ...]:
    """The deck's Insiders; those that lie in the discard pile are counted off."""
    discarded = Counter(state.insiders_discarded)
    return tuple(
        InsiderView(
            card.id,
            card.name,
            card.effect_text,
            card.effect,
            max(0, card.count - discarded[card.id]),
        )
        for card in state.catalogue.insiders
    )
