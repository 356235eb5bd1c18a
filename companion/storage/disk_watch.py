"""Looks after the disk while Backroom runs: keeps the ballast, notices when trouble is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.instants import written
from companion.services.phrases import TROUBLES
from companion.services.ports import Clock, StorageTrouble
from companion.storage.ballast import Ballast

LOOK_SECONDS = 5.0

NEARLY_FULL = N_("The disk is nearly full. Free some space on this computer.")
_ON_THE_TERMINAL = {
    "disk_full": "The disk is full: no tap is recorded. Free some space; no restart is needed.",
    "locked": "Another program holds the data file: no tap is recorded. Close that program.",
    "read_only": "The data file cannot be written: no tap is recorded. Check the data folder.",
    "moved": (
        "The data file was moved or deleted: no tap is recorded. Put it back; no restart is "
        "needed. Or close Backroom and try: python app.py restore DATA/backroom.sqlite3.rescued"
    ),
    "corrupt": "The data file is damaged. Close Backroom, then try: python app.py check",
    "away": "The database does not answer: no tap is recorded. Start PostgreSQL again.",
    "busy": "The database is busy: some taps are not recorded. Look what else it does.",
    "no_entry": "The database does not let us in: no tap is recorded. Check DATABASE_URL.",
    "standby": "The database only reads: no tap is recorded. Check what became of its primary.",
}
_ON_THE_TERMINAL_OTHERWISE = "The disk does not take what is logged: no tap is recorded. Check it."
_GIVEN_UP = (
    "The disk is nearly full: Backroom gave up its reserve so that taps go on. "
    "Free some space soon; no restart is needed."
)


class Watched(Protocol):
    """What is watched of a store."""

    @property
    def trouble(self) -> StorageTrouble | None:
        """What the last write met; None when it went through."""

    def look(self) -> None:
        """Notice whether what is written to is still in its place (see `trouble`)."""

    def try_writing(self, now: str) -> None:
        """A small write, to learn whether trouble is over."""


class DiskWatch:
    """Tells the host, the doctor and every open table what the disk does not take."""

    def __init__(
        self,
        store: Watched,
        ballast: Ballast | None,
        clock: Clock,
        changed: Callable[[], None],
        aside: Callable[[Callable[[], bool]], bool] = lambda work: work(),
    ) -> None:
        """`changed` is called when what tables show of this has changed.

        `aside` makes the ballast where nobody waits for a slow disk.
        """
        self._aside = aside
        self._store = store
        self._ballast = ballast
        self._clock = clock
        self._changed = changed
        self._looked_at = -LOOK_SECONDS
        self._shown: str | None = None

    def tick(self) -> None:
        """Once a second."""
        now = self._clock.monotonic()
        self._store.look()
        if now - self._looked_at >= LOOK_SECONDS:
            self._looked_at = now
            if self._store.trouble is not None:
                self._store.try_writing(written(self._clock.now()))
            if self._ballast is not None:
                self._aside(self._ballast.make)
        code = None if self._store.trouble is None else self._store.trouble.code
        if code != self._shown:
            self._shown = code
            self._changed()

    def at_the_table(self) -> Phrase | None:
        """What every phone should know: nothing can be recorded now."""
        trouble = self._store.trouble
        return None if trouble is None else Phrase(TROUBLES[trouble.code])

    def at_the_doctor(self) -> Phrase | None:
        """What the host should know, also while taps still go on."""
        nearly = Phrase(NEARLY_FULL) if self._given_up() else None
        return self.at_the_table() or nearly

    def on_the_terminal(self) -> str | None:
        """The same for whoever looks at the terminal, in English as all of it."""
        trouble = self._store.trouble
        if trouble is not None:
            return _ON_THE_TERMINAL.get(trouble.code, _ON_THE_TERMINAL_OTHERWISE)
        return _GIVEN_UP if self._given_up() else None

    def _given_up(self) -> bool:
        return self._ballast is not None and self._ballast.given_up
