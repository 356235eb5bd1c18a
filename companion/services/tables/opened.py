"""The one way to change a table: decided and folded under its lock, durable before it is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.core.exports import table_to_json
from companion.core.log import Recorded
from companion.services.answers import NotRecorded
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import (
    Broadcaster,
    Clock,
    Conflict,
    SnapshotRow,
    StorageTrouble,
    Store,
    TableRow,
)
from companion.services.refusals import by_the_store
from companion.services.tables.chain import canonical, first_hash, snapshot_hash
from companion.services.tables.drafts import Draft, change_of, table_after
from companion.services.tables.live_table import LiveTable
from companion.services.tables.liveness import Liveness
from companion.services.tables.log_lines import Sent, lines_of
from companion.services.tables.memory import Memory
from companion.services.tables.open_table import OpenTable
from companion.services.tables.other_processes import OtherProcesses

T = TypeVar("T")

TRIES = 8
"""How often a change is decided when another process was first. Measured with four phones on one
table over two processes: three in a row were too few for one tap of a hundred."""


class OpenTables:
    """All tables as they stand now, and the one way to change one."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        broadcaster: Broadcaster,
        limits: Limits,
        long_work: LongWork,
    ) -> None:
        self.long_work = long_work
        self._store = store
        self._clock = clock
        self._broadcaster = broadcaster
        self._limits = limits
        self._memory = Memory(store, clock, broadcaster, limits, long_work)
        self.liveness = Liveness(store, clock, broadcaster, limits)
        self.others = OtherProcesses(self._memory, store, clock, broadcaster, self.liveness)

    def find(self, code: str) -> OpenTable | NotRecorded:
        """The table, read and checked when it is not in memory."""
        opened = self._memory.opened(code)
        if isinstance(opened, NotRecorded) or not opened.is_behind:
            return opened
        return self.others.caught_up(opened) or self.find(code)

    def holds(self, code: str) -> bool:
        """Whether the table is in memory, as every one with open streams is."""
        return self._memory.get(code) is not None

    def change(
        self, code: str, decide: Callable[[OpenTable], Draft[T] | NotRecorded | T]
    ) -> T | NotRecorded:
        """Decide and fold, commit with full sync, put in place, wake: so ordered, under the lock.

        Whatever `decide` returns that is no Draft is the answer, and nothing is changed. It is
        given on the present state only, also where other processes write to the same store.
        """
        for _ in range(TRIES):
            opened = self.find(code)
            if isinstance(opened, NotRecorded):
                return opened
            with opened.lock:
                draft = decide(opened)
                if not isinstance(draft, Draft):
                    outcome = self.others.were_first(opened)
                    if outcome is None:
                        return draft
                else:
                    outcome = self._commit(opened, draft)
                    if outcome is None:
                        return draft.answer(opened.live)
                if isinstance(outcome, StorageTrouble):
                    return by_the_store(outcome, opened.live.version)
            # Another process was first, or this memory is old: read what is new, decide again.
            self.others.look_again(opened)
        busy = "busy" if self._store.shared else "locked"
        return by_the_store(StorageTrouble(busy, "the table changes too fast"))

    def begin(
        self, row: TableRow, recorded: Recorded, draft: Draft[T]
    ) -> T | Conflict | NotRecorded:
        """A new table with its first events; Conflict when the code is in use."""
        empty = LiveTable(row, replace(recorded.table, entries=()), (), (), (), first_hash(row))
        opened = OpenTable(empty, {})
        outcome = self._commit(opened, draft, new=True)
        if isinstance(outcome, Conflict):
            return outcome
        if isinstance(outcome, StorageTrouble):
            return by_the_store(outcome)
        self._memory.keep(opened)
        return draft.answer(opened.live)

    def forget(self, codes: Sequence[str]) -> None:
        """The tables are gone from the disk: drop them here too."""
        for code in codes:
            self._memory.forget(code)
            self.liveness.forget(code)

    def _commit(
        self, opened: OpenTable, draft: Draft[T], new: bool = False
    ) -> Conflict | StorageTrouble | None:
        """Make a draft durable, then true. None when it is."""
        live, entries = opened.live, draft.entries
        lines = self.long_work.on_log(
            len(entries),
            lambda: lines_of(live.code, live.hash, entries, draft.seat, draft.sent),
        )
        after = table_after(live, draft, lines, new)
        snapshot = self._snapshot(live.version, after)
        outcome = self._store.write(change_of(live, draft, after, lines, snapshot, new))
        if isinstance(outcome, Conflict | StorageTrouble):
            return outcome
        opened.live = after
        if entries and entries[0].id is not None:
            sent = Sent(entries[0].seq, entries[-1].seq, draft.sent)
            opened.remember((draft.seat, entries[0].id), sent, entries)
        if entries:
            opened.changed_at = self._clock.monotonic()
            self.liveness.touch(live.code)
        if entries or draft.row or draft.seats:
            self._broadcaster.wake(live.code)
        return None

    def _snapshot(self, before: int, after: LiveTable) -> SnapshotRow | None:
        every = self._limits.snapshot_every
        if after.version // every == before // every:
            return None
        version, head, table = after.version, after.hash, after.table
        body = self.long_work.on_log(version, lambda: canonical(table_to_json(table)))
        return SnapshotRow(version, head, body, snapshot_hash(version, head, body))
