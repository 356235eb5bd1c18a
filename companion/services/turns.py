"""Turns: one address has so many pages made at once; what more it asks for waits, not others."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

AT_ONCE = 2
"""Pages of one address at the same time: one is made while another waits for the disk."""


@dataclass(slots=True)
class _Way:
    free: threading.Semaphore
    users: int = field(default=0)
    """Those inside and those who wait."""


class Turns:
    """Lets in so many for each key; the others wait. For greenlets and threads alike.

    (Trust rule: nobody makes the taps of others wait by asking for many pages.)
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._ways: dict[Hashable, _Way] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, who: Hashable) -> Iterator[None]:
        """Wait for a turn and hold it. Never ask for a second one inside: it may never come."""
        with self._lock:
            way = self._ways.setdefault(who, _Way(threading.Semaphore(self._at_once)))
            way.users += 1
        try:
            with way.free:
                yield
        finally:
            with self._lock:
                way.users -= 1
                if not way.users:
                    del self._ways[who]

    def __len__(self) -> int:
        """Keys with somebody inside."""
        return len(self._ways)
