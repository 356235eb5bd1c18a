"""What is printed and what comes of it: offers, jobs, files, and the shop that makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.core.outcome import Json, Phrase, Refused

WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"
STATES = (WAITING, RUNNING, DONE, FAILED, CANCELLED)
SHOP = "shop"
"""The place of prints that belong to nobody's table; every table's code is a place of its own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A print thought through: what the options make of the subject; nothing is made yet."""

    of: str
    """The deck's id, the game's key or the table's code."""
    title: str
    options: Json
    task: Json
    """What the file depends on, and what the worker needs: equal tasks, equal files."""
    pages: int
    papers: int
    """Sheets of paper; both sides count as one."""
    cards: int = 0
    files: tuple[str, ...] = ("sheets.pdf",)
    """Names of the files, the main one first: small letters, a dot, the ending."""
    notes: tuple[Phrase, ...] = ()
    """What to know before printing it, beside what its fit report says."""
    place: str = SHOP
    """Whose it is: the shop's, or by its code the table's with which it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Draft):
    """A draft that can be ordered."""

    key: str
    """Hash of the content, the options and the print shop's own versions."""
    kind: str
    """Which of the print shop's products (companion.printing.products)."""


@dataclass(frozen=True, slots=True)
class Made:
    """A finished file, and the others that belong to it."""

    data: bytes
    pages: int
    report: Json | None = None
    """The fit report of a deck."""
    more: tuple[bytes, ...] = ()
    """The files after the first, in the order of their names."""
    at: Path | None = None
    """Where the one file lies when it is too large for `data`: whoever keeps it moves it away."""


@dataclass(frozen=True, slots=True)
class NotMade:
    """Why there is no file."""

    code: str
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Lack:
    """What this computer lacks for making PDFs."""

    phrase: Phrase
    line: str | None
    """What to type so that it lacks nothing; None where we know no such line."""


@dataclass(frozen=True, slots=True)
class BrowserPages:
    """A print for the browser's own print dialogue."""

    html: str
    """One <svg> element a sheet, or a whole page, by product."""
    width_mm: float = 0.0
    height_mm: float = 0.0
    """Of a sheet as it lies; 0 for a whole page, which knows its own."""

    @property
    def way(self) -> str:
        """Which way round a sheet lies: portrait or landscape."""
        return "landscape" if self.width_mm > self.height_mm else "portrait"


Progress = Callable[[str, int, int], None]
"""What is being done (faces, sheets), how much of it is done, of how much."""


class Shop(Protocol):
    """The print shop behind the queue (companion.printing.shop)."""

    def offer(
        self, kind: str, subject: Any, given: Mapping[str, Any], words: Mapping[str, str] = ...
    ) -> Offer | Refused:
        """What printing this product of this subject with these options would give."""

    def make(self, offer: Offer, progress: Progress) -> Made | NotMade:
        """Make the file; waits until it is done."""

    def look(self, offer: Offer) -> Json | NotMade:
        """The fit report; {} where there is none."""

    def picture(self, offer: Offer, card: int = 0, side: str = "front") -> bytes | NotMade:
        """The first sheet as PNG, or one card alone (from 1), front or back."""

    def picture_asset(self, data: bytes, crop: Json, kind: str) -> Made | NotMade:
        """A picture that somebody supplied for a card of this kind, made ready to be stored.

        `crop` has x, y (the point in the middle, 0 to 1) and zoom (1 to 8). `Made.data` is an
        upright sRGB JPEG without metadata; NotMade says in a sentence why the picture is no good.
        """

    def at_once(self, offer: Offer) -> Made | NotMade:
        """Make it without a queue, at the next free moment, and keep nothing of it."""

    def browser_pages(self, offer: Offer, stylesheets: str) -> BrowserPages | NotMade:
        """The same sheets as HTML, to be printed by the browser."""

    def lacks(self) -> Lack | None:
        """What is missing for PDFs; None when nothing is."""

    def cancel(self) -> None:
        """End what `make` is making."""

    def close(self) -> None:
        """End the workers."""


@dataclass(frozen=True, slots=True)
class Job:
    """One ordered print, and how far it is."""

    offer: Offer
    """What was ordered; once it is made, its `pages` are those of the file."""
    at: str
    """UTC instant of the order, for tidying up."""
    by: str = ""
    """Who ordered it, as far as the queue must tell people apart; kept in memory only."""
    first: bool = False
    """It goes before those that are not first."""
    state: str = WAITING
    starts: int = 0
    what: str = ""
    """What is being done while it runs: faces or sheets."""
    done: int = 0
    count: int = 0
    """`done` of `count` pieces are finished."""
    report: Json | None = None
    trouble: str = ""
    """Message id of the sentence that says why it failed."""

    @property
    def key(self) -> str:
        """It is known by the key of what it prints: the same print is the same job."""
        return self.offer.key

    @property
    def open(self) -> bool:
        """True while it waits or runs."""
        return self.state in (WAITING, RUNNING)


class JobStore(Protocol):
    """Keeps jobs and their files over a restart (companion.printing.job_folder)."""

    def jobs(self) -> tuple[Job, ...]:
        """Every job that is kept, oldest first."""

    def save(self, job: Job, files: Sequence[bytes | Path] = ()) -> None:
        """Keep the job, with its files when they are finished; a file by its path is moved."""

    def path(self, key: str, name: str) -> Path | None:
        """Where a finished file lies, None when there is none."""

    def remove(self, key: str) -> None:
        """Forget the job and its files."""
