"""Who won at Pig, and the reason for every place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from tests.toy_game.core.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """One seated player's place."""

    name: str
    rank: int
    """1, 1, 3."""
    total: int
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Tally:
    """Everybody by rank, then by seat."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...] | None
    """None until the game is over."""


def tally(state: State) -> Tally:
    """Most points win; equal points share a place."""
    players = state.seated
    ranks = {each.name: 1 + sum(other.total > each.total for other in players) for each in players}
    standings = tuple(
        Standing(each.name, ranks[each.name], each.total, _reason(state, ranks, each.name))
        for each in sorted(players, key=lambda each: ranks[each.name])
    )
    over = state.status == "over"
    winners = tuple(each.name for each in standings if each.rank == 1) if over else None
    return Tally(standings, winners)


def _reason(state: State, ranks: dict[str, int], name: str) -> Phrase:
    shares = tuple(other for other, rank in ranks.items() if rank == ranks[name] and other != name)
    player = state.player(name)
    points = player.total if player else 0
    if shares:
        told = {"n": points, "names": shares}
        return Phrase(N_("{n} points, as many as {names}: the place is shared."), told)
    return Phrase(N_("{n} points."), {"n": points})
