"""Tables held in memory: opened once with their log checked, changed only under their lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.core.exports import table_to_json
from companion.core.games import GAMES
from companion.core.log import Entry, Recorded, Table
from companion.services.answers import NotRecorded
from companion.services.codes import ALPHABET
from companion.services.instants import written
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import (
    Broadcaster,
    Change,
    Clock,
    Conflict,
    PhoneRow,
    SeatRow,
    SnapshotRow,
    StorageTrouble,
    Store,
    TableRow,
)
from companion.services.refusals import by_the_store, no_table
from companion.services.tables.chain import (
    canonical,
    first_hash,
    snapshot_hash,
)
from companion.services.tables.in_step import caught_up
from companion.services.tables.live_table import LiveTable, Seat, seats_of, with_rows_for
from companion.services.tables.liveness import Liveness
from companion.services.tables.log_lines import Sent, lines_of
from companion.services.tables.open_table import Draft, OpenTable, open_stored
from companion.services.tables.passing import Passing

T = TypeVar("T")
U = TypeVar("U")
T_co = TypeVar("T_co", covariant=True)

TRIES = 8
"""How often a change is decided when another process was first. Measured with four phones on one
table over two processes: three in a row were too few for one tap of a hundred."""
SWEPT_SECONDS = 30.0
"""Tables used this lately are swept, also when no stream of theirs is open."""
_GLYPHS = frozenset(ALPHABET)


class OpenTables:
    """All tables in memory, and the one way to change one."""

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
        self._tables: dict[str, OpenTable] = {}
        self.liveness = Liveness(store, clock, broadcaster, limits)

    def find(self, code: str) -> OpenTable | NotRecorded:
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
        return self._caught_up(opened) if opened.is_behind else opened

    def holds(self, code: str) -> bool:
        """Whether the table is in memory, as every one with open streams is."""
        return code in self._tables

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
                    outcome = self._not_present(opened)
                    if outcome is None:
                        return draft
                else:
                    outcome = self._commit(opened, draft)
                    if outcome is None:
                        return draft.answer(opened.live)
                if isinstance(outcome, StorageTrouble):
                    return by_the_store(outcome, opened.live.version)
            # Another process was first, or this memory is old: read what is new, decide again.
            self._look_again(opened)
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
        self._tables[row.code] = opened
        self._close_idle(row.code)
        return draft.answer(opened.live)

    # --- other processes on the same store -----------------------------------------------

    def moved(self, code: str, edition: int | None) -> None:
        """Another process is said to have written this edition; None: look what it is now."""
        opened = self._tables.get(code)
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
        opened = self._tables.get(code)
        if opened is None or self._not_present(opened) != Conflict():
            return False
        self._look_again(opened)
        return True

    def sweep(self, passing: Passing) -> tuple[str, ...]:
        """Ask the store what is new at the tables in use, so that no lost ping matters; the codes
        of those that are gone."""
        recently = self._clock.monotonic() - SWEPT_SECONDS
        codes = [
            code
            for code, opened in self._tables.items()
            if opened.used_at >= recently or self._broadcaster.open_streams(code)
        ]
        editions = self._store.editions(codes) if codes else {}
        if isinstance(editions, StorageTrouble):
            return ()
        for code, edition in editions.items():
            self.moved(code, edition)
        for code in passing.news(codes) if codes else ():
            self._broadcaster.wake(code)
        return tuple(code for code in codes if code not in editions)

    def _not_present(self, opened: OpenTable) -> Conflict | StorageTrouble | None:
        """None when this memory is the present state."""
        if not self._store.shared:
            return None
        code, edition = opened.live.code, opened.live.row.edition
        editions = self._store.editions([code])
        if isinstance(editions, StorageTrouble):
            return editions
        return None if editions.get(code) == edition else Conflict()

    def _look_again(self, opened: OpenTable) -> None:
        opened.heard = max(opened.heard, opened.live.row.edition + 1)
        self._broadcaster.wake(opened.live.code)

    def _caught_up(self, opened: OpenTable) -> OpenTable | NotRecorded:
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
                self.liveness.touch(code)
                if opened.heard == heard:  # nobody wrote on while we read
                    opened.heard = opened.live.row.edition
                return opened
            # Gone, or another log altogether: only a whole read can tell.
            if self._tables.get(code) is opened:
                del self._tables[code]
        return self.find(code)

    def forget(self, codes: Sequence[str]) -> None:
        """The tables are gone from the disk: drop them here too."""
        for code in codes:
            self._tables.pop(code, None)
            self.liveness.forget(code)

    def _commit(
        self, opened: OpenTable, draft: Draft[T], new: bool = False
    ) -> Conflict | StorageTrouble | None:
        """Make a draft durable, then true. None when it is."""
        live = opened.live
        table = draft.recorded.table if draft.recorded else live.table
        entries = draft.recorded.entries if draft.recorded else ()
        lines = self.long_work.on_log(
            len(entries),
            lambda: lines_of(live.code, live.hash, entries, draft.seat, draft.sent),
        )
        head = lines[-1].hash if lines else live.hash
        players = GAMES[table.game_key].players_of(table.state)
        seats, seated = _seats_after(live, draft, players)
        phones = _phones_after(live, draft)
        row = replace(
            draft.row or live.row,
            head_seq=table.version,
            head_hash=head,
            last_event_at=_last_at(draft, entries) or (draft.row or live.row).last_event_at,
            edition=live.row.edition if new else live.row.edition + 1,
        )
        outcome = self._store.write(
            Change(
                code=live.code,
                row=row,
                expected_seq=None if new else live.version,
                events=lines,
                deck=None if not new or table.deck is None else canonical(table.deck),
                phones=draft.phones,
                phones_gone=draft.phones_gone,
                seats=_new_seats(seats, () if new else live.seat_rows),
                snapshot=self._snapshot(live.version, table, head),
            )
        )
        if isinstance(outcome, Conflict | StorageTrouble):
            return outcome
        opened.live = LiveTable(row, table, seated, phones, seats, head)
        if entries and entries[0].id is not None:
            sent = Sent(entries[0].seq, entries[-1].seq, draft.sent)
            opened.remember((draft.seat, entries[0].id), sent, entries)
        if entries:
            opened.changed_at = self._clock.monotonic()
            self.liveness.touch(live.code)
        if entries or draft.row or draft.seats:
            self._broadcaster.wake(live.code)
        return None

    def _snapshot(self, before: int, table: Table, head: str) -> SnapshotRow | None:
        every = self._limits.snapshot_every
        if table.version // every == before // every:
            return None
        body = self.long_work.on_log(table.version, lambda: canonical(table_to_json(table)))
        return SnapshotRow(table.version, head, body, snapshot_hash(table.version, head, body))

    def _read(self, code: str) -> OpenTable | NotRecorded:
        stored = self._store.read_table(code)
        if stored is None:
            return no_table()
        if isinstance(stored, StorageTrouble):
            return by_the_store(stored)
        opened = self.long_work.on_log(len(stored.events), lambda: open_stored(stored))
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


def _seats_after(
    live: LiveTable, draft: Draft[T], players: Sequence[str]
) -> tuple[tuple[SeatRow, ...], tuple[Seat, ...]]:
    """Every seat's row and the seats in their order; nearly every tap leaves them as they are."""
    if not draft.seats and tuple(players) == tuple(seat.player for seat in live.seats):
        return live.seat_rows, live.seats
    rows = with_rows_for(players, _merged(live.seat_rows, draft.seats, lambda s: s.number))
    return rows, seats_of(players, rows)


def _new_seats(rows: tuple[SeatRow, ...], known: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    return () if rows is known else tuple(row for row in rows if row not in known)


def _phones_after(live: LiveTable, draft: Draft[T]) -> tuple[PhoneRow, ...]:
    if not draft.phones and not draft.phones_gone:
        return live.phones
    merged = _merged(live.phones, draft.phones, lambda phone: phone.phone_id)
    return tuple(phone for phone in merged if phone.phone_id not in draft.phones_gone)


def _merged(
    old: tuple[T, ...], changed: tuple[T, ...], key: Callable[[T], object]
) -> tuple[T, ...]:
    """The old ones in their order with the changed in their places, and the new ones behind."""
    by_key = {key(each): each for each in (*old, *changed)}
    return tuple(by_key.values())


def _last_at(draft: Draft[T], entries: Sequence[Entry]) -> str | None:
    return (draft.at or entries[-1].at) if entries else None


def now_written(clock: Clock) -> str:
    """The present instant as the log writes it."""
    return written(clock.now())
