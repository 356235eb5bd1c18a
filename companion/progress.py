"""Shows on a terminal how far a longer piece of work is; standard library only."""

from __future__ import annotations

import sys
import time
from typing import TextIO

QUIET_SECONDS = 1.0
"""What is done sooner needs no bar."""

_WIDTH = 24
_LINE = 78


class ProgressBar:
    """One bar on one line; shows nothing where the output is not a terminal."""

    def __init__(self, stream: TextIO | None = None, quiet_seconds: float = QUIET_SECONDS) -> None:
        self._stream = stream or sys.stderr
        self._shows = self._stream.isatty()
        self._from = time.monotonic() + quiet_seconds
        self._shown = False

    def show(self, done: int, total: int, what: str = "") -> None:
        """Draw the bar for `done` of `total` pieces of work, with a few words."""
        if not self._shows or time.monotonic() < self._from:
            return
        full = _WIDTH * min(done, total) // max(total, 1)
        bar = "#" * full + "." * (_WIDTH - full)
        line = f"[{bar}] {done}/{total} {what}"[:_LINE]
        print(f"\r{line:<{_LINE}}", end="", file=self._stream, flush=True)
        self._shown = True

    def end(self) -> None:
        """Take the bar away, so that the next line stands alone."""
        if self._shown:
            print(f"\r{'':<{_LINE}}\r", end="", file=self._stream, flush=True)
            self._shown = False
