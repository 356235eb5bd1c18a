"""The sheets that lie over the table, by the name in their address."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.games.black_market_warehouse.view import (
    WarehouseChoice,
)
from companion.core.outcome import Json, Phrase
from companion.web.games.black_market_warehouse import corrections, insiders, piles, rules
from companion.web.games.black_market_warehouse.grid import CardTap
from companion.web.games.black_market_warehouse.over import Over
from companion.web.games.black_market_warehouse.types import faces
from companion.web.games.contract import Context, Sheet

OWN_BONUSES = range(1, 9)
"""Bonuses to tap for the group's own cards, in units; any other can be typed."""
OTHER_VALUES = range(11)
"""Values to tap beside those of the grid, in units."""
MOST_TYPES = 12
FOUND = 12


def sheet(over: Over) -> Sheet | None:
    """The sheet of that name, None when there is none or nothing to show on it any more."""
    build = _SHEETS.get(over.asked.sheet or "")
    context = build(over) if build else None
    return None if context is None else Sheet(over.asked.sheet or "", context)


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


def _rule(over: Over) -> Context | None:
    return rules.rule(over.asked.text("about"), over.view)


_SHEETS: dict[str, Callable[[Over], Context | None]] = {
    "item": corrections.item_sheet,
    "other": _other,
    "describe": _describe,
    "warehouse": _warehouse,
    "search": _search,
    "player": _player,
    "leave": _leave,
    "call": _call,
    "count": _count,
    "right": corrections.table_sheet,
    "rule": _rule,
    "insider": insiders.sheet,
}
