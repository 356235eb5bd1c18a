"""Photos of marked cards: read in a process of their own, so many a minute, kept nowhere."""

from __future__ import annotations

from collections.abc import Hashable

from companion.core.outcome import Refused
from companion.services.answers import NotRecorded
from companion.services.limits import Limits
from companion.services.pace import Tries
from companion.services.ports import Clock
from companion.services.refusals import not_recorded
from companion.services.scans.ports import PhotoNotRead, PhotoRead, PhotoReader

MINUTE_SECONDS = 60.0
BUSY_RETRY_SECONDS = 5


class Photos:
    """Reads photos for whoever sends them. Never throws; answers NotRecorded."""

    def __init__(self, reader: PhotoReader, clock: Clock, limits: Limits | None = None) -> None:
        self._reader = reader
        self._clock = clock
        self._most = (limits or Limits()).photos_a_minute
        self._tries = Tries(self._most, MINUTE_SECONDS)

    def read(self, who: Hashable, photo: bytes) -> PhotoRead | NotRecorded:
        """The marks on a photo, one at least; `who` sent it.

        Refused as `no_photo`, `photo_…` or `nothing_readable` (422), `too_many_photos` (429),
        `busy` (503).
        """
        if not photo:
            return not_recorded("no_photo", 422)
        now = self._clock.monotonic()
        wait = self._tries.wait_seconds(who, now)
        if wait is not None:
            return not_recorded("too_many_photos", 429, None, wait)
        self._tries.add(who, now)
        read = self._reader.read(photo)
        if isinstance(read, PhotoNotRead):
            refused = Refused(read.code, read.phrase)
            if read.code == "busy":
                return NotRecorded(refused, 503, retry_after_seconds=BUSY_RETRY_SECONDS)
            return NotRecorded(refused, 422)
        return read if read.reads else not_recorded("nothing_readable", 422)

    def tidy(self) -> None:
        """Forget who was counted, once a second from the server."""
        self._tries.tidy(self._clock.monotonic())

    def close(self) -> None:
        """End the process that reads."""
        self._reader.close()
