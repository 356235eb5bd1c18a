"""Counting points: a form that asks only for what this game can hold, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.count_form import CountRow
from companion.core.games.dominion_black_market.result import Standing
from companion.core.games.dominion_black_market.state import Count as Counted
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.tally import PLATEAU_SHEPHERDS, TOKENS
from companion.core.games.dominion_black_market.view import DominionTableView, PlayerView
from companion.core.outcome import Phrase
from companion.core.phrases import N_

FORMULAS: Mapping[str, str] = {
    "size": N_("{each} for every {per} cards in all"),
    "names": N_("{each} for every {per} different names"),
    "copies": N_("{each} for every {per} × {card}"),
    "type": N_("{each} for every {per} × {type}"),
    "type_names": N_("{each} for every different {type}"),
    "tavern": N_("{each} each on the Tavern mat"),
}
"""What a formula counts, in words."""


LANDMARKS: Mapping[str, str] = {
    "Bandit Fort": N_("−2 for each Silver and Gold"),
    "Fountain": N_("15 for ten Coppers or more"),
    "Keep": N_("5 for each Treasure nobody has more of"),
    "Museum": N_("2 for each different name"),
    "Obelisk": N_("2 for each card of its pile"),
    "Orchard": N_("4 for each Action held three times"),
    "Palace": N_("3 for each Copper, Silver and Gold together"),
    "Tower": N_("1 for each card of an empty pile, no Victory"),
    "Triumphal Arch": N_("3 for each of the second most common Action"),
    "Wall": N_("−1 for each card after the fifteenth"),
    "Wolf Den": N_("−3 for each card held only once"),
    PLATEAU_SHEPHERDS: N_("2 for each Favor with a card of $2"),
}
"""What a Landmark or Ally pays at the end, in our own words."""
PLACES: Mapping[str, int] = {"Colony": 0, "Province": 1, "Duchy": 2, "Estate": 3, "Curse": 9}
"""Where the cards of every game stand in the form; the others stand between them."""
OTHERS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One card to count."""

    card: str
    each: Phrase | None
    """What one is worth; None for what is only looked at."""
    now: int
    points: int | None
    """What the copies came to at the last count."""


@dataclass(frozen=True, slots=True)
class Form:
    """The questions for one player."""

    player: str
    worth: tuple[Row, ...]
    """Cards with points of their own."""
    others: tuple[Row, ...]
    """Cards that something else looks at."""
    counted: Counted | None
    asks_size: bool
    size_why: tuple[str, ...]
    """What looks at the number of all cards."""
    token_sources: tuple[str, ...]
    asks_tokens: bool
    asks_favors: bool
    asks_turns: bool
    asks_tavern: bool
    empty_piles: tuple[tuple[str, bool], ...]
    total: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One addend of somebody's points."""

    words: Phrase
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """One player's points as they stand."""

    standing: Standing
    seat: int
    line: Phrase
    lines: tuple[Line, ...]


def form(view: DominionTableView, state: State, name: str | None) -> Form | None:
    """The count of this player, filled with the last one; None for nobody and who left."""
    player = view.player(name) if name else None
    if player is None or player.status != "playing":
        return None
    asks = view.count_form
    held = state.find(player.name)
    counted = held.count if held else None
    rows = [_row(row, player) for row in asks.rows]
    worth = [row for row, asked in zip(rows, asks.rows, strict=True) if asked.each != 0]
    worth.sort(key=lambda row: PLACES.get(row.card, OTHERS))
    looking = {"Wall", *(row.card for row in asks.rows if _rule(row.card).get("of") == "size")}
    names = {row.card for row in asks.rows} | {card.name for card in view.landscapes}
    return Form(
        player=player.name,
        worth=tuple(worth),
        others=tuple(row for row in rows if row not in worth),
        counted=counted,
        asks_size=asks.asks_size,
        size_why=tuple(sorted(looking & names)),
        token_sources=asks.token_sources,
        asks_tokens=asks.asks_tokens,
        asks_favors=asks.asks_favors,
        asks_turns=asks.asks_turns,
        asks_tavern=asks.asks_tavern,
        empty_piles=tuple(
            (pile, counted is not None and pile in counted.empty_piles)
            for pile in asks.empty_pile_choices
        ),
        total=player.points.total if player.points else None,
    )


def scores(view: DominionTableView, seats: Mapping[str, int]) -> tuple[Score, ...]:
    """Everybody's points, best first."""
    return tuple(_score(view, standing, seats) for standing in view.tally.standings)


def _score(view: DominionTableView, standing: Standing, seats: Mapping[str, int]) -> Score:
    player = view.player(standing.name)
    counted = dict(player.counted) if player else {}
    lines = standing.points.lines if standing.points else ()
    return Score(
        standing=standing,
        seat=seats.get(standing.name, 0),
        line=_line(standing),
        lines=tuple(Line(_addend(name, counted), points) for name, points in lines),
    )


def _line(standing: Standing) -> Phrase:
    if standing.left:
        return Phrase(N_("left early"))
    if standing.points is None:
        return Phrase(N_("not counted yet"))
    if standing.turns is None:
        return Phrase(N_("counted"))
    one = standing.turns == 1
    return Phrase(N_("1 turn") if one else N_("{n} turns"), {"n": standing.turns})


def _addend(name: str, counted: Mapping[str, int]) -> Phrase:
    if name == TOKENS:
        return Phrase(N_("VP tokens"))
    if name in LANDMARKS:
        return Phrase(N_("{name}, {each}"), {"name": name, "each": Phrase(LANDMARKS[name])})
    if name not in counted:
        return Phrase("{name}", {"name": name})
    params = {"n": counted[name], "card": name, "each": each_phrase(name)}
    return Phrase(N_("{n} × {card}, {each}"), params)


def _row(row: CountRow, player: PlayerView) -> Row:
    copies = dict(player.counted)
    bought = sum(1 for card, _price in player.bought if card == row.card)
    now = copies.get(row.card, 0) if player.points else bought
    points = dict(player.points.lines).get(row.card, 0) if player.points else None
    each = None if row.each == 0 else each_phrase(row.card)
    if row.from_deck:
        bought_here = Phrase(N_("from the Black Market"))
        each = Phrase("{each} · {where}", {"each": each, "where": bought_here}) if each else None
        each = each or bought_here
    return Row(row.card, each, now, points)


def each_phrase(card: str) -> Phrase:
    """What one copy is worth, in words."""
    rule = _rule(card)
    if rule:
        return Phrase(FORMULAS[rule["of"]], {"card": "", "type": "", **_shown(rule)})
    worth = catalogue().points["fixed"].get(card, 0)
    if worth == 0:
        return Phrase(N_("worth nothing itself"))
    minus = "−" if worth < 0 else ""
    return Phrase(N_("{n} each"), {"n": f"{minus}{abs(worth)}"})


def _shown(rule: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in rule.items() if name != "of"}


def _rule(card: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = catalogue().points["formulas"].get(card, {})
    return found
