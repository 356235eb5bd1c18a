"""What may be tapped for an Insider's effect, and the taps that were made so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.games.black_market_warehouse.filling import has_room
from companion.core.games.black_market_warehouse.state import Item, Player, State
from companion.core.outcome import Json, Phrase


@dataclass(frozen=True, slots=True)
class Pick:
    """One legal tap."""

    token: str
    player: str
    item: Item | None = None
    touches_warehouse: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """What must still be chosen."""

    words: Phrase
    picks: tuple[Pick, ...]


class Taps:
    """The taps in order; each question takes the next that is legal for it."""

    def __init__(self, picked: Sequence[str]) -> None:
        self.waiting = list(picked)
        self.used: list[str] = []

    def take(self, picks: Sequence[Pick]) -> Pick | None:
        """The next tap, when it is one of these; else it and those after it are dropped."""
        found = None
        if self.waiting:
            found = next((pick for pick in picks if pick.token == self.waiting[0]), None)
            if found is None:
                self.waiting.clear()
            else:
                self.used.append(self.waiting.pop(0))
        return found

    def take_either(self, picks: Sequence[Pick], others: Sequence[Pick]) -> Pick | None:
        """The next tap for the first kind; a tap of the second kind is left for later."""
        first = self.waiting[0] if self.waiting else None
        if any(pick.token == first for pick in others) and len(self.waiting) > 1:
            self.waiting[0], self.waiting[1] = self.waiting[1], self.waiting[0]
        elif any(pick.token == first for pick in others):
            return None
        return self.take(picks)


def player_of(state: State, name: str) -> Player:
    """The player of that name, of whom it is known that they sit here."""
    return next(each for each in state.players if each.name == name)


def is_open(state: State, name: str) -> bool:
    """Whether an item may be put onto this player's warehouse."""
    warehouse = player_of(state, name).warehouse
    return warehouse is not None and has_room(warehouse)


def players_meant(
    state: State, player: str, end: Json, touches_warehouse: bool = True
) -> tuple[Pick, ...]:
    """Seated players whom this end of an effect can mean."""
    owner = end.get("owner", "any")
    return tuple(
        Pick(f"player:{each.name}", each.name, None, touches_warehouse)
        for each in state.players
        if not each.left
        and (owner != "self" or each.name == player)
        and (owner != "opponent" or each.name != player)
    )


def items_meant(state: State, player: str, end: Json) -> tuple[Pick, ...]:
    """Items in uncompleted warehouses that this end of an effect can mean."""
    names = {pick.player for pick in players_meant(state, player, end)}
    return tuple(
        Pick(f"item:{item.id}", each.name, item)
        for each in state.players
        if each.name in names and each.warehouse is not None
        for item in each.warehouse.items
    )
