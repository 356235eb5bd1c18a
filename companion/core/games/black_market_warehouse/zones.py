"""Places that the steps of an Insider name: read, resolved to item identities, searched."""

from __future__ import annotations

from typing import Any

from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.events import LONGEST_TEXT
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Item, State
from companion.core.outcome import Json, Refused

NOWHERE = ""
"""An identity that no item ever has."""

ZONE_KEYS = {
    "warehouse": ("player", "item", "item_type", "card"),
    "hand": ("player", "item_type", "card"),
    "discard": ("item_type", "card"),
    "pile": ("player", "item", "item_type", "card"),
}
"""Zones by name, with their fields that hold words. A pile can be named, but is safe."""

PAIRS = {"move": ("from", "to"), "swap_items": ("a", "b")}
"""Verbs that name two zones."""


def read_zone(given: Any, actor: str) -> Json | Refused:
    """A zone with its known fields only; a hand without a player is the actor's."""
    if not isinstance(given, dict):
        return refused("bad_step")
    name = given.get("zone")
    if name in ("scoring_pile", "completed"):
        name = "pile"
    in_play = given.get("warehouse") in (None, "in_play") and given.get("state") != "completed"
    if name == "warehouse" and not in_play:
        name = "pile"
    if not isinstance(name, str) or name not in ZONE_KEYS:
        return refused("bad_step")
    zone: Json = {"zone": name}
    for key in ZONE_KEYS[name]:
        value = given.get(key)
        if value is None:
            continue
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            return refused("bad_step")
        zone[key] = value
    if name == "warehouse" and "player" not in zone:
        return refused("bad_step")
    if name == "hand":
        zone.setdefault("player", actor)
    if name == "warehouse" and given.get("slot") is not None:
        if type(given["slot"]) is not int:
            return refused("bad_step")
        zone["slot"] = given["slot"]
    if given.get("money") is not None:
        zone["money"] = given["money"]
    return zone


def resolved_zone(state: State, given: Any) -> Any:
    """The zone with its slot turned into the identity of the item that lies there in `state`."""
    if not isinstance(given, dict) or given.get("zone") != "warehouse" or "item" in given:
        return given
    if type(given.get("slot")) is not int:
        return given
    zone = {key: value for key, value in given.items() if key != "slot"}
    return {**zone, "item": _identity_at(state, given.get("player"), given["slot"])}


def _identity_at(state: State, player: Any, slot: int) -> str:
    for each in state.players:
        if each.name == player and each.warehouse is not None:
            items = each.warehouse.items
            return items[slot].id if 0 <= slot < len(items) else NOWHERE
    return NOWHERE


def find_item(draft: DraftState, zone: Json) -> tuple[int, Item] | Refused:
    """(seat, item) that a warehouse zone means."""
    index = draft.index_of(zone["player"])
    player = draft.players[index]
    if player.warehouse is None:
        return refused("no_warehouse", name=player.name)
    items = player.warehouse.items
    if "item" in zone:
        found = next((item for item in items if item.id == zone["item"]), None)
    else:
        slot = zone.get("slot", -1)
        found = items[slot] if 0 <= slot < len(items) else None
    return refused("no_such_item") if found is None else (index, found)


def in_a_pile(draft: DraftState, identity: str) -> bool:
    """True when the item of that identity lies in a scoring pile."""
    return any(
        item.id == identity
        for player in draft.players
        for completed in player.pile
        for item in completed.items
    )
