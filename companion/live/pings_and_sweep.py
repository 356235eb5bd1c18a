"""When this process hears of what others wrote: by their pings, and by a sweep every second."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from companion.services.tables.tables import Tables

SWEEP_SECONDS = 1.0
"""How often the store is asked what is new; pings are faster, and may get lost."""


class Pinged(Protocol):
    """A store that tells what other processes write to it."""

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Tell `heard` (code, edition; 0: look yourself, less: it is gone), and `missed` when some
        may be lost."""


class PingsAndSweep:
    """Passes pings on to the tables, and has those in use swept for what no ping told."""

    def __init__(
        self, tables: Tables, store: Pinged, failed: Callable[[BaseException], None]
    ) -> None:
        """`failed` is told of a fault of ours; one table's must not end the sweep of the others."""
        self._tables = tables
        self._failed = failed
        self._store = store
        self._now = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._sweep, name="backroom-sweep", daemon=True)

    def start(self) -> None:
        """Listen and sweep from now on."""
        self._store.listen(self._heard, self._now.set)
        self._thread.start()

    def close(self) -> None:
        """End the sweep; the store ends its listening itself."""
        self._ended = True
        self._now.set()
        self._thread.join(timeout=5)

    def _heard(self, code: str, edition: int) -> None:
        try:
            if edition < 0:
                self._tables.gone(code)
            else:
                self._tables.moved(code, edition or None)
        except Exception as fault:
            self._failed(fault)

    def _sweep(self) -> None:
        while not self._ended:
            try:
                self._tables.sweep()
            except Exception as fault:
                self._failed(fault)
            self._now.wait(SWEEP_SECONDS)
            self._now.clear()
