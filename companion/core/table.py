"""A table as every game shares it: its log, the fold of it, and what a phone submits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from companion.core.games.contract import State
from companion.core.outcome import Asks, Consequence, Json, Phrase, Refused

OWN_EVENTS = frozenset({"taken_back", "put_back", "seat_moved", "host_changed"})
"""The table's own events; they stand in every log, whatever the game."""


@dataclass(frozen=True, slots=True)
class LoggedRow:
    """One line of the log as storage keeps it: facts only."""

    seq: int
    at: str
    by: str | None
    id: str | None
    group: int | None
    event: Json
    anyway: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log as the present replay sees it."""

    seq: int
    at: str
    """UTC instant, ISO 8601; for display only, order is `seq`."""
    by: str | None
    """Name of the player whose seat tapped; None for a host without a seat."""
    id: str | None
    """The phone's own key for the tap; only on the first entry of a batch."""
    group: int | None
    """Seq of the first entry of what was logged together; None when logged alone."""
    event: Json
    """As recorded."""
    anyway: tuple[str, ...] = ()
    """Asks that were answered with "Log it anyway"."""
    struck_by: int | None = None
    """Seq of the `taken_back` that struck it; None while it stands."""
    consequences: tuple[Consequence, ...] = ()
    """Of the present replay; empty when struck."""

    def row(self) -> LoggedRow:
        """What storage keeps of it."""
        return LoggedRow(
            self.seq, self.at, self.by, self.id, self.group, self.event, self.anyway
        )


@dataclass(frozen=True, slots=True)
class Table:
    """The fold of one log."""

    game_key: str
    options: Json
    deck: Json | None
    start: State
    """The game's state before the first event."""
    entries: tuple[Entry, ...]
    state: State

    @property
    def version(self) -> int:
        """The last seq, 0 for an empty log."""
        return self.entries[-1].seq if self.entries else 0


@dataclass(frozen=True, slots=True)
class Submission:
    """What a phone sent, read."""

    events: tuple[Json, ...]
    """Without the envelope: `id`, `seen` and `anyway` are taken out."""
    batch: bool
    """True when it came as {"events": […]}."""
    id: str | None
    seen: int | None
    """The version that the phone showed."""
    anyway: frozenset[str] | Literal[True]
    """Codes answered with "Log it anyway"; True answers whatever is asked."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The table after a submission, and what it added to the log."""

    table: Table
    entries: tuple[Entry, ...]
    repeated: bool = False
    """True when the same `id` had been recorded before: nothing was added."""


def read_submission(body: Any) -> Submission | Refused:
    """What a phone sent: one event, or {"events": […]}; `malformed` when it cannot be read."""
    raise NotImplementedError


def new_table(game_key: str, options: Json, deck: Json | None) -> Table | Refused:
    """An empty table. `deck` is the deck's JSON, or None for the group's own cards."""
    raise NotImplementedError


def record(
    table: Table, submission: Submission, by: str | None, at: str
) -> Recorded | Asks | Refused:
    """Judge a submission; all of its events are recorded, or none."""
    raise NotImplementedError


def note(table: Table, event: Json, by: str | None, at: str) -> Recorded:
    """Log `seat_moved` or `host_changed`: what services decide and phones cannot post."""
    raise NotImplementedError


def fold(table: Table, rows: Iterable[LoggedRow]) -> Table:
    """The table after further rows of its own log; total on what `record` produced."""
    raise NotImplementedError


def imported(
    game_key: str, options: Json, deck: Json | None, events: Any
) -> Table | Refused:
    """A table from an export: every standing event is decided again."""
    raise NotImplementedError


def table_to_json(table: Table) -> Json:
    """A snapshot: state, struck marks and consequences at the table's version."""
    raise NotImplementedError


def table_from_json(new: Table, data: Json, rows: Iterable[LoggedRow]) -> Table | None:
    """The table from a snapshot and its whole log; only rows after the snapshot are decided.

    `new` is what `new_table` gives for the same options and deck. None when the snapshot has
    another schema or does not fit the log: then fold the log.
    """
    raise NotImplementedError


def snapshot(table: Table) -> Json:
    """The full public state with the consequences of the last event, as transcripts compare it."""
    raise NotImplementedError


def view_json(table: Table, seats: tuple[str, ...]) -> Json:
    """The game's view for these seats as JSON, with the consequences of the last event."""
    raise NotImplementedError


def describe_entry(table: Table, entry: Entry, viewer: tuple[str, ...] | None) -> Phrase:
    """The entry in plain words; `viewer` None means everybody: nothing private is named."""
    raise NotImplementedError
