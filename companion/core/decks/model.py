"""The deck model: the cards of a deck, its limits, and its file again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.core.decks.type_marks import TypeMark, default_mark
from companion.core.outcome import Json

SCHEMA = "backroom-deck/1"
GAME = "black_market_warehouse"
LARGEST_MONEY = 999_000_000
MILLION = 1_000_000
BREAKS_TIES = 5
"""Rulebook, End Game: ties go to the most items worth exactly $5 Million."""
CARDS_LIMIT = 500
"""Different cards in a deck."""
COPIES_LIMIT = 60
TEXT_LIMIT = 400
NAME_LIMIT = 60
MARKS_LIMIT = 3
"""Combining marks per letter."""
TYPES_LIMIT = 20
TYPE_NAME_LIMIT = 24
SLOTS_LIMIT = 12
HAND_LIMIT = 60
PROBLEMS_LIMIT = 20
"""Problems named at once; more would help nobody."""
PICTURE = "asset:"
"""A card's picture is this word and the sha256 of the stored picture in 64 hex digits."""


@dataclass(frozen=True, slots=True)
class ItemCard:
    """A Market item card."""

    id: str
    name: str
    count: int
    """Copies of it in the deck."""
    item_type: str
    money: int
    flavour: str | None = None
    picture: str | None = None
    kind = "item"


@dataclass(frozen=True, slots=True)
class InsiderCard:
    """An Insider card."""

    id: str
    name: str
    count: int
    effect_text: str
    effect: Json | None = None
    """The structured effect that the table screen can carry out."""
    flavour: str | None = None
    picture: str | None = None
    kind = "insider"


@dataclass(frozen=True, slots=True)
class WarehouseCard:
    """A Warehouse card."""

    id: str
    name: str
    count: int
    requires: tuple[str, ...]
    bonus: int
    flavour: str | None = None
    picture: str | None = None
    kind = "warehouse"


Card = ItemCard | InsiderCard | WarehouseCard


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards for Black Market Warehouse."""

    id: str
    name: str
    item_types: tuple[str, ...]
    currency: str
    money_unit: int
    """Whole dollars that one printed unit stands for, as in "$3 Million"."""
    hand_size: int
    hand_limit: int
    cards: tuple[Card, ...]
    note: str | None = None
    type_marks: Mapping[str, TypeMark] = field(default_factory=dict)
    """Marks that were chosen, by item type; the other types have their default."""

    def mark_of(self, item_type: str) -> TypeMark:
        """How this type is told apart: the chosen mark, else the default of its name or place.

        A word that is no type of this deck gets the mark that the next new type would get.
        """
        return self.type_marks.get(item_type) or default_mark(item_type, self.item_types)

    @property
    def tie_unit(self) -> int:
        """What ties are counted in (see `tie_unit`)."""
        items = (card.money for card in self.cards if isinstance(card, ItemCard))
        return tie_unit(self.money_unit, items)

    @property
    def market_total(self) -> int:
        """Cards in the Market deck, copies counted."""
        return sum(card.count for card in self.cards if not isinstance(card, WarehouseCard))

    @property
    def warehouse_total(self) -> int:
        """Cards in the Warehouse deck, copies counted."""
        return sum(card.count for card in self.cards if isinstance(card, WarehouseCard))

    def to_json(self) -> Json:
        """The file again; reading it gives an equal deck."""
        note = {} if self.note is None else {"note": self.note}
        return {
            "schema": SCHEMA,
            "game": GAME,
            "id": self.id,
            "name": self.name,
            **note,
            "item_types": list(self.item_types),
            **self._marks_to_json(),
            "currency": self.currency,
            "money_unit": self.money_unit,
            "hand_size": self.hand_size,
            "hand_limit": self.hand_limit,
            "cards": [_card_to_json(card) for card in self.cards],
        }

    def _marks_to_json(self) -> Json:
        """In the order of the types, so that equal decks are written alike; nothing when empty."""
        chosen = [name for name in self.item_types if name in self.type_marks]
        marks = {name: self.type_marks[name].to_json() for name in chosen}
        return {"type_marks": marks} if marks else {}


def tie_unit(money_unit: int, items: Iterable[int]) -> int:
    """Whole dollars of the unit of which an item that breaks ties is worth five.

    The rulebook says $5 Million, and a deck that holds such items means it, however its figures
    are printed. Ruling: a deck without them is a game in another measure, in which nothing could
    break a tie; there five of its own units are what $5 Million are in the rulebook's.
    """
    return MILLION if BREAKS_TIES * MILLION in items else money_unit


def _card_to_json(card: Card) -> Json:
    out: Json = {"id": card.id, "kind": card.kind, "name": card.name}
    if isinstance(card, ItemCard):
        out |= {"item_type": card.item_type, "money": card.money}
    elif isinstance(card, WarehouseCard):
        out |= {"requires": list(card.requires), "bonus": card.bonus}
    else:
        out["effect_text"] = card.effect_text
        if card.effect is not None:
            out["effect"] = card.effect
    out["count"] = card.count
    if card.flavour is not None:
        out["flavour"] = card.flavour
    if card.picture is not None:
        out["picture"] = card.picture
    return out
