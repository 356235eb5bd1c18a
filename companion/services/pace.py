"""How often something may happen: a steady pace with a burst, and so many times within a while."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable


class Pace:
    """So many a second, with a burst, for each key. Times are monotonic seconds."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._left: dict[Hashable, tuple[float, float]] = {}

    def wait_seconds(self, key: Hashable, count: int, now: float) -> int | None:
        """Take `count` at once: None when it may be, else whole seconds until one may be.

        A count larger than what is left is let through once and paid off afterwards, so that a
        long batch is possible and the lasting pace still holds.
        """
        left, at = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_second)
        if left < 1:
            self._left[key] = (left, now)
            return max(1, math.ceil((1 - left) / self._per_second))
        self._left[key] = (left - count, now)
        return None

    def tidy(self, now: float) -> None:
        """Drop the keys that are back at a full burst."""
        full = [
            key
            for key, (left, at) in self._left.items()
            if left + (now - at) * self._per_second >= self._burst
        ]
        for key in full:
            del self._left[key]


class Tries:
    """So many within a sliding while, for each key. Times are monotonic seconds."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count = count
        self._seconds = seconds
        self._at: dict[Hashable, deque[float]] = {}

    def wait_seconds(self, key: Hashable, now: float, count: int = 1) -> int | None:
        """None when `count` more may be, else whole seconds until then. Counts nothing."""
        at = self._recent(key, now)
        over = len(at) + count - self._count
        if over <= 0:
            return None
        if not at:
            return max(1, math.ceil(self._seconds))
        until = at[min(over, len(at)) - 1] + self._seconds
        return max(1, math.ceil(until - now))

    def add(self, key: Hashable, now: float, count: int = 1) -> None:
        """Count `count` more."""
        self._at.setdefault(key, deque()).extend([now] * count)

    def any_recent(self, key: Hashable, now: float) -> bool:
        """Whether this key was counted within the while."""
        return bool(self._recent(key, now))

    def tidy(self, now: float) -> None:
        """Drop the keys with nothing within the while."""
        for key in list(self._at):
            if not self._recent(key, now):
                self._at.pop(key, None)

    def _recent(self, key: Hashable, now: float) -> deque[float]:
        at = self._at.get(key, deque())
        while at and at[0] <= now - self._seconds:
            at.popleft()
        return at
