"""Counts the money, ranks the players and gives the reason for every place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.core.games.black_market_warehouse.reasons import reason_for, result_sentence
from companion.core.games.black_market_warehouse.standings import Standing
from companion.core.games.black_market_warehouse.state import Counted, Player, State
from companion.core.games.recent import Kept, Recent
from companion.core.outcome import Phrase


@dataclass(frozen=True, slots=True)
class Score:
    """What one scoring pile is worth."""

    items_money: int
    bonus_money: int
    exact: int
    values: tuple[tuple[int, int], ...]
    """(money, how many items), rising by money."""

    @property
    def total(self) -> int:
        """Items and bonuses."""
        return self.items_money + self.bonus_money

    def how_many(self, money: int) -> int:
        """Items worth exactly this much."""
        return next((count for value, count in self.values if value == money), 0)


@dataclass(frozen=True, slots=True)
class Tally:
    """Everybody's count, best first; those without a rank at the end."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...] | None
    """None until the game is over (or, at a table of scores, until every pile is counted)."""
    decided_by: str | None
    """money | five_millions | lower_values | shared; None as long as `winners` is."""
    reason: Phrase | None
    """The result in a sentence or two; None as long as `winners` is."""

    @property
    def ranking(self) -> tuple[tuple[str, int], ...]:
        """(name, rank) of everybody who has one, best first."""
        return tuple((s.name, s.rank) for s in self.standings if s.rank is not None)


def score(player: Player) -> Score:
    """The scoring pile: items' money and the bonus of exact warehouses (Rulebook, End Game).

    A count by hand stands for what it covers; hand and uncompleted warehouse never count.
    """
    return _scores(player, None)


def _made_score(player: Player, _: None) -> Score:
    if player.counted is not None:
        counted = counted_now(player)
        items = sum(money * count for money, count in counted.items)
        return Score(items, sum(counted.bonuses), len(counted.bonuses), counted.items)
    items = bonus = exact = 0
    values: dict[int, int] = {}
    for done in player.pile:
        for item in done.items:
            items += item.money
            values[item.money] = values.get(item.money, 0) + 1
        if done.exact:
            bonus += done.bonus
            exact += 1
    return Score(items, bonus, exact, tuple(sorted(values.items())))


_scores = Recent(_made_score, most=2048)
_tallies: Kept[Tally] = Kept(512)


def counted_now(player: Player) -> Counted:
    """The count by hand with the warehouses completed since; nothing counted is an empty count."""
    counted = player.counted or Counted((), (), 0, None)
    later = player.pile[counted.covers :]
    if not later:
        return counted
    values = Counter(dict(counted.items))
    values.update(item.money for done in later for item in done.items)
    bonuses = (*counted.bonuses, *(done.bonus for done in later if done.exact))
    return replace(
        counted,
        items=tuple(sorted(values.items())),
        bonuses=tuple(sorted(bonuses, reverse=True)),
        covers=len(player.pile),
    )


def counted_money(counted: Counted) -> int:
    """What a count comes to."""
    return sum(money * count for money, count in counted.items) + sum(counted.bonuses)


def items_counted(player: Player) -> int:
    """Items in a pile, as far as counted or tracked."""
    return sum(count for _, count in score(player).values)


def tally(state: State) -> Tally:
    """Ranks 1, 1, 3 by money, then $5 Million items, then as the table's option says."""
    piles = tuple(
        (each.name, each.left, each.counted is not None, len(each.pile), score(each))
        for each in state.players
    )
    # Most taps change no pile: then the tally is the one that was made before.
    return _tallies.of(
        (state.catalogue,), (state.options, state.status, piles), lambda: _made_tally(state)
    )


def _made_tally(state: State) -> Tally:
    scored = [(player, score(player)) for player in state.players]
    ranked = [each for each in scored if _has_rank(state, each[0])]
    keys = {player.name: _key(state, won) for player, won in ranked}
    standings: list[Standing] = []
    for player, won in ranked:
        rank = 1 + sum(keys[player.name] < other for other in keys.values())
        standings.append(_standing(state, player, won, rank))
    standings.sort(key=lambda standing: standing.rank or 0)
    decided_by = _decided_by(standings, keys) if standings else None
    standings += [
        _standing(state, player, won, None) for player, won in scored if player.name not in keys
    ]
    explained = tuple(
        replace(standing, reason=reason_for(standing, standings, state)) for standing in standings
    )
    if not _is_final(state):
        return Tally(explained, None, None, None)
    winners = tuple(standing.name for standing in explained if standing.rank == 1)
    return Tally(explained, winners, decided_by, result_sentence(explained, decided_by))


def _has_rank(state: State, player: Player) -> bool:
    """Who left early has none (Ruling 23); at a table of scores only counted piles have one."""
    if state.options.track == "scores":
        return player.counted is not None
    return state.status != "lobby" and (not player.left or state.options.leavers_rank == "yes")


def _is_final(state: State) -> bool:
    if state.status == "over":
        return True
    if state.options.track != "scores":
        return False
    seated = [player for player in state.players if not player.left]
    return bool(seated) and all(player.counted is not None for player in seated)


def _key(state: State, won: Score) -> tuple[int, ...]:
    """Ruling 26: with `lower_values` the number of $4M, $3M, $2M and $1M items follows."""
    catalogue = state.catalogue
    key = (won.total, won.how_many(catalogue.five))
    if state.options.still_tied == "shared":
        return key
    return key + tuple(map(won.how_many, catalogue.lower))


def _standing(state: State, player: Player, won: Score, rank: int | None) -> Standing:
    return Standing(
        name=player.name,
        rank=rank,
        items_money=won.items_money,
        bonus_money=won.bonus_money,
        total=won.total,
        fives=won.how_many(state.catalogue.five),
        lower=tuple(map(won.how_many, state.catalogue.lower)),
        exact=won.exact,
        completed=len(player.pile),
        counted=player.counted is not None,
        left=player.left,
        reason=Phrase(""),
    )


def _decided_by(standings: list[Standing], keys: dict[str, tuple[int, ...]]) -> str:
    """What settles the first place."""
    if sum(standing.rank == 1 for standing in standings) > 1:
        return "shared"
    best = max(keys.values())
    if sum(key[:1] == best[:1] for key in keys.values()) == 1:
        return "money"
    if sum(key[:2] == best[:2] for key in keys.values()) == 1:
        return "five_millions"
    return "lower_values"
