"""Tables that leave and arrive: the export of a whole log, the import of one, and the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.exports import exported, imported
from companion.core.log import Entry, Recorded, Submission, Table, new_table
from companion.core.names import name_key
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import refused
from companion.core.table import record
from companion.core.table_files import OWN_OPTIONS, SCHEMA, Misfit, TableFile, read_export
from companion.services.answers import Created, NotRecorded
from companion.services.limits import Limits
from companion.services.phrases import SENTENCES
from companion.services.ports import PhoneRow, SeatRow
from companion.services.refusals import by_the_core, no_table, not_recorded
from companion.services.tables.chain import is_writable
from companion.services.tables.drafts import Draft
from companion.services.tables.hosts import TableSettings, settings_of
from companion.services.tables.live_table import WHO_LETS_IN, WHO_LOGS, Caller, LiveTable
from companion.services.tables.new_tables import NewTables
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.permissions import closed
from companion.services.tables.phones import NewPhone

_OWN_OPTIONS = dict(zip(OWN_OPTIONS, (WHO_LOGS[0], WHO_LETS_IN[0]), strict=True))
"""What a table is set to where its file says nothing."""


class Transfers:
    """The use cases that copy a table."""

    def __init__(self, tables: OpenTables, new_tables: NewTables, limits: Limits) -> None:
        self._tables = tables
        self._new_tables = new_tables
        self._limits = limits

    def export(self, code: str) -> Json | NotRecorded:
        """The whole log as `backroom-table/1`; hidden things masked while not over."""
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            return opened
        live, long_work = opened.live, self._tables.long_work
        own = {"who_logs": live.who_logs, "who_lets_in": live.who_lets_in}
        changed = {key: value for key, value in own.items() if value != _OWN_OPTIONS[key]}
        return {
            "schema": SCHEMA,
            "game": live.table.game_key,
            "options": {**live.table.options, **changed},
            "deck": live.table.deck,
            "events": long_work.on_log(live.version, lambda: exported(live.table)),
        }

    def import_(
        self, file: Any, id: str | None, address: str | None = None
    ) -> Created | NotRecorded:
        """A table from an exported file: every event is decided again.

        The first event that fails refuses the file (422 `bad_import`, fields {"number"}).
        The importer is host without a seat; all seats are free to take.
        """
        read = read_export(file)
        if isinstance(read, Misfit):
            return _misfit(read)
        count, long_work = len(read.events), self._tables.long_work
        own = {**_OWN_OPTIONS, **read.own}
        settled = settings_of("", own["who_logs"], own["who_lets_in"], self._limits)
        if isinstance(settled, NotRecorded):
            return settled
        if count > self._limits.events_per_table:
            return not_recorded("table_full_of_events", 422)
        stopped = self._new_tables.too_many_imports(address)
        if stopped is not None:
            return stopped
        recorded = long_work.on_log(count, lambda: _decided_again(read))
        if isinstance(recorded, NotRecorded):
            return recorded
        return self._new_tables.open(lambda at: recorded, settled, id, address, imported=True)

    def rematch(
        self, code: str, caller: Caller, token: str | None, again: Sequence[str] = ()
    ) -> Created | NotRecorded:
        """The same deck, options, players and phones at a new table; once per table.

        Every phone of the old table calls it and gets its seats at the same new table:
        `seat_token` is the token it already holds, to be set as the new table's cookie. The first
        one decides which events are logged there `again`, each as it was logged last.
        """

        def decide(opened: OpenTable) -> Draft[Created] | Created | NotRecorded:
            live = opened.live
            phone = live.phone_of(token)
            who = live.caller_of(caller.phone_id)
            if not who.may_log or phone is None or token is None:
                return no_table()
            player = who.names[0] if who.names else None
            if live.row.rematch_code is not None:
                there = self._tables.find(live.row.rematch_code)
                if isinstance(there, OpenTable) and there.live.phone_of(token) is not None:
                    return Created(there.live.code, token, there.live.version, player)
            created = self._again(live, phone, token, again)
            if isinstance(created, NotRecorded):
                return created
            row = replace(live.row, rematch_code=created.code)
            return Draft(lambda after: replace(created, player=player), row=row)

        shut = closed(code)
        return self._tables.change(code, decide) if shut is None else shut

    def _again(
        self, live: LiveTable, phone: PhoneRow, token: str, again: Sequence[str]
    ) -> Created | NotRecorded:
        """The new table, with the phones of the old one under the tokens they already hold."""
        seats = live.playing()
        first = _all_seated(live.table, tuple(seat.player for seat in seats))
        if isinstance(first, NotRecorded):
            return replace(first, version=live.version)
        begun = _with_the_latest(first, live.table, again)
        phones = {each.phone_id: replace(each, join_id_sha256=None) for each in live.phones}
        host = phones.pop(live.row.host_phone_id or phone.phone_id)
        return self._new_tables.open(
            lambda at: begun,
            TableSettings(live.name, live.who_logs, live.who_lets_in),
            id=None,
            address=None,
            phones=tuple(phones.values()),
            seats=tuple(
                SeatRow(number, seat.player, seat.phone_id) for number, seat in enumerate(seats, 1)
            ),
            host=NewPhone(host, token),
        )


def _misfit(misfit: Misfit) -> NotRecorded:
    if misfit.key is None:
        return not_recorded(misfit.code, 422)
    key = misfit.key[:60]
    return not_recorded(misfit.code, 422, fields={"key": key}, key=key)


def _decided_again(file: TableFile) -> Recorded | NotRecorded:
    """The file's table by the rules of today, or why it cannot be."""
    parts = ([file.game_key, file.options, file.deck], *file.events)
    if not all(is_writable(part) for part in parts):
        return not_recorded("not_an_export", 422)
    table = imported(file.game_key, file.options, file.deck, file.events)
    if isinstance(table, Refused):
        return by_the_core(table, None)
    return _unseated(table.entries) or _without_ids(table)


