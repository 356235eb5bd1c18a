"""What passes by at a table and is not logged: knocks, hand-over links, which phones are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.services.ports import Clock, StorageTrouble


@dataclass(frozen=True, slots=True)
class Passed:
    """One thing that passes by. It never changes; what becomes of it is another one."""

    kind: str
    key: str
    body: str
    age_seconds: float


class Passing(Protocol):
    """Keeps such things for a while, for all processes that serve the table.

    They live no longer than the store's own memory: after a restart one knocks again.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes serve the same tables."""

    def of(self, code: str) -> tuple[Passed, ...]:
        """All that passes by at this table, oldest first; what is known when the store is away."""

    def add(
        self, code: str, kind: str, key: str, body: str, seconds: float
    ) -> bool | StorageTrouble:
        """Keep it for so long; False when it is there already. All phones are to look again."""

    def drop(self, code: str, kind: str, key: str | None = None) -> None:
        """Let go of one thing, or of all of its kind."""

    def put(self, kind: str, key: str, bodies: Mapping[str, str], seconds: float) -> None:
        """Keep one thing at each of these tables (code: body), anew when it is there already.

        For what is only looked up: no phone is told.
        """

    def news(self, codes: Sequence[str]) -> tuple[str, ...]:
        """Those of these tables to which another process added something since it was asked."""

    def heard(self, code: str) -> None:
        """Another process may have added something here: look anew."""

    def forget(self, code: str) -> None:
        """The table is gone."""

    def tidy(self) -> None:
        """Drop what is over."""


@dataclass(slots=True)
class _Kept:
    body: str
    since: float
    until: float


class PassingInMemory:
    """For the one process that holds its data folder alone."""

    shared = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tables: dict[str, dict[tuple[str, str], _Kept]] = {}

    def of(self, code: str) -> tuple[Passed, ...]:
        """See Passing.of."""
        now = self._clock.monotonic()
        return tuple(
            Passed(kind, key, kept.body, now - kept.since)
            for (kind, key), kept in self._tables.get(code, {}).items()
            if kept.until > now
        )

    def add(
        self, code: str, kind: str, key: str, body: str, seconds: float
    ) -> bool | StorageTrouble:
        """See Passing.add."""
        now = self._clock.monotonic()
        table = self._tables.setdefault(code, {})
        known = table.get((kind, key))
        if known is not None and known.until > now:
            return False
        table.pop((kind, key), None)  # over: the new one stands behind all others
        table[kind, key] = _Kept(body, now, now + seconds)
        return True

    def drop(self, code: str, kind: str, key: str | None = None) -> None:
        """See Passing.drop."""
        table = self._tables.get(code, {})
        for each in [each for each in table if each[0] == kind and key in (None, each[1])]:
            del table[each]

    def put(self, kind: str, key: str, bodies: Mapping[str, str], seconds: float) -> None:
        """See Passing.put."""
        now = self._clock.monotonic()
        for code, body in bodies.items():
            self._tables.setdefault(code, {})[kind, key] = _Kept(body, now, now + seconds)

    def news(self, codes: Sequence[str]) -> tuple[str, ...]:
        """See Passing.news: there is no other process."""
        return ()

    def heard(self, code: str) -> None:
        """See Passing.heard: there is no other process."""

    def forget(self, code: str) -> None:
        """See Passing.forget."""
        self._tables.pop(code, None)

    def tidy(self) -> None:
        """See Passing.tidy."""
        now = self._clock.monotonic()
        for code, table in list(self._tables.items()):
            kept = {each: kept for each, kept in table.items() if kept.until > now}
            if kept:
                self._tables[code] = kept
            else:
                del self._tables[code]
