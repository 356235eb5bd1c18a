"""Buttons beside a refusal: they do in one tap what its sentence advises."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.view import ItemView, WarehouseTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.web.games.contract import Remedy


def remedy(view: WarehouseTableView, event: Json, code: str) -> Remedy | None:
    """For `too_few_slots`: the last items off, the card described, the items on the next one.

    As corrections, so that no turn is touched and nothing else has to be taken back.
    """
    player = view.player(str(event.get("player")))
    if code != "too_few_slots" or player is None or player.warehouse is None:
        return None
    items = player.warehouse.items
    slots = _slots(view, event)
    if not 0 < slots < len(items):
        return None
    lie: Json = {"event": "table_corrected", "player": player.name}
    events: list[Json] = [{**lie, "items": _faces(items[:slots])}, event]
    if view.warehouse_deck > 0:
        events.append({**lie, "items": _faces(items[slots:])})
    return Remedy(Phrase(N_("Do that for me")), tuple(events))


def _slots(view: WarehouseTableView, event: Json) -> int:
    card = next((each for each in view.warehouse_cards if each.id == event.get("card")), None)
    return len(card.requires if card else event.get("requires") or ())


def _faces(items: tuple[ItemView, ...]) -> list[Json]:
    return [_face(item) for item in items]


def _face(item: ItemView) -> Json:
    face: Json = {"item_type": item.item_type, "money": item.money}
    return face if item.card is None else {**face, "card": item.card}
