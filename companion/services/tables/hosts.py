"""The host's role: handed over, needed when the host is away, and taken back by the first host."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from companion.core.names import letter_count
from companion.core.table import note
from companion.services.answers import Done, HostNeeded, NotRecorded
from companion.services.instants import now_written
from companion.services.limits import Limits
from companion.services.ports import Clock, TableRow
from companion.services.refusals import no_table, not_recorded
from companion.services.tables.drafts import Draft
from companion.services.tables.live_table import WHO_LETS_IN, WHO_LOGS, Caller, LiveTable
from companion.services.tables.open_table import OpenTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing
from companion.services.tables.presence import Presence

_NEEDS_HOST = "needs_host"
NEEDS_HOST_SECONDS = 3600.0
"""How long a phone's "We need a host" counts."""


@dataclass(frozen=True, slots=True)
class _Tap:
    """One phone's "We need a host"."""

    phone_id: str
    player: str


class Hosts:
    """The use cases of the host's role and of the table's settings."""

    def __init__(
        self,
        tables: OpenTables,
        presence: Presence,
        clock: Clock,
        limits: Limits,
        passing: Passing,
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._clock = clock
        self._limits = limits
        self._passing = passing

    def is_away(self, code: str) -> bool:
        """True when `need` may be tapped: show the button.

        The host's phone made no request and held no stream for 10 minutes.
        """
        opened = self._tables.find(code)
        return not isinstance(opened, NotRecorded) and self._is_away(opened.live)

    def _is_away(self, live: LiveTable) -> bool:
        host = live.row.host_phone_id
        if host is None:
            return True
        away = self._presence.away_seconds(live.code, host)
        return away >= self._limits.host_away_seconds

    def need(self, code: str, caller: Caller) -> HostNeeded | NotRecorded:
        """ "We need a host": counts once the host's phone was away for 10 minutes.

        Two different seats (one, when only one is left beside the host's); the seat that tapped
        first becomes host. Seats of one phone count once: a guest alone never becomes host.
        """

        def decide(opened: OpenTable) -> Draft[HostNeeded] | HostNeeded | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if who.phone_id is None or not who.names:
                return no_table()
            if who.host or not self._is_away(live):
                self._passing.drop(code, _NEEDS_HOST)
                return not_recorded("host_is_here", 422, live.version)
            taps = self._tapped(code, live, _Tap(who.phone_id, who.names[0]))
            needed = self._needed(live)
            if len(taps) < needed:
                return HostNeeded(len(taps), needed, None)
            first = taps[0]
            former = live.row.former_host_phone_id or live.row.host_phone_id
            row = replace(live.row, host_phone_id=first.phone_id, former_host_phone_id=former)
            draft = self._changed(live, row, first.player, who.names[0])
            return draft.answering(lambda after: self._answer(code, needed, first.player))

        return self._tables.change(code, decide)

    def take_back(self, code: str, caller: Caller) -> Done | NotRecorded:
        """The former host's phone takes the role back with one tap."""

        def decide(opened: OpenTable) -> Draft[Done] | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if who.phone_id is None:
                return no_table()
            if who.phone_id != live.row.former_host_phone_id:
                return not_recorded("not_the_former_host", 403, live.version)
            row = replace(live.row, host_phone_id=who.phone_id, former_host_phone_id=None)
            name = who.names[0] if who.names else None
            return self._changed(live, row, name, name)

        return self._tables.change(code, decide)

    def hand_over(self, code: str, caller: Caller, player: str) -> Done | NotRecorded:
        """The host gives the role to the phone of another player."""

        def decide(opened: OpenTable) -> Draft[Done] | Done | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if not who.host:
                return not_recorded("host_only", 403, live.version) if who.may_log else no_table()
            seat = live.seat_of(player)
            if seat is None:
                return not_recorded("unknown_player", 422, live.version, name=player)
            if seat.phone_id is None:
                return not_recorded("seat_has_no_phone", 422, live.version)
            if seat.phone_id == live.row.host_phone_id:
                return Done(live.version)
            former = live.row.former_host_phone_id
            row = replace(
                live.row,
                host_phone_id=seat.phone_id,
                former_host_phone_id=None if former == seat.phone_id else former,
            )
            return self._changed(live, row, seat.player, who.names[0] if who.names else None)

        return self._tables.change(code, decide)

    def change_settings(
        self,
        code: str,
        caller: Caller,
        name: str | None = None,
        who_logs: str | None = None,
        who_lets_in: str | None = None,
    ) -> Done | NotRecorded:
        """Host only: the table's name, who may log, who lets in. None leaves as it is."""

        def decide(opened: OpenTable) -> Draft[Done] | NotRecorded:
            live = opened.live
            who = live.caller_of(caller.phone_id)
            if not who.host:
                return not_recorded("host_only", 403, live.version) if who.may_log else no_table()
            settled = settings_of(
                live.row.name if name is None else name,
                live.row.who_logs if who_logs is None else who_logs,
                live.row.who_lets_in if who_lets_in is None else who_lets_in,
                self._limits,
            )
            if isinstance(settled, NotRecorded):
                return replace(settled, version=live.version)
            row = replace(
                live.row,
                name=settled.name,
                who_logs=settled.who_logs,
                who_lets_in=settled.who_lets_in,
            )
            return Draft(lambda after: Done(after.version), row=row)

        return self._tables.change(code, decide)

    def _tapped(self, code: str, live: LiveTable, tap: _Tap) -> list[_Tap]:
        """The taps of phones that still sit here, oldest first, this one among them."""
        seated = self._phones(live)
        self._passing.add(code, _NEEDS_HOST, tap.phone_id, tap.player, NEEDS_HOST_SECONDS)
        return [
            _Tap(each.key, each.body)
            for each in self._passing.of(code)
            if each.kind == _NEEDS_HOST and each.key in seated
        ]

    def _needed(self, live: LiveTable) -> int:
        """Two phones, or one when only one is left beside the host's."""
        return max(1, min(2, len(self._phones(live) - {live.row.host_phone_id})))

    def _phones(self, live: LiveTable) -> frozenset[str]:
        return self._presence.phones_at(live, self._limits.host_away_seconds)

    def _answer(self, code: str, needed: int, player: str) -> HostNeeded:
        self._passing.drop(code, _NEEDS_HOST)
        return HostNeeded(needed, needed, player)

    def _changed(
        self, live: LiveTable, row: TableRow, player: str | None, by: str | None
    ) -> Draft[Done]:
        seat = live.seat_of(by) if by else None
        event = {"event": "host_changed", "player": player}
        return Draft(
            lambda after: Done(after.version),
            note(live.table, event, by, now_written(self._clock)),
            seat=seat.number if seat else 0,
            row=row,
        )


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The table's own settings, checked."""

    name: str
    who_logs: str
    who_lets_in: str


def settings_of(
    name: str, who_logs: object, who_lets_in: object, limits: Limits
) -> TableSettings | NotRecorded:
    """The settings as they may stand; 422 for an option or a name that cannot be."""
    if who_logs not in WHO_LOGS or who_lets_in not in WHO_LETS_IN:
        return not_recorded("bad_option", 422)
    visible = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in name)
    shown = unicodedata.normalize("NFC", " ".join(visible.split()))
    if letter_count(shown) > limits.table_name_letters or len(shown) > 1000:
        return not_recorded("bad_table_name", 422, count=limits.table_name_letters)
    return TableSettings(shown, str(who_logs), str(who_lets_in))
