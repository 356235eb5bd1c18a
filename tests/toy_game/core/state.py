"""What is true at one table: who sits there, and what each turn brought."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    name: str
    turns: tuple[int, ...] = ()
    """Points of each turn; 0 where a 1 took them all."""
    missed: int = 0
    """Rounds that were over before this player sat down, or sat down again."""
    left: bool = False

    @property
    def total(self) -> int:
        """Points so far."""
        return sum(self.turns)

    @property
    def rounds(self) -> int:
        """Rounds that are over for this player, those that were missed included."""
        return self.missed + len(self.turns)


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
        """Somebody has reached the goal: everybody finishes the round."""
        return any(each.total >= self.goal for each in self.seated)

    @property
    def behind(self) -> tuple[Player, ...]:
        """Who has a turn less than others."""
        most = max((each.rounds for each in self.seated), default=0)
        return tuple(each for each in self.seated if each.rounds < most)

    def player(self, name: str) -> Player | None:
        """The player of this name."""
        return next((each for each in self.players if each.name == name), None)

    def with_player(self, player: Player) -> State:
        """The same table with this player changed."""
        changed = (player if each.name == player.name else each for each in self.players)
        return replace(self, players=tuple(changed))

    def after(self, name: str) -> str | None:
        """Who rolls after this player: to the left; in the last round only who is behind."""
        rolling = self.behind if self.last_round else self.seated
        return next((each.name for each in self._left_of(name) if each in rolling), None)

    def over_before(self, name: str) -> int:
        """Rounds that are over where this player sits down: those of the neighbour before."""
        around = (each for each in reversed(self._left_of(name)) if each.name != name)
        return next((each.rounds for each in around if not each.left), 0)

    def _left_of(self, name: str) -> tuple[Player, ...]:
        """Everybody from the left neighbour around to the player, those who left included."""
        place = [each.name for each in self.players].index(name)
        return (*self.players[place + 1 :], *self.players[: place + 1])
