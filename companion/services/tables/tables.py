"""The tables: every use case that a route may call, each in one method."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.log import Submission
from companion.core.outcome import Json
from companion.services.answers import (
    Answered,
    Asked,
    Created,
    Done,
    Handover,
    HostNeeded,
    Joined,
    Knock,
    Knocked,
    KnockNeeded,
    NotRecorded,
    Pruned,
)
from companion.services.codes import is_demo
from companion.services.demos.demos import Demos
from companion.services.demos.store import DemoStore, StoreWithDemos
from companion.services.limits import Limits
from companion.services.long_work import LongWork
from companion.services.ports import Broadcaster, Clock, Randomness, Store
from companion.services.refusals import not_recorded
from companion.services.tables.doors import Doors
from companion.services.tables.hosts import Hosts
from companion.services.tables.knocks import Knocks
from companion.services.tables.live_table import Caller, LiveTable
from companion.services.tables.new_tables import NewTables
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing, PassingInMemory
from companion.services.tables.presence import Presence
from companion.services.tables.recording import Recording
from companion.services.tables.retention import Forgotten, Retention
from companion.services.tables.seats import Seats
from companion.services.tables.transfers import Transfers


class Tables:
    """All tables of one Backroom.

    Every method takes the table's `code` in its normal form (see codes.normalise_code), never
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
        self._presence = Presence(clock, self._passing, randomness.token())
        self._open = OpenTables(store, clock, broadcaster, limits, long_work or LongWork())
        self._doors = Doors(self._open, clock, limits)
        self._new_tables = NewTables(self._open, store, clock, randomness, limits, code_length)
        self._recording = Recording(self._open, clock, randomness, limits)
        self._seats = Seats(self._open, clock, randomness, limits, self._passing)
        self._knocks = Knocks(
            self._open, self._presence, clock, randomness, broadcaster, limits, self._passing
        )
        self._hosts = Hosts(self._open, self._presence, clock, limits, self._passing)
        self._transfers = Transfers(self._open, self._new_tables, limits)
        self._retention = Retention(
            self._open, store, clock, broadcaster, limits, (self._forgotten, *forgotten)
        )
        self.demos = Demos(
            self._open,
            demos,
            self._presence,
            self._retention,
            clock,
            randomness,
            limits,
            offered=not store.shared,
        )
        """The demo tables, each for one visitor."""

    def tick(self) -> None:
        """Once a second, from the server: hand over seats whose phones did not answer, tidy up."""
        self._knocks.tick()
        self.demos.tick()
        self._doors.tidy()
        self._new_tables.tidy()
        self._recording.tidy()
        self._seats.tidy()
        self._passing.tidy()

    def _forgotten(self, code: str) -> None:
        self._presence.forget(code)
        self._knocks.forget(code)
        self._passing.forget(code)

    # --- other processes on the same store ------------------------------------------------

    def moved(self, code: str, edition: int | None) -> None:
        """Another process wrote this edition of the table; None: something there changed."""
        self._passing.heard(code)
        self._open.moved(code, edition)

    def gone(self, code: str) -> None:
        """Another process forgot the table: nothing of it stays here."""
        self._retention.let_go((code,))

    def sweep(self) -> None:
        """Look what other processes wrote to the tables in use, so that no lost ping matters,
        and tell them which phones are here."""
        self._retention.let_go(self._open.sweep(self._passing))
        self._presence.beat()

    # --- opening and finding ------------------------------------------------------------

    def create(
        self,
        game_key: str,
        deck: Json | None,
        options: Json,
        player: str | None,
        id: str | None,
        address: str | None = None,
        name: str = "",
    ) -> Created | NotRecorded:
        """A new table. With `player` its first event is `player_joined`, else the host has no seat.

        `options` are the game's, and the table's own `who_logs` (anyone | own) and `who_lets_in`
        (any_seat | host). The same `id` again gets the same answer. `address` is the caller's
        network address, for the cap on new tables.
        """
        return self._new_tables.create(game_key, deck, options, player, id, address, name)

    def find(self, code: str) -> LiveTable | NotRecorded:
        """The table as it stands now."""
        opened = self._open.find(code)
        return opened if isinstance(opened, NotRecorded) else opened.live

    def look_up(
        self, text: str, address: str | None, token: str | None = None
    ) -> LiveTable | NotRecorded:
        """A code as somebody typed it at the door; wrong tries are counted per address.

        Wrong and shut answer alike; a phone that holds a seat always passes; a glyph that no code
        has is named (422 `unknown_glyph`, fields {"glyph"}).
        """
        return self._doors.look_up(text, address, token)

    def caller(self, code: str, token: str | None) -> Caller:
        """Who asks, by the phone's seat token; an unknown token is a spectator. Marks it seen."""
        opened = self._open.find(code)
        phone = None if isinstance(opened, NotRecorded) else opened.live.phone_of(token)
        if phone is None and token and self._open.is_news(code):
            opened = self._open.find(code)  # it sat down at another process, just now
            phone = None if isinstance(opened, NotRecorded) else opened.live.phone_of(token)
        if isinstance(opened, NotRecorded) or phone is None:
            return Caller(None)
        self._presence.touch(code, phone.phone_id)
        return opened.live.caller_of(phone.phone_id)

    # --- events ---------------------------------------------------------------------------

    def record(
        self,
        code: str,
        caller: Caller,
        submission: Submission,
        tapped_by: str | None = None,
        from_form: bool = False,
    ) -> Answered | Asked | NotRecorded:
        """Record what a phone sent, all of it or nothing, durable when this returns.

        `tapped_by` names which of the caller's players tapped (default: the event's player when
        it is one of them, else the first). `from_form` makes a tap of the table's form into its
        group (item, then turn end; see Game.grouped). Known id with the same body: the same
        answer again; with another body: 422 `id_used`.
        """
        return self._recording.record(code, caller, submission, tapped_by, from_form)

    def draw_first_player(
        self, code: str, caller: Caller, id: str | None
    ) -> Answered | Asked | NotRecorded:
        """Draw the first player by chance and record it as `first_player_chosen`."""
        return self._recording.draw_first_player(code, caller, id)

    def rewind(
        self, code: str, caller: Caller, to_seq: int, id: str | None
    ) -> Answered | Asked | NotRecorded:
        """Host only: take back everything that stands after event `to_seq`, as one group."""
        return self._recording.rewind(code, caller, to_seq, id)

    # --- seats ----------------------------------------------------------------------------

    def join(
        self, code: str, token: str | None, player: str, id: str | None
    ) -> Joined | KnockNeeded | NotRecorded:
        """Take a seat under this name.

        In the lobby the door is open. Once the game runs, a newcomer knocks first; a phone that
        may let others in sits down another player (pass-the-phone), a free seat of an imported
        table, or a player who was logged without a phone. A phone that already holds this
        player's seat gets the same answer. A leaver's own phone returns to the old seat.
        """
        return _closed(code) or self._seats.join(code, token, player, id)

    def knock(
        self,
        code: str,
        token: str | None,
        player: str,
        id: str | None,
        address: str | None = None,
    ) -> Knocked | NotRecorded:
        """Ask to be let in under this name, or to take over the seat of that name.

        One open knock a phone; 3 an address in 10 minutes; 5 a table.
        """
        return _closed(code) or self._knocks.knock(code, token, player, id, address)

    def knocks(self, code: str, caller: Caller) -> tuple[Knock, ...]:
        """The open knocks, oldest first, for a caller who holds a seat or is host."""
        live = self.find(code)
        return () if isinstance(live, NotRecorded) else self._knocks.open_knocks(live, caller)

    def my_knock(self, code: str, token: str | None) -> Knock | None:
        """This phone's own latest knock, answered or not; the waiting page shows it."""
        live = self.find(code)
        return None if isinstance(live, NotRecorded) else self._knocks.my_knock(live, token)

    def let_in(self, code: str, caller: Caller, knock_id: str, yes: bool) -> Knock | NotRecorded:
        """Answer a knock; the knock's new state. A take-over needs the host or two phones."""
        return self._knocks.let_in(code, caller, knock_id, yes)

    def keep_seat(self, code: str, caller: Caller, knock_id: str) -> Done | NotRecorded:
        """ "Is this you? Keep my seat": the seat's phone turns the take-over away."""
        return self._knocks.keep_seat(code, caller, knock_id)

    def offer_handover(self, code: str, caller: Caller, player: str) -> Handover | NotRecorded:
        """A one-use secret, good for 2 minutes, that moves this seat to another phone.

        For the seat's own phone; the host may make one for a seat without a phone.
        """
        return _closed(code) or self._seats.offer_handover(code, caller, player)

    def see_handover(self, code: str, secret: str) -> Handover | NotRecorded:
        """What the link would carry; changes nothing (the GET shows a button)."""
        return self._seats.see_handover(code, secret)

    def take_handover(
        self, code: str, secret: str, token: str | None, id: str | None = None
    ) -> Joined | NotRecorded:
        """Take the seat with the link; the old phone is signed out of it.

        The link is good once: only the same form `id` again, a double tap, gets the answer again.
        """
        return self._seats.take_handover(code, secret, token, id)

    def sign_out(self, code: str, caller: Caller, player: str) -> Done | NotRecorded:
        """Take this player's phone off its seat: by the phone itself, or by the host.

        The seat stays, without a phone. A host by succession cannot do it to the former host.
        """
        return self._seats.sign_out(code, caller, player)

    def set_ends_by_hand(self, code: str, caller: Caller, by_hand: bool) -> Done | NotRecorded:
        """This phone's preference "I end my turn by hand"."""
        return self._seats.set_ends_by_hand(code, caller, by_hand)

    # --- host -----------------------------------------------------------------------------

    def need_host(self, code: str, caller: Caller) -> HostNeeded | NotRecorded:
        """ "We need a host": counts once the host's phone was away for 10 minutes.

        Two different seats (one, when only one is left beside the host's); the seat that tapped
        first becomes host.
        """
        return self._hosts.need(code, caller)

    def host_is_away(self, code: str) -> bool:
        """True when `need_host` may be tapped: show the button."""
        live = self.find(code)
        return isinstance(live, LiveTable) and self._hosts.is_away(live)

    def take_host_back(self, code: str, caller: Caller) -> Done | NotRecorded:
        """The former host's phone takes the role back with one tap."""
        return self._hosts.take_back(code, caller)

    def hand_over_host(self, code: str, caller: Caller, player: str) -> Done | NotRecorded:
        """The host gives the role to the phone of another player."""
        return self._hosts.hand_over(code, caller, player)

    def change_settings(
        self,
        code: str,
        caller: Caller,
        name: str | None = None,
        who_logs: str | None = None,
        who_lets_in: str | None = None,
    ) -> Done | NotRecorded:
        """Host only: the table's name, who may log, who lets in. None leaves as it is."""
        return self._hosts.change_settings(code, caller, name, who_logs, who_lets_in)

    # --- presence -------------------------------------------------------------------------

    def stream_opened(self, code: str, phone_id: str | None) -> None:
        """A stream of this phone opened: the phone is here while it is open."""
        if not self._open.holds(code):
            return
        self._open.liveness.touch(code)
        if phone_id is not None:
            self._presence.stream_opened(code, phone_id)

    def stream_closed(self, code: str, phone_id: str | None) -> None:
        """That stream ended; that of a forgotten table, when everything else of it is gone."""
        if not self._open.holds(code):
            return
        self._open.liveness.touch(code)
        if phone_id is not None:
            self._presence.stream_closed(code, phone_id)

    # --- the whole table ------------------------------------------------------------------

    def rematch(
        self, code: str, caller: Caller, token: str | None, again: Sequence[str] = ()
    ) -> Created | NotRecorded:
        """The same deck, options, players and phones at a new table; once per table.

        Every phone of the old table calls it and gets its seats at the same new table:
        `seat_token` is the token it already holds, to be set as the new table's cookie. The first
        one decides which events are logged there `again`, each as it was logged last.
        """
        return _closed(code) or self._transfers.rematch(code, caller, token, again)

    def export(self, code: str) -> Json | NotRecorded:
        """The whole log as `backroom-table/1`; hidden things masked while not over."""
        return self._transfers.export(code)

    def import_(
        self, file: Json, id: str | None, address: str | None = None
    ) -> Created | NotRecorded:
        """A table from an exported file: every event is decided again.

        The first event that fails refuses the file (422 `bad_import`, fields {"number"}).
        The importer is host without a seat; all seats are free to take.
        """
        return self._transfers.import_(file, id, address)

    def forget(self, code: str, caller: Caller) -> Done | NotRecorded:
        """Host only: the table is gone at once, overwritten on the disk; its streams end."""
        return self._retention.forget(code, caller)

    def prune(self) -> Pruned | NotRecorded:
        """Forget every table whose last event is older than the retention.

        Refuses when the clock was set within the last day (`clock_jumped`), and says so when it
        stands before the latest stored instant and nothing is due (`clock_backwards`): a late
        clock forgets late. A table from more than a year ahead counts from now on. A table with
        open streams is never forgotten.
        """
        return self._retention.prune()


def _closed(code: str) -> NotRecorded | None:
    """Refuses what would bring somebody else to a demo table, or make it count."""
    return not_recorded("demo_table", 403) if is_demo(code) else None
