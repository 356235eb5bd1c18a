"""Long work on long logs is done aside, so that no other table waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")

LONG_LOG = 500
"""Entries; an evening's log has less. Deciding so many again holds the loop for under 50 ms."""
LONG_TEXT = 100_000
"""Bytes of JSON; the body of no tap is as long."""


class Aside(Protocol):
    """Runs pure work somewhere else; only the caller waits."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """What the work returns or raises."""


def at_once(work: Callable[[], T]) -> T:
    """Runs the work here and now, for programs that serve nobody else."""
    return work()


class LongWork:
    """Does short work at once and long work aside, one piece after another.

    The work must be pure: it may hold no lock and wait for nothing.
    (Trust rule: taps of other tables are answered within 300 ms meanwhile.)
    """

    def __init__(self, aside: Aside = at_once) -> None:
        self._aside = aside

    def on_log(self, entries: int, work: Callable[[], T]) -> T:
        """Work that takes time for each of so many entries of a log."""
        return work() if entries < LONG_LOG else self._aside(work)

    def drawing(self, work: Callable[[], T]) -> T:
        """Work that takes long whatever it is given: drawing cards, planning a print."""
        return self._aside(work)

    def on_text(self, size: int, work: Callable[[], T]) -> T:
        """Work that takes time for each of so many bytes."""
        return work() if size < LONG_TEXT else self._aside(work)
