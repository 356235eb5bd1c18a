"""Which phones are here: seen by a request, or kept by an open stream."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.services.ports import Clock
from companion.services.tables.chain import canonical
from companion.services.tables.live_table import LiveTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.passing import Passing

BEAT_SECONDS = 20.0
"""How often a process tells the others which phones it sees."""
HERE_SECONDS = 900.0
"""How long the others remember it: longer than a host must be away to lose the role."""
_HERE = "here"


@dataclass(slots=True)
class _Seen:
    at: float
    streams: int = 0


class Presence:
    """Remembers when each phone of each table was last here. In memory: a restart sees all anew.

    A phone never seen since the start counts as seen at the start, so that nobody's seat or
    host role is taken away because Backroom itself was off. Where other processes serve the same
    table, each tells the others now and then whom it sees.
    """

    def __init__(self, tables: OpenTables, clock: Clock, passing: Passing, process: str) -> None:
        """`process` is a name that no other process has."""
        self._tables = tables
        self._clock = clock
        self._passing = passing
        self._process = process
        self._told_at = -BEAT_SECONDS
        self._started = clock.monotonic()
        self._phones: dict[str, dict[str, _Seen]] = {}

    def touch(self, code: str, phone_id: str) -> None:
        """A request of this phone."""
        self._of(code, phone_id).at = self._clock.monotonic()

    def stream_opened(self, code: str, phone_id: str | None) -> None:
        """A stream of this phone opened: the phone is here while it is open. None: a spectator."""
        if not self._tables.holds(code):
            return
        self._tables.liveness.touch(code)
        if phone_id is not None:
            self._of(code, phone_id).streams += 1

    def stream_closed(self, code: str, phone_id: str | None) -> None:
        """That stream ended: the phone was here until now.

        That of a forgotten table ends when everything else of it is gone, and leaves nothing.
        """
        if not self._tables.holds(code):
            return
        self._tables.liveness.touch(code)
        if phone_id is None:
            return
        seen = self._of(code, phone_id)
        seen.streams = max(0, seen.streams - 1)
        seen.at = self._clock.monotonic()

    def away_seconds(self, code: str, phone_id: str) -> float:
        """Seconds since the phone was last here; 0 while a stream is open."""
        seen = self._phones.get(code, {}).get(phone_id)
        since = self._started if seen is None else seen.at
        away = 0.0 if seen is not None and seen.streams else self._clock.monotonic() - since
        return min((away, *self._seen_by_others(code, phone_id))) if away else 0.0

    def phones_at(self, live: LiveTable, lately_seconds: float) -> frozenset[str]:
        """The phones that have a word at this table.

        Those of everybody who plays, and of who left but was here lately: anybody may log that
        somebody left, and that must not take the word of a phone that still lies on the table.
        """
        playing = live.playing()
        return frozenset(
            seat.phone_id
            for seat in live.seats
            if seat.phone_id is not None
            and (seat in playing or self.away_seconds(live.code, seat.phone_id) < lately_seconds)
        )

    def beat(self) -> None:
        """Tell the other processes whom this one sees; often asked, seldom done."""
        now = self._clock.monotonic()
        if not self._passing.shared or now - self._told_at < BEAT_SECONDS:
            return
        here: dict[str, str] = {}
        for code, phones in list(self._phones.items()):
            seen = sorted(
                phone_id
                for phone_id, each in list(phones.items())
                if each.streams or each.at >= self._told_at
            )
            if seen:
                here[code] = canonical(seen)
        self._told_at = now
        if here:
            self._passing.put(_HERE, self._process, here, HERE_SECONDS)

    def _seen_by_others(self, code: str, phone_id: str) -> list[float]:
        if not self._passing.shared:
            return []
        return [
            each.age_seconds
            for each in self._passing.of(code)
            if each.kind == _HERE
            and each.key != self._process
            and phone_id in json.loads(each.body)
        ]

    def forget(self, code: str) -> None:
        """The table is gone."""
        self._phones.pop(code, None)

    def _of(self, code: str, phone_id: str) -> _Seen:
        phones = self._phones.setdefault(code, {})
        return phones.setdefault(phone_id, _Seen(self._clock.monotonic()))
