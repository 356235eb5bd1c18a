"""What the worker does with a deck: print it, look at it, one card alone. In the child only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.decks.reading import read_deck
from companion.core.outcome import Refused
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.formats import read_options
from companion.printing.in_worker import Say, Unable, cache_of, prepare
from companion.printing.own_words import words_in
from companion.printing.sheets.deck_print import Printed, fit_report, print_deck
from companion.printing.sheets.planning import Planned, plan

Json = dict[str, Any]


def _planned(task: Json) -> Planned:
    """The parent has checked deck and options already; a refusal here is a fault."""
    deck, options = read_deck(task["deck"]), read_options(task["options"])
    if isinstance(deck, Refused) or isinstance(options, Refused):
        raise Unable("fault", "deck or options")
    planned = plan(deck, options)
    if isinstance(planned, Refused):
        raise Unable("fault", planned.code)
    return replace(planned, words=words_in(task))


def pictures_of(task: Json) -> PictureFiles:
    """The pictures of the deck: files of the folder that the task names, and no other file."""
    folder = task.get("pictures_folder")
    return PictureFiles(Path(folder) if folder else None, cache_of(task))


def print_planned(planned: Planned, task: Json, say: Say) -> Printed:
    """The PDF of what was planned. Raises Unable where Pango is missing."""
    prepare(task)
    try:
        from companion.printing.texts.typesetting import FACES_PER_RUN, typeset
    except OSError as missing:
        raise Unable("no_pango", str(missing)[:300]) from None
    return print_deck(
        planned,
        pictures_of(task),
        cache_of(task),
        typeset,
        FACES_PER_RUN,
        lambda what, done, of: say(what=what, done=done, of=of),
    )


def deck(task: Json, say: Say) -> tuple[Json, bytes]:
    """The PDF of a deck, with its fit report; after it the backs, where they are separate."""
    printed = print_planned(_planned(task), task, say)
    cache_of(task).prune()
    said = {"pages": printed.pages, "report": printed.report.to_json()}
    files = [printed.data] if printed.backs is None else [printed.data, printed.backs]
    return {**said, "sizes": [len(file) for file in files]}, b"".join(files)


def report(task: Json, say: Say) -> tuple[Json, bytes]:
    """The fit report alone: needs no Pango and no PDF."""
    return {"report": fit_report(_planned(task), pictures_of(task)).to_json()}, b""


def preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet as a PNG."""
    return _picture(_planned(task).first_sheet, task, say)


def card_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """One card alone, `card` from 1, its `side` front or back, as a PNG with its bleed cut off."""
    planned = _planned(task).card_alone(int(task["card"]) - 1, task["side"] == "back")
    return _picture(planned, {**task, "dots_per_inch": 2 * float(task["dots_per_inch"])}, say)


def _picture(planned: Planned, task: Json, say: Say) -> tuple[Json, bytes]:
    from companion.printing.page_picture import page_picture

    printed = print_planned(planned, task, say)
    cache_of(task).prune()
    return {}, page_picture(printed.data, float(task.get("dots_per_inch", 96)))


def browser(task: Json, say: Say) -> tuple[Json, bytes]:
    """Every sheet as SVG, for browsers, and how large a sheet is as it lies."""
    from companion.printing.sheets.browser_sheets import browser_sheets

    planned = _planned(task)
    page = planned.grid.page
    sheets = "\n".join(browser_sheets(planned, pictures_of(task)))
    return {"width_mm": page.width_mm, "height_mm": page.height_mm}, sheets.encode()
