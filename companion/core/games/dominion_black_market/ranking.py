"""Places of the counted players: points, then fewest turns, then shared (rule 10.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.state import Player, State
from companion.core.games.dominion_black_market.tally import Points, points


@dataclass(frozen=True, slots=True)
class Place:
    """One counted player's place."""

    player: str
    rank: int
    """1, 1, 3."""
    total: int
    turns: int | None
    """None: unknown."""
    by_turns: bool
    """True when somebody with the same total has another rank."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, once everybody seated is counted and the game is over."""

    winners: tuple[str, ...]
    decided_by: str
    """points | turns | shared"""


def turns_of(state: State, player: Player) -> int | None:
    """Turns as told at the count, else as tracked, else unknown."""
    if player.count is not None and player.count.turns is not None:
        return player.count.turns
    return player.turns if state.tracked else None


def places(state: State, catalogue: Catalogue) -> tuple[Place, ...]:
    """Everybody seated and counted, by rank, then by seat."""
    counted = points(state, catalogue)
    players = [player for player in state.seated if player.name in counted]
    keys = {player.name: _key(state, player, players, counted) for player in players}
    found = [
        Place(
            player=player.name,
            rank=1 + sum(1 for other in players if keys[other.name] < keys[player.name]),
            total=counted[player.name].total,
            turns=turns_of(state, player),
            by_turns=any(
                counted[other.name].total == counted[player.name].total
                and keys[other.name] != keys[player.name]
                for other in players
            ),
        )
        for player in players
    ]
    return tuple(sorted(found, key=lambda place: place.rank))


def result(state: State, catalogue: Catalogue) -> Result | None:
    """None until the game is over and all seated players are counted."""
    seated = state.seated
    if state.status != "over" or not seated or any(each.count is None for each in seated):
        return None
    first = [place for place in places(state, catalogue) if place.rank == 1]
    winners = tuple(place.player for place in first)
    if len(winners) > 1:
        return Result(winners, "shared")
    return Result(winners, "turns" if first[0].by_turns else "points")


def _key(
    state: State, player: Player, players: list[Player], counted: Mapping[str, Points]
) -> tuple[int, int]:
    """Smaller is better. Turns count among the tied only when all of theirs are known."""
    total = counted[player.name].total
    tied = [each for each in players if counted[each.name].total == total]
    told = [turns_of(state, each) for each in tied]
    turns = turns_of(state, player)
    return (-total, turns if turns is not None and None not in told else 0)
