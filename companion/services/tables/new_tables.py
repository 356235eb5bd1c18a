"""New tables: their first events, their code, their host's phone, and who makes too many."""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable
from dataclasses import replace

from companion.core.log import Recorded, Submission, Table, new_table
from companion.core.names import clean_name
from companion.core.outcome import Json, Refused
from companion.core.phrases import refused
from companion.core.table import record
from companion.services.answers import Created, NotRecorded
from companion.services.instants import now_written
from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.pace import Tries
from companion.services.ports import (
    Clock,
    Conflict,
    KnownPhone,
    PhoneRow,
    Randomness,
    SeatRow,
    StorageTrouble,
    Store,
    TableRow,
)
from companion.services.refusals import by_the_core, by_the_store, not_recorded
from companion.services.tables.chain import canonical, is_writable, sha256
from companion.services.tables.drafts import Draft
from companion.services.tables.hosts import TableSettings, settings_of
from companion.services.tables.live_table import WHO_LETS_IN, WHO_LOGS, LiveTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.phones import NewPhone, new_phone, with_new_token
from companion.services.tables.repeats import Repeats

CODE_TRIES = 20
"""With six letters and 100,000 tables in use, one code in 4,800 is taken already."""
FULL_RETRY_SECONDS = 600


class NewTables:
    """The use case of making a table, for whatever its first events are."""

    def __init__(
        self,
        tables: OpenTables,
        store: Store,
        clock: Clock,
        randomness: Randomness,
        limits: Limits,
        code_length: int,
        live: Callable[[], int | StorageTrouble] | None = None,
    ) -> None:
        """`live` counts what `limits.live_tables` caps; by default the tables in use."""
        self._tables = tables
        self._live = live or tables.liveness.count
        self._store = store
        self._clock = clock
        self._randomness = randomness
        self._limits = limits
        self._code_length = code_length
        self._repeats: Repeats[Created] = Repeats(clock, limits.repeat_seconds)
        self._creating = threading.Lock()
        self._new_private = Tries(limits.new_tables_private, limits.new_tables_seconds)
        self._new_public = Tries(limits.new_tables_public, limits.new_tables_seconds)
        self._imports = Tries(limits.imports_an_address, limits.new_tables_seconds)

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
        settled = settings_of(
            name,
            options.get("who_logs", WHO_LOGS[0]),
            options.get("who_lets_in", WHO_LETS_IN[0]),
            self._limits,
        )
        if isinstance(settled, NotRecorded):
            return settled
        rules = {k: v for k, v in options.items() if k not in ("who_logs", "who_lets_in")}
        if not is_writable([deck, rules]):
            return not_recorded("malformed", 400)
        seated = None if player is None else clean_name(player)
        if player is not None and seated is None:
            return not_recorded("bad_name", 422)

        def first(at: str) -> Recorded | NotRecorded:
            return first_events(game_key, rules, deck, seated, at)

        return self.open(first, settled, id, address, seated)

    def open(
        self,
        first: Callable[[str], Recorded | NotRecorded],
        settled: TableSettings,
        id: str | None,
        address: str | None,
        player: str | None = None,
        imported: bool = False,
        phones: tuple[PhoneRow, ...] = (),
        seats: tuple[SeatRow, ...] = (),
        host: NewPhone | None = None,
    ) -> Created | NotRecorded:
        """A new table with its first events, its host's phone, and further phones and seats."""
        lost = self._lost_answer(id)
        if lost is not None:
            return lost
        with self._creating:
            answered = self._repeats.find("", id) or self._too_many(address)
            if answered is not None:
                return answered
            at = now_written(self._clock)
            recorded = first(at)
            if isinstance(recorded, NotRecorded):
                return recorded
            creator = host or new_phone(self._randomness, at, id)
            row = self._row(recorded.table, settled, creator.row.phone_id, at, imported)
            draft = Draft(
                lambda live: Created(live.code, creator.token, live.version, player),
                recorded,
                seat=1 if player else 0,
                row=row,
                seats=seats or _first_seat(recorded, player, creator.row.phone_id),
                phones=(creator.row, *phones),
                at=at,
            )
            created = self._begin(row, recorded, draft)
            if isinstance(created, Created):
                self._count_new(address)
                self._repeats.keep("", id, created)
            return created

    def _begin(
        self, row: TableRow, recorded: Recorded, draft: Draft[Created]
    ) -> Created | NotRecorded:
        for _ in range(CODE_TRIES):
            fresh = replace(row, code=self._randomness.code(self._code_length))
            begun = self._tables.begin(fresh, recorded, replace(draft, row=fresh))
            if not isinstance(begun, Conflict):
                return begun
        return by_the_store(StorageTrouble("io", "no free table code"))

    def _row(
        self, table: Table, settled: TableSettings, host: str, at: str, imported: bool
    ) -> TableRow:
        return TableRow(
            code="",
            game_key=table.game_key,
            options=canonical(table.options),
            deck_sha256=None if table.deck is None else sha256(canonical(table.deck)),
            created_at=at,
            name=settled.name,
            who_logs=settled.who_logs,
            who_lets_in=settled.who_lets_in,
            host_phone_id=host,
            former_host_phone_id=None,
            rematch_code=None,
            head_seq=0,
            head_hash="",
            last_event_at=at,
            imported=imported,
        )

    def _lost_answer(self, id: str | None) -> Created | NotRecorded | None:
        """The same form again after its answer was lost in a crash: the same table.

        Not under the lock of creation: it takes the lock of a table.
        """
        if id is None or self._repeats.find("", id) is not None:
            return None
        known = self._store.phone_by_join_id(sha256(id))
        if isinstance(known, StorageTrouble):
            return by_the_store(known)
        if known is None:
            return None
        return self._tables.change(known.code, lambda opened: self._lost(opened.live, known))

    def _lost(self, live: LiveTable, known: KnownPhone) -> Draft[Created] | NotRecorded:
        phone = next((p for p in live.phones if p == known.phone), None)
        if phone is None or phone.used or live.row.host_phone_id != phone.phone_id:
            return by_the_core(refused("id_used"), None)
        fresh = with_new_token(phone, self._randomness)
        caller = live.caller_of(phone.phone_id)
        player = caller.names[0] if caller.names else None
        return Draft(
            lambda after: Created(after.code, fresh.token, after.version, player),
            phones=(fresh.row,),
        )

    def _too_many(self, address: str | None) -> NotRecorded | None:
        live = self._live()
        if isinstance(live, StorageTrouble):
            return by_the_store(live)
        if live >= self._limits.live_tables:
            most = self._limits.live_tables
            return not_recorded("too_many_tables", 503, None, FULL_RETRY_SECONDS, count=most)
        tries = self._tries_of(address)
        if tries is None:
            return None
        wait = tries.wait_seconds(network_of(address), self._clock.monotonic())
        return None if wait is None else not_recorded("too_many_new_tables", 429, None, wait)

    def _count_new(self, address: str | None) -> None:
        tries = self._tries_of(address)
        if tries is not None:
            tries.add(network_of(address), self._clock.monotonic())

    def too_many_imports(self, address: str | None) -> NotRecorded | None:
        """Count a table file that is about to be decided again; loopback is not free of this."""
        who, now = network_of(address), self._clock.monotonic()
        wait = self._imports.wait_seconds(who, now)
        if wait is not None:
            return not_recorded("too_many_new_tables", 429, None, wait)
        self._imports.add(who, now)
        return None

    def _tries_of(self, address: str | None) -> Tries | None:
        """Loopback is free; a home network may do more than an address of the internet."""
        try:
            known = ipaddress.ip_address((address or "").partition("%")[0])
        except ValueError:
            return self._new_public if address else None
        if known.is_loopback:
            return None
        return self._new_public if known.is_global else self._new_private

    def tidy(self) -> None:
        """Drop what nobody needs to be counted for any more."""
        now = self._clock.monotonic()
        for tries in (self._new_private, self._new_public, self._imports):
            tries.tidy(now)
        self._repeats.tidy()


def first_events(
    game_key: str, options: Json, deck: Json | None, player: str | None, at: str
) -> Recorded | NotRecorded:
    """An empty table, or one whose first event seats its creator."""
    empty = new_table(game_key, options, deck)
    if isinstance(empty, Refused):
        return by_the_core(empty, None)
    if player is None:
        return Recorded(empty, ())
    event: Json = {"event": "player_joined", "player": player}
    submission = Submission((event,), batch=False, id=None, seen=None, anyway=True)
    seated = record(empty, submission, player, at)
    if isinstance(seated, Refused):
        return by_the_core(seated, None)
    return seated if isinstance(seated, Recorded) else not_recorded("bad_name", 422)


def _first_seat(recorded: Recorded, player: str | None, phone_id: str) -> tuple[SeatRow, ...]:
    if player is None or not recorded.entries:
        return ()
    return (SeatRow(1, str(recorded.entries[0].event["player"]), phone_id),)
