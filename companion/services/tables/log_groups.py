"""Which entries of a log belong together, and whom they are about: found once, then gone on from.

A page of a log shows a hundred taps. Without this each page would go through the whole log.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from companion.core.games.recent import Kept
from companion.core.log import Entry
from companion.services.tables.live_table import LiveTable

MOST_LOGS = 16
"""Long logs whose groups are kept, of at most 2 MB each."""


class LogGroups:
    """The taps of one log, each known by the seq of its first entry. Only ever grows."""

    def __init__(self) -> None:
        self._seen = 0
        self._firsts: list[int] = []
        self._first_of: dict[int, int] = {}
        """By what the entries of a tap call their group."""
        self._more: dict[int, list[int]] = {}
        """The other entries of a tap, for those that have any."""
        self._about: dict[str, list[int]] = {}
        """The first entries of the taps that name a player or that this player tapped."""

    def go_on(self, entries: Sequence[Entry]) -> None:
        """Take in what was logged since; `entries` is the same log, the same or longer."""
        for place in range(self._seen, len(entries)):
            self._take(entries[place])
        self._seen = max(self._seen, len(entries))

    def newest_first(
        self, version: int, before: int | None = None, about: str | None = None
    ) -> Iterator[tuple[int, ...]]:
        """The seqs of each tap as the log was at `version`; those that began before `before`.

        `about` a player: those that may name them. What was logged later may be the reason.
        """
        firsts = self._firsts if about is None else self._about.get(about, [])
        end = version + 1 if before is None else min(before, version + 1)
        for place in range(bisect_left(firsts, end) - 1, -1, -1):
            first = firsts[place]
            yield (first, *(seq for seq in self._more.get(first, ()) if seq <= version))

    def _take(self, entry: Entry) -> None:
        first = self._first_of.setdefault(entry.group or entry.seq, entry.seq)
        if first == entry.seq:
            self._firsts.append(first)
        else:
            self._more.setdefault(first, []).append(entry.seq)
        for name in {entry.event.get("player"), entry.by}:
            if name is None:
                continue
            taps = self._about.setdefault(name, [])
            place = bisect_left(taps, first)
            if place == len(taps) or taps[place] != first:
                insort(taps, first)


_kept: Kept[LogGroups] = Kept(MOST_LOGS)


def groups_of(live: LiveTable, keep: bool) -> LogGroups:
    """The groups of this table's log. Kept for the next page only by the thread of long work."""
    # The same log begins in the very same state as long as the table is open.
    groups = _kept.of((live.table.start,), live.code, LogGroups) if keep else LogGroups()
    groups.go_on(live.table.entries)
    return groups
