"""The deck's cards as a phone offers them: the grid, Warehouse cards and Insiders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.decks.markup import plain_text
from companion.core.decks.model import ItemCard
from companion.core.games.black_market_warehouse.cards import Catalogue
from companion.core.games.black_market_warehouse.faces import items_of
from companion.core.games.black_market_warehouse.state import Player, State
from companion.core.games.black_market_warehouse.view import (
    CardChoice,
    GridCell,
    GridRow,
    InsiderView,
    WarehouseChoice,
)
from companion.core.games.recent import Kept, Recent

OWN_VALUES = 5
"""Columns of the grid with own cards: $1 to $5 Million."""
MOST_VALUES = 6
"""More columns do not fit a phone; "Other…" takes the rest."""

Face = tuple[str, int]
"""Item type and money."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One item type of a deck: its cards by value, whatever lies on the table."""

    item_type: str
    cells: tuple[tuple[int, tuple[ItemCard, ...]], ...]
    """(money, the catalogue cards of that face)."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """What lies face up in front of one player."""

    cards: tuple[str, ...]
    """Ids of the items whose card was named."""
    faces: tuple[Face, ...]


def money_values(catalogue: Catalogue) -> tuple[int, ...]:
    """Columns of the grid: the deck's own values, or one to five units."""
    return _values(catalogue, None)


def _made_values(catalogue: Catalogue, _: None) -> tuple[int, ...]:
    listed = sorted({card.money for card in catalogue.items})
    if not listed or len(listed) > MOST_VALUES:
        return tuple(units * catalogue.money_unit for units in range(1, OWN_VALUES + 1))
    return tuple(listed)


def _made_rows(catalogue: Catalogue, _: None) -> tuple[_Row, ...]:
    cards: dict[Face, list[ItemCard]] = {}
    for card in catalogue.items:
        cards.setdefault((card.item_type, card.money), []).append(card)
    values = money_values(catalogue)
    return tuple(
        _Row(kind, tuple((money, tuple(cards.get((kind, money), ()))) for money in values))
        for kind in catalogue.item_types
    )


def _lying_of(player: Player) -> _Lying:
    """The very same as long as this player's warehouse and pile are the same."""
    return _lying.of((player.warehouse, player.pile), None, lambda: _made_lying(player))


def _made_lying(player: Player) -> _Lying:
    items = items_of(player)
    return _Lying(
        tuple(item.card for item in items if item.card is not None),
        tuple((item.item_type, item.money) for item in items),
    )


_values = Recent(_made_values, most=256)
_rows = Recent(_made_rows, most=256)
_lying: Kept[_Lying] = Kept()
_grids: Kept[tuple[GridRow, ...]] = Kept(256)
_grid_rows: Kept[GridRow] = Kept(512)
_choices: Kept[tuple[WarehouseChoice, ...]] = Kept(512)
_insiders: Kept[tuple[InsiderView, ...]] = Kept(256)


def grid(state: State) -> tuple[GridRow, ...]:
    """Types by values, with the catalogue cards of each cell; rows in the deck's order."""
    lying = tuple(_lying_of(player) for player in state.players)
    catalogue = state.catalogue
    return _grids.of((catalogue, *lying), None, lambda: _made_grid(catalogue, lying))


def _made_grid(catalogue: Catalogue, all_lying: tuple[_Lying, ...]) -> tuple[GridRow, ...]:
    named: Counter[str] = Counter()
    faces: Counter[Face] = Counter()
    for lying in all_lying:
        named.update(lying.cards)
        faces.update(lying.faces)
    return tuple(_grid_row(row, named, faces) for row in _rows(catalogue, None))


def _grid_row(row: _Row, named: Mapping[str, int], faces: Mapping[Face, int]) -> GridRow:
    """The row as it was while nothing of its type moved: the very same one."""
    used = tuple(
        (faces.get((row.item_type, money), 0), *(named.get(card.id, 0) for card in cards))
        for money, cards in row.cells
    )
    return _grid_rows.of((row,), used, lambda: _made_grid_row(row, used))


def _made_grid_row(row: _Row, used: tuple[tuple[int, ...], ...]) -> GridRow:
    cells = zip(row.cells, used, strict=True)
    return GridRow(row.item_type, tuple(_cell(money, cards, u) for (money, cards), u in cells))


def _cell(money: int, cards: tuple[ItemCard, ...], used: tuple[int, ...]) -> GridCell:
    """`used`: how many items of this face lie on the table, then how many of each card by name."""
    lying, *named = used
    choices = tuple(
        CardChoice(card.id, card.name, max(0, card.count - of_this))
        for card, of_this in zip(cards, named, strict=True)
    )
    fitting = [card.id for card in choices if card.copies_left]
    return GridCell(
        money=money,
        cards=choices,
        all_used=bool(cards) and sum(card.count for card in cards) <= lying,
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
    key = (tuple(used.items()), tuple(in_play.items()))
    catalogue = state.catalogue
    return _choices.of((catalogue,), key, lambda: _made_choices(catalogue, used, in_play))


def _made_choices(
    catalogue: Catalogue, used: Mapping[str, int], in_play: Mapping[str, str]
) -> tuple[WarehouseChoice, ...]:
    choices = []
    for card in catalogue.warehouses:
        left = max(0, card.count - used.get(card.id, 0))
        holder = None if left else in_play.get(card.id)
        choices.append(WarehouseChoice(card.id, card.name, card.requires, card.bonus, left, holder))
    return tuple(choices)


def insider_views(state: State) -> tuple[InsiderView, ...]:
    """The deck's Insiders; those that lie in the discard pile are counted off."""
    catalogue, discarded = state.catalogue, state.insiders_discarded
    return _insiders.of((catalogue,), discarded, lambda: _made_insiders(catalogue, discarded))


def _made_insiders(catalogue: Catalogue, discarded: tuple[str, ...]) -> tuple[InsiderView, ...]:
    gone = Counter(discarded)
    return tuple(
        InsiderView(
            card.id,
            card.name,
            plain_text(card.effect_text, catalogue.item_types, catalogue.currency),
            card.effect,
            max(0, card.count - gone[card.id]),
        )
        for card in catalogue.insiders
    )
