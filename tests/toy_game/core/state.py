"""What is true at one table: who sits there, and what each turn brought."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    name: str
    turns: tuple[int, ...] = ()
    """Points of each turn; 0 where a 1 took them all."""
    left: bool = False

    @property
    def total(self) -> int:
        """Points so far."""
        return sum(self.turns)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    goal: int
    """Points that bring the last round."""
    status: str = "lobby"
    """lobby | playing | over"""
    players: tuple[Player, ...] = ()
    """In seat order, those who left included."""
    first: str | None = None
    active: str | None = None
    reason: str | None = None
    """goal | called | too_few_players, once it is over."""

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who has not left."""
        return tuple(each for each in self.players if not each.left)

    @property
    def last_round(self) -> bool:
        """Somebody has reached the goal: everybody gets as many turns."""
        return any(each.total >= self.goal for each in self.seated)

    def player(self, name: str) -> Player | None:
        """The player of this name."""
        return next((each for each in self.players if each.name == name), None)

    def with_player(self, player: Player) -> State:
        """The same table with this player changed."""
        changed = (player if each.name == player.name else each for each in self.players)
        return replace(self, players=tuple(changed))

    def after(self, name: str) -> str | None:
        """Who sits next to the left, those who left passed over."""
        names = [each.name for each in self.players]
        place = names.index(name)
        around = (*self.players[place + 1 :], *self.players[: place + 1])
        return next((each.name for each in around if not each.left), None)
