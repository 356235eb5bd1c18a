"""The print shop as the queue and the web see it: what it is asked for, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.core.outcome import Json, Phrase, Refused
from companion.services.prints.offers import Offer


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
