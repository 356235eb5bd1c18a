"""Thinks a print through before anything is drawn: which copy of which card on which sheet."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace

from companion.core.decks.model import Deck, WarehouseCard
from companion.core.decks.scan_marks import encode, imprint, own_id
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PrintOptions
from companion.printing.own_words import OwnWords
from companion.printing.sheets.grid import Grid, divide
from companion.printing.sheets.imposition import Placement, Sheet, impose

MOST_CARDS = 10_000
"""In one file, all copies counted: a thousand sheets, planned in a tenth of a second."""
_TOO_MANY = N_("{num} cards are too many for one file. Print fewer copies, {limit} cards at most.")
_DECK_TOO_LARGE = N_("{num} cards are too many for one file. Lower their numbers to {limit}.")
_NO_ROOM = N_("These cards are too small for scan marks. Choose smaller marks, or none.")
SHORT_REVISION = 8
"""Letters of the revision that a sheet shows."""


def revision(deck: Deck) -> str:
    """sha256 of the canonical deck: the same for the same cards, whoever wrote the file."""
    text = json.dumps(deck.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Planned:
    """A deck and its options, thought through."""

    deck: Deck
    options: PrintOptions
    grid: Grid
    sheets: tuple[Sheet, ...]
    order: tuple[int, ...]
    """For each copy, which card of the deck it is. Market cards come first."""
    papers: int
    """Sheets of paper in the whole print, however many sides are printed."""
    words: OwnWords = field(default_factory=dict)
    """What the sheets say besides their cards, where that is not English."""

    @property
    def short_revision(self) -> str:
        """What the sheets show of the deck's revision."""
        return revision(self.deck)[:SHORT_REVISION]

    @property
    def scan_texts(self) -> tuple[str, ...]:
        """The text of each card's scan mark, in the deck's order; empty where none are printed."""
        if self.options.scan_marks == "off":
            return ()
        deck = imprint(self.deck)
        scan_id = self.options.scan_id or own_id(deck)
        return tuple(encode(scan_id, face, deck) for face in range(len(self.deck.cards)))

    @property
    def files(self) -> tuple[tuple[Sheet, ...], ...]:
        """The sheets of each file: all in one, or fronts and backs each in their own."""
        if self.options.backs != "separate":
            return (self.sheets,)
        sides = (
            tuple(sheet for sheet in self.sheets if sheet.side == side)
            for side in ("fronts", "backs")
        )
        return tuple(sheets for sheets in sides if sheets)

    @property
    def first_sheet(self) -> Planned:
        """Only the fronts of the first sheet: what a preview needs."""
        return replace(self, sheets=self.sheets[:1])

    def card_alone(self, number: int, back: bool) -> Planned:
        """One side of the deck's card `number` (from 0), on a page of its own size, unmarked."""
        card = self.grid.card
        page = replace(
            self.grid, page=card, columns=1, rows=1, left_mm=0.0, top_mm=0.0, margin_mm=0.0, fold=""
        )
        placement = Placement(self.order.index(number), page.cell(0), back=back)
        sides = replace(
            self.options,
            marks="none",
            backs="long" if back else "none",
            offset_x_mm=0.0,
            offset_y_mm=0.0,
            angle_degrees=0.0,
        )
        sheet = Sheet(1, "backs" if back else "fronts", (placement,))
        return replace(self, options=sides, grid=page, sheets=(sheet,), papers=1)


def plan(deck: Deck, options: PrintOptions) -> Planned | Refused:
    """Where each copy of each card will lie.

    Refused as `card_too_big`, `no_cards`, `too_many_cards` or `scan_marks_too_big`.
    """
    if not deck.cards:
        return Refused("no_cards", Phrase(N_("This deck has no cards yet. Add some first.")))
    count = sum(card.count for card in deck.cards) * options.copies
    if count > MOST_CARDS:
        return _too_many(count, options.copies)
    grid = divide(options)
    if isinstance(grid, Refused):
        return grid
    once = [number for number, card in enumerate(deck.cards) for _ in range(card.count)]
    once.sort(key=lambda number: isinstance(deck.cards[number], WarehouseCard))
    order = tuple(once * options.copies)
    if options.scan_room_mm * 3 > min(grid.card.width_mm, grid.card.height_mm):
        return Refused("scan_marks_too_big", Phrase(_NO_ROOM), fields={"option": "scan_marks"})
    sheets = impose(len(order), grid, options.backs)
    return Planned(deck, options, grid, sheets, order, papers=sheets[-1].number)


def _too_many(count: int, copies: int) -> Refused:
    """Fewer copies help only where there are several; else the deck itself is too large."""
    counts = {"num": count, "limit": MOST_CARDS}
    if count // copies > MOST_CARDS:
        return Refused("too_many_cards", Phrase(_DECK_TOO_LARGE, counts))
    return Refused("too_many_cards", Phrase(_TOO_MANY, counts), fields={"option": "copies"})
