"""One table in memory, and how it is opened from what is stored."""

from __future__ import annotations

import json
import math
import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from companion.core.exports import table_from_json
from companion.core.games import GAMES
from companion.core.games.recent import Kept
from companion.core.log import OWN_EVENTS, Entry, LoggedRow, Table, new_table
from companion.core.outcome import Json, Refused
from companion.core.replay import BrokenLog, fold, standing
from companion.services.ports import StorageTrouble, StoredTable
from companion.services.tables.chain import first_damage, sound_snapshot
from companion.services.tables.in_step import CaughtUp
from companion.services.tables.live_table import LiveTable, seats_of, with_rows_for
from companion.services.tables.log_lines import Sent, rows_of

ANSWERS_KEPT = 64
"""Answers a table keeps at hand for taps that are sent again; older ones are replayed."""


@dataclass(eq=False, slots=True)
class OpenTable:
    """One table in memory. `live` is replaced, never changed, and only under `lock`."""

    live: LiveTable
    known: dict[tuple[int, str], Sent]
    """Every (seat number, id) in the log."""
    answers: OrderedDict[tuple[int, str], tuple[Entry, ...]] = field(default_factory=OrderedDict)
    """The entries as they were answered, for the latest taps."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    used_at: float = 0.0
    changed_at: float = -math.inf
    """Monotonic; of the last event since the table was opened."""
    asked: dict[int, int] = field(default_factory=dict)
    """Seat number -> the event that began the turn in which it was told whose turn it is."""
    heard: int = 0
    """The highest edition that any process is known to have written."""

    @property
    def is_behind(self) -> bool:
        """Whether another process changed the table since this memory was made."""
        return self.heard > self.live.row.edition

    def catch_up(self, to: CaughtUp, now: float) -> None:
        """Stand where another process left the table; under the lock."""
        if to.live.version > self.live.version:
            self.changed_at = now
        self.known.update(to.known)
        self.live = to.live

    def remember(self, key: tuple[int, str], sent: Sent, entries: tuple[Entry, ...]) -> None:
        """Keep a tap's answer for the phone that asks again."""
        self.known[key] = sent
        self.answers[key] = entries
        while len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)

    def answered(self, key: tuple[int, str]) -> tuple[Entry, ...]:
        """The entries of a known tap as first answered: later take-backs do not change them."""
        kept = self.answers.get(key)
        if kept is not None:
            return kept
        return _as_answered(self.live.table, self.known[key])


def _as_answered(table: Table, sent: Sent) -> tuple[Entry, ...]:
    """The entries of a tap, each as it was when it was the newest of the log.

    A tap may strike what it added itself; its answer told that before it was struck.
    """
    table, whole = replace(table, entries=(), state=table.start, checkpoints=()), table.entries
    waiting = [entry.row() for entry in whole[: sent.first_seq - 1]]
    answered: list[Entry] = []
    for entry in whole[sent.first_seq - 1 : sent.last_seq]:
        row = entry.row()
        waiting.append(row)
        if row.event["event"] in OWN_EVENTS:  # nothing follows from it, whatever is folded
            answered.append(standing(row))
            continue
        table = fold(table, waiting)
        waiting.clear()
        answered.append(table.entries[-1])
    return tuple(answered)


def open_stored(stored: StoredTable) -> OpenTable | StorageTrouble:
    """A stored table, checked and folded; `corrupt` with the first event that cannot be trusted."""
    damage = first_damage(stored)
    if damage is not None:
        return StorageTrouble("corrupt", f"table {stored.row.code}, event {damage}", damage)
    row = stored.row
    deck = None if stored.deck is None else _deck(stored.deck)
    empty = new_table(row.game_key, json.loads(row.options), deck)
    if isinstance(empty, Refused):
        return StorageTrouble("corrupt", f"table {row.code}: {empty.code}", 0)
    try:
        rows, known = rows_of(stored.events)
    except (ValueError, KeyError) as error:
        return StorageTrouble("newer_schema", f"table {row.code}: {error}")
    try:
        table = _folded(empty, stored, rows)
    except BrokenLog as error:
        return StorageTrouble("corrupt", f"table {row.code}: {error}")
    players = GAMES[table.game_key].players_of(table.state)
    seats = with_rows_for(players, stored.seats)
    live = LiveTable(row, table, seats_of(players, seats), stored.phones, seats, row.head_hash)
    return OpenTable(live, known)


_decks: Kept[Json] = Kept(64)


def _deck(text: str) -> Json:
    """A deck's JSON; tables with the same deck share it in memory."""
    return _decks.of((), text, lambda: json.loads(text))


def _folded(empty: Table, stored: StoredTable, rows: tuple[LoggedRow, ...]) -> Table:
    """From the snapshot where it is sound, else from the whole log: the log alone is the truth."""
    snapshot = sound_snapshot(stored)
    if snapshot is not None:
        table = table_from_json(empty, json.loads(snapshot.body), rows)
        if table is not None:
            return table
    return fold(empty, rows)
