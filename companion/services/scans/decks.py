"""Which printed decks scan marks belong to: registered when they are printed or brought in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.decks.mark_meaning import Foreign, PrintedDeck, marked_cards
from companion.core.decks.model import Card, Deck
from companion.core.decks.scan_marks import decode, imprint, imprint_of, imprint_text
from companion.core.outcome import Json
from companion.services.answers import NotRecorded
from companion.services.instants import written
from companion.services.ports import Clock, StorageTrouble
from companion.services.refusals import by_the_store
from companion.services.scans.ports import ScanDeck, ScanDeckStore


@dataclass(frozen=True, slots=True)
class ScanDecks:
    """The decks whose marks this server knows."""

    store: ScanDeckStore
    clock: Clock
    limit: int
    """Beyond so many the oldest is forgotten; a table's own deck is known all the same."""

    def register(self, deck: Deck) -> str | NotRecorded:
        """The scan id of this deck's marks; from now on they are known here."""
        facts = imprint_text(deck)
        now = written(self.clock.now())
        row = ScanDeck(imprint_of(facts), facts, deck.id, deck.name, now)
        return _told(self.store.register(row, self.limit))

    def scan_id(self, deck: Deck) -> str | NotRecorded:
        """The id that registering would give; nothing is written."""
        return _told(self.store.scan_id(imprint(deck)))

    def printed(self, scan_ids: Iterable[str]) -> dict[str, PrintedDeck] | NotRecorded:
        """The decks that these ids mean, as far as they are known and whole."""
        found = self.store.find(tuple(scan_ids))
        if isinstance(found, StorageTrouble):
            return by_the_store(found)
        decks = {scan_id: _read(row) for scan_id, row in found.items()}
        return {scan_id: deck for scan_id, deck in decks.items() if deck is not None}

    def meant(
        self, marks: Iterable[str], deck: Deck
    ) -> tuple[Card | Foreign | None, ...] | NotRecorded:
        """What each mark means at a table that plays with `deck` (see core.decks.mark_meaning)."""
        read = tuple(decode(text) for text in marks)
        printed = self.printed(mark.scan_id for mark in read if mark is not None)
        return printed if isinstance(printed, NotRecorded) else marked_cards(read, deck, printed)


def _told(scan_id: str | StorageTrouble) -> str | NotRecorded:
    return by_the_store(scan_id) if isinstance(scan_id, StorageTrouble) else scan_id


def _read(row: ScanDeck) -> PrintedDeck | None:
    """None for what was damaged on the disk: its marks are unknown then, never another card."""
    if imprint_of(row.facts) != row.imprint:
        return None
    cards: tuple[Json, ...] = tuple(json.loads(row.facts)["cards"])
    return PrintedDeck(row.imprint, row.deck_id, row.name, cards)
