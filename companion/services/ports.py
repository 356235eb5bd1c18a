"""What the services need from the world: a store, a clock, randomness, and someone to wake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a table's log as it is stored; nothing here is ever changed."""

    seq: int
    at: str
    """UTC instant, ISO 8601; for display and retention only."""
    seat: int
    """Number of the seat that tapped; 0 for a host without a seat and for Backroom itself."""
    id: str | None
    """The tap's own id, on the first line of a batch only; unique per (table, seat)."""
    body: str
    """Canonical JSON: schema, event, by, group, anyway, sent (sha256 of what the phone sent)."""
    hash: str
    """sha256 (hex) of the previous hash and the canonical [table, seq, at, seat, id, body]."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table's own facts: what it plays, its settings, and the head of its log."""

    code: str
    game_key: str
    options: str
    """Canonical JSON of the game's options."""
    deck_sha256: str | None
    created_at: str
    name: str
    who_logs: str
    who_lets_in: str
    host_phone_id: str | None
    former_host_phone_id: str | None
    """The host before a succession, who takes the role back with one tap."""
    rematch_code: str | None
    head_seq: int
    head_hash: str
    last_event_at: str
    imported: bool
    edition: int = 0
    """Rises by one with every change of the table, also of what stands beside its log."""


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone known at a table. The token itself is never stored."""

    phone_id: str
    token_sha256: str
    join_id_sha256: str | None
    """The form id that made it; a repeat before the phone logged anything gets a fresh token."""
    used: bool
    """True once the phone logged something: it surely got its token."""
    ends_by_hand: bool
    created_at: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Which phone holds a seat. `number` stays for the table's whole life."""

    number: int
    player: str
    phone_id: str | None


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The fold at `seq`, so that a cold open need not replay everything."""

    seq: int
    chain_hash: str
    """The log's hash at `seq`, on which this snapshot stands."""
    body: str
    hash: str
    """sha256 (hex) of seq, chain_hash and body."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything stored about one table, as read in one transaction."""

    row: TableRow
    deck: str | None
    events: tuple[EventRow, ...]
    phones: tuple[PhoneRow, ...]
    seats: tuple[SeatRow, ...]
    snapshot: SnapshotRow | None


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one answer makes durable: all of it in one transaction, or nothing."""

    code: str
    row: TableRow
    """The table's row after the change, head included; its edition is one higher than before."""
    expected_seq: int | None
    """The head this was decided on; None makes a new table."""
    events: tuple[EventRow, ...] = ()
    deck: str | None = None
    """Canonical JSON of the deck; with a new table only."""
    phones: tuple[PhoneRow, ...] = ()
    """Phones that are new or changed."""
    phones_gone: tuple[str, ...] = ()
    seats: tuple[SeatRow, ...] = ()
    """Seats that are new or changed."""
    snapshot: SnapshotRow | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The change is on the disk, synced."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another writer was first: open the table again and decide again."""


@dataclass(frozen=True, slots=True)
class StorageTrouble:
    """The store could not do it, and nothing of it was done.

    `code` is one of disk_full, locked, read_only, moved, corrupt, newer_schema, older_schema, io;
    of a database also away, busy, no_entry, standby. With away nobody may know yet whether it was
    done: the connection broke, and the next read tells.
    """

    code: str
    detail: str = ""
    """For the terminal and the doctor, never for a phone."""
    seq: int | None = None
    """With corrupt: the first event that cannot be trusted, where known."""


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone found by the form id that made it."""

    code: str
    phone: PhoneRow


@dataclass(frozen=True, slots=True)
class Activity:
    """When a stored table last had an event."""

    code: str
    last_event_at: str


LATER_THAN_ALL = "9999"
"""No written instant comes after it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the store knows across tables."""

    tables: tuple[Activity, ...] = field(default=())
    latest_at: str | None = None
    """The latest instant ever stored; a clock before it runs backwards."""


class Store(Protocol):
    """Keeps tables. Every method may block its own greenlet or thread, never the loop."""

    @property
    def shared(self) -> bool:
        """Whether other processes write to it too."""

    def read_table(self, code: str) -> StoredTable | StorageTrouble | None:
        """Everything about one table; None when there is none. The caller checks the chain."""

    def read_news(self, code: str, after_seq: int) -> StoredTable | StorageTrouble | None:
        """As read_table, with the log's lines after `after_seq` only and no deck or snapshot."""

    def editions(self, codes: Sequence[str]) -> dict[str, int] | StorageTrouble:
        """The edition of each of these tables; those that are gone are left out."""

    def write(self, change: Change) -> Written | Conflict | StorageTrouble:
        """One transaction with full sync; returns only when it is durable."""

    def phone_by_join_id(self, join_id_sha256: str) -> KnownPhone | StorageTrouble | None:
        """The phone that a creation or join form with this id made."""

    def kept(self, since: str = "", before: str = LATER_THAN_ALL) -> Kept | StorageTrouble:
        """The last event of each table that had it at `since` or later and earlier than `before`,
        oldest first, and the latest instant ever stored."""

    def forget(self, codes: Sequence[str], now: str) -> Written | StorageTrouble:
        """Delete tables with all that hangs on them, overwritten in the file, the WAL truncated."""


class Clock(Protocol):
    """Time. `now` is for display and retention; `monotonic` for every timer."""

    def now(self) -> datetime:
        """The present instant, timezone-aware UTC."""

    def monotonic(self) -> float:
        """Seconds that never run backwards."""


class Randomness(Protocol):
    """Chance and secrets; the services draw, the log keeps what was drawn."""

    def token(self) -> str:
        """A URL-safe secret of 128 bits."""

    def code(self, length: int) -> str:
        """A table code of `length` characters from the code alphabet."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order."""

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""


class Broadcaster(Protocol):
    """Tells the phones of a table that there is something new. Never blocks."""

    def wake(self, code: str) -> None:
        """The table stands at another version, or something beside its log changed."""

    def close_table(self, code: str) -> None:
        """The table is gone: its streams end with a message that stops retries."""

    def open_streams(self, code: str) -> int:
        """How many streams of this table are open."""
