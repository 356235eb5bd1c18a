"""The steps of an Insider's effect, one function a verb, each on what the steps before left."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.faces import ask_copies, face_json, item_face
from companion.core.games.black_market_warehouse.filling import has_room, place
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Item
from companion.core.games.black_market_warehouse.zones import find_item
from companion.core.outcome import Json, Refused


def take_step(draft: DraftState, index: int, step: Json, number: int) -> Json | Refused:
    """Carry out one read step of the player at `index`; gives the step as it is recorded."""
    match step["do"]:
        case "move":
            return _move(draft, index, step, number)
        case "swap_items":
            return _swap_items(draft, index, step, number)
        case "swap_warehouses":
            return _swap_warehouses(draft, index, step)
        case "return_warehouse":
            return _return_warehouse(draft, index, step, number)
        case "draw":
            draft.draw(index, step["count"])
        case "extra_fill" if draft.active == draft.players[index].name:
            draft.items_allowed += step["count"]
        case "block" if draft.counts:
            _block(draft, step["player"])
        case "protect" if draft.counts:
            draft.change(index, protected=True)
    return step


def _block(draft: DraftState, name: str) -> None:
    """The card says "on their next turn": never in the turn that is running."""
    if name == draft.active:
        draft.change(draft.index_of(name), blocked_next=True)
    else:
        draft.change(draft.index_of(name), blocked=True)


def ask_protected(draft: DraftState, actor: int, index: int) -> None:
    """Protection holds against others' Insiders, not against own ones (Ruling 25)."""
    player = draft.players[index]
    if player.protected and index != actor:
        draft.ask("warehouse_protected", name=player.name)


def _move(draft: DraftState, actor: int, step: Json, number: int) -> Json | Refused:
    source, target = step["from"], step["to"]
    if source["zone"] == target["zone"] and source.get("player") == target.get("player"):
        return refused("same_place")
    lifted = _lift(draft, actor, source, target, f"{draft.seq}.{number}")
    if isinstance(lifted, Refused):
        return lifted
    item, was = lifted
    laid = _lay(draft, actor, target, item)
    if isinstance(laid, Refused):
        return laid
    return {"do": "move", "from": was, "to": laid}


def _lift(
    draft: DraftState, actor: int, source: Json, target: Json, identity: str
) -> tuple[Item | None, Json] | Refused:
    """Take a card from where it is: (the item if it is known, the zone as recorded)."""
    if source["zone"] == "warehouse":
        found = find_item(draft, source)
        if isinstance(found, Refused):
            return found
        index, item = found
        ask_protected(draft, actor, index)
        warehouse = draft.players[index].warehouse
        assert warehouse is not None, "an item that was found lies on a warehouse"
        slot = warehouse.items.index(item)
        left = warehouse.items[:slot] + warehouse.items[slot + 1 :]
        draft.change(index, warehouse=replace(warehouse, items=left))
        zone = {"zone": "warehouse", "player": source["player"], "item": item.id, "slot": slot}
        return item, {**zone, **face_json(item)}
    zone = {key: source[key] for key in ("zone", "player") if key in source}
    shown: Item | None = None
    if target["zone"] == "warehouse":
        named = item_face(draft.catalogue, source, identity)
        if isinstance(named, Refused):
            return named
        ask_copies(draft, named)
        shown = named
        zone |= face_json(named)
    if source["zone"] == "discard":
        if draft.counts and not draft.discard:
            draft.ask("discard_empty")
        draft.leave_discard()
        return shown, zone
    index = draft.index_of(source["player"])
    player = draft.players[index]
    if draft.counts and not player.hand:
        draft.ask("hand_empty", name=player.name)
    if shown is not None:
        draft.show(index, shown)
    draft.leave_hand(index)
    return shown, zone


def _lay(
    draft: DraftState, actor: int, target: Json, item: Item | None, slot: int | None = None
) -> Json | Refused:
    """Put the card where it goes, in a warehouse last or at `slot`; gives the zone as recorded."""
    if target["zone"] == "discard":
        draft.enter_discard()
        return {"zone": "discard"}
    index = draft.index_of(target["player"])
    zone = {"zone": target["zone"], "player": target["player"]}
    if target["zone"] == "hand":
        draft.enter_hand(index)
        if item is not None:
            draft.learn(index, (item,))
        return zone
    player = draft.players[index]
    if player.warehouse is None:
        return refused("no_warehouse", name=player.name)
    if not has_room(player.warehouse):
        return refused("warehouse_full", name=player.name)
    ask_protected(draft, actor, index)
    assert item is not None, "what lands face up was named when it was lifted"
    place(draft, index, item, slot)
    return zone


def _swap_items(draft: DraftState, actor: int, step: Json, number: int) -> Json | Refused:
    """Two cards change places; an item has that of the other in the order of arrival.

    A card that comes onto a warehouse for one that goes to a hand or the discard pile is named.
    """
    one, other = step["a"], step["b"]
    if one["zone"] == other["zone"] and one.get("player") == other.get("player"):
        return refused("same_place")
    lifted: dict[str, tuple[Item | None, Json]] = {}
    # What is named comes up while every copy on the table still lies there and is counted.
    for key in sorted("ab", key=lambda end: step[end]["zone"] == "warehouse"):
        target = step["b" if key == "a" else "a"]
        up = _lift(draft, actor, step[key], target, f"{draft.seq}.{number}")
        if isinstance(up, Refused):
            return up
        lifted[key] = up
    (first, a), (second, b) = lifted["a"], lifted["b"]
    for target, item in ((b, first), (a, second)):
        # Nothing is refused here: where a card was taken from there is room for one.
        _lay(draft, actor, target, item, target.get("slot"))
    return {"do": "swap_items", "a": a, "b": b}


def _swap_warehouses(draft: DraftState, actor: int, step: Json) -> Json | Refused:
    """Both warehouses change hands, card and items; so none can hold more than its slots."""
    one, other = draft.index_of(step["a"]), draft.index_of(step["b"])
    if one == other:
        return refused("same_place")
    for index in (one, other):
        if draft.players[index].warehouse is None:
            return refused("no_warehouse", name=draft.players[index].name)
        ask_protected(draft, actor, index)
    mine, theirs = draft.players[one].warehouse, draft.players[other].warehouse
    draft.change(one, warehouse=theirs)
    draft.change(other, warehouse=mine)
    return step


def _return_warehouse(draft: DraftState, index: int, step: Json, number: int) -> Json | Refused:
    """The card under the Warehouse deck, the items to the hand, a new card from the top.

    Ruling 31: with an empty Warehouse deck the same card comes back.
    """
    player = draft.players[index]
    warehouse = player.warehouse
    if warehouse is None:
        return refused("no_warehouse", name=player.name)
    if draft.warehouse_deck:
        draft.draw_warehouse(index, number)
    else:
        draft.change(index, warehouse=replace(warehouse, items=()))
    draft.enter_hand(index, len(warehouse.items))
    draft.learn(index, warehouse.items)
    draft.follow("warehouse_drawn", player=player.name, left=draft.warehouse_deck)
    return step
