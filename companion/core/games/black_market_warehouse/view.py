"""What a phone may see of a table: frozen values that templates and JSON are made of."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from companion.core.decks.type_marks import TypeMark
from companion.core.games.black_market_warehouse.tally import Tally
from companion.core.games.recent import Kept
from companion.core.outcome import Json


@dataclass(frozen=True, slots=True)
class ItemView:
    """A Market item on the table, or (in `own_chips`) a known card in one's own hand."""

    id: str
    item_type: str
    money: int
    card: str | None
    name: str | None
    """The card's printed name; None when no card was named."""


@dataclass(frozen=True, slots=True)
class WarehouseView:
    """A warehouse being filled."""

    card: str | None
    name: str | None
    requires: tuple[str, ...] | None
    """None: the card is not described yet."""
    bonus: int | None
    items: tuple[ItemView, ...]
    still_needed: tuple[str, ...]
    """Types that keep an exact match possible, one per open slot; () when it is out of reach."""
    slots_left: int | None
    can_match: bool
    """True while described and an exact match is still possible."""


@dataclass(frozen=True, slots=True)
class CompletedView:
    """A completed warehouse in a scoring pile."""

    number: int
    """Index in the pile, from 0 (as `item_corrected` names it)."""
    card: str | None
    name: str | None
    requires: tuple[str, ...]
    bonus: int
    items: tuple[ItemView, ...]
    exact: bool
    money: int
    """Items, and the bonus when exact."""


@dataclass(frozen=True, slots=True)
class CountedView:
    """A pile counted by hand."""

    items: tuple[tuple[int, int], ...]
    """(money, how many), rising by money."""
    bonuses: tuple[int, ...]
    total: int
    covers: int
    """How many completed warehouses the count replaces."""
    by: str | None
    confirmed_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One seat. Counts are None where the table does not track them."""

    name: str
    number: int
    """Seat number from 1."""
    status: str
    """playing | left"""
    hand: int | None
    warehouse: WarehouseView | None
    pile: tuple[CompletedView, ...]
    counted: CountedView | None
    blocked: bool
    blocked_now: bool
    """Already in the running turn if it is theirs, not only in the one after."""
    protected: bool
    completed: int
    items_money: int
    bonus_money: int
    total: int
    fives: int
    exact: int
    rank: int | None
    own_chips: tuple[ItemView, ...]
    """Cards known to be in this hand; filled only for the viewer's own seats."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A catalogue card that fits a cell of the grid."""

    id: str
    name: str
    copies_left: int


@dataclass(frozen=True, slots=True)
class GridCell:
    """One type at one value."""

    money: int
    cards: tuple[CardChoice, ...]
    """Every catalogue card of this type and value, used ones included (copies_left 0)."""
    all_used: bool
    """All copies lie on the table already; still tappable, it asks. Never with own cards."""
    card: str | None
    """The one card that still fits: a tap on the cell names it."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One item type."""

    item_type: str
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class WarehouseChoice:
    """A catalogue Warehouse card."""

    id: str
    name: str
    requires: tuple[str, ...]
    bonus: int
    copies_left: int
    with_player: str | None
    """Who has it in play, when no copy is left."""


@dataclass(frozen=True, slots=True)
class InsiderView:
    """A catalogue Insider."""

    id: str
    name: str
    effect_text: str
    """Without its markup."""
    effect: Json | None
    """The structured effect, when the app can carry it out (see effects.py)."""
    copies_left: int
    """Copies that do not lie in the discard pile, as far as the app knows."""


@dataclass(frozen=True, slots=True)
class WarehouseTableView:
    """The whole table as these seats may see it."""

    status: str
    """lobby | playing | over"""
    active: str | None
    turn: int | None
    round: int | None
    first: str | None
    """The first player, once chosen."""
    options: Json
    deck_id: str | None
    """None: the group's own cards."""
    deck_name: str | None
    currency: str
    money_unit: int
    five: int
    """Dollars of the items that break ties."""
    hand_size: int
    hand_limit: int
    item_types: tuple[str, ...]
    type_marks: tuple[TypeMark, ...]
    """Colour and icon of each item type, in the same order."""
    money_values: tuple[int, ...]
    """Columns of the grid."""
    grid: tuple[GridRow, ...]
    warehouse_cards: tuple[WarehouseChoice, ...]
    insiders: tuple[InsiderView, ...]
    items_added: int
    items_allowed: int
    insider_played: bool
    last_round: bool
    warehouse_total: int
    market_total: int
    warehouse_deck: int
    market_deck: int | None
    discard: int | None
    drift: int | None
    warehouse_drift: int
    reason: str | None
    """null | last_warehouse | called | too_few_players"""
    winners: tuple[str, ...] | None
    decided_by: str | None
    ranking: tuple[tuple[str, int], ...]
    tally: Tally
    usual_completed: int
    """Completed warehouses of a game that ends by the rule: W - n + 1."""
    players: tuple[PlayerView, ...]
    """In seat order, those who left included."""
    seats: tuple[str, ...]
    """Whose view this is; () for a spectator and for everything that is shared."""
    snapshot: Json
    """What transcripts compare."""

    def player(self, name: str) -> PlayerView | None:
        """The seat of that name."""
        return next((each for each in self.players if each.name == name), None)

    def to_json(self) -> Json:
        """A superset of the snapshot (JSON shapes: events, snapshot); phrases stay out of it.

        What a tap did not change is the very same object as in the JSON before.
        """
        facts = self.snapshot["players"]
        return {
            **self.snapshot,
            **{key: as_json(getattr(self, key)) for key in PUBLISHED},
            "grid": [_lasting(row) for row in self.grid],
            "warehouse_cards": _lasting(self.warehouse_cards),
            "insiders": _lasting(self.insiders),
            "ranking": as_json(self.ranking),
            "players": {each.name: _player_json(facts[each.name], each) for each in self.players},
        }


PUBLISHED = (
    "round",
    "first",
    "options",
    "deck_id",
    "deck_name",
    "currency",
    "money_unit",
    "five",
    "hand_size",
    "hand_limit",
    "item_types",
    "type_marks",
    "money_values",
    "items_added",
    "items_allowed",
    "insider_played",
    "warehouse_total",
    "market_total",
    "usual_completed",
    "seats",
)
"""What the JSON view holds beyond the snapshot, the cards and the players."""


_players: Kept[Json] = Kept(1024)
_parts: Kept[Any] = Kept(512)


def _player_json(facts: Json, player: PlayerView) -> Json:
    return _players.of((facts, player), None, lambda: {**facts, **as_json(player)})


def _lasting(value: object) -> Any:
    """The JSON of a part that most taps leave as it is."""
    return _parts.of((value,), None, lambda: as_json(value))


def as_json(value: Any) -> Any:
    """Views as objects, tuples as lists, everything else as it is."""
    kind: type = type(value)
    if kind is str or kind is int:
        return value
    if kind is tuple:
        return [as_json(each) for each in value]
    names = _names_of(kind)
    if names is None:
        return value
    return {name: as_json(getattr(value, name)) for name in names}


@cache
def _names_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a view's class; None for what is no view. Looked up 700 times a view."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
