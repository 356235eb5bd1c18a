"""Which tables in memory are behind what other processes wrote, and having them catch up."""

from __future__ import annotations

from companion.services.answers import NotRecorded
from companion.services.ports import Broadcaster, Clock, Conflict, StorageTrouble, Store
from companion.services.refusals import by_the_store
from companion.services.tables.in_step import caught_up
from companion.services.tables.liveness import Liveness
from companion.services.tables.memory import Memory
from companion.services.tables.open_table import OpenTable
from companion.services.tables.passing import Passing

SWEPT_SECONDS = 30.0
"""Tables used this lately are swept, also when no stream of theirs is open."""


class OtherProcesses:
    """Tells where memory is behind the store. On a store of our own alone it never is."""

    def __init__(
        self,
        memory: Memory,
        store: Store,
        clock: Clock,
        broadcaster: Broadcaster,
        liveness: Liveness,
    ) -> None:
        self._memory = memory
        self._store = store
        self._clock = clock
        self._broadcaster = broadcaster
        self._liveness = liveness

    def moved(self, code: str, edition: int | None) -> None:
        """Another process is said to have written this edition; None: look what it is now."""
        opened = self._memory.get(code)
        if opened is None or edition is None:
            self._broadcaster.wake(code)
        if opened is None:
            return
        if edition is None:
            opened.heard = max(opened.heard, opened.live.row.edition + 1)
        elif edition > max(opened.heard, opened.live.row.edition):
            opened.heard = edition
            self._broadcaster.wake(code)

    def is_news(self, code: str) -> bool:
        """Whether the store has more than this memory, asked where others write to it too."""
        opened = self._memory.get(code)
        if opened is None or self.were_first(opened) != Conflict():
            return False
        self.look_again(opened)
        return True

    def sweep(self, passing: Passing) -> tuple[str, ...]:
        """Ask the store what is new at the tables in use, so that no lost ping matters; the codes
        of those that are gone."""
        codes = self._memory.in_use(SWEPT_SECONDS)
        editions = self._store.editions(codes) if codes else {}
        if isinstance(editions, StorageTrouble):
            return ()
        for code, edition in editions.items():
            self.moved(code, edition)
        for code in passing.news(codes) if codes else ():
            self._broadcaster.wake(code)
        return tuple(code for code in codes if code not in editions)

    def were_first(self, opened: OpenTable) -> Conflict | StorageTrouble | None:
        """Conflict when another process changed the table; None when this memory is up to date."""
        if not self._store.shared:
            return None
        code, edition = opened.live.code, opened.live.row.edition
        editions = self._store.editions([code])
        if isinstance(editions, StorageTrouble):
            return editions
        return None if editions.get(code) == edition else Conflict()

    def look_again(self, opened: OpenTable) -> None:
        """This memory is old: read what is new before anybody uses it, and let phones ask."""
        opened.heard = max(opened.heard, opened.live.row.edition + 1)
        self._broadcaster.wake(opened.live.code)

    def caught_up(self, opened: OpenTable) -> OpenTable | NotRecorded | None:
        """The table with what the others wrote; None when only a whole read can tell."""
        code = opened.live.code
        with opened.lock:
            if not opened.is_behind:
                return opened
            heard = opened.heard
            news = self._store.read_news(code, opened.live.version)
            if isinstance(news, StorageTrouble):
                return by_the_store(news, opened.live.version)
            fresh = None if news is None else caught_up(opened.live, news)
            if fresh is not None:
                opened.catch_up(fresh, self._clock.monotonic())
                self._liveness.touch(code)
                if opened.heard == heard:  # nobody wrote on while we read
                    opened.heard = opened.live.row.edition
                return opened
            # Gone, or another log altogether: only a whole read can tell.
            self._memory.drop(opened)
        return None
