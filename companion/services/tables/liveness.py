"""How many tables are in use: an event or an open stream within the last hours."""

from __future__ import annotations

from datetime import timedelta

from companion.services.codes import is_demo
from companion.services.instants import seconds_since, written
from companion.services.limits import Limits
from companion.services.ports import Broadcaster, Clock, StorageTrouble, Store


class Liveness:
    """Counts live tables on the monotonic clock; the stored instants only fill it at the start."""

    def __init__(
        self, store: Store, clock: Clock, broadcaster: Broadcaster, limits: Limits
    ) -> None:
        self._store = store
        self._clock = clock
        self._broadcaster = broadcaster
        self._limits = limits
        self._at: dict[str, float] | None = None

    def touch(self, code: str) -> None:
        """The table had an event, or a stream of it ended. A demo table never counts."""
        if self._at is not None and not is_demo(code):
            self._at[code] = self._clock.monotonic()

    def forget(self, code: str) -> None:
        """The table is gone."""
        if self._at is not None:
            self._at.pop(code, None)

    def count(self) -> int | StorageTrouble:
        """Tables live now."""
        if self._at is None:
            filled = self._filled()
            if isinstance(filled, StorageTrouble):
                return filled
            self._at = filled
        oldest = self._clock.monotonic() - self._limits.live_seconds
        for code in list(self._at):
            if self._broadcaster.open_streams(code):
                self._at[code] = self._clock.monotonic()
            elif self._at[code] < oldest:
                del self._at[code]
        return len(self._at)

    def _filled(self) -> dict[str, float] | StorageTrouble:
        since = self._clock.now() - timedelta(seconds=self._limits.live_seconds)
        kept = self._store.kept(since=written(since))
        if isinstance(kept, StorageTrouble):
            return kept
        now, monotonic = self._clock.now(), self._clock.monotonic()
        ages = {each.code: seconds_since(each.last_event_at, now) for each in kept.tables}
        return {
            code: monotonic - max(0.0, age)
            for code, age in ages.items()
            if age <= self._limits.live_seconds
        }
