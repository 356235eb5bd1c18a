"""What the doctor saw: by which of our addresses other devices came, and when."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock

MOST = 64


@dataclass(frozen=True, slots=True)
class Sighting:
    """Another device reached us at one of our addresses."""

    host: str
    """The address it used, as in its Host header."""
    devices: int
    """How many different devices came that way."""


class Sightings:
    """Counts other devices per address of ours. Kept in memory, never written anywhere."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: OrderedDict[tuple[str, str], datetime] = OrderedDict()
        self.greeted_at: datetime | None = None
        """When a phone last opened the doctor's test page."""
        self.unexpected_proxy = False
        """A forwarding header came although no proxy is set: all phones look like one."""

    def note(self, host: str, device: str, greeting: bool = False) -> None:
        """A request came from another device, by its network address, to our address `host`."""
        now = datetime.now(UTC)
        with self._lock:
            self._seen[host, device] = now
            self._seen.move_to_end((host, device))
            while len(self._seen) > MOST:
                self._seen.popitem(last=False)
            if greeting:
                self.greeted_at = now

    def at(self, host: str) -> Sighting | None:
        """Who came by this address of ours; None when nobody did."""
        with self._lock:
            devices = sum(used == host for used, _ in self._seen)
        return Sighting(host, devices) if devices else None

    def any(self) -> datetime | None:
        """When any other device last reached us."""
        with self._lock:
            return max(self._seen.values(), default=None)
