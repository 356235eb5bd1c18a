"""Builders of tables in a given position, and ways to look at them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.games import GAMES
from companion.core.log import OWN_EVENTS, Entry, Recorded, Table, new_table
from companion.core.outcome import Json, Refused
from companion.core.table import read_submission, record, snapshot
from tests.properties.random_games import AT, GAME

RULES = GAMES[GAME]


def told(table: Table, body: Json, by: str | None = None) -> Table:
    """The table after a submission that must be recorded."""
    submission = read_submission(body)
    assert not isinstance(submission, Refused), (body, submission)
    outcome = record(table, submission, by, AT)
    assert isinstance(outcome, Recorded), (body, outcome)
    return outcome.table


def a_table(*events: Json, deck: Json | None = None, **options: str) -> Table:
    """A table on which these events were logged, whatever the rules ask."""
    table = new_table(GAME, options, deck)
    assert isinstance(table, Table), table
    for each in events:
        table = told(table, {**each, "anyway": True})
    return table


def joined(*names: str) -> list[Json]:
    return [{"event": "player_joined", "player": name} for name in names]


def dealt(*names: str) -> list[Json]:
    return [
        *joined(*names),
        {"event": "first_player_chosen", "player": names[0]},
        {"event": "game_dealt"},
    ]


def stands(table: Table) -> Iterator[Entry]:
    """The game's own entries that nothing has struck."""
    return (e for e in table.entries if e.struck_by is None and e.event["event"] not in OWN_EVENTS)


def without_consequences(table: Table) -> Json:
    return {key: value for key, value in snapshot(table).items() if key != "consequences"}


def every_item(state: Any) -> Iterator[Any]:
    for player in state.players:
        yield from player.known
        if player.warehouse is not None:
            yield from player.warehouse.items
        for completed in player.pile:
            yield from completed.items
