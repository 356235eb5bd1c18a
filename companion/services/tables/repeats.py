"""Answers that a form gets again when it is sent twice: the same seat, the same token."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from companion.services.ports import Clock
from companion.services.tables.chain import sha256

T = TypeVar("T")

MOST = 1000
"""Answers kept at most; the oldest leaves first."""


class Repeats(Generic[T]):
    """Keeps answers by (place, form id) for a short while, in memory: they hold fresh tokens."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._kept: OrderedDict[tuple[str, str], tuple[float, T]] = OrderedDict()

    def find(self, place: str, id: str | None) -> T | None:
        """What this form was answered a moment ago; None when that is not known."""
        if id is None:
            return None
        kept = self._kept.get((place, sha256(id)))
        if kept is None or self._clock.monotonic() - kept[0] > self._seconds:
            return None
        return kept[1]

    def keep(self, place: str, id: str | None, answer: T) -> None:
        """Remember what this form was answered."""
        if id is None:
            return
        self._kept[place, sha256(id)] = (self._clock.monotonic(), answer)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def tidy(self) -> None:
        """Drop answers that are too old; a token must not lie around."""
        oldest = self._clock.monotonic() - self._seconds
        while self._kept and next(iter(self._kept.values()))[0] < oldest:
            self._kept.popitem(last=False)
