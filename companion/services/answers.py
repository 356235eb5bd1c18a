"""What the services answer: frozen values that the web turns into pages and JSON."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.log import Entry
from companion.core.outcome import Asks, Refused
from companion.services.tables.live_table import LiveTable


@dataclass(frozen=True, slots=True)
class NotRecorded:
    """It was not done, and why. One shape for every service, so that the web has one answer.

    `status` is the HTTP status: 400 malformed · 403 not yours to do · 404 no_table · 422 cannot
    be · 429 too fast · 503 too full or storage trouble.
    """

    refused: Refused
    status: int
    version: int | None = None
    retry_after_seconds: int | None = None
    """With 429 and 503: the Retry-After header."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new table stands. `seat_token` is shown this once."""

    code: str
    seat_token: str
    version: int
    player: str | None
    """The creator's name as recorded; None for a host without a seat."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Recorded, or recorded before under the same id: then the same answer again."""

    recorded: tuple[Entry, ...]
    """The entries in order, with their consequences at the time."""
    batch: bool
    """True when the phone sent a batch: the JSON answer then holds lists."""
    version: int
    """The version right after these entries."""
    table: LiveTable
    """The table now."""
    again: bool = False
    """True for the stored answer of a known id."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules question it; nothing was recorded."""

    asks: Asks
    version: int


@dataclass(frozen=True, slots=True)
class Joined:
    """The phone holds the seat. `seat_token` is new and shown this once, or None: keep yours."""

    player: str
    seat: int
    """Seat number."""
    seat_token: str | None
    version: int


@dataclass(frozen=True, slots=True)
class KnockNeeded:
    """The game runs: knock under this name; watching is free meanwhile.

    In the lobby a name whose seat another phone holds is `name_taken` instead.
    """

    player: str
    takes_over: bool
    """True when the seat has a phone: letting in then takes over that seat."""
    version: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody at the door."""

    id: str
    player: str
    """The name they gave."""
    takes_over: bool
    """They ask for a seat that another phone holds."""
    state: str
    """waiting · asking (the seat's phone is asked "Is this you?") · let_in · turned_away."""
    yes: int
    """Phones that said yes so far."""
    needed: int
    """Yes of so many phones; the host's alone is enough."""
    asks_you: bool
    """True for the phone whose seat it is: show "Is this you? Keep my seat"."""
    seconds_left: int | None
    """While asking: until the seat goes over."""


@dataclass(frozen=True, slots=True)
class Knocked:
    """The knock stands. `seat_token` is this phone's own, new or None (keep yours)."""

    knock: Knock
    seat_token: str | None


@dataclass(frozen=True, slots=True)
class Handover:
    """A one-use link that carries a seat to another phone."""

    secret: str
    player: str
    seconds_left: int


@dataclass(frozen=True, slots=True)
class HostNeeded:
    """Taps on "We need a host"."""

    taps: int
    needed: int
    host: str | None
    """The new host's player once enough seats tapped."""


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; `version` is the table's version now."""

    version: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """Tables forgotten because their last event is too long ago."""

    codes: tuple[str, ...]
