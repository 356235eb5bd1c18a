"""What is true at one table at one version: its fold, its seats and the phones that hold them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Table
from companion.services.ports import PhoneRow, SeatRow, TableRow

WHO_LOGS = ("anyone", "own")
WHO_LETS_IN = ("any_seat", "host")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, with or without a phone."""

    number: int
    """Its place in seat order from 1, the same as in the game's view; moves when arranged."""
    player: str
    phone_id: str | None
    key: int
    """Its name in the log for the table's whole life; screens use `number`."""

    @property
    def has_phone(self) -> bool:
        """False for a player without a phone, and for a seat that is free to take."""
        return self.phone_id is not None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking, as the table knows the phone. Without a seat and not host: a spectator."""

    phone_id: str | None
    seats: tuple[int, ...] = ()
    """Seat numbers in seat order, as in `<body data-seats>`."""
    names: tuple[str, ...] = ()
    """The players of these seats, in the same order."""
    host: bool = False
    ends_by_hand: bool = False
    """This phone's preference "I end my turn by hand"."""

    @property
    def may_log(self) -> bool:
        """A seat, or the host without one."""
        return self.host or bool(self.seats)


@dataclass(frozen=True, slots=True)
class LiveTable:
    """One table at one version; never changes, a new one takes its place."""

    row: TableRow
    table: Table
    seats: tuple[Seat, ...]
    """The seats of everybody who sits or sat here, in seat order."""
    phones: tuple[PhoneRow, ...]
    """For the services only: never shown."""
    seat_rows: tuple[SeatRow, ...]
    """Every seat there ever was, those of taken back joins too; for the services only."""
    hash: str
    """The head of the hash chain."""

    @property
    def code(self) -> str:
        """The join code, in its normal form."""
        return self.row.code

    @property
    def version(self) -> int:
        """The last seq, 0 before the first event."""
        return self.table.version

    @property
    def name(self) -> str:
        """The table's name, or "" when nobody gave one."""
        return self.row.name

    @property
    def who_logs(self) -> str:
        """`anyone` or `own` (own seats only)."""
        return self.row.who_logs

    @property
    def who_lets_in(self) -> str:
        """`any_seat` or `host`."""
        return self.row.who_lets_in

    @property
    def host_phone_id(self) -> str | None:
        """The host's phone; None while nobody is host."""
        return self.row.host_phone_id

    @property
    def created_at(self) -> str:
        """UTC instant, ISO 8601."""
        return self.row.created_at

    @property
    def last_event_at(self) -> str:
        """UTC instant of the last event, or of the creation."""
        return self.row.last_event_at

    @property
    def host_players(self) -> tuple[str, ...]:
        """The players on the host's phone; empty for a host without a seat, and without a host."""
        host = self.row.host_phone_id
        return tuple(s.player for s in self.seats if host is not None and s.phone_id == host)

    def seat_of(self, player: str) -> Seat | None:
        """The seat of this player; upper and lower case are the same."""
        wanted = player.strip().casefold()
        return next((s for s in self.seats if s.player.casefold() == wanted), None)
