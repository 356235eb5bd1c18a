"""A full look for garbage waits for a quiet moment, but not for ever."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.serve.garbage import (
    LONGEST_SECONDS,
    QUIET_SECONDS,
    SELDOM_SECONDS,
    Garbage,
)


@dataclass
class Evening:
    """A clock, the last tap, and how often everything was looked through."""

    now: float = 0.0
    tapped_at: float | None = None
    looks: int = 0

    def garbage(self) -> Garbage:
        return Garbage(lambda: self.now, self.since, self.look)

    def since(self) -> float | None:
        return None if self.tapped_at is None else self.now - self.tapped_at

    def look(self) -> None:
        self.looks += 1


@pytest.mark.parametrize(
    ("now", "tapped_at", "looks"),
    [
        (SELDOM_SECONDS, None, 0),
        (SELDOM_SECONDS, SELDOM_SECONDS - QUIET_SECONDS, 1),
        (SELDOM_SECONDS, SELDOM_SECONDS - QUIET_SECONDS + 0.1, 0),
        (SELDOM_SECONDS - 1, 10.0, 0),
        (LONGEST_SECONDS, LONGEST_SECONDS - 0.1, 1),
    ],
)
def test_when_everything_is_looked_through(now, tapped_at, looks):
    evening = Evening()
    garbage = evening.garbage()
    evening.now, evening.tapped_at = now, tapped_at

    garbage.look()

    assert evening.looks == looks


def test_nothing_is_looked_through_twice_without_a_tap_between():
    evening = Evening()
    garbage = evening.garbage()
    evening.tapped_at = 10.0
    for second in range(3_600):
        evening.now = float(second)
        garbage.look()

    assert evening.looks == 1


def test_a_long_evening_is_looked_through_now_and_then():
    evening = Evening()
    garbage = evening.garbage()
    for second in range(3_600):  # a tap every 20 seconds
        evening.now = float(second)
        evening.tapped_at = second - second % 20
        garbage.look()

    assert evening.looks == 59, "once a minute, 3 seconds after a tap: 63, 123, … 3543"
