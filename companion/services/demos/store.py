"""Keeps demo tables in memory, beside the store of all others: none of them is ever on a disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.services.codes import is_demo
from companion.services.ports import (
    LATER_THAN_ALL,
    Change,
    Conflict,
    Kept,
    KnownPhone,
    StorageTrouble,
    Store,
    StoredTable,
    Written,
)


class DemoStore:
    """A store in memory (see services.ports.Store); it ends with the process."""

    shared = False

    def __init__(self) -> None:
        self._tables: dict[str, StoredTable] = {}

    def codes(self) -> tuple[str, ...]:
        """The codes of all tables kept here."""
        return tuple(self._tables)

    def read_table(self, code: str) -> StoredTable | None:
        """See Store.read_table."""
        return self._tables.get(code)

    def read_news(self, code: str, after_seq: int) -> StoredTable | None:
        """See Store.read_news."""
        kept = self._tables.get(code)
        if kept is None:
            return None
        return replace(kept, deck=None, snapshot=None, events=kept.events[after_seq:])

    def editions(self, codes: Sequence[str]) -> dict[str, int]:
        """See Store.editions."""
        return {code: self._tables[code].row.edition for code in codes if code in self._tables}

    def write(self, change: Change) -> Written | Conflict:
        """See Store.write: on the state that it was decided on, or not at all."""
        kept = self._tables.get(change.code)
        head = None if kept is None else kept.row.head_seq
        if head != change.expected_seq:
            return Conflict()
        if kept is not None and kept.row.edition + 1 != change.row.edition:
            return Conflict()
        self._tables[change.code] = _after(kept, change)
        return Written()

    def phone_by_join_id(self, join_id_sha256: str) -> KnownPhone | None:
        """See Store.phone_by_join_id."""
        known = (
            KnownPhone(code, phone)
            for code, kept in self._tables.items()
            for phone in kept.phones
            if phone.join_id_sha256 == join_id_sha256
        )
        return next(known, None)

    def kept(self, since: str = "", before: str = LATER_THAN_ALL) -> Kept:
        """See Store.kept: a demo is none of the evenings that anybody counts."""
        return Kept()

    def forget(self, codes: Sequence[str], now: str) -> Written:
        """See Store.forget."""
        for code in codes:
            self._tables.pop(code, None)
        return Written()


def _after(kept: StoredTable | None, change: Change) -> StoredTable:
    phones = {phone.phone_id: phone for phone in kept.phones} if kept else {}
    phones |= {phone.phone_id: phone for phone in change.phones}
    seats = {seat.number: seat for seat in kept.seats} if kept else {}
    seats |= {seat.number: seat for seat in change.seats}
    return StoredTable(
        change.row,
        kept.deck if kept else change.deck,
        (*(kept.events if kept else ()), *change.events),
        tuple(phone for phone in phones.values() if phone.phone_id not in change.phones_gone),
        tuple(seats.values()),
        change.snapshot or (kept.snapshot if kept else None),
    )


class StoreWithDemos:
    """One store for all tables: demo tables in memory, all others in the store behind it."""

    def __init__(self, behind: Store, demos: DemoStore) -> None:
        self._behind, self._demos = behind, demos

    @property
    def shared(self) -> bool:
        """See Store.shared."""
        return self._behind.shared

    def read_table(self, code: str) -> StoredTable | StorageTrouble | None:
        """See Store.read_table."""
        return self._of(code).read_table(code)

    def read_news(self, code: str, after_seq: int) -> StoredTable | StorageTrouble | None:
        """See Store.read_news."""
        return self._of(code).read_news(code, after_seq)

    def editions(self, codes: Sequence[str]) -> dict[str, int] | StorageTrouble:
        """See Store.editions."""
        demos, others = _apart(codes)
        found = self._behind.editions(others) if others else {}
        return found if isinstance(found, StorageTrouble) else found | self._demos.editions(demos)

    def write(self, change: Change) -> Written | Conflict | StorageTrouble:
        """See Store.write."""
        return self._of(change.code).write(change)

    def phone_by_join_id(self, join_id_sha256: str) -> KnownPhone | StorageTrouble | None:
        """See Store.phone_by_join_id: of the tables that somebody can join."""
        return self._behind.phone_by_join_id(join_id_sha256)

    def kept(self, since: str = "", before: str = LATER_THAN_ALL) -> Kept | StorageTrouble:
        """See Store.kept."""
        return self._behind.kept(since=since, before=before)

    def forget(self, codes: Sequence[str], now: str) -> Written | StorageTrouble:
        """See Store.forget."""
        demos, others = _apart(codes)
        outcome = self._behind.forget(others, now) if others else Written()
        if isinstance(outcome, StorageTrouble):
            return outcome
        return self._demos.forget(demos, now)

    def _of(self, code: str) -> Store:
        return self._demos if is_demo(code) else self._behind


def _apart(codes: Sequence[str]) -> tuple[list[str], list[str]]:
    return [c for c in codes if is_demo(c)], [c for c in codes if not is_demo(c)]
