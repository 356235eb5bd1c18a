"""The way in by a code: the table that it means, who asks there, and who guesses too often."""

from __future__ import annotations

from companion.services.answers import NotRecorded
from companion.services.codes import UnknownGlyph, is_demo, normalise_code
from companion.services.guesses import Guesses
from companion.services.limits import Limits
from companion.services.ports import Clock
from companion.services.refusals import no_table, not_recorded
from companion.services.tables.live_table import Caller, LiveTable
from companion.services.tables.opened import OpenTables
from companion.services.tables.presence import Presence


class Doors:
    """Finding tables by code, and who stands there by the phone's token."""

    def __init__(
        self, tables: OpenTables, presence: Presence, clock: Clock, limits: Limits
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._clock = clock
        self._guesses = Guesses(limits)

    def find(self, code: str) -> LiveTable | NotRecorded:
        """The table as it stands now."""
        opened = self._tables.find(code)
        return opened if isinstance(opened, NotRecorded) else opened.live

    def caller(self, code: str, token: str | None) -> Caller:
        """Who asks, by the phone's seat token; an unknown token is a spectator. Marks it seen."""
        opened = self._tables.find(code)
        phone = None if isinstance(opened, NotRecorded) else opened.live.phone_of(token)
        if phone is None and token and self._tables.others.is_news(code):
            opened = self._tables.find(code)  # it sat down at another process, just now
            phone = None if isinstance(opened, NotRecorded) else opened.live.phone_of(token)
        if isinstance(opened, NotRecorded) or phone is None:
            return Caller(None)
        self._presence.touch(code, phone.phone_id)
        return opened.live.caller_of(phone.phone_id)

    def look_up(
        self, text: str, address: str | None, token: str | None = None
    ) -> LiveTable | NotRecorded:
        """A code as somebody typed it at the door; wrong tries are counted per address.

        Wrong and shut answer alike, so that a guesser learns nothing; a phone that holds a seat
        always passes; a glyph that no code has is named (422 `unknown_glyph`, fields {"glyph"}).
        """
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
