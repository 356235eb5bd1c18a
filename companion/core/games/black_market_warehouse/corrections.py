"""The table is always right: corrections of items, hands, piles and of the whole table."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.events import read_face
from companion.core.games.black_market_warehouse.faces import ask_copies, face_json, item_face
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Counted, Item
from companion.core.games.black_market_warehouse.tally import (
    counted_money,
    counted_now,
    items_counted,
)
from companion.core.games.black_market_warehouse.turns import settle, take_turn
from companion.core.games.black_market_warehouse.zones import NOWHERE
from companion.core.games.contract import Decided
from companion.core.outcome import Json, Money, Phrase, Refused
from companion.core.phrases import N_


def cards_discarded(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """Cards go from the hand to the discard pile beside the hand limit's own discard."""
    player, count = draft.players[index], event["count"]
    if player.name != draft.active:
        draft.ask("not_your_turn", active=draft.active, name=player.name)
    if not player.hand:
        draft.ask("hand_empty", name=player.name)
    elif player.hand == 1 and count > 1:
        draft.ask("hand_holds_one", "hand_too_small", name=player.name, n=count)
    elif player.hand < count:
        draft.ask("hand_too_small", name=player.name, h=player.hand, n=count)
    draft.leave_hand(index, count)
    draft.enter_discard(count)
    return draft.decided()


