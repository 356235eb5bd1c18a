"""Tells which Market item, Insider or Warehouse card an event means."""

from __future__ import annotations

from companion.core.decks.model import InsiderCard, ItemCard, WarehouseCard
from companion.core.games.black_market_warehouse.cards import Catalogue
from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.events import is_money
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import Item, Player
from companion.core.outcome import Json, Money, Refused


def item_face(catalogue: Catalogue, named: Json, identity: str) -> Item | Refused:
    """The Market item that `named` means by card, or by item_type and money (Ruling 6)."""
    id_, item_type, money = named.get("card"), named.get("item_type"), named.get("money")
    if id_ is None:
        if item_type is None or money is None:
            return refused("item_unknown")
        if item_type not in catalogue.item_types:
            return refused("unknown_type", type=item_type)
        return Item(identity, item_type, money) if is_money(money) else refused("bad_money")
    card = catalogue.cards.get(id_)
    if card is None:
        return refused("unknown_card")
    if isinstance(card, InsiderCard):
        return refused("insider_in_warehouse", card=card.name)
    if isinstance(card, WarehouseCard):
        return refused("warehouse_in_warehouse", card=card.name)
    if item_type not in (None, card.item_type) or money not in (None, card.money):
        return refused(
            "card_mismatch", card=card.name, type=card.item_type, money=Money(card.money)
        )
    return Item(identity, card.item_type, card.money, card.id)


def face_json(item: Item) -> Json:
    """How a recorded event names an item."""
    named: Json = {"item_type": item.item_type, "money": item.money}
    return named if item.card is None else {"card": item.card, **named}


def insider(catalogue: Catalogue, id_: str | None) -> InsiderCard | Refused | None:
    """The Insider of that id; None for one that nobody named."""
    if id_ is None:
        return None
    card = catalogue.cards.get(id_)
    if card is None:
        return refused("unknown_card")
    return card if isinstance(card, InsiderCard) else refused("not_an_insider", card=card.name)


def warehouse_card(catalogue: Catalogue, event: Json) -> WarehouseCard | Refused:
    """The Warehouse card that `warehouse_described` means; one without id is the group's own."""
    id_, requires, bonus = event.get("card"), event.get("requires"), event.get("bonus")
    if id_ is None:
        if not requires:
            return refused("no_item_types")
        for item_type in requires:
            if item_type not in catalogue.item_types:
                return refused("unknown_type", type=item_type)
        return WarehouseCard("", "", 1, tuple(requires), bonus or 0)
    card = catalogue.cards.get(id_)
    if card is None:
        return refused("unknown_card")
    if not isinstance(card, WarehouseCard):
        return refused("not_a_warehouse", card=card.name)
    listed = requires is None or sorted(requires) == sorted(card.requires)
    if not listed or bonus not in (None, card.bonus):
        return refused("card_mismatch", card=card.name, type=card.requires, money=Money(card.bonus))
    return card


def ask_copies(draft: DraftState, item: Item, besides: str | None = None) -> None:
    """Ask when every copy of the named card lies on the table already; `besides` is not counted."""
    card = draft.catalogue.cards.get(item.card) if item.card is not None else None
    if not isinstance(card, ItemCard):
        return
    lying = sum(
        1
        for player in draft.players
        for other in items_of(player)
        if other.card == card.id and other.id != besides
    )
    if lying < card.count:
        return
    if card.count == 1:
        draft.ask("no_copy_left_of_one", "no_copy_left", card=card.name)
    else:
        draft.ask("no_copy_left", k=card.count, card=card.name)


def items_of(player: Player) -> list[Item]:
    """Every item that lies face up in front of a player, in the warehouse and in the pile."""
    lying = list(player.warehouse.items) if player.warehouse is not None else []
    for completed in player.pile:
        lying.extend(completed.items)
    return lying
