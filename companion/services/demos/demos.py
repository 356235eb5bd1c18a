"""Demo tables: one for each visitor who looks around; the other players play by themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from companion.services.answers import Created, Done, NotRecorded
from companion.services.codes import DEMO_LETTERS, is_demo
from companion.services.demos.scripts import SCRIPTS, opened, played_on
from companion.services.demos.steps import VISITOR
from companion.services.demos.store import DemoStore
from companion.services.instants import now_written, written
from companion.services.limits import Limits
from companion.services.ports import Clock, Randomness
from companion.services.refusals import not_recorded
from companion.services.tables.drafts import Draft
from companion.services.tables.hosts import TableSettings
from companion.services.tables.live_table import WHO_LETS_IN, WHO_LOGS, LiveTable
from companion.services.tables.new_tables import NewTables
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.presence import Presence
from companion.services.tables.retention import Retention

STEP_SECONDS = 3.0
"""How long the other players take for a tap: long enough to read what happened."""
HERE_SECONDS = 10.0
"""They wait while nobody looks: no stream is open, and no page was asked for this lately."""
LEFT_SECONDS = 120.0
"""Where no demo is free, one that nobody tapped at or looked at for this long makes room."""
MINUTES_A_STEP = 1.5
"""How far apart the history shows what was played before the visitor came."""


class Demos:
    """The use cases of demo tables. A demo is a table like any other, which nobody can join and
    nothing counts: it lies in memory (DemoStore), and its code tells it (codes.is_demo)."""

    def __init__(
        self,
        tables: OpenTables,
        store: DemoStore,
        presence: Presence,
        retention: Retention,
        clock: Clock,
        randomness: Randomness,
        limits: Limits,
        offered: bool,
    ) -> None:
        """`offered`: whether there are demos at all. A memory is this process's own, so where
        several processes serve the same tables there are none."""
        self._tables = tables
        self._store = store
        self._presence = presence
        self._retention = retention
        self._clock = clock
        self._limits = limits
        self.offered = offered and limits.demo_tables > 0
        own = replace(limits, live_tables=limits.demo_tables)
        self._new_tables = NewTables(
            tables, store, clock, randomness, own, DEMO_LETTERS, self._taken
        )

    def open(self, game_key: str, id: str | None, address: str | None) -> Created | NotRecorded:
        """A new demo table; the caller's phone holds its first seat. See NewTables.create."""
        if not self.offered or game_key not in SCRIPTS:
            return not_recorded("no_demo", 404)
        now = self._clock.now()

        def instant(steps_ago: int) -> str:
            return written(now - timedelta(minutes=steps_ago * MINUTES_A_STEP))

        settled = TableSettings("", WHO_LOGS[0], WHO_LETS_IN[0])
        return self._new_tables.open(
            lambda _at: opened(game_key, instant), settled, id, address, VISITOR
        )

    def play_on(self, code: str) -> Done | NotRecorded:
        """Let whoever of the others it falls to do one thing; nothing where it falls to none."""

        def decide(table: OpenTable) -> Draft[Done] | Done:
            live = table.live
            done = played_on(live.table, _others(live), now_written(self._clock))
            if done is None:
                return Done(live.version)
            player, recorded = done
            seat = live.seat_of(player)
            return Draft(lambda after: Done(after.version), recorded, seat.number if seat else 0)

        if not is_demo(code):
            return not_recorded("no_demo", 422)
        return self._tables.change(code, decide)

    def tick(self) -> None:
        """Once a second: the others play where somebody looks; what is over is forgotten."""
        now = self._clock.monotonic()
        for code in self._store.codes():
            found = self._tables.find(code)
            if isinstance(found, NotRecorded):
                continue
            idle = now - found.changed_at
            if idle >= self._limits.demo_seconds:
                self._retention.erase((code,))
            elif idle >= STEP_SECONDS and self._is_watched(found.live):
                self.play_on(code)
        self._new_tables.tidy()

    def _taken(self) -> int:
        """How many there are. Where none is free, the one that was left longest goes first."""
        codes = self._store.codes()
        if len(codes) >= self._limits.demo_tables:
            seconds, longest = max((self._left_seconds(code), code) for code in codes)
            if seconds >= LEFT_SECONDS:
                self._retention.erase((longest,))
        return len(self._store.codes())

    def _left_seconds(self, code: str) -> float:
        found = self._tables.find(code)
        if isinstance(found, NotRecorded):
            return 0.0
        idle = self._clock.monotonic() - found.changed_at
        away = (self._presence.away_seconds(code, phone.phone_id) for phone in found.live.phones)
        return min((idle, *away))

    def _is_watched(self, live: LiveTable) -> bool:
        return any(
            self._presence.away_seconds(live.code, phone.phone_id) < HERE_SECONDS
            for phone in live.phones
        )


def _others(live: LiveTable) -> frozenset[str]:
    return frozenset(seat.player for seat in live.seats if not seat.has_phone)
