"""The tables of one Backroom: those who do the use cases, put together and kept in step."""

from __future__ import annotations

from collections.abc import Sequence

from companion.services.demos.demos import Demos
from companion.services.demos.store import DemoStore, StoreWithDemos
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import Broadcaster, Clock, Randomness, Store
from companion.services.tables.doors import Doors
from companion.services.tables.hosts import Hosts
from companion.services.tables.knocks import Knocks
from companion.services.tables.new_tables import NewTables
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing, PassingInMemory
from companion.services.tables.presence import Presence
from companion.services.tables.recording import Recording
from companion.services.tables.retention import Forgotten, Retention
from companion.services.tables.seats import Seats
from companion.services.tables.transfers import Transfers


class Tables:
    """All tables of one Backroom, and who does what with them.

    Every use case takes the table's `code` in its normal form (see codes.normalise_code), never
    throws for bad input, and answers NotRecorded when it cannot be done. Unknown and forgotten
    tables, and events without a seat, all answer 404 `no_table` with the same sentence.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        randomness: Randomness,
        broadcaster: Broadcaster,
        limits: Limits | None = None,
        code_length: int = 6,
        forgotten: Sequence[Forgotten] = (),
        long_work: LongWork | None = None,
        passing: Passing | None = None,
    ) -> None:
        """`code_length` is 6 on a private address and 8 on a public one.

        `forgotten` are told the code of every table that is deleted (its prints die with it).
        `long_work` does what takes long on a long log; without it all is done at once. `passing`
        keeps what is not logged; without it that lives in this process alone.
        """
        limits = limits or Limits()
        demos = DemoStore()
        store = StoreWithDemos(store, demos)
        self._passing: Passing = passing or PassingInMemory(clock)
        self._open = OpenTables(store, clock, broadcaster, limits, long_work or LongWork())
        self.presence = Presence(self._open, clock, self._passing, randomness.token())
        self.doors = Doors(self._open, self.presence, clock, limits)
        self.new_tables = NewTables(self._open, store, clock, randomness, limits, code_length)
        self.recording = Recording(self._open, clock, randomness, limits)
        self.seats = Seats(self._open, clock, randomness, limits, self._passing)
        self.knocks = Knocks(
            self._open, self.presence, clock, randomness, broadcaster, limits, self._passing
        )
        self.hosts = Hosts(self._open, self.presence, clock, limits, self._passing)
        self.transfers = Transfers(self._open, self.new_tables, limits)
        self.retention = Retention(
            self._open, store, clock, broadcaster, limits, (self._forgotten, *forgotten)
        )
        offered = not store.shared
        self.demos = Demos(
            self._open, demos, self.presence, self.retention, clock, randomness, limits, offered
        )
        """The demo tables, each for one visitor."""

    def tick(self) -> None:
        """Once a second, from the server: hand over seats whose phones did not answer, tidy up."""
        self.knocks.tick()
        self.demos.tick()
        self.doors.tidy()
        self.new_tables.tidy()
        self.recording.tidy()
        self.seats.tidy()
        self._passing.tidy()

    def _forgotten(self, code: str) -> None:
        self.presence.forget(code)
        self.knocks.forget(code)
        self._passing.forget(code)

    # --- other processes on the same store ------------------------------------------------

    def moved(self, code: str, edition: int | None) -> None:
        """Another process wrote this edition of the table; None: something there changed."""
        self._passing.heard(code)
        self._open.others.moved(code, edition)

    def gone(self, code: str) -> None:
        """Another process forgot the table: nothing of it stays here."""
        self.retention.let_go((code,))

    def sweep(self) -> None:
        """Look what other processes wrote to the tables in use, so that no lost ping matters,
        and tell them which phones are here."""
        self.retention.let_go(self._open.others.sweep(self._passing))
        self.presence.beat()
