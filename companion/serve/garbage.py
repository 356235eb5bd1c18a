"""Lets Python look for garbage when nobody taps, for a full look holds every phone up.

Measured with 150 tables in memory: 80 to 110 ms for a full collection, at any moment, even between
a tap and its answer. Most of what we hold is frozen and free of cycles, so it can wait.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

QUIET_SECONDS: Final = 3.0
"""Nobody tapped for so long: now is a good moment."""
SELDOM_SECONDS: Final = 60.0
"""Between two looks at a good moment."""
LONGEST_SECONDS: Final = 900.0
"""Between two looks when there never is a good moment."""

_NEVER: Final = 1_000_000_000
_YOUNG, _MIDDLE = 1_000, 10
"""Young objects are still looked through as they come: that takes a millisecond."""


class Garbage:
    """Decides when to look through everything."""

    def __init__(
        self,
        monotonic: Callable[[], float],
        seconds_since_last_event: Callable[[], float | None],
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        """`seconds_since_last_event` is None while nothing was tapped since the start."""
        self._monotonic = monotonic
        self._since = seconds_since_last_event
        self._collect = collect
        self._looked_at = monotonic()

    def begin(self) -> None:
        """Once everything is loaded: what is here now stays, and full looks wait for `look`."""
        self._collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def look(self) -> None:
        """Collect when it is time; call it about once a second."""
        since = self._since()
        age = self._monotonic() - self._looked_at
        if since is None or since > age:
            return  # nothing happened since the last look
        if age >= LONGEST_SECONDS or (age >= SELDOM_SECONDS and since >= QUIET_SECONDS):
            self._collect()
            self._looked_at = self._monotonic()
