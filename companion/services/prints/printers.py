"""What is known of people's printers: how far each prints its backs off their fronts."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_

PROFILE_LIMIT = 40

_NO_PROFILE = N_("There is no printer profile {name}. Choose another.")
_FULL = N_("{num} printer profiles are kept already. Delete one first.")
_NOT_KEPT = N_("The profile could not be saved. Make room on the disk and try again.")


@dataclass(frozen=True, slots=True)
class Profile:
    """One printer with one tray and one way of turning the paper."""

    name: str
    x_mm: float
    """How far to move the print to the right, as one looks at it."""
    y_mm: float
    """How far to move it down."""
    angle_degrees: float
    """How far to turn it clockwise about the middle of the page."""
    sides: str = "backs"
    """What is moved: backs, fronts or both."""
    edge: str = "long"
    """The edge over which the paper was flipped when it was measured: long or short."""
    turn: str = "portrait"
    """How the paper lay then: portrait or landscape."""

    def options(self) -> dict[str, Any]:
        """The print options that it stands for, and how it was measured."""
        return {
            "profile": self.name,
            "offset_x_mm": self.x_mm,
            "offset_y_mm": self.y_mm,
            "angle_degrees": self.angle_degrees,
            "offset_on": self.sides,
            "measured_edge": self.edge,
            "measured_turn": self.turn,
        }


class ProfileStore(Protocol):
    """Keeps the profiles over a restart (companion.printing.printers.profile_file)."""

    def read(self) -> tuple[Profile, ...]:
        """All that are kept."""

    def write(self, profiles: tuple[Profile, ...]) -> bool:
        """Keep these and no others; False when that failed, and the old ones are still there."""


class PrinterProfiles:
    """The profiles by name; upper and lower case are the same. For any thread or greenlet."""

    def __init__(self, store: ProfileStore, limit: int = PROFILE_LIMIT) -> None:
        self._store = store
        self._limit = limit
        self._lock = threading.Lock()

    def all(self) -> tuple[Profile, ...]:
        """In the order of their names."""
        return tuple(sorted(self._store.read(), key=lambda each: each.name.casefold()))

    def find(self, name: str) -> Profile | None:
        """The profile of that name."""
        wanted = name.strip().casefold()
        return next((each for each in self._store.read() if each.name.casefold() == wanted), None)

    def keep(self, profile: Profile) -> Profile | Refused:
        """Keep it in the place of another of its name. Refused as `too_many`, `not_kept`."""
        with self._lock:
            others = self._without(profile.name)
            if len(others) >= self._limit:
                return Refused("too_many", Phrase(_FULL, {"num": self._limit}))
            return self._written((*others, profile)) or profile

    def remove(self, name: str) -> Profile | Refused:
        """Forget it. Refused as `no_profile`, `not_kept`."""
        with self._lock:
            found = self.find(name)
            if found is None:
                return _none(name)
            return self._written(self._without(name)) or found

    def resolved(self, given: Mapping[str, Any]) -> Mapping[str, Any] | Refused:
        """Print options with the figures of the profile that they name, if they name one."""
        name = str(given.get("profile") or "")
        if not name.strip():
            return given
        found = self.find(name)
        return _none(name) if found is None else {**given, **found.options()}

    def _without(self, name: str) -> tuple[Profile, ...]:
        gone = name.strip().casefold()
        return tuple(each for each in self._store.read() if each.name.casefold() != gone)

    def _written(self, profiles: tuple[Profile, ...]) -> Refused | None:
        return None if self._store.write(profiles) else Refused("not_kept", Phrase(_NOT_KEPT))


def _none(name: str) -> Refused:
    return Refused(
        "no_profile", Phrase(_NO_PROFILE, {"name": name[:40]}), fields={"option": "profile"}
    )
