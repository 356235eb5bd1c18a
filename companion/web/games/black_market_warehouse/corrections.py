"""The sheets that put something right: one item, or the table as it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.games.black_market_warehouse.view import (
    ItemView,
    PlayerView,
    WarehouseTableView,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.black_market_warehouse import insiders
from companion.web.games.black_market_warehouse.grid import CardTap, Cell, figure, tap
from companion.web.games.black_market_warehouse.over import Over
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.games.contract import Context


@dataclass(frozen=True, slots=True)
class Place:
    """A slot of a warehouse as a form shows it."""

    now: str | None
    item: ItemView | None


def item_sheet(over: Over) -> Context | None:
    """One item: what it really is."""
    player, slot = over.of, over.asked.number("slot")
    where = over.asked.text("at") or "in_play"
    items = _items_at(player, where)
    if player is None or slot is None or items is None or slot >= len(items):
        return None
    item = items[slot]
    place: Json = {"warehouse": where if where == "in_play" else int(where), "slot": slot}
    event: Json = {"event": "item_corrected", "player": player.name, **place}
    shown = tap(over.view, None)
    rows = tuple(
        (
            row.face,
            tuple(_corrected(event, item, row.face.item_type, c) for c in row.cells),
        )
        for row in shown.rows
    )
    return {
        "player": player,
        "item": item,
        "face": faces(over.view)[item.item_type],
        "grid": {
            "rows": tuple({"face": face, "cells": cells} for face, cells in rows),
            "figures": shown.figures,
            "head": shown.head,
            "tall": shown.tall,
        },
        "cards": _cards_of(over.view, item, event),
        "correction": event,
        "plays": insiders.on_item(over, player, item) if where == "in_play" else (),
    }


def _items_at(player: PlayerView | None, where: str) -> tuple[ItemView, ...] | None:
    if player is None:
        return None
    if where == "in_play":
        return player.warehouse.items if player.warehouse else None
    done = next((each for each in player.pile if str(each.number) == where), None)
    return done.items if done else None


def _corrected(event: Json, item: ItemView, item_type: str, cell: Cell) -> Cell:
    now = item.item_type == item_type and item.money == cell.money
    right: Json = {**event, "item_type": item_type, "money": cell.money}
    return Cell(cell.money, cell.figure, False, right, now)


def _cards_of(view: WarehouseTableView, item: ItemView, event: Json) -> tuple[CardTap, ...]:
    """The catalogue cards that this item could be."""
    fitting = next(
        (
            cell.cards
            for row in view.grid
            if row.item_type == item.item_type
            for cell in row.cells
            if cell.money == item.money
        ),
        (),
    )
    return tuple(
        CardTap(card.name, item.money, {**event, "card": card.id}, card.id == item.card)
        for card in fitting
    )


def table_sheet(over: Over) -> Context | None:
    """The table as it lies: a warehouse, whose turn it is, the decks."""
    if over.view.status != "playing":
        return None
    known = faces(over.view)
    turns = over.view.options["track"] == "turns"
    decks: list[tuple[str, str, int | None]]
    decks = [("warehouse_deck", N_("Warehouse deck"), over.view.warehouse_deck)]
    decks += [("market_deck", N_("Market deck"), over.view.market_deck)] if turns else []
    decks += [("discard", N_("Discard pile"), over.view.discard)] if turns else []
    return {
        "player": over.of,
        "places": _places(over.of),
        "faces": known,
        "groups": tuple(
            {"face": face, "choices": tuple(_choices(over.view, face))} for face in known.values()
        ),
        "active": over.view.active,
        "actives": tuple(p.name for p in over.view.players if p.status == "playing" and turns),
        "decks": tuple({"field": f, "label": Phrase(text), "now": now} for f, text, now in decks),
    }


def _places(player: PlayerView | None) -> tuple[Place, ...]:
    """A line for each slot; two blank ones more while the card is not described."""
    if player is None or player.warehouse is None:
        return ()
    items = player.warehouse.items
    room = len(player.warehouse.requires or (*items, "", ""))
    filled = tuple(Place(_value(item), item) for item in items)
    return filled + (Place(None, None),) * max(0, room - len(items))


def _value(item: ItemView) -> str:
    return f"{item.item_type}|{item.money}" + (f"|{item.card}" if item.card else "")


def _choices(view: WarehouseTableView, face: TypeFace) -> list[dict[str, Any]]:
    return [
        {"value": f"{face.item_type}|{money}", "money": money, "figure": figure(view, money)}
        for money in view.money_values
    ]
