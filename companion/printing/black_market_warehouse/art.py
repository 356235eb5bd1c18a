"""Which picture belongs to which card: chosen by hand for decks we know, by the card's id else."""

from __future__ import annotations

import json
from functools import lru_cache

from companion.core.decks.model import Deck, InsiderCard, ItemCard, WarehouseCard
from companion.printing.black_market_warehouse.hats import HATS
from companion.printing.black_market_warehouse.roofs import ROOFS
from companion.printing.drawing import palette
from companion.printing.drawing.look import seed_of
from companion.printing.folders import GAME_FOLDER

TRADES = ("venetian-mask", "key-round", "ear", "watch", "scale", "lock", "stamp", "coins")


@lru_cache(maxsize=1)
def _chosen() -> dict[str, dict[str, str]]:
    text = (GAME_FOLDER / "black_market_warehouse" / "art.json").read_text(encoding="utf-8")
    return {name: cards for name, cards in json.loads(text).items() if isinstance(cards, dict)}


def _by_hand(deck: Deck, card_id: str) -> list[str]:
    return _chosen().get(deck.id, {}).get(card_id, "").split()


def goods(deck: Deck, card: ItemCard, sign: palette.Sign) -> str:
    """The icon of an item's goods: its type's own where nobody chose one."""
    chosen = _by_hand(deck, card.id)
    return chosen[0] if chosen else sign.icon


def trade(deck: Deck, card: InsiderCard) -> tuple[str, str]:
    """An Insider's icon and hat."""
    chosen = _by_hand(deck, card.id)
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    seed = seed_of(card.id)
    return TRADES[seed % len(TRADES)], sorted(HATS)[seed // 7 % len(HATS)]


def roof(deck: Deck, card: WarehouseCard) -> str:
    """The roof of a warehouse."""
    chosen = _by_hand(deck, card.id)
    roofs = sorted(ROOFS)
    return chosen[0] if chosen else roofs[seed_of(card.id) % len(roofs)]
