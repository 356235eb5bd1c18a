"""The grid where items are tapped, by type and money, and single cards that a tap names."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.black_market_warehouse.view import (
    GridCell,
    PlayerView,
    WarehouseTableView,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.phrasing import figure as shown

GRID_COLUMNS = 5
"""More values than this stand below their type."""
UNITS = {
    1_000_000: N_("{currency} Million"),
    1_000: N_("{currency} Thousand"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the grid."""

    money: int
    figure: str
    gone: bool
    event: Json
    now: bool = False
    """What is logged at present, where the grid corrects an item."""


@dataclass(frozen=True, slots=True)
class Row:
    """One item type of the grid."""

    face: TypeFace
    needed: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Tap:
    """What can be tapped for the player on screen."""

    player: PlayerView | None
    rows: tuple[Row, ...]
    figures: tuple[str, ...]
    """Column heads."""
    head: Phrase
    tall: bool
    """More columns than fit side by side."""
    catalogue: bool
    """The deck's cards are known by name."""
    view: WarehouseTableView


@dataclass(frozen=True, slots=True)
class CardTap:
    """A card that a tap names."""

    name: str
    money: int
    event: Json
    now: bool = False
    face: TypeFace | None = None
    copies_left: int = 1


def tap(view: WarehouseTableView, player: str | None) -> Tap:
    """The grid for the player on screen; rows and columns in the deck's order."""
    seen = view.player(player) if player else None
    needed = seen.warehouse.still_needed if seen and seen.warehouse else ()
    known = faces(view)
    rows = tuple(
        Row(
            known[row.item_type],
            row.item_type in needed,
            tuple(_cell(view, row.item_type, cell) for cell in row.cells),
        )
        for row in view.grid
    )
    unit = UNITS.get(view.money_unit, N_("{currency}"))
    return Tap(
        player=seen,
        rows=rows,
        figures=tuple(figure(view, money) for money in view.money_values),
        head=Phrase(unit, {"currency": view.currency}),
        tall=len(view.money_values) > GRID_COLUMNS,
        catalogue=view.deck_id is not None,
        view=view,
    )


def figure(view: WarehouseTableView, money: int) -> str:
    """The amount in the deck's unit: 3, or 2.5."""
    return shown(money / view.money_unit)


def _cell(view: WarehouseTableView, item_type: str, cell: GridCell) -> Cell:
    event: Json = {"event": "item_added", "item_type": item_type, "money": cell.money}
    return Cell(cell.money, figure(view, cell.money), cell.all_used, event)
