"""The tables in memory: opened from the store, their log checked, put away when room is short."""

from __future__ import annotations

from companion.services.answers import NotRecorded
from companion.services.codes import ALPHABET
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import Broadcaster, Clock, StorageTrouble, Store
from companion.services.refusals import by_the_store, no_table
from companion.services.tables.open_table import OpenTable, open_stored

_GLYPHS = frozenset(ALPHABET)


class Memory:
    """Holds at most `limits.opened_tables`, and besides them those whose streams are open."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        broadcaster: Broadcaster,
        limits: Limits,
        long_work: LongWork,
    ) -> None:
        self._store = store
        self._clock = clock
        self._broadcaster = broadcaster
        self._limits = limits
        self._long_work = long_work
        self._tables: dict[str, OpenTable] = {}

    def get(self, code: str) -> OpenTable | None:
        """The table when it is in memory, as every one with open streams is."""
        return self._tables.get(code)

    def opened(self, code: str) -> OpenTable | NotRecorded:
        """The table, read and checked when it is not in memory."""
        opened = self._tables.get(code)
        if opened is None and not set(code) <= _GLYPHS:
            return no_table()
        if opened is None:
            read = self._read(code)
            if isinstance(read, NotRecorded):
                return read
            # Two may have read it at once: the first one in holds the lock that counts.
            opened = self._tables.setdefault(code, read)
            self._close_idle(code)
        opened.used_at = self._clock.monotonic()
        return opened

    def keep(self, opened: OpenTable) -> None:
        """A table that was just made."""
        self._tables[opened.live.code] = opened
        self._close_idle(opened.live.code)

    def drop(self, opened: OpenTable) -> None:
        """This one no longer tells the truth: the next who asks reads anew."""
        if self._tables.get(opened.live.code) is opened:
            del self._tables[opened.live.code]

    def forget(self, code: str) -> None:
        """The table is gone from the store."""
        self._tables.pop(code, None)

    def in_use(self, lately_seconds: float) -> list[str]:
        """The codes of tables used this lately, and of those with open streams."""
        recently = self._clock.monotonic() - lately_seconds
        return [
            code
            for code, opened in self._tables.items()
            if opened.used_at >= recently or self._broadcaster.open_streams(code)
        ]

    def _read(self, code: str) -> OpenTable | NotRecorded:
        stored = self._store.read_table(code)
        if stored is None:
            return no_table()
        if isinstance(stored, StorageTrouble):
            return by_the_store(stored)
        opened = self._long_work.on_log(len(stored.events), lambda: open_stored(stored))
        return by_the_store(opened) if isinstance(opened, StorageTrouble) else opened

    def _close_idle(self, keep: str) -> None:
        """Make room: the table that was used longest ago leaves memory, its log stays."""
        while len(self._tables) > self._limits.opened_tables:
            idle = [
                code
                for code, opened in self._tables.items()
                if code != keep
                and not opened.lock.locked()
                and not self._broadcaster.open_streams(code)
            ]
            if not idle:
                return
            del self._tables[min(idle, key=lambda code: self._tables[code].used_at)]
