"""Prints a deck: faces, sheets, a last look; and tells how the texts fitted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.decks import Deck, WarehouseCard
from companion.core.outcome import Refused
from companion.printing.faces import (
    Face,
    Typeset,
    back_face,
    back_of,
    draw_front,
    front_faces,
)
from companion.printing.fit_report import Report, report
from companion.printing.formats import PrintOptions
from companion.printing.imposition import Grid, Sheet, divide, impose
from companion.printing.keeping import Keeping
from companion.printing.look import LOOKS, Canvas
from companion.printing.sheet_marks import SheetLine
from companion.printing.sheets import Copy, make_sheets
from companion.printing.verify import problems_of

Progress = Callable[[str, int, int], None]
"""Called with what is being done (faces, sheets), how much is done, and of how much."""

SHORT_REVISION = 8


def revision(deck: Deck) -> str:
    """sha256 of the canonical deck: the same for the same cards, whoever wrote the file."""
    text = json.dumps(deck.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Planned:
    """A deck and its options, thought through: what will be on which sheet."""

    deck: Deck
    options: PrintOptions
    grid: Grid
    sheets: tuple[Sheet, ...]
    order: tuple[int, ...]
    """For each copy, which card of the deck it is. Market cards first."""

    @property
    def canvas(self) -> Canvas:
        """What the faces are drawn on."""
        size = self.grid.card
        look = LOOKS[self.options.style]
        return Canvas(size.width_mm, size.height_mm, self.grid.bleed_mm, look)

    @property
    def papers(self) -> int:
        """Sheets of paper, however many sides are printed."""
        return max((sheet.number for sheet in self.sheets), default=0)


def plan(deck: Deck, options: PrintOptions) -> Planned | Refused:
    """Where each copy of each card will lie. Refused as `card_too_big`."""
    grid = divide(options)
    if isinstance(grid, Refused):
        return grid
    once = [number for number, card in enumerate(deck.cards) for _ in range(card.count)]
    once.sort(key=lambda number: isinstance(deck.cards[number], WarehouseCard))
    order = tuple(once * options.copies)
    return Planned(deck, options, grid, impose(len(order), grid, options.backs), order)


def fit_report(planned: Planned) -> Report:
    """How the texts fit, without printing anything."""
    notes = [draw_front(planned.deck, card, planned.canvas)[1] for card in planned.deck.cards]
    return report(planned.deck, notes)


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished file."""

    data: bytes
    pages: int
    report: Report


class PrintFault(Exception):
    """The file is not what was planned: a fault of ours, never the deck's."""


def print_deck(
    planned: Planned,
    keeping: Keeping,
    typeset: Typeset,
    run: int,
    progress: Progress,
    first_sheet_only: bool = False,
) -> Printed:
    """The PDF of a planned deck. `first_sheet_only` makes just what a preview needs."""
    sheets = planned.sheets
    if first_sheet_only:
        sheets = tuple(sheet for sheet in sheets if sheet.number == 1)[:1]
    deck, numbers = _needed(planned, sheets)
    faces = front_faces(
        deck,
        planned.canvas,
        keeping,
        typeset,
        run,
        lambda done, all_: progress("faces", done, all_),
    )
    copies = _copies(planned, dict(zip(numbers, faces, strict=True)), keeping)
    said = SheetLine(planned.deck.name, revision(planned.deck)[:SHORT_REVISION], planned.papers)
    data = make_sheets(
        copies,
        sheets,
        planned.grid,
        planned.options,
        said,
        keeping,
        lambda done, all_: progress("sheets", done, all_),
    )
    problems = problems_of(data, sheets, planned.grid)
    if problems:
        raise PrintFault("; ".join(problems))
    return Printed(data, len(sheets), report(deck, [list(face.notes) for face in faces]))


def _needed(planned: Planned, sheets: tuple[Sheet, ...]) -> tuple[Deck, list[int]]:
    """The deck with only the cards that these sheets show, and their numbers in the whole."""
    from dataclasses import replace

    shown = {planned.order[place.card] for sheet in sheets for place in sheet.placements}
    numbers = sorted(shown)
    cards = tuple(planned.deck.cards[number] for number in numbers)
    return replace(planned.deck, cards=cards), numbers


def _copies(planned: Planned, fronts: dict[int, Face], keeping: Keeping) -> list[Copy]:
    canvas = planned.canvas
    if planned.options.backs == "none":
        none = next(iter(fronts.values()), None)
        return [Copy(fronts.get(n, none), none) for n in planned.order if none is not None]  # type: ignore[arg-type]
    backs = {which: back_face(which, canvas, keeping) for which in ("market", "warehouse")}
    some = next(iter(fronts.values()))
    return [
        Copy(fronts.get(number, some), backs[back_of(planned.deck.cards[number])])
        for number in planned.order
    ]