def hand_corrected(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """The hand holds this many cards; `drift` takes the difference."""
    player, count = draft.players[index], event["count"]
    draft.drift += player.hand - count
    draft.change(index, hand=count, known=player.known if count else ())
    return draft.decided()


def item_corrected(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """Another face for an item in play or in a pile; it completes nothing and costs no turn."""
    player = draft.players[index]
    item = item_face(draft.catalogue, event, NOWHERE)
    if isinstance(item, Refused):
        return item
    found = _corrected_item(draft, event, index)
    if isinstance(found, Refused):
        return found
    ask_copies(draft, item, besides=found.id)
    new = replace(item, id=found.id)

    def corrected(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(new if each.id == found.id else each for each in items)

    warehouse = player.warehouse
    draft.change(
        index,
        warehouse=warehouse and replace(warehouse, items=corrected(warehouse.items)),
        pile=tuple(replace(done, items=corrected(done.items)) for done in player.pile),
    )
    return draft.decided(
        {
            "event": event["event"],
            "player": player.name,
            "item": found.id,
            **face_json(new),
            "was": face_json(found),
        }
    )


def _corrected_item(draft: DraftState, event: Json, index: int) -> Item | Refused:
    player = draft.players[index]
    in_play = player.warehouse.items if player.warehouse is not None else ()
    if "item" in event:
        lying = (*in_play, *(item for done in player.pile for item in done.items))
        return next((item for item in lying if item.id == event["item"]), refused("no_such_item"))
    where, slot = event["warehouse"], event["slot"]
    if where == "in_play":
        if player.warehouse is None:
            return refused("no_warehouse", name=player.name)
        items = in_play
    else:
        items = player.pile[where].items if 0 <= where < len(player.pile) else ()
    return items[slot] if 0 <= slot < len(items) else refused("no_such_item")


def pile_counted(draft: DraftState, event: Json, index: int) -> Decided | Refused:
    """A count by hand replaces the pile as it lies now; warehouses completed later are added.

    The same count from another phone confirms it; a different one asks `counts_differ`.
    """
    player = draft.players[index]
    items = tuple((int(money), count) for money, count in event["items"].items())
    bonuses, by = tuple(event["bonuses"]), event.get("by")
    others = [p.counted for p in draft.players if p.counted is not None and p is not player]
    total_bonuses = len(bonuses) + sum(len(counted.bonuses) for counted in others)
    if total_bonuses > draft.catalogue.warehouse_total:
        return refused("too_many_bonuses", n=total_bonuses, total=draft.catalogue.warehouse_total)
    together = sum(count for _, count in items) + sum(
        items_counted(each) for each in draft.players if each is not player
    )
    if together > draft.catalogue.market_total:
        draft.ask("too_many_items", n=together, m=draft.catalogue.market_total)
    new = Counted(items, bonuses, len(player.pile), by)
    before = None if player.counted is None else counted_now(player)
    if before is not None and (before.items, before.bonuses) == (items, bonuses):
        new = replace(new, by=before.by, confirmed_by=_confirmed(before, by))
    elif before is not None and _others(before, by):
        _ask_difference(draft, before, new)
    draft.change(index, counted=new)
    signed = {} if by is None else {"by": by}
    return draft.decided(
        {
            "event": event["event"],
            "player": player.name,
            "items": event["items"],
            "bonuses": event["bonuses"],
            **signed,
        }
    )


def _confirmed(counted: Counted, by: str | None) -> tuple[str, ...]:
    """Who stands behind a count beside who made it, now that `by` counted the same."""
    known = by is None or by == counted.by or by in counted.confirmed_by
    return counted.confirmed_by if known else (*counted.confirmed_by, str(by))


def _others(counted: Counted, by: str | None) -> bool:
    """Whether another phone than `by` stands behind the count."""
    return any(name != by for name in (counted.by, *counted.confirmed_by))


def _ask_difference(draft: DraftState, before: Counted, new: Counted) -> None:
    earlier, later = counted_money(before), counted_money(new)
    name = next((n for n in (before.by, *before.confirmed_by) if n != new.by), None) or Phrase(
        N_("Somebody")
    )
    if earlier != later:
        draft.ask("counts_differ", name=name, a=Money(earlier), b=Money(later))
    else:
        draft.ask("counts_differ", name=name, a=_listed(before), b=_listed(new))


def _listed(counted: Counted) -> tuple[Phrase, ...]:
    """A count item by item, where two counts come to the same money."""
    items = tuple(
        Phrase(N_("{n} × {money}"), {"n": count, "money": Money(money)})
        for money, count in counted.items
    )
    bonuses = tuple(
        Phrase(N_("{money} bonus"), {"money": Money(bonus)}) for bonus in counted.bonuses
    )
    return items + bonuses


def table_corrected(draft: DraftState, event: Json) -> Decided | Refused:
    """Each named field is set to what lies on the table; differences go to `drift`."""
    recorded = dict(event)
    if "player" in event:
        index = draft.seated(event["player"])
        if isinstance(index, Refused):
            return index
        recorded["player"] = draft.players[index].name
        items = _lay_out(draft, event, index) if "items" in event else None
        if isinstance(items, Refused):
            return items
        if items is not None:
            recorded["items"] = items
    if "active" in event:
        active = draft.seated(event["active"])
        if isinstance(active, Refused):
            return active
        recorded["active"] = draft.players[active].name
        if recorded["active"] != draft.active:
            take_turn(draft, active)
    for key in ("market_deck", "discard"):
        if key in event:
            draft.drift += getattr(draft, key) - event[key]
            setattr(draft, key, event[key])
    if "warehouse_deck" in event:
        draft.warehouse_drift += draft.warehouse_deck - event["warehouse_deck"]
        draft.warehouse_deck = event["warehouse_deck"]
    settle(draft)
    return draft.decided(recorded)


def _lay_out(draft: DraftState, event: Json, index: int) -> list[Json] | Refused:
    """The items that really lie on a warehouse. What lay there before keeps its identity."""
    player = draft.players[index]
    warehouse = player.warehouse
    if warehouse is None:
        return refused("no_warehouse", name=player.name)
    free = list(warehouse.items)
    items: list[Item] = []
    for number, named in enumerate(event["items"]):
        item = item_face(draft.catalogue, read_face(named), f"{draft.seq}.{number}")
        if isinstance(item, Refused):
            return item
        kept = next((old for old in free if _same_face(old, item)), None)
        if kept is None:
            ask_copies(draft, item)
        else:
            free.remove(kept)
            item = replace(item, id=kept.id, card=item.card or kept.card)
        items.append(item)
    slots = warehouse.requires
    if slots is not None and len(items) > len(slots):
        return refused("warehouse_full", name=player.name)
    if draft.counts:
        draft.drift += len(warehouse.items) - len(items)
    draft.change(index, warehouse=replace(warehouse, items=tuple(items)))
    return [face_json(item) for item in items]


def _same_face(old: Item, new: Item) -> bool:
    same = (old.item_type, old.money) == (new.item_type, new.money)
    return same and (old.card == new.card or None in (old.card, new.card))
