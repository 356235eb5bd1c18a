"""The log of a table: its lines, what a phone submits, and the table that a log folds into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from companion.core.games import GAMES
from companion.core.games.contract import State
from companion.core.outcome import Consequence, Json, Refused
from companion.core.phrases import refused

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
        return LoggedRow(self.seq, self.at, self.by, self.id, self.group, self.event, self.anyway)


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
    checkpoints: tuple[tuple[int, State], ...] = field(default=(), compare=False, repr=False)
    """(number of entries, state after them), rising: a strike replays from the last before it."""

    @property
    def version(self) -> int:
        """The last seq, 0 for an empty log."""
        return self.entries[-1].seq if self.entries else 0

    def standing(self) -> Iterator[tuple[int, Json]]:
        """Number and event of every entry that is not struck, newest first."""
        return ((each.seq, each.event) for each in reversed(self.entries) if each.struck_by is None)


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


def new_table(game_key: str, options: Json, deck: Json | None) -> Table | Refused:
    """An empty table. `deck` is the deck's JSON, or None for the group's own cards."""
    game = GAMES.get(game_key)
    if game is None:
        return refused("no_game", {"name": game_key})
    start = game.setup(options, deck)
    if isinstance(start, Refused):
        return start
    return Table(game_key, options, deck, start, (), start)
