"""Which games have a demo, and how a demo table is played: by the rules, as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.core.games import GAMES
from companion.core.games.contract import FormTap
from companion.core.log import Recorded, Submission, Table, new_table
from companion.core.outcome import Json
from companion.core.table import record
from companion.services.demos import black_market_warehouse, dominion_black_market
from companion.services.demos.steps import Step, ends_turn


@dataclass(frozen=True, slots=True)
class Script:
    """One game's demo. All of it is certain: the same table always goes on in the same way."""

    deck: Callable[[], Json | None]
    opening: tuple[Step, ...]
    """Everything until the visitor comes, who then has the turn in the first player's seat."""
    next_step: Callable[[Any, frozenset[str]], Step | None]
    """What one of these players does next at this view; None while it is nobody's of them."""


SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {
        "black_market_warehouse": Script(
            black_market_warehouse.deck,
            black_market_warehouse.OPENING,
            black_market_warehouse.next_step,
        ),
        "dominion_black_market": Script(
            lambda: None, dominion_black_market.OPENING, dominion_black_market.next_step
        ),
    }
)
"""A game without a script has no demo."""


def opened(game_key: str, at: Callable[[int], str]) -> Recorded:
    """The demo table as a visitor finds it; `at` gives the instant of the step so far from now."""
    script = SCRIPTS[game_key]
    table = new_table(game_key, {}, script.deck())
    assert isinstance(table, Table), table
    for left, step in zip(range(len(script.opening), 0, -1), script.opening, strict=True):
        done = _played(table, step, at(left))
        assert done is not None, step
        table = done.table
    return Recorded(table, table.entries)


def played_on(table: Table, players: frozenset[str], at: str) -> tuple[str, Recorded] | None:
    """What one of these players does next, and who it is; None while it is nobody's of them.

    What the rules question or refuse is not done: then that turn is over without it.
    """
    view = GAMES[table.game_key].view(table.state, ())
    step = SCRIPTS[table.game_key].next_step(view, players)
    if step is None:
        return None
    done = _played(table, step, at) or _played(table, ends_turn(step.player), at)
    return None if done is None else (step.player, done)


def _played(table: Table, step: Step, at: str) -> Recorded | None:
    how = FormTap(version=table.version, standing=table.standing)
    events = GAMES[table.game_key].grouped(table.state, step.event, how)
    submission = Submission(events, batch=False, id=None, seen=None, anyway=frozenset())
    decided = record(table, submission, step.player, at)
    return decided if isinstance(decided, Recorded) else None
