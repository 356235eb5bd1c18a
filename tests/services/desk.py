"""Builders for tests of the services: a Backroom on a temporary file with a clock moved by hand."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from companion.core.log import Submission
from companion.core.outcome import Json
from companion.core.table import read_submission
from companion.services.answers import Answered, Asked, Created, Joined, NotRecorded
from companion.services.codes import ALPHABET
from companion.services.decks.lookup import built_in
from companion.services.limits import Limits
from companion.services.ports import Change, Conflict, StorageTrouble, Written
from companion.services.tables.live_table import Caller, LiveTable
from companion.services.tables.tables import Tables
from companion.storage.sqlite import SqliteStore, open_store

T = TypeVar("T")

GAME = "black_market_warehouse"
STARTER = built_in().find("starter")
ROOMY = Limits(events_per_second=1000.0, events_burst=100_000)
"""Tests tap faster than people; the test of the pace uses the real limits."""


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.instant = datetime(2026, 5, 4, 19, 30, tzinfo=UTC)
        self.seconds = 1000.0

    def now(self) -> datetime:
        return self.instant

    def monotonic(self) -> float:
        return self.seconds

    def pass_seconds(self, seconds: float) -> None:
        """Time goes by for the timers and on the wall."""
        self.seconds += seconds
        self.instant += timedelta(seconds=seconds)

    def set_wall(self, instant: datetime) -> None:
        """Somebody sets the computer's clock; the timers do not notice."""
        self.instant = instant


class CountingRandomness:
    """Chance without chance: every secret is new, every draw takes the last."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def token(self) -> str:
        return f"secret-{next(self._numbers):04d}"

    def code(self, length: int) -> str:
        number, letters = next(self._numbers), ""
        for _ in range(length):
            number, place = divmod(number, len(ALPHABET))
            letters += ALPHABET[place]
        return letters

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(reversed(items))

    def choice(self, items: Sequence[T]) -> T:
        return items[-1]


@dataclass
class ListeningBroadcaster:
    """Notes whom the services wake."""

    woken: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    streams: dict[str, int] = field(default_factory=dict)

    def wake(self, code: str) -> None:
        self.woken.append(code)

    def close_table(self, code: str) -> None:
        self.closed.append(code)

    def open_streams(self, code: str) -> int:
        return self.streams.get(code, 0)


class BreakableStore:
    """The real store with a disk that can be told to fail."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.trouble: StorageTrouble | None = None
        self.written: list[Change] = []

    def write(self, change: Change) -> Written | Conflict | StorageTrouble:
        if self.trouble is not None:
            return self.trouble
        self.written.append(change)
        return self.store.write(change)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class Desk:
    """One Backroom: services on a real store, everything else in the test's hands."""

    def __init__(self, folder: Path, limits: Limits = ROOMY) -> None:
        self.folder = folder
        self.limits = limits
        self.clock = HandClock()
        self.randomness = CountingRandomness()
        self.forgotten: list[str] = []
        self._taps = itertools.count(1)
        self.start()

    def start(self) -> None:
        """Start, or start again on the same file, with nothing left in memory."""
        opened = open_store(self.folder)
        assert isinstance(opened, SqliteStore), opened
        self.store = BreakableStore(opened)
        self.broadcaster = ListeningBroadcaster()
        self.tables = Tables(
            self.store,
            self.clock,
            self.randomness,
            self.broadcaster,
            self.limits,
            forgotten=(self.forgotten.append,),
        )

    def restart(self) -> None:
        """As after a crash: only the file is left."""
        self.close()
        self.start()

    def close(self) -> None:
        self.store.store.close()

    def new_id(self) -> str:
        return f"tap-{next(self._taps):05d}"

    def a_table(self, *players: str, deck: Json | None = STARTER, **options: str) -> AtTable:
        """A table of these players, each with an own phone; the first one is host."""
        created = self.tables.new_tables.create(GAME, deck, options, players[0], self.new_id())
        assert isinstance(created, Created), created
        at = AtTable(self, created.code, {players[0]: created.seat_token})
        for player in players[1:]:
            at.sit(player)
        return at

    def a_running_table(self, *players: str, **options: str) -> AtTable:
        """The first player starts; cards are dealt."""
        at = self.a_table(*players, **options)
        at.records(players[0], "first_player_chosen", player=players[0])
        at.records(players[0], "game_dealt")
        return at

    def a_table_of_nobody(self, **options: str) -> AtTable:
        """A table whose host has no seat; their token is under the name "host"."""
        created = self.tables.new_tables.create(GAME, STARTER, options, None, self.new_id())
        assert isinstance(created, Created), created
        return AtTable(self, created.code, {"host": created.seat_token})


@dataclass
class AtTable:
    """One table and its phones, by the name of a player on each."""

    desk: Desk
    code: str
    tokens: dict[str, str]

    @property
    def tables(self) -> Tables:
        return self.desk.tables

    @property
    def live(self) -> LiveTable:
        found = self.tables.doors.find(self.code)
        assert isinstance(found, LiveTable), found
        return found

    @property
    def version(self) -> int:
        return self.live.version

    def names(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.live.seats)

    def caller(self, player: str) -> Caller:
        return self.tables.doors.caller(self.code, self.tokens.get(player))

    def sit(self, player: str, token: str | None = None) -> Joined:
        joined = self.tables.seats.join(self.code, token, player, self.desk.new_id())
        assert isinstance(joined, Joined), joined
        if joined.seat_token is not None:
            self.tokens[player] = joined.seat_token
        elif token is not None:
            self.tokens[player] = token
        return joined

    def tap(
        self,
        phone: str,
        event: str,
        /,
        *,
        id: str | None = None,
        seen: int | None = None,
        anyway: Any = None,
        from_form: bool = False,
        **fields: Any,
    ) -> Answered | Asked | NotRecorded:
        """What this phone sends; a fresh id unless one is given."""
        body: Json = {"event": event, "id": id or self.desk.new_id(), **fields}
        if seen is not None:
            body["seen"] = seen
        if anyway is not None:
            body["anyway"] = anyway
        return self.send(phone, body, from_form)

    def send(
        self, player: str, body: Json, from_form: bool = False
    ) -> Answered | Asked | NotRecorded:
        submission = read_submission(body)
        assert isinstance(submission, Submission), submission
        caller = self.caller(player)
        return self.tables.recording.record(self.code, caller, submission, from_form)

    def records(self, phone: str, event: str, /, **more: Any) -> Answered:
        answered = self.tap(phone, event, **more)
        assert isinstance(answered, Answered), answered
        return answered

    def view(self, *seats: str) -> Any:
        live = self.live
        return live.game().view(live.table.state, seats)

    def events(self) -> list[str]:
        return [entry.event["event"] for entry in self.live.table.entries]


def code_of(answer: object) -> str:
    """The code of a refusal, or of the first ask."""
    if isinstance(answer, Asked):
        return answer.asks.asks[0].code
    assert isinstance(answer, NotRecorded), answer
    return answer.refused.code


def without_table(answer: Answered) -> Answered:
    """What a phone compares of two answers: all but the table as it stands now."""
    return replace(answer, table=None, again=False)  # type: ignore[arg-type]  # left out on purpose
