"""A broadcaster that also knows when any table last had something new."""

from __future__ import annotations

from companion.live.broadcaster import Broadcaster
from companion.services.codes import is_demo


class WatchedBroadcaster(Broadcaster):
    """The broadcaster, which also knows when any table last had something new."""

    last_woken: float | None = None

    def wake(self, code: str) -> None:
        """See Broadcaster.wake."""
        if not is_demo(code):  # a demo keeps no computer awake
            self.last_woken = self._clock.monotonic()
        super().wake(code)

    def wake_all(self) -> None:
        """Draw every open screen again: something that all of them show has changed."""
        for code in tuple(self._channels):
            super().wake(code)
