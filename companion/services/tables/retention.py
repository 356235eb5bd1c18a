"""Forgetting: a table at once when its host says so, old tables after their time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from companion.services.answers import Done, NotRecorded, Pruned
from companion.services.instants import days_before, written
from companion.services.limits import Limits
from companion.services.ports import Broadcaster, Clock, StorageTrouble, Store
from companion.services.refusals import by_the_store, no_table, not_recorded
from companion.services.tables.drafts import Draft
from companion.services.tables.live_table import Caller
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables

LARGEST_DRIFT = timedelta(days=1)
"""A wall clock that went further than the timers since the start was set, or slept through."""
BEFORE_BACKROOM = "2026-01-01T00:00:00.000Z"
"""Nothing of ours is older: an earlier instant is from a computer that does not know the time."""
FARTHEST_AHEAD = timedelta(days=366)
"""A clock that is set back lags by less: a later instant is from one that was ahead, or damage."""

Forgotten = Callable[[str], None]
"""Told the code of each table that is gone, so that its prints and uploads go too."""


class Retention:
    """The use cases that delete tables."""

    def __init__(
        self,
        tables: OpenTables,
        store: Store,
        clock: Clock,
        broadcaster: Broadcaster,
        limits: Limits,
        forgotten: Sequence[Forgotten],
    ) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._broadcaster = broadcaster
        self._limits = limits
        self._forgotten = tuple(forgotten)
        self._anchor = (clock.now(), clock.monotonic())
        self._trusted_at = clock.monotonic()

    def forget(self, code: str, caller: Caller) -> Done | NotRecorded:
        """Host only: the table is gone at once, overwritten on the disk; its streams end."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        with opened.lock:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if not who.host:
                return not_recorded("host_only", 403, live.version) if who.may_log else no_table()
            trouble = self.erase((code,))
            return trouble or Done(live.version)

    def prune(self) -> Pruned | NotRecorded:
        """Forget every table whose last event is older than the retention.

        Refuses when the clock was set within the last day (`clock_jumped`), and says so when it
        stands before the latest stored instant and nothing is due (`clock_backwards`): a late
        clock forgets late. A table from more than a year ahead counts from now on. A table with
        open streams is never forgotten.
        """
        now = self._clock.now()
        oldest = days_before(now, self._limits.retention_days)
        kept = self._store.kept(before=max(oldest, BEFORE_BACKROOM))
        if isinstance(kept, StorageTrouble):
            return by_the_store(kept)
        if written(now) < BEFORE_BACKROOM:
            return not_recorded("clock_backwards", 503)
        set_back = self._is_set_back(now, kept.latest_at)
        jumped = self._clock_jumped()
        if jumped and set_back:
            return not_recorded("clock_backwards", 503)
        if jumped:
            return not_recorded("clock_jumped", 503)
        if trouble := self._count_anew_what_is_far_ahead(now, kept.latest_at):
            return trouble
        for each in kept.tables:
            if each.last_event_at < BEFORE_BACKROOM:
                self._count_from(each.code, written(now))
        codes = tuple(
            each.code
            for each in kept.tables
            if BEFORE_BACKROOM <= each.last_event_at < oldest
            and not self._broadcaster.open_streams(each.code)
        )
        if set_back and not codes:
            return not_recorded("clock_backwards", 503)
        # A clock that is late forgets later, never what a right one would keep: one table from
        # an evening with a wrong clock holds nobody else's forgetting up.
        trouble = self.erase(codes) if codes else None
        return trouble or Pruned(codes)

    def _is_set_back(self, now: datetime, latest_at: str | None) -> bool:
        return latest_at is not None and written(now) < latest_at <= written(now + FARTHEST_AHEAD)

    def _count_anew_what_is_far_ahead(
        self, now: datetime, latest_at: str | None
    ) -> NotRecorded | None:
        ahead = written(now + FARTHEST_AHEAD)
        if latest_at is None or latest_at <= ahead:
            return None
        kept = self._store.kept(since=ahead)
        if isinstance(kept, StorageTrouble):
            return by_the_store(kept)
        for each in kept.tables:
            self._count_from(each.code, written(now))
        return None

    def _clock_jumped(self) -> bool:
        """Whether the wall clock was set within the last day: somebody may yet set it right."""
        now, monotonic = self._clock.now(), self._clock.monotonic()
        wall, timers = self._anchor
        if abs(now - wall - timedelta(seconds=monotonic - timers)) > LARGEST_DRIFT:
            self._anchor = (now, monotonic)
            self._trusted_at = monotonic + LARGEST_DRIFT.total_seconds()
        return monotonic < self._trusted_at

    def _count_from(self, code: str, now: str) -> None:
        """Played on a computer with a wrong clock or none: its days count from now on."""

        def decide(opened: OpenTable) -> Draft[str] | NotRecorded | str:
            return Draft(lambda live: live.code, row=replace(opened.live.row, last_event_at=now))

        self._tables.change(code, decide)

    def let_go(self, codes: Sequence[str]) -> None:
        """These tables are gone from the store: their streams end, and what hung on them goes."""
        self._tables.forget(codes)
        for code in codes:
            self._broadcaster.close_table(code)
            for forgotten in self._forgotten:
                forgotten(code)

    def erase(self, codes: Sequence[str]) -> NotRecorded | None:
        """Take these tables out of the store, and let go of them."""
        outcome = self._store.forget(codes, written(self._clock.now()))
        if isinstance(outcome, StorageTrouble):
            return by_the_store(outcome)
        self.let_go(codes)
        return None
