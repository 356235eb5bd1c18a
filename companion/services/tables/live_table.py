"""What is true at one table at one version: its fold, its seats and the phones that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.games import GAMES
from companion.core.games.contract import Game
from companion.core.log import Table
from companion.core.names import name_key
from companion.services.ports import PhoneRow, SeatRow, TableRow
from companion.services.tables.chain import sha256

WHO_LOGS = ("anyone", "own")
WHO_LETS_IN = ("any_seat", "host")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, with or without a phone."""

    number: int
    """From 1; the seat's own for the table's whole life, also when seats are arranged."""
    player: str
    phone_id: str | None

    @property
    def has_phone(self) -> bool:
        """False for a player without a phone, and for a seat that is free to take."""
        return self.phone_id is not None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking, as the table knows the phone. Without a seat and not host: a spectator."""

    phone_id: str | None
    seats: tuple[int, ...] = ()
    """Seat numbers, as in `<body data-seats>`; they never change for a seat."""
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
        wanted = name_key(player.strip())
        return next((s for s in self.seats if name_key(s.player) == wanted), None)

    def game(self) -> Game:
        """The rules of this table."""
        return GAMES[self.table.game_key]

    def status(self) -> str:
        """lobby | preparing | playing | over"""
        return str(self.game().snapshot(self.table.state)["status"])

    def is_gathering(self) -> bool:
        """True before the game runs: the door is open and everybody may sit down."""
        return self.status() in GATHERING

    def playing(self) -> tuple[Seat, ...]:
        """The seats of those who have not left."""
        players = self.game().snapshot(self.table.state)["players"]
        return tuple(s for s in self.seats if players[s.player]["status"] != "left")

    def phone_of(self, token: str | None) -> PhoneRow | None:
        """The phone that holds this token; for the services only."""
        if not token:
            return None
        token_sha256 = sha256(token)
        return next((p for p in self.phones if p.token_sha256 == token_sha256), None)

    def caller_of(self, phone_id: str | None) -> Caller:
        """What this phone may do here now; None and unknown phones are spectators."""
        phone = next((p for p in self.phones if p.phone_id == phone_id), None)
        if phone is None:
            return Caller(None)
        mine = [seat for seat in self.seats if seat.phone_id == phone_id]
        return Caller(
            phone_id=phone_id,
            seats=tuple(seat.number for seat in mine),
            names=tuple(seat.player for seat in mine),
            host=self.row.host_phone_id == phone_id,
            ends_by_hand=phone.ends_by_hand,
        )


GATHERING = frozenset({"lobby", "preparing"})
"""Statuses before a game runs: cards are not dealt, the deck is not agreed."""


def seats_of(players: Sequence[str], rows: Sequence[SeatRow]) -> tuple[Seat, ...]:
    """The seats of these players in their order; every player must have a row."""
    by_name = {name_key(row.player): row for row in rows}
    seated = ((name, by_name[name_key(name)]) for name in players)
    return tuple(Seat(row.number, name, row.phone_id) for name, row in seated)


def with_rows_for(players: Sequence[str], rows: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The rows, and a new one without a phone for each player who has none yet."""
    known = {name_key(row.player) for row in rows}
    new = [name for name in players if name_key(name) not in known]
    last = max((row.number for row in rows), default=0)
    return (*rows, *(SeatRow(last + place, name, None) for place, name in enumerate(new, 1)))
