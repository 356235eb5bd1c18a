"""The way in by a code: the table that it means, who asks there, and who guesses too often."""

from __future__ import annotations

from companion.services.answers import NotRecorded
from companion.services.codes import UnknownGlyph, is_demo, normalise_code
from companion.services.guesses import Guesses
from companion.services.limits import Limits
from companion.services.ports import Clock
from companion.services.refusals import no_table, not_recorded
from companion.services.tables.live_table import LiveTable
from companion.services.tables.opened import OpenTables


class Doors:
    """Finding tables by code."""

    def __init__(self, tables: OpenTables, clock: Clock, limits: Limits) -> None:
        self._tables = tables
        self._clock = clock
        self._guesses = Guesses(limits)

    def look_up(self, text: str, address: str | None, token: str | None) -> LiveTable | NotRecorded:
        """See Tables.look_up. Wrong and shut answer alike, so that a guesser learns nothing."""
        code = normalise_code(text)
        if isinstance(code, UnknownGlyph):
            return not_recorded(
                "unknown_glyph", 422, fields={"glyph": code.glyph}, glyph=code.glyph
            )
        now = self._clock.monotonic()
        shut = self._guesses.wait_seconds(address, now) is not None
        if code is None:
            self._guesses.add(address, now)
            return no_table()
        if shut and not token:
            return no_table()
        opened = self._tables.find(code)
        if isinstance(opened, NotRecorded):
            if opened.status == 404 and is_demo(code):  # a phone that comes back, and no guess
                return not_recorded("demo_over", 404)
            if opened.status == 404:
                self._guesses.add(address, now)
            return opened
        if shut and opened.live.phone_of(token) is None:
            return no_table()
        return opened.live

    def tidy(self) -> None:
        """Drop what nobody needs to be counted for any more."""
        self._guesses.tidy(self._clock.monotonic())
