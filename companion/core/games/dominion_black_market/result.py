"""The final count as people read it: ranks with the reason for each place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market import ranking
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.ranking import Place
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.tally import Points, points
from companion.core.outcome import Phrase
from companion.core.phrases import N_


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's count and place."""

    name: str
    rank: int | None
    """1, 1, 3; None for who left or is not counted yet."""
    points: Points | None
    """None: not counted yet."""
    turns: int | None
    """As told at the count, else as tracked; None when nobody knows."""
    left: bool
    reason: Phrase
    """Why this place."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Everybody's count, best first; those without a rank at the end."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...] | None
    """None until the game is over and every seated player is counted."""
    decided_by: str | None
    """points | turns | shared; None as long as `winners` is."""
    reason: Phrase | None
    """The result in a sentence or two; None as long as `winners` is."""


def tally(state: State) -> Tally:
    """Ranks, winners and reasons as they stand now (rule 10.9)."""
    known = catalogue()
    counted = points(state, known)
    places = ranking.places(state, known)
    by_name = {place.player: place for place in places}
    ranked = [place.player for place in places]
    others = [player.name for player in state.players if player.name not in by_name]
    standings = []
    for name in [*ranked, *others]:
        player = state.seat(name)
        place = by_name.get(name)
        standings.append(
            Standing(
                name=name,
                rank=place.rank if place else None,
                points=counted.get(name),
                turns=ranking.turns_of(state, player),
                left=player.left,
                reason=_reason(place, places, player.left),
            )
        )
    result = ranking.result(state, known)
    return Tally(
        standings=tuple(standings),
        winners=result.winners if result else None,
        decided_by=result.decided_by if result else None,
        reason=_told(result, places) if result else None,
    )


def _reason(place: Place | None, places: tuple[Place, ...], left: bool) -> Phrase:
    if place is None:
        return Phrase(N_("Left early.")) if left else Phrase(N_("Not counted yet."))
    shared = [each for each in places if each.rank == place.rank and each is not place]
    points = _in_points(place.total)
    if place.by_turns and not shared:
        text = N_("{points} in {turns} turns. Fewer turns go first.")
        return Phrase(text, {"points": points, "turns": place.turns or 0})
    if shared:
        names = tuple(each.player for each in shared)
        return Phrase(N_("{points}, level with {names}."), {"points": points, "names": names})
    return Phrase(N_("{points}."), {"points": points})


def _told(result: ranking.Result, places: tuple[Place, ...]) -> Phrase:
    first = [place for place in places if place.rank == 1]
    total = first[0].total
    params = {"points": _in_points(total), "winner": result.winners[0]}
    if result.decided_by == "shared":
        text = N_("{names} share the win with {points}.")
        return Phrase(text, {**params, "names": result.winners})
    if result.decided_by == "turns":
        level = tuple(place.player for place in places if place.total == total)
        text = N_("{names} are level with {points}. Fewer turns wins: {winner}.")
        return Phrase(text, {**params, "names": level})
    return Phrase(N_("{winner} wins with {points}."), params)


def _in_points(total: int) -> Phrase:
    return Phrase(N_("one point") if total == 1 else N_("{total} points"), {"total": total})
