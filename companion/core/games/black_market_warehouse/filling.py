"""Drop and Fill: the Warehouse card is described, items are added to it."""

from __future__ import annotations

from dataclasses import replace

from companion.core.decks.model import WarehouseCard
from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.faces import (
    ask_copies,
    face_json,
    item_face,
    warehouse_card,
)
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Item, Warehouse
from companion.core.games.black_market_warehouse.turns import settle
from companion.core.games.contract import Decided
from companion.core.outcome import Json, Refused


def warehouse_described(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """Types and bonus of the Warehouse card in play; again corrects it; may complete at once.

    `warehouse` is the identity of the one that was described when it was recorded. It is found
    wherever it lies now; when it does not lie there any more, once something earlier was taken
    back, nothing else is described instead, and nothing stands in the way of taking back.
    """
    card = warehouse_card(draft.catalogue, event)
    if isinstance(card, Refused):
        return card
    recorded = {"event": event["event"], "player": draft.players[index].name, **_facts(card)}
    holder = draft.holder_of(event["warehouse"]) if "warehouse" in event else index
    if holder is None:
        return draft.decided({**recorded, "warehouse": event["warehouse"]})
    warehouse = draft.players[holder].warehouse
    if warehouse is None:
        return refused("no_warehouse", name=recorded["player"])
    lying, slots = len(warehouse.items), len(card.requires)
    if lying > slots:
        return refused("too_few_slots", m=lying, n=slots, more=lying - slots)
    _ask_in_use(draft, card, holder)
    described = replace(warehouse, card=card.id or None, requires=card.requires, bonus=card.bonus)
    draft.change(holder, warehouse=described)
    settle(draft)
    return draft.decided({**recorded, "warehouse": warehouse.id})


def _facts(card: WarehouseCard) -> Json:
    """What a description says of the card; the group's own has no id."""
    named = {"card": card.id} if card.id else {}
    return {**named, "requires": list(card.requires), "bonus": card.bonus}


def _ask_in_use(draft: DraftState, card: WarehouseCard, index: int) -> None:
    """A catalogue card whose copies all lie elsewhere: in play, or completed in a pile."""
    if not card.id:
        return
    holders = [
        player.name
        for place, player in enumerate(draft.players)
        for warehouse in (player.warehouse if place != index else None, *player.pile)
        if warehouse is not None and warehouse.card == card.id
    ]
    if len(holders) >= card.count:
        draft.ask("warehouse_card_in_use", card=card.name, name=holders[0])


def item_added(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """One Market item from the hand goes onto the warehouse; once per turn."""
    item = item_face(draft.catalogue, event, str(draft.seq))
    if isinstance(item, Refused):
        return item
    player = draft.players[index]
    warehouse = player.warehouse
    if warehouse is None:
        return refused("no_warehouse", name=player.name)
    # There is room: a full warehouse completes at once (Ruling 12).
    if draft.counts:
        _ask_limits(draft, index)
    ask_copies(draft, item)
    if player.known:
        draft.show(index, item)
    draft.leave_hand(index)
    place(draft, index, item)
    if draft.active == player.name:
        draft.items_added += 1
    settle(draft)
    return draft.decided({"event": event["event"], "player": player.name, **face_json(item)})


def _ask_limits(draft: DraftState, index: int) -> None:
    """Rule limits of Drop and Fill; those of a turn hold for the active player."""
    player = draft.players[index]
    name = player.name
    if name != draft.active:
        draft.ask("not_your_turn", active=draft.active, name=name)
    else:
        if draft.items_added >= draft.items_allowed:
            draft.ask("item_already_added", name=name)
        if player.blocked:
            draft.ask("fill_blocked", name=name)
    if not player.hand:
        draft.ask("hand_empty", name=name)


def has_room(warehouse: Warehouse) -> bool:
    """True while an item may be put there: not described yet, or a slot is open."""
    return warehouse.requires is None or len(warehouse.items) < len(warehouse.requires)


def place(draft: DraftState, index: int, item: Item, slot: int | None = None) -> None:
    """The item lies on this player's warehouse, at `slot` or last in order of arrival."""
    warehouse = draft.players[index].warehouse
    assert warehouse is not None, "only who has a Warehouse card can be given an item"
    lying = warehouse.items
    before = len(lying) if slot is None else slot
    items = (*lying[:before], item, *lying[before:])
    draft.change(index, warehouse=replace(warehouse, items=items))
