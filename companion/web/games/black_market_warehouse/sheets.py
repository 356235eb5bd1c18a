"""The sheets that lie over the table: correct an item, describe a card, put the table right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.games.black_market_warehouse.view import (
    ItemView,
    PlayerView,
    WarehouseChoice,
    WarehouseTableView,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.black_market_warehouse import insiders, piles, rules
from companion.web.games.black_market_warehouse.over import Over
from companion.web.games.black_market_warehouse.panels import Cell, figure, tap
from companion.web.games.black_market_warehouse.types import TypeFace, faces
from companion.web.games.contract import Context, Sheet

OWN_BONUSES = range(1, 9)
"""Bonuses to tap for the group's own cards, in units; any other can be typed."""
OTHER_VALUES = range(11)
"""Values to tap beside those of the grid, in units."""
MOST_TYPES = 12
FOUND = 12


@dataclass(frozen=True, slots=True)
class CardTap:
    """A card that a tap names."""

    name: str
    money: int
    event: Json
    now: bool = False
    face: TypeFace | None = None
    copies_left: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A slot of a warehouse as a form shows it."""

    now: str | None
    item: ItemView | None


def sheet(over: Over) -> Sheet | None:
    """The sheet of that name, None when there is none or nothing to show on it any more."""
    build = _SHEETS.get(over.asked.sheet or "")
    context = build(over) if build else None
    return None if context is None else Sheet(over.asked.sheet or "", context)


def _item(over: Over) -> Context | None:
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


def _other(over: Over) -> Context | None:
    if over.player is None or over.view.status != "playing":
        return None
    known = faces(over.view)
    columns = set(over.view.money_values)
    units = (units * over.view.money_unit for units in OTHER_VALUES)
    values = tuple(value for value in units if value not in columns)
    return {"player": over.player, "faces": tuple(known.values()), "amounts": values}


def _describe(over: Over) -> Context | None:
    player = over.of
    if player is None or player.warehouse is None:
        return None
    known = faces(over.view)
    chosen = [each for each in over.asked.fields.get("type", ()) if each in known][:MOST_TYPES]
    base: Json = {"event": "warehouse_described", "player": player.name, "requires": chosen}

    def href(types: list[str]) -> str:
        return over.address("describe", of=player.name, type=types)

    bonuses = sorted({card.bonus for card in over.view.warehouse_cards}) or [
        units * over.view.money_unit for units in OWN_BONUSES
    ]
    room = len(chosen) < MOST_TYPES
    return {
        "player": player,
        "chosen": tuple(known[each] for each in chosen),
        "shorter": {"href": href(chosen[:-1])},
        "picks": tuple(
            {"face": face, "href": href([*chosen, face.item_type])}
            for face in known.values()
            if room
        ),
        "bonuses": tuple({"money": m, "event": {**base, "bonus": m}} for m in bonuses),
        "description": base,
    }


def _warehouse(over: Over) -> Context | None:
    player = over.of
    if player is None or player.warehouse is None:
        return None
    requires = player.warehouse.requires or ()
    known = faces(over.view)
    here = player.warehouse.card
    cards = [card for card in over.view.warehouse_cards if card.copies_left > 0 or card.id == here]
    return {
        "player": player,
        "types": Phrase("{types}", {"types": tuple(known[t].label for t in requires)}),
        "cards": tuple(_described(card, player.name, card.id == here) for card in cards),
    }


def _described(card: WarehouseChoice, player: str, now: bool) -> CardTap:
    event: Json = {"event": "warehouse_described", "player": player, "card": card.id}
    return CardTap(card.name, card.bonus, event, now)


def _search(over: Over) -> Context | None:
    text = (over.asked.text("q") or "").strip()[:40]
    if over.player is None or over.view.status != "playing":
        return None
    known = faces(over.view)
    left = {
        card.id: card.copies_left
        for row in over.view.grid
        for cell in row.cells
        for card in cell.cards
    }
    found = [
        CardTap(
            card["name"],
            card["money"],
            {"event": "item_added", "player": over.player.name, "card": card["id"]},
            face=known[card["item_type"]],
            copies_left=left.get(card["id"], card["count"]),
        )
        for card in (over.live.table.deck or {}).get("cards", ())
        if card["kind"] == "item"
        if len(text) > 1 and text.casefold() in card["name"].casefold()
    ]

    def order(card: CardTap) -> tuple[bool, str]:
        return (not card.name.casefold().startswith(text.casefold()), card.name.casefold())

    return {"player": over.player, "text": text, "cards": sorted(found, key=order)[:FOUND]}


def _player(over: Over) -> Context | None:
    player = over.of
    if player is None:
        return None
    seat = over.live.seat_of(player.name)
    return {
        "player": player,
        "seat": seat.number if seat else 0,
        "own": seat is not None and over.caller.seats == (seat.number,),
        "playing": over.view.status == "playing",
        "active": over.view.active == player.name,
        "status": over.view.status,
        "faces": faces(over.view),
    }


def _leave(over: Over) -> Context | None:
    gone = over.of is None or over.of.status != "playing" or over.view.status == "over"
    return None if gone else {"player": over.of}


def _call(over: Over) -> Context | None:
    return None if over.view.status == "over" else {}


def _count(over: Over) -> Context | None:
    if over.of is None:
        return None
    seat = piles.photo_seat(over.live, over.of.name)
    return {"count": piles.count(over.view, over.of.name), "photo_seat": seat}


def _right(over: Over) -> Context | None:
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


def _rule(over: Over) -> Context | None:
    return rules.rule(over.asked.text("about"), over.view)


_SHEETS: dict[str, Callable[[Over], Context | None]] = {
    "item": _item,
    "other": _other,
    "describe": _describe,
    "warehouse": _warehouse,
    "search": _search,
    "player": _player,
    "leave": _leave,
    "call": _call,
    "count": _count,
    "right": _right,
    "rule": _rule,
    "insider": insiders.sheet,
}
