"""Photos of piles: read in a process of their own, worked out, kept nowhere."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from companion.core.decks.model import Deck
from companion.core.decks.scan_marks import decode
from companion.core.games.black_market_warehouse.pile_photo import (
    MOST_CARDS,
    Lying,
    Proposal,
    propose,
)
from companion.core.outcome import Refused
from companion.services.answers import NotRecorded
from companion.services.limits import Limits
from companion.services.pace import Tries
from companion.services.ports import Clock
from companion.services.refusals import not_recorded
from companion.services.scans.decks import ScanDecks
from companion.services.scans.ports import PhotoNotRead, PhotoReader

MINUTE_SECONDS = 60.0
BUSY_RETRY_SECONDS = 5


@dataclass(frozen=True, slots=True)
class SeenPile:
    """What was read on a photo: the cards, and the photo with their numbers as a small JPEG."""

    cards: tuple[Lying, ...]
    picture: bytes


class Photos:
    """Reads photos and proposes what they come to. Never throws; answers NotRecorded."""

    def __init__(
        self, reader: PhotoReader, decks: ScanDecks, clock: Clock, limits: Limits | None = None
    ) -> None:
        self.decks = decks
        self._reader = reader
        self._clock = clock
        self._most = (limits or Limits()).photos_a_minute
        self._tries = Tries(self._most, MINUTE_SECONDS)

    def read(self, who: Hashable, photo: bytes) -> SeenPile | NotRecorded:
        """The cards on a photo, by their marks; `who` sent it.

        Refused as `no_photo`, `photo_…` or `nothing_readable` (422), `too_many_photos` (429),
        `busy` (503).
        """
        if not photo:
            return not_recorded("no_photo", 422)
        now = self._clock.monotonic()
        wait = self._tries.wait_seconds(who, now)
        if wait is not None:
            return not_recorded("too_many_photos", 429, None, wait)
        self._tries.add(who, now)
        read = self._reader.read(photo)
        if isinstance(read, PhotoNotRead):
            refused = Refused(read.code, read.phrase)
            if read.code == "busy":
                return NotRecorded(refused, 503, retry_after_seconds=BUSY_RETRY_SECONDS)
            return NotRecorded(refused, 422)
        if not read.reads:
            return not_recorded("nothing_readable", 422)
        marks = enumerate(read.reads[:MOST_CARDS], start=1)
        cards = (Lying(number, mark.text, mark.x, mark.y) for number, mark in marks)
        return SeenPile(tuple(cards), read.picture)

    def proposal(self, deck: Deck, cards: Iterable[Lying]) -> Proposal | NotRecorded:
        """What the cards come to at a table that plays with this deck."""
        lying = tuple(cards)
        marks = (decode(card.mark) for card in lying)
        printed = self.decks.printed(mark.scan_id for mark in marks if mark is not None)
        return printed if isinstance(printed, NotRecorded) else propose(lying, deck, printed)

    def tidy(self) -> None:
        """Forget who was counted, once a second from the server."""
        self._tries.tidy(self._clock.monotonic())

    def close(self) -> None:
        """End the process that reads."""
        self._reader.close()
