"""Thinks a print through before anything is drawn: which copy of which card on which sheet."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from companion.core.decks import Deck, WarehouseCard
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PrintOptions
from companion.printing.imposition import Grid, Sheet, divide, impose

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

    @property
    def short_revision(self) -> str:
        """What the sheets show of the deck's revision."""
        return revision(self.deck)[:SHORT_REVISION]

    @property
    def first_sheet(self) -> Planned:
        """Only the fronts of the first sheet: what a preview needs."""
        return replace(self, sheets=self.sheets[:1])


def plan(deck: Deck, options: PrintOptions) -> Planned | Refused:
    """Where each copy of each card will lie. Refused as `card_too_big` or `no_cards`."""
    if not deck.cards:
        return Refused("no_cards", Phrase(N_("This deck has no cards yet. Add some first.")))
    grid = divide(options)
    if isinstance(grid, Refused):
        return grid
    once = [number for number, card in enumerate(deck.cards) for _ in range(card.count)]
    once.sort(key=lambda number: isinstance(deck.cards[number], WarehouseCard))
    order = tuple(once * options.copies)
    sheets = impose(len(order), grid, options.backs)
    return Planned(deck, options, grid, sheets, order, papers=sheets[-1].number)
