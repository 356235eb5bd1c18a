"""Recording what a phone sent: known id, rights, rules, disk, answer, in this order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.games import GAMES
from companion.core.games.contract import FormTap
from companion.core.log import OWN_EVENTS, Entry, Recorded, Submission, Table
from companion.core.outcome import Asks, Json, Refused
from companion.core.phrases import refused
from companion.core.table import record
from companion.services.answers import Answered, Asked, NotRecorded
from companion.services.instants import now_written
from companion.services.limits import Limits
from companion.services.pace import Pace, Tries
from companion.services.ports import Clock, Randomness
from companion.services.refusals import by_the_core, no_table, not_recorded
from companion.services.tables.chain import sha256
from companion.services.tables.drafts import Draft
from companion.services.tables.draws import completed
from companion.services.tables.live_table import Caller, LiveTable
from companion.services.tables.log_lines import digest_of
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.permissions import forbidden, tapper

Answer = Answered | Asked | NotRecorded

NOT_YOUR_TURN = "not_your_turn"
"""The ask of a tap in somebody else's turn."""
TAKE_BACK_SECONDS = 60.0
SETTLED_SECONDS = 2.0
"""A tap this soon after the last event may be the second half of a double tap."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A submission with what the service makes of it."""

    submission: Submission
    digest: str
    """Of what was sent, before anything was made of it."""
    from_form: bool = False
    counts_take_backs: bool = True


