"""Prints a planned deck: faces, sheets, a last look; and tells how the texts fitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.decks.model import Deck
from companion.printing.cache import Cache
from companion.printing.cards.faces import (
    Face,
    Typeset,
    back_face,
    back_of,
    draw_back,
    draw_front,
    front_faces,
)
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing.look import LOOKS, Canvas
from companion.printing.drawing.sketch import Drawing
from companion.printing.sheets.planning import Planned
from companion.printing.sheets.scan_check import scan_problems
from companion.printing.sheets.scan_stamps import Stamps
from companion.printing.sheets.scan_symbols import corner_of
from companion.printing.sheets.sheet_marks import SheetLine
from companion.printing.sheets.sheet_pdf import Copy, make_sheets
from companion.printing.sheets.verify import problems_of
from companion.printing.texts.fit_report import Report, report

Progress = Callable[[str, int, int], None]
"""Called with what is being done (faces, sheets), how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished file."""

    data: bytes
    pages: int
    report: Report
    backs: bytes | None = None
    """The backs' own file, where they have one."""


class PrintFault(Exception):
    """The file is not what was planned: a fault of ours, never the deck's."""


def canvas_of(planned: Planned) -> Canvas:
    """What the faces of this print are drawn on."""
    size, look = planned.grid.card, LOOKS[planned.options.style]
    safe, corner = planned.options.safe_zone_mm, planned.options.scan_room_mm
    return Canvas(size.width_mm, size.height_mm, planned.grid.bleed_mm, look, safe, corner)


def fit_report(planned: Planned, pictures: PictureFiles) -> Report:
    """How texts and pictures fit, without printing anything."""
    canvas, deck = canvas_of(planned), planned.deck
    return report(deck, [draw_front(deck, card, canvas, pictures)[1] for card in deck.cards])


def words_of(planned: Planned) -> SheetLine:
    """What the margin of each sheet says."""
    return SheetLine(planned.deck.name, planned.short_revision, planned.papers, planned.words)


def print_deck(
    planned: Planned,
    pictures: PictureFiles,
    cache: Cache,
    typeset: Typeset,
    run: int,
    progress: Progress,
) -> Printed:
    """The PDF of the planned sheets. Raises PrintFault when it is not what was planned."""
    deck, numbers = _shown(planned)
    canvas = canvas_of(planned)
    faces = front_faces(
        deck, canvas, pictures, cache, typeset, run, lambda done, of: progress("faces", done, of)
    )
    copies = _copies(planned, canvas, dict(zip(numbers, faces, strict=True)), cache)
    done = 0

    def page_done(_: int, __: int) -> None:
        nonlocal done
        done += 1
        progress("sheets", done, len(planned.sheets))

    files = [
        _file(replace(planned, sheets=sheets), copies, pictures, cache, page_done)
        for sheets in planned.files
    ]
    return Printed(
        files[0],
        len(planned.sheets),
        report(deck, [face.notes for face in faces]),
        backs=files[1] if len(files) > 1 else None,
    )


def _file(
    planned: Planned,
    copies: dict[int, Copy],
    pictures: PictureFiles,
    cache: Cache,
    progress: Callable[[int, int], None],
) -> bytes:
    """One PDF, looked at once more when it is made."""
    texts = scan_texts_of(planned)
    stamps = Stamps(texts, planned.options, corner_of(canvas_of(planned))) if texts else None
    data = make_sheets(
        copies,
        planned.sheets,
        planned.grid,
        planned.options,
        words_of(planned),
        cache,
        progress,
        pictures,
        stamps,
    )
    problems = problems_of(data, planned.sheets, planned.grid, planned.options)
    if stamps is not None:
        problems += tuple(scan_problems(data, planned.sheets, texts))
    if problems:
        raise PrintFault("; ".join(problems))
    return data


def scan_texts_of(planned: Planned) -> dict[int, str]:
    """The six characters of each copy that these sheets show; empty without scan marks."""
    texts = planned.scan_texts
    if not texts:
        return {}
    places = (place for sheet in planned.sheets for place in sheet.placements)
    return {place.card: texts[planned.order[place.card]] for place in places}


def _shown(planned: Planned) -> tuple[Deck, list[int]]:
    """The deck with only the cards that these sheets show, and their numbers in the whole."""
    places = (place for sheet in planned.sheets for place in sheet.placements)
    numbers = sorted({planned.order[place.card] for place in places})
    return replace(
        planned.deck, cards=tuple(planned.deck.cards[number] for number in numbers)
    ), numbers


def _copies(
    planned: Planned, canvas: Canvas, fronts: dict[int, Face], cache: Cache
) -> dict[int, Copy]:
    """Both faces of every copy that the sheets show, by its place in the order."""
    backs: dict[str, Face] = {}
    copies = {}
    for sheet in planned.sheets:
        for place in sheet.placements:
            number = planned.order[place.card]
            back = None
            if planned.options.backs != "none":
                which = back_of(planned.deck.cards[number])
                if which not in backs:
                    backs[which] = back_face(which, canvas, cache)
                back = backs[which]
            copies[place.card] = Copy(fronts[number], back)
    return copies


def every_drawing(
    planned: Planned, pictures: PictureFiles
) -> tuple[list[Drawing], dict[str, Drawing]]:
    """For browser print: the drawing of each card's front and of both backs."""
    canvas = canvas_of(planned)
    fronts = [draw_front(planned.deck, card, canvas, pictures)[0] for card in planned.deck.cards]
    return fronts, {which: draw_back(which, canvas) for which in ("market", "warehouse")}
