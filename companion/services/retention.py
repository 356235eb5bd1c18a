"""Forgetting: a table at once when its host says so, old tables after their time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.services.answers import Done, NotRecorded, Pruned
from companion.services.instants import days_before, written
from companion.services.limits import Limits
from companion.services.live_table import Caller
from companion.services.opened import OpenTables
from companion.services.ports import Broadcaster, Clock, StorageTrouble, Store
from companion.services.refusals import by_the_store, no_table, not_recorded

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

    def forget(self, code: str, caller: Caller) -> Done | NotRecorded:
        """See Tables.forget."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        with opened.lock:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if not who.host:
                return not_recorded("host_only", 403, live.version) if who.may_log else no_table()
            trouble = self._gone((code,))
            return trouble or Done(live.version)

    def prune(self) -> Pruned | NotRecorded:
        """See Tables.prune."""
        kept = self._store.kept()
        if isinstance(kept, StorageTrouble):
            return by_the_store(kept)
        now = self._clock.now()
        if kept.latest_at is not None and written(now) < kept.latest_at:
            return not_recorded("clock_backwards", 503)
        oldest = days_before(now, self._limits.retention_days)
        codes = tuple(each.code for each in kept.tables if each.last_event_at < oldest)
        trouble = self._gone(codes) if codes else None
        return trouble or Pruned(codes)

    def _gone(self, codes: Sequence[str]) -> NotRecorded | None:
        outcome = self._store.forget(codes, written(self._clock.now()))
        if isinstance(outcome, StorageTrouble):
            return by_the_store(outcome)
        self._tables.forget(codes)
        for code in codes:
            self._broadcaster.close_table(code)
            for forgotten in self._forgotten:
                forgotten(code)
        return None
