"""Folds the lines that another process wrote into a table in memory, instead of its whole log."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games import GAMES
from companion.core.replay import BrokenLog, fold
from companion.services.ports import StoredTable
from companion.services.tables.chain import event_hash
from companion.services.tables.live_table import LiveTable, seats_of, with_rows_for
from companion.services.tables.log_lines import Sent, rows_of


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """A table as another process left it, and the taps that it recorded meanwhile."""

    live: LiveTable
    known: dict[tuple[int, str], Sent]


def caught_up(live: LiveTable, news: StoredTable) -> CaughtUp | None:
    """The table with the news of its log folded in; None when they do not continue this log.

    `news` holds the lines after `live.version` only. Their chain is checked from the hash that
    memory stands on, as a cold open checks it from the first one.
    """
    running, row = live.hash, news.row
    for place, line in enumerate(news.events, start=live.version + 1):
        running = event_hash(running, row.code, line.seq, line.at, line.seat, line.id, line.body)
        if line.seq != place or line.hash != running:
            return None
    if running != row.head_hash or live.version + len(news.events) != row.head_seq:
        return None
    try:
        rows, known = rows_of(news.events)
        table = fold(live.table, rows)
    except (ValueError, KeyError, BrokenLog):
        return None
    players = GAMES[table.game_key].players_of(table.state)
    seats = with_rows_for(players, news.seats)
    return CaughtUp(
        LiveTable(row, table, seats_of(players, seats), news.phones, seats, running), known
    )
