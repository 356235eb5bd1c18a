"""What scanning needs from the world: the scan ids that decks have, and a reader of photos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.core.outcome import Phrase
from companion.services.ports import StorageTrouble


@dataclass(frozen=True, slots=True)
class ScanDeck:
    """A deck as it was printed with marks, or brought in: what its marks mean."""

    imprint: str
    """sha256 (hex) of `facts`."""
    facts: str
    """Canonical JSON of its cards as they count (see core.decks.scan_marks.imprint_text)."""
    deck_id: str
    """The deck's id here when it was last printed or brought in."""
    name: str
    at: str
    """UTC instant of that; the oldest is forgotten over the cap."""


class ScanDeckStore(Protocol):
    """Keeps which deck each scan id means, beside the tables (`store.scan_decks()`)."""

    def register(self, deck: ScanDeck, limit: int) -> str | StorageTrouble:
        """The deck's scan id, its own or the next one that is free; durable when it returns.

        The same imprint again keeps its id and takes the other facts anew. Beyond `limit` decks
        the oldest is forgotten.
        """

    def scan_id(self, imprint: str) -> str | StorageTrouble:
        """The id that `register` would give; nothing is written."""

    def find(self, scan_ids: Sequence[str]) -> dict[str, ScanDeck] | StorageTrouble:
        """The decks that these ids mean; ids that mean none are left out."""


@dataclass(frozen=True, slots=True)
class Read:
    """One mark that was read on a photo. Lengths are shares of the photo's width."""

    text: str
    x: float
    y: float
    """Its middle."""


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """What was read on a photo, in reading order; `picture` shows each read with its number."""

    reads: tuple[Read, ...]
    picture: bytes
    """A small JPEG."""


@dataclass(frozen=True, slots=True)
class PhotoNotRead:
    """Why a photo could not be read."""

    code: str
    phrase: Phrase


class PhotoReader(Protocol):
    """Reads marks on photos in a process of its own (companion.scanning.reader)."""

    def read(self, photo: bytes) -> PhotoRead | PhotoNotRead:
        """Waits until it is read. The photo is kept nowhere."""

    def close(self) -> None:
        """End the process."""
