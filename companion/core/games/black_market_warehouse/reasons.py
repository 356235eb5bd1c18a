"""Why a place is a place: the sentence for every rank and for the result."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.games.black_market_warehouse.phrases import count_word
from companion.core.games.black_market_warehouse.standings import Standing
from companion.core.games.black_market_warehouse.state import State
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_


def reason_for(standing: Standing, standings: Sequence[Standing], state: State) -> Phrase:
    """Why this player has this place, against those with the same money."""
    if standing.rank is None:
        return _without_rank(standing)
    level = [s for s in standings if s.rank is not None and s.total == standing.total]
    if len(level) == 1:
        if standing.rank == 1:
            return Phrase(N_("{name} has the most money: {total}."), _said(standing))
        return Phrase(N_("{name} has {total}."), _said(standing))
    same = [s for s in level if s.rank == standing.rank]
    if len(same) > 1:
        names = tuple(s.name for s in same)
        text = N_("{names} share this place with {total} and {n} {five} items each.")
        if not standing.fives:
            text = N_("{names} share this place with {total} each.")
        if standing.fives == 1:
            text = N_("{names} share this place with {total} and one {five} item each.")
        return Phrase(text, {**_said(standing), "names": names, **_fives(standing, state)})
    above = [s for s in level if (s.rank or 0) < standing.rank]
    if above:
        return _broken(above[-1], standing, level, state, wins=False)
    rival = max((s for s in level if s is not standing), key=lambda s: (s.fives, s.lower))
    return _broken(standing, rival, level, state, wins=standing.rank == 1)


def result_sentence(standings: Sequence[Standing], decided_by: str | None) -> Phrase:
    """The winner and the reason, in a sentence or two."""
    first = [standing for standing in standings if standing.rank == 1]
    if not first:
        return Phrase(N_("No pile was counted."))
    if len(first) > 1:
        names = tuple(standing.name for standing in first)
        return Phrase(N_("{names} share the win."), {"names": names})
    if decided_by != "money":
        return first[0].reason
    second = next((s for s in standings if s.rank is not None and s.rank > 1), None)
    if second is None:
        return Phrase(N_("{name} wins with {total}."), _said(first[0]))
    ahead = Money(first[0].total - second.total)
    return Phrase(
        N_("{name} wins with {total}, {ahead} ahead of {other}."),
        {**_said(first[0]), "ahead": ahead, "other": second.name},
    )


def _without_rank(standing: Standing) -> Phrase:
    if standing.left:
        return Phrase(N_("{name} left early, with {total}."), _said(standing))
    return Phrase(N_("{name}'s pile is not counted yet."), {"name": standing.name})


def _broken(
    winner: Standing, loser: Standing, level: Sequence[Standing], state: State, wins: bool
) -> Phrase:
    """How a tie in money is broken: by $5 Million items, else by the next lower values."""
    counts = [(state.catalogue.five, winner.fives, loser.fives)]
    counts += zip(state.catalogue.lower, winner.lower, loser.lower, strict=True)
    money, more, fewer = next(each for each in counts if each[1] != each[2])
    params = {
        "name": winner.name,
        "total": Money(winner.total),
        "level": count_word(len(level)),
        "n": count_word(more),
        "value": Money(money),
        "m": count_word(fewer),
    }
    return Phrase(_BROKEN[(len(level) == 2, wins, more == 1)], params)


_BROKEN = {
    (True, True, True): N_("Both have {total}. {name} wins with one {value} item to {m}."),
    (True, True, False): N_("Both have {total}. {name} wins with {n} {value} items to {m}."),
    (True, False, True): N_("Both have {total}. {name} is ahead with one {value} item to {m}."),
    (True, False, False): N_("Both have {total}. {name} is ahead with {n} {value} items to {m}."),
    (False, True, True): N_("All {level} have {total}. {name} wins with one {value} item to {m}."),
    (False, True, False): N_(
        "All {level} have {total}. {name} wins with {n} {value} items to {m}."
    ),
    (False, False, True): N_(
        "All {level} have {total}. {name} is ahead with one {value} item to {m}."
    ),
    (False, False, False): N_(
        "All {level} have {total}. {name} is ahead with {n} {value} items to {m}."
    ),
}
"""By (two are level, it is about the win, the winner has one such item)."""


def _said(standing: Standing) -> dict[str, object]:
    return {"name": standing.name, "total": Money(standing.total)}


def _fives(standing: Standing, state: State) -> dict[str, object]:
    return {"n": count_word(standing.fives), "five": Money(state.catalogue.five)}
