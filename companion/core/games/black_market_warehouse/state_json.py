"""A state as JSON for snapshots, and back; what the table's set-up gives is left out."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.core.games.black_market_warehouse.state import (
    Completed,
    Counted,
    Item,
    Player,
    State,
    Warehouse,
)
from companion.core.outcome import Json

SCHEMA = 3
SET_UP = ("catalogue", "options", "players", "insiders_discarded")
PLAIN = tuple(field.name for field in fields(State) if field.name not in SET_UP)
"""Fields that are JSON as they are."""


def state_to_json(state: State) -> Json:
    """The state without catalogue and options, which the table's set-up gives again."""
    return {
        "schema": SCHEMA,
        **{name: getattr(state, name) for name in PLAIN},
        "insiders_discarded": list(state.insiders_discarded),
        "players": [_player_to_json(player) for player in state.players],
    }


def state_from_json(data: Any, start: State) -> State | None:
    """The state again; None when it was written by another schema."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        return None
    return replace(
        start,
        **{name: data[name] for name in PLAIN},
        insiders_discarded=tuple(data["insiders_discarded"]),
        players=tuple(_player_from_json(player) for player in data["players"]),
    )


def _item(item: Item) -> list[Any]:
    return [item.id, item.item_type, item.money, item.card]


def _items(listed: list[list[Any]]) -> tuple[Item, ...]:
    return tuple(Item(*each) for each in listed)


def _player_to_json(player: Player) -> Json:
    warehouse, counted = player.warehouse, player.counted
    return {
        "name": player.name,
        "number": player.number,
        "left": player.left,
        "hand": player.hand,
        "blocked": player.blocked,
        "blocked_next": player.blocked_next,
        "protected": player.protected,
        "known": [_item(item) for item in player.known],
        "warehouse": None
        if warehouse is None
        else {
            "id": warehouse.id,
            "card": warehouse.card,
            "requires": None if warehouse.requires is None else list(warehouse.requires),
            "bonus": warehouse.bonus,
            "items": [_item(item) for item in warehouse.items],
        },
        "pile": [
            {
                "card": done.card,
                "requires": list(done.requires),
                "bonus": done.bonus,
                "items": [_item(item) for item in done.items],
            }
            for done in player.pile
        ],
        "counted": None
        if counted is None
        else {
            "items": [list(each) for each in counted.items],
            "bonuses": list(counted.bonuses),
            "covers": counted.covers,
            "by": counted.by,
            "confirmed_by": list(counted.confirmed_by),
        },
    }


def _player_from_json(data: Json) -> Player:
    warehouse, counted = data["warehouse"], data["counted"]
    return Player(
        name=data["name"],
        number=data["number"],
        left=data["left"],
        hand=data["hand"],
        warehouse=None
        if warehouse is None
        else Warehouse(
            warehouse["id"],
            warehouse["card"],
            None if warehouse["requires"] is None else tuple(warehouse["requires"]),
            warehouse["bonus"],
            _items(warehouse["items"]),
        ),
        pile=tuple(
            Completed(done["card"], tuple(done["requires"]), done["bonus"], _items(done["items"]))
            for done in data["pile"]
        ),
        counted=None
        if counted is None
        else Counted(
            tuple((money, count) for money, count in counted["items"]),
            tuple(counted["bonuses"]),
            counted["covers"],
            counted["by"],
            tuple(counted["confirmed_by"]),
        ),
        blocked=data["blocked"],
        blocked_next=data["blocked_next"],
        protected=data["protected"],
        known=_items(data["known"]),
    )