def _unseated(entries: Sequence[Entry]) -> NotRecorded | None:
    """Refuses a log in which somebody taps who had not sat down by then."""
    seated: set[str] = set()
    for entry in entries:
        if entry.event["event"] == "player_joined":
            seated.add(name_key(entry.event["player"]))
        if entry.by is not None and name_key(entry.by) not in seated:
            nobody = Phrase(SENTENCES["unknown_player"], {"name": entry.by})
            said = {"number": entry.seq, "problem": nobody}
            return by_the_core(refused("bad_import", said, {"number": entry.seq}), None)
    return None


def _without_ids(table: Table) -> Recorded:
    """The imported log without the taps' own ids: no phone here will ever send them again."""
    entries = tuple(replace(entry, id=None) for entry in table.entries)
    return Recorded(replace(table, entries=entries), entries)


def _all_seated(table: Table, players: tuple[str, ...]) -> Recorded | NotRecorded:
    empty = new_table(table.game_key, table.options, table.deck)
    if isinstance(empty, Refused):
        return by_the_core(empty, None)
    if not players:
        return not_recorded("nobody_plays_again", 422)
    events: tuple[Json, ...] = tuple(
        {"event": "player_joined", "player": player} for player in players
    )
    submission = Submission(events, batch=True, id=None, seen=None, anyway=True)
    seated = record(empty, submission, None, table.entries[-1].at)
    if isinstance(seated, Refused):
        return by_the_core(seated, None)
    return seated if isinstance(seated, Recorded) else not_recorded("nobody_plays_again", 422)


def _with_the_latest(begun: Recorded, old: Table, names: Sequence[str]) -> Recorded:
    """Followed by the latest standing event of each of these names at the old table.

    What the rules of the new table refuse is left out: somebody chooses it there.
    """
    for name in names:
        standing = [e for e in old.entries if e.event["event"] == name and e.struck_by is None]
        for entry in standing[-1:]:
            submission = Submission((entry.event,), batch=False, id=None, seen=None, anyway=True)
            decided = record(begun.table, submission, None, old.entries[-1].at)
            if isinstance(decided, Recorded):
                begun = Recorded(decided.table, (*begun.entries, *decided.entries))
    return begun