class Recording:
    """The use cases that add events to a table's log."""

    def __init__(
        self, tables: OpenTables, clock: Clock, randomness: Randomness, limits: Limits
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._randomness = randomness
        self._limits = limits
        self._pace = Pace(limits.events_per_second, limits.events_burst)
        self._take_backs = Tries(limits.taken_backs_a_minute, TAKE_BACK_SECONDS)

    def record(
        self,
        code: str,
        caller: Caller,
        submission: Submission,
        from_form: bool = False,
    ) -> Answer:
        """Record what a phone sent, all of it or nothing, durable when this returns.

        `from_form` makes a tap of the table's form into its group (item, then turn end; see
        Game.grouped). Known id with the same body: the same answer again; with another body: 422
        `id_used`.
        """
        digest = digest_of(submission)
        if not submission.events or digest is None:
            return not_recorded("malformed", 400)
        tap = Tap(submission, digest, from_form)
        return self._tables.change(code, lambda opened: self._decide(opened, caller, tap))

    def draw_first_player(self, code: str, caller: Caller, id: str | None) -> Answer:
        """Draw the first player by chance and record it as `first_player_chosen`.

        The draw is recorded, so a replay draws nothing.
        """

        def decide(opened: OpenTable) -> Draft[Answer] | Answer:
            table = opened.live.table
            players = GAMES[table.game_key].players_of(table.state)
            if not players:
                return not_recorded("nobody_to_draw", 422, opened.live.version)
            drawn = self._randomness.choice(players)
            submission = _own_submission([{"event": "first_player_chosen", "player": drawn}], id)
            # The same tap sent again may draw another name: what was asked for is the same.
            return self._decide(opened, caller, Tap(submission, sha256("draw_first_player")))

        return self._tables.change(code, decide)

    def rewind(self, code: str, caller: Caller, to_seq: int, id: str | None) -> Answer:
        """Host only: take back everything that stands after event `to_seq`, as one group."""

        def decide(opened: OpenTable) -> Draft[Answer] | Answer:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if not who.host:
                return _host_only(live) if who.may_log else no_table()
            events = _take_backs_after(live.table.entries, to_seq)
            submission = replace(_own_submission(events, id), batch=True)
            tap = Tap(submission, sha256(f"rewind {to_seq}"), counts_take_backs=False)
            if not events and self._known(opened, who, submission.id) is None:
                return not_recorded("nothing_to_rewind", 422, live.version)
            return self._decide(opened, caller, tap)

        return self._tables.change(code, decide)

    def tidy(self) -> None:
        """Drop what nobody needs to be counted for any more."""
        now = self._clock.monotonic()
        self._pace.tidy(now)
        self._take_backs.tidy(now)

    def _decide(self, opened: OpenTable, caller: Caller, tap: Tap) -> Draft[Answer] | Answer:
        live = opened.live
        caller = live.caller_of(caller.phone_id)
        if not caller.may_log:
            return no_table()
        key = self._known(opened, caller, tap.submission.id)
        if key is not None:
            return self._again(opened, key, tap)
        by = tapper(caller, tap.submission.events[0])
        seat = live.seat_of(by) if by else None
        seat_number = seat.number if seat else 0
        stopped = self._stopped(live, caller, tap, seat_number)
        if stopped is not None:
            return stopped
        submission = tap.submission
        if tap.from_form and not submission.batch:
            events = self._tap_group(opened, caller, submission, seat_number)
            submission = replace(submission, events=events)
        whole = completed(live.table, submission.events, self._randomness, plays=bool(caller.seats))
        if isinstance(whole, Refused):
            return by_the_core(whole, live.version)
        submission = replace(submission, events=whole)
        decided = self._tables.long_work.on_log(
            live.version, lambda: record(live.table, submission, by, now_written(self._clock))
        )
        if isinstance(decided, Asks):
            if any(ask.code == NOT_YOUR_TURN for ask in decided.asks):
                opened.asked[seat_number] = _turn_began(live.table)
            return Asked(decided, live.version)
        if isinstance(decided, Refused):
            return by_the_core(decided, live.version)
        return self._draft(decided, tap, live, caller, seat_number)

    def _tap_group(
        self, opened: OpenTable, caller: Caller, submission: Submission, seat_number: int
    ) -> tuple[Json, ...]:
        table, answered = opened.live.table, submission.anyway
        asked = opened.asked.get(seat_number) == _turn_began(table)
        how = FormTap(
            version=table.version,
            standing=table.standing,
            ends_by_hand=caller.ends_by_hand,
            shown=submission.seen is None or submission.seen >= table.version,
            settled=self._clock.monotonic() - opened.changed_at >= SETTLED_SECONDS,
            asked=asked or answered is True or NOT_YOUR_TURN in answered,
        )
        return GAMES[table.game_key].grouped(table.state, submission.events[0], how)

    def _again(self, opened: OpenTable, key: tuple[int, str], tap: Tap) -> Answer:
        live = opened.live
        if opened.known[key].digest != tap.digest:
            return by_the_core(refused("id_used"), live.version)
        entries = self._tables.long_work.on_log(live.version, lambda: opened.answered(key))
        return _answered(entries, tap.submission.batch, live, again=True)

    def _draft(
        self, decided: Recorded, tap: Tap, live: LiveTable, caller: Caller, seat_number: int
    ) -> Draft[Answer]:
        taken_backs = _count_take_backs(tap.submission.events)

        def answer(after: LiveTable) -> Answer:
            if taken_backs and tap.counts_take_backs:
                who = (live.code, seat_number)
                self._take_backs.add(who, self._clock.monotonic(), taken_backs)
            return _answered(decided.entries, tap.submission.batch, after)

        phones = tuple(
            replace(phone, used=True)
            for phone in live.phones
            if phone.phone_id == caller.phone_id and not phone.used
        )
        return Draft(answer, decided, seat_number, tap.digest, phones=phones)

    def _known(self, opened: OpenTable, caller: Caller, id: str | None) -> tuple[int, str] | None:
        """Where this phone's id stands in the log already, under any seat that it holds."""
        if id is None:
            return None
        keys = [seat.number for seat in opened.live.seats if seat.number in caller.seats]
        if caller.host:
            keys.append(0)
        return next(((key, id) for key in keys if (key, id) in opened.known), None)

    def _stopped(
        self, live: LiveTable, caller: Caller, tap: Tap, seat_number: int
    ) -> NotRecorded | None:
        """What stops it before the rules are asked: rights, pace, and room in the log."""
        events = tap.submission.events
        for place, event in enumerate(events):
            stopped = forbidden(live, caller, event) or self._no_room(live, event)
            if stopped is not None:
                on = place if tap.submission.batch else None
                return replace(stopped, refused=replace(stopped.refused, on=on))
        if live.version + len(events) > self._limits.events_per_table:
            return not_recorded("table_full_of_events", 503, live.version)
        who, now = (live.code, seat_number), self._clock.monotonic()
        wait = self._pace.wait_seconds(who, len(events), now)
        if wait is not None:
            return not_recorded("too_fast", 429, live.version, wait)
        taken_backs = _count_take_backs(events)
        if taken_backs and tap.counts_take_backs:
            wait = self._take_backs.wait_seconds(who, now, taken_backs)
            if wait is not None:
                return not_recorded("too_many_take_backs", 429, live.version, wait)
        return None

    def _no_room(self, live: LiveTable, event: Json) -> NotRecorded | None:
        if event["event"] != "player_joined":
            return None
        return no_room_for(live, event.get("player"), self._limits)


def _turn_began(table: Table) -> int:
    return GAMES[table.game_key].turn_began(table.standing)


def no_room_for(live: LiveTable, player: object, limits: Limits) -> NotRecorded | None:
    """Refuses a new player at a table with the most players a server takes."""
    returns = isinstance(player, str) and live.seat_of(player) is not None
    if returns or len(live.seats) < limits.players or len(live.playing()) < limits.players:
        return None
    return not_recorded("table_full", 422, live.version, count=limits.players)


def _answered(
    entries: tuple[Entry, ...], batch: bool, live: LiveTable, again: bool = False
) -> Answered:
    many = batch or len(entries) > 1
    return Answered(entries, many, entries[-1].seq, live, again)


def _count_take_backs(events: Sequence[Json]) -> int:
    return sum(event["event"] == "taken_back" for event in events)


def _take_backs_after(entries: Sequence[Entry], to_seq: int) -> list[Json]:
    """Newest first; one for each group, which is taken back as a whole."""
    events: list[Json] = []
    groups: set[int] = set()
    for entry in reversed(entries):
        stands = entry.struck_by is None and entry.event["event"] not in OWN_EVENTS
        if entry.seq <= to_seq or not stands or entry.group in groups:
            continue
        if entry.group is not None:
            groups.add(entry.group)
        events.append({"event": "taken_back", "number": entry.seq})
    return events


def _own_submission(events: list[Json], id: str | None) -> Submission:
    return Submission(tuple(events), batch=False, id=id, seen=None, anyway=True)


def _host_only(live: LiveTable) -> NotRecorded:
    return not_recorded("host_only", 403, live.version)
