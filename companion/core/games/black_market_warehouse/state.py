"""What a table of Black Market Warehouse remembers: frozen values, nothing that acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.games.black_market_warehouse.cards import Catalogue
from companion.core.games.black_market_warehouse.options import Options


@dataclass(frozen=True, slots=True)
class Item:
    """A Market item card lying face up, or one that its holder alone still knows."""

    id: str
    """Identity: the seq of the event that put it on the table, `12` or `12.0` for a step."""
    item_type: str
    money: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Warehouse:
    """A Warehouse card in play with its items, in order of arrival."""

    id: str
    """Identity: the seq of the event that drew it (`12.0` for a step) and the seat, `12:2`."""
    card: str | None = None
    requires: tuple[str, ...] | None = None
    """None while nobody has described the card."""
    bonus: int | None = None
    items: tuple[Item, ...] = ()


def is_exact(item_types: Iterable[str], requires: Iterable[str]) -> bool:
    """Exact match: the same types, each as often as listed; order does not count."""
    return sorted(item_types) == sorted(requires)


@dataclass(frozen=True, slots=True)
class Completed:
    """A completed warehouse in a scoring pile."""

    card: str | None
    requires: tuple[str, ...]
    bonus: int
    items: tuple[Item, ...]

    @property
    def exact(self) -> bool:
        """Whether its items match the card (see `is_exact`)."""
        return is_exact((item.item_type for item in self.items), self.requires)


@dataclass(frozen=True, slots=True)
class Counted:
    """A scoring pile counted by hand (`pile_counted`); it replaces what was tracked until then."""

    items: tuple[tuple[int, int], ...]
    """(money, how many), rising by money, no zero counts."""
    bonuses: tuple[int, ...]
    """Falling."""
    covers: int
    """How many completed warehouses the count replaces; later ones are added to it."""
    by: str | None
    """Who tapped the count; None for a host without a seat."""
    confirmed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. `hand` is a count; `known` are cards in it that this player alone still knows."""

    name: str
    number: int
    """Seat number from 1, never given twice at a table and kept when seats are arranged."""
    left: bool = False
    hand: int = 0
    warehouse: Warehouse | None = None
    pile: tuple[Completed, ...] = ()
    counted: Counted | None = None
    blocked: bool = False
    """Skips Drop and Fill in the running turn if it is theirs, else in their next."""
    blocked_next: bool = False
    """Was blocked while their turn ran: they skip it in the turn after."""
    protected: bool = False
    known: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. `players` stand in seat order, those who left included."""

    catalogue: Catalogue
    options: Options
    players: tuple[Player, ...] = ()
    status: str = "lobby"
    """lobby | playing | over"""
    first: str | None = None
    """The first player; rounds are anchored here (Ruling 28)."""
    active: str | None = None
    turn: int = 0
    round: int = 0
    items_added: int = 0
    items_allowed: int = 1
    insider_played: bool = False
    last_round: bool = False
    warehouse_deck: int = 0
    market_deck: int = 0
    discard: int = 0
    drift: int = 0
    """Market cards that counts and corrections cannot account for: sums still close."""
    warehouse_drift: int = 0
    """The same for Warehouse cards."""
    insiders_discarded: tuple[str, ...] = ()
    """Insiders known to lie in the discard pile."""
    reason: str | None = None
    """null | last_warehouse | called | too_few_players"""
    seats_given: int = 0
