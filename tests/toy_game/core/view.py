"""What a phone may see: at Pig everything, so all phones see the same."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.frozen_json import plain
from companion.core.outcome import Json
from tests.toy_game.core.state import State
from tests.toy_game.core.tally import Tally, tally


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One seat."""

    name: str
    status: str
    """playing | left"""
    total: int
    turns: tuple[int, ...]
    rank: int | None
    """None for who left."""


@dataclass(frozen=True, slots=True)
class PigView:
    """The table."""

    status: str
    goal: int
    players: tuple[PlayerView, ...]
    first: str | None
    active: str | None
    last_round: bool
    reason: str | None
    winners: tuple[str, ...] | None
    tally: Tally
    """For screens; not in the JSON."""

    def to_json(self) -> Json:
        """As phones get it: players by name."""
        told = {name: plain(getattr(self, name)) for name in _TOLD}
        return {**told, "players": {each.name: plain(each) for each in self.players}}


_TOLD = ("status", "goal", "first", "active", "last_round", "reason", "winners")


def view(state: State) -> PigView:
    """The table as everybody sees it."""
    counted = tally(state)
    ranks = {each.name: each.rank for each in counted.standings}
    return PigView(
        status=state.status,
        goal=state.goal,
        players=tuple(
            PlayerView(
                each.name,
                "left" if each.left else "playing",
                each.total,
                each.turns,
                ranks.get(each.name),
            )
            for each in state.players
        ),
        first=state.first,
        active=state.active,
        last_round=state.status == "playing" and state.last_round,
        reason=state.reason,
        winners=counted.winners,
        tally=counted,
    )
