"""Knocks: somebody at the door of a running table, let in by those who sit there."""

from __future__ import annotations

from companion.core.names import clean_name
from companion.services.answers import Done, Joined, Knock, Knocked, NotRecorded
from companion.services.instants import now_written
from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.pace import Tries
from companion.services.ports import Broadcaster, Clock, PhoneRow, Randomness, StorageTrouble
from companion.services.refusals import by_the_store, no_table, not_recorded
from companion.services.tables.chain import sha256
from companion.services.tables.door import ASKING, LET_IN, TURNED_AWAY, AtTheDoor, Door
from companion.services.tables.drafts import Draft
from companion.services.tables.live_table import Caller, LiveTable, Seat
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing
from companion.services.tables.permissions import closed, is_former_hosts, may_let_in
from companion.services.tables.phones import new_phone
from companion.services.tables.presence import Presence
from companion.services.tables.repeats import Repeats
from companion.services.tables.seating import Sitting, sit_down
from companion.services.tables.take_overs import TakeOvers, taken_seat


class Knocks:
    """The use cases of newcomers at a running table, and of who takes over a seat there."""

    def __init__(
        self,
        tables: OpenTables,
        presence: Presence,
        clock: Clock,
        randomness: Randomness,
        broadcaster: Broadcaster,
        limits: Limits,
        passing: Passing,
    ) -> None:
        self._tables = tables
        self._take_overs = TakeOvers(presence, limits)
        self._clock = clock
        self._randomness = randomness
        self._broadcaster = broadcaster
        self._limits = limits
        self._door = Door(passing, limits.knock_lives_seconds)
        self._watched: set[str] = set()
        """Tables at whose door this process saw somebody."""
        self._by_address = Tries(limits.knocks_an_address, limits.knock_seconds)
        self._repeats: Repeats[tuple[str, str | None]] = Repeats(clock, limits.repeat_seconds)
        """Of a knock its id, and the token that its phone was given."""

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
        opened = closed(code) or self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        live = opened.live
        again = self._repeats.find(code, id)
        before = self._door.find(code, again[0]) if again else None
        if again is not None and before is not None:
            return Knocked(self._take_overs.shown(live, before, None), again[1])
        name = clean_name(player)
        if name is None:
            return not_recorded("bad_name", 422, live.version)
        seat, phone = live.seat_of(name), self._phone(live, token)
        if seat is not None and phone is not None and seat.phone_id == phone.phone_id:
            return not_recorded("already_seated", 422, live.version)
        mine = self._open_of(code, phone)
        if mine is not None and mine.player == name:
            return Knocked(self._take_overs.shown(live, mine, None), None)
        busy = self._too_many(live, mine, address)
        if busy is not None:
            return busy
        return self._at_the_door(live, mine, name, phone, id)

    def _at_the_door(
        self,
        live: LiveTable,
        mine: AtTheDoor | None,
        name: str,
        phone: PhoneRow | None,
        id: str | None,
    ) -> Knocked | NotRecorded:
        token = None
        if phone is None:
            fresh = new_phone(self._randomness, now_written(self._clock), id)
            phone, token = fresh.row, fresh.token
        if mine is not None:
            self._door.answer(mine, TURNED_AWAY)  # one open knock a phone: the new name counts
        knock = self._door.knock(live.code, self._randomness.token(), name, phone)
        if isinstance(knock, StorageTrouble):
            return by_the_store(knock, live.version)
        self._watched.add(live.code)
        self._repeats.keep(live.code, id, (knock.id, token))
        self._broadcaster.wake(live.code)
        return Knocked(self._take_overs.shown(live, knock, None), token)

    def open_knocks(self, code: str, caller: Caller) -> tuple[Knock, ...]:
        """The open knocks, oldest first, for a caller who holds a seat or is host."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return ()
        live = opened.live
        caller = live.caller_of(caller.phone_id)
        if not caller.may_log:
            return ()
        return tuple(self._take_overs.shown(live, each, caller) for each in self._open(code))

    def my_knock(self, code: str, token: str | None) -> Knock | None:
        """This phone's own latest knock, answered or not; the waiting page shows it."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded) or not token:
            return None
        live = opened.live
        token_sha256 = sha256(token)
        known = live.phone_of(token)
        phone_id = known.phone_id if known else None
        for knock in reversed(self._door.all(code)):
            if knock.phone.token_sha256 == token_sha256 or knock.phone.phone_id == phone_id:
                return self._take_overs.shown(live, knock, None)
        return None

    def let_in(self, code: str, caller: Caller, knock_id: str, yes: bool) -> Knock | NotRecorded:
        """Answer a knock; the knock's new state. A take-over needs the host or two phones."""

        def decide(opened: OpenTable) -> Draft[Knock] | Knock | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            knock = self._find(code, knock_id)
            if not who.may_log:
                return no_table()
            if knock is None:
                return not_recorded("no_such_knock", 422, live.version)
            seat = taken_seat(live, knock)
            own = seat is not None and seat.phone_id == who.phone_id
            if not own and not may_let_in(live, who):
                return not_recorded("host_only", 403, live.version)
            if not yes:
                return self._turn_away(live, knock, who)
            return self._say_yes(live, knock, who, seat)

        return self._tables.change(code, decide)

    def keep_seat(self, code: str, caller: Caller, knock_id: str) -> Done | NotRecorded:
        """ "Is this you? Keep my seat": the seat's phone turns the take-over away."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        live, knock = opened.live, self._find(code, knock_id)
        seat = taken_seat(live, knock) if knock else None
        if knock is None or seat is None or seat.phone_id != caller.phone_id:
            return not_recorded("no_such_knock", 422, live.version)
        self._turn_away(live, knock, live.caller_of(caller.phone_id))
        return Done(live.version)

    def tick(self) -> None:
        """Hand over the seats whose phones did not answer "Is this you?" in time."""
        for code in list(self._watched):
            waiting = self._open(code)
            for knock in waiting:
                if self._take_overs.is_due(knock):
                    self._take_over(knock)
            if not waiting:
                self._watched.discard(code)
        self._repeats.tidy()
        self._by_address.tidy(self._clock.monotonic())

    def forget(self, code: str) -> None:
        """The table is gone."""
        self._watched.discard(code)

    # --- answers to a knock -------------------------------------------------------------------

    def _say_yes(
        self, live: LiveTable, knock: AtTheDoor, who: Caller, seat: Seat | None
    ) -> Draft[Knock] | Knock | NotRecorded:
        by = who.names[0] if who.names else None
        if seat is None:
            sitting = Sitting.of(live, knock.phone, now_written(self._clock), by)
            return self._inside(knock, sit_down(live, knock.player, sitting, self._limits))
        own = seat.phone_id == who.phone_id
        if who.host and not own and is_former_hosts(live, seat):
            return not_recorded("former_host_seat", 403, live.version)
        if who.phone_id is not None and who.phone_id != knock.phone.phone_id:
            knock = self._door.yes(knock, who.phone_id, by)
        if not own and not who.host and len(knock.yes) < self._take_overs.needed(live, knock, seat):
            self._broadcaster.wake(live.code)
            return self._take_overs.shown(live, knock, who)
        if not own and self._take_overs.asks_first(live, seat):
            return self._ask(live, knock, who)
        return self._inside(knock, self._seated(live, knock))

    def _ask(self, live: LiveTable, knock: AtTheDoor, who: Caller) -> Knock:
        if knock.state != ASKING:
            knock = self._door.ask(knock)
            self._broadcaster.wake(live.code)
        return self._take_overs.shown(live, knock, who)

    def _turn_away(self, live: LiveTable, knock: AtTheDoor, who: Caller) -> Knock:
        knock = self._door.answer(knock, TURNED_AWAY)
        self._broadcaster.wake(live.code)
        return self._take_overs.shown(live, knock, who)

    def _seated(self, live: LiveTable, knock: AtTheDoor) -> Draft[Joined] | NotRecorded:
        sitting = Sitting.of(live, knock.phone, now_written(self._clock), knock.by)
        return sit_down(live, knock.player, sitting, self._limits)

    def _inside(
        self, knock: AtTheDoor, drafted: Draft[Joined] | NotRecorded
    ) -> Draft[Knock] | NotRecorded:
        if isinstance(drafted, NotRecorded):
            return drafted

        def answer(after: LiveTable) -> Knock:
            return self._take_overs.shown(after, self._door.answer(knock, LET_IN), None)

        return drafted.answering(answer)

    def _take_over(self, knock: AtTheDoor) -> None:
        def decide(opened: OpenTable) -> Draft[Knock] | NotRecorded | None:
            now = self._find(knock.code, knock.id)
            seat = taken_seat(opened.live, now) if now else None
            if now is None or not self._take_overs.is_due(now) or seat is None:
                return None
            return self._inside(now, self._seated(opened.live, now))

        _: Knock | NotRecorded | None = self._tables.change(knock.code, decide)

    # --- what is known ------------------------------------------------------------------------

    def _phone(self, live: LiveTable, token: str | None) -> PhoneRow | None:
        """The phone of a token: one that the table knows, or one that knocked before."""
        known = live.phone_of(token)
        if known is not None or not token:
            return known
        token_sha256 = sha256(token)
        doors = self._door.all(live.code)
        return next((k.phone for k in doors if k.phone.token_sha256 == token_sha256), None)

    def _too_many(
        self, live: LiveTable, mine: AtTheDoor | None, address: str | None
    ) -> NotRecorded | None:
        now = self._clock.monotonic()
        if mine is None and len(self._open(live.code)) >= self._limits.knocks_a_table:
            return not_recorded("door_is_busy", 429, live.version, 30)
        if address is not None:
            who = network_of(address)
            wait = self._by_address.wait_seconds(who, now)
            if wait is not None:
                return not_recorded("too_many_knocks", 429, live.version, wait)
            self._by_address.add(who, now)
        return None

    def _open(self, code: str) -> list[AtTheDoor]:
        waiting = self._door.open(code)
        if waiting:
            self._watched.add(code)
        return waiting

    def _open_of(self, code: str, phone: PhoneRow | None) -> AtTheDoor | None:
        if phone is None:
            return None
        return next((k for k in self._open(code) if k.phone.phone_id == phone.phone_id), None)

    def _find(self, code: str, knock_id: str) -> AtTheDoor | None:
        return next((knock for knock in self._open(code) if knock.id == knock_id), None)
