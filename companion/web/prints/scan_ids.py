"""Scan ids: decks that are printed here or brought in are known by theirs from then on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Json, Refused
from companion.printing.formats import SCAN_MARKS
from companion.services.answers import NotRecorded
from companion.web.parts import parts


def with_scan_id(
    deck: Json, given: Mapping[str, Any], ordered: bool
) -> Mapping[str, Any] | Refused:
    """The options with the id that the deck's marks carry here, where it is printed with any.

    `ordered`: keep what the id means; a preview only looks it up.
    """
    known, read = parts().scan_decks, read_deck(deck)
    if known is None or isinstance(read, Refused) or given.get("scan_marks") not in SCAN_MARKS[1:]:
        return given
    scan_id = known.register(read) if ordered else known.scan_id(read)
    return scan_id.refused if isinstance(scan_id, NotRecorded) else {**given, "scan_id": scan_id}


def know_scan_id(deck: Deck) -> None:
    """A deck that was printed elsewhere is known when it lies on a photo.

    Should the store be in trouble just now, a table that plays with the deck knows it all the same.
    """
    known = parts().scan_decks
    if known is not None:
        known.register(deck)
