"""The taps of a log, found once: each page goes on from there and costs what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import overload

from hypothesis import given
from hypothesis import strategies as st

from companion.core.log import Entry
from companion.services.tables.log_groups import LogGroups


class Counted(Sequence[Entry]):
    """A log that counts how often one of its entries is looked at."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.looks = 0

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        assert isinstance(place, int)
        self.looks += 1
        return self._entries[place]

    def __len__(self) -> int:
        return len(self._entries)


def entry(seq: int, group: int | None = None, player: str | None = None, by: str = "Ana") -> Entry:
    return Entry(seq, "", by, None, group, {"event": "turn_ended", "player": player})


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Logs as they can be imported: an entry may say that it belongs to any earlier one."""
    names = st.sampled_from(["Ana", "Ben", "Cleo", None])
    return [
        entry(seq, draw(st.none() | st.integers(1, seq)), draw(names), draw(names) or "Dot")
        for seq in range(1, draw(st.integers(0, 12)) + 1)
    ]


def gone_through(log: list[Entry], before: int | None, about: str | None) -> list[tuple[int, ...]]:
    """The same found by going through the whole log."""
    taps: dict[int, list[Entry]] = {}
    for each in log:
        taps.setdefault(each.group or each.seq, []).append(each)
    found = sorted((tuple(each.seq for each in tap) for tap in taps.values()), reverse=True)
    named = {each.seq for each in log if about in (each.event["player"], each.by)}
    return [
        tap
        for tap in found
        if (before is None or tap[0] < before) and (about is None or named.intersection(tap))
    ]


@given(
    logs(),
    st.integers(0, 12),
    st.none() | st.integers(0, 14),
    st.sampled_from([None, "Ana", "Ben", "Nobody"]),
)
def test_the_taps_are_those_of_the_whole_log_at_every_version(
    log: list[Entry], version: int, before: int | None, about: str | None
) -> None:
    version = min(version, len(log))
    groups = LogGroups()
    groups.go_on(log[:version])
    then = list(groups.newest_first(version, before, about))
    groups.go_on(log)
    later = [
        tap
        for tap in groups.newest_first(version, before, about)
        if about is None or any(about in (log[s - 1].event["player"], log[s - 1].by) for s in tap)
    ]

    assert then == later == gone_through(log[:version], before, about)


def test_a_log_is_gone_through_once_and_then_only_what_is_new() -> None:
    log = [entry(seq, player="Ana") for seq in range(1, 2_001)]
    groups, first, second = LogGroups(), Counted(log), Counted([*log, entry(2_001)])

    groups.go_on(first)
    groups.go_on(first)
    groups.go_on(second)

    assert (first.looks, second.looks) == (2_000, 1)


def test_a_page_takes_the_newest_taps_only() -> None:
    groups = LogGroups()
    groups.go_on([entry(seq, player="Ben") for seq in range(1, 2_001)])

    page = list(islice(groups.newest_first(2_000, before=1_001, about="Ben"), 3))

    assert page == [(1_000,), (999,), (998,)]
    assert list(groups.newest_first(2_000, about="Nobody")) == []
