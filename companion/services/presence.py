"""Which phones are here: seen by a request, or kept by an open stream."""

from __future__ import annotations

from dataclasses import dataclass

from companion.services.ports import Clock


@dataclass(slots=True)
class _Seen:
    at: float
    streams: int = 0


class Presence:
    """Remembers when each phone of each table was last here. In memory: a restart sees all anew.

    A phone never seen since the start counts as seen at the start, so that nobody's seat or
    host role is taken away because Backroom itself was off.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started = clock.monotonic()
        self._phones: dict[str, dict[str, _Seen]] = {}

    def touch(self, code: str, phone_id: str) -> None:
        """A request of this phone."""
        self._of(code, phone_id).at = self._clock.monotonic()

    def stream_opened(self, code: str, phone_id: str) -> None:
        """A stream of this phone opened."""
        self._of(code, phone_id).streams += 1

    def stream_closed(self, code: str, phone_id: str) -> None:
        """A stream of this phone ended: it was here until now."""
        seen = self._of(code, phone_id)
        seen.streams = max(0, seen.streams - 1)
        seen.at = self._clock.monotonic()

    def away_seconds(self, code: str, phone_id: str) -> float:
        """Seconds since the phone was last here; 0 while a stream is open."""
        seen = self._phones.get(code, {}).get(phone_id)
        if seen is None:
            return self._clock.monotonic() - self._started
        return 0.0 if seen.streams else self._clock.monotonic() - seen.at

    def forget(self, code: str) -> None:
        """The table is gone."""
        self._phones.pop(code, None)

    def _of(self, code: str, phone_id: str) -> _Seen:
        phones = self._phones.setdefault(code, {})
        return phones.setdefault(phone_id, _Seen(self._clock.monotonic()))
