"""The cards of a table: its deck's items, Insiders and Warehouse cards, or the group's own cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.outcome import Json

MILLION = 1_000_000
OWN_ITEM_TYPES = ("Weapon", "Commodity", "Animal", "Artifact", "Top Secret")
OWN_WAREHOUSE_TOTAL = 10
OWN_MARKET_TOTAL = 70


@dataclass(frozen=True, slots=True)
class ItemCard:
    """A Market item card."""

    id: str
    name: str
    count: int
    item_type: str
    money: int
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class InsiderCard:
    """An Insider card."""

    id: str
    name: str
    count: int
    effect_text: str
    effect: Json | None = None
    flavour: str = ""


@dataclass(frozen=True, slots=True)
class WarehouseCard:
    """A Warehouse card."""

    id: str
    name: str
    count: int
    requires: tuple[str, ...]
    bonus: int
    flavour: str = ""


Card = ItemCard | InsiderCard | WarehouseCard


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What this table plays with. `deck_id` None: the group's own cards, no card is known."""

    deck_id: str | None = None
    deck_name: str | None = None
    item_types: tuple[str, ...] = OWN_ITEM_TYPES
    currency: str = "$"
    money_unit: int = MILLION
    hand_size: int = 5
    hand_limit: int = 5
    warehouse_total: int = OWN_WAREHOUSE_TOTAL
    market_total: int = OWN_MARKET_TOTAL
    cards: Mapping[str, Card] = field(default_factory=dict)
