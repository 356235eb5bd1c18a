"""What the worker does with a deck: print it, look at it, one card alone. In the child only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.decks.reading import read_deck
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.formats import read_options
from companion.printing.in_worker import Say, cache_of, pango, sure
from companion.printing.own_words import words_in
from companion.printing.page_picture import page_preview
from companion.printing.sheets.deck_print import Printed, fit_report, print_deck
from companion.printing.sheets.planning import Planned, plan

Json = dict[str, Any]


def _planned(task: Json) -> Planned:
    deck, options = sure(read_deck(task["deck"])), sure(read_options(task["options"]))
    return replace(sure(plan(deck, options)), words=words_in(task))


def pictures_of(task: Json) -> PictureFiles:
    """The pictures of the deck: files of the folder that the task names, and no other file."""
    folder = task.get("pictures_folder")
    return PictureFiles(Path(folder) if folder else None, cache_of(task))


def print_planned(planned: Planned, task: Json, say: Say) -> Printed:
    """The PDF of what was planned. Raises Unable where Pango is missing."""
    with pango(task):
        from companion.printing.texts.typesetting import FACES_PER_RUN, typeset
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
    return print_whole(_planned(task), task, say)


def print_whole(planned: Planned, task: Json, say: Say) -> tuple[Json, bytes]:
    """What was planned, as a task gives it: the files one after another, and their sizes."""
    printed = print_planned(planned, task, say)
    cache_of(task).prune()
    said = {"pages": printed.pages, "report": printed.report.to_json()}
    files = [printed.data] if printed.backs is None else [printed.data, printed.backs]
    return {**said, "sizes": [len(file) for file in files]}, b"".join(files)


def report(task: Json, say: Say) -> tuple[Json, bytes]:
    """The fit report alone: needs no Pango and no PDF."""
    return {"report": fit_report(_planned(task), pictures_of(task)).to_json()}, b""


def preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet as a PNG."""
    return print_picture(_planned(task).first_sheet, task, say)


def card_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """One card alone, `card` from 1, its `side` front or back, as a PNG with its bleed cut off."""
    planned = _planned(task).card_alone(int(task["card"]) - 1, task["side"] == "back")
    return print_picture(planned, task, say, times=2)


def print_picture(planned: Planned, task: Json, say: Say, times: int = 1) -> tuple[Json, bytes]:
    """The first page of what was planned, as a preview's task gives it."""
    printed = print_planned(planned, task, say)
    cache_of(task).prune()
    return page_preview(task, printed.data, times)


def browser(task: Json, say: Say) -> tuple[Json, bytes]:
    """Every sheet as SVG, for browsers, and how large a sheet is as it lies."""
    from companion.printing.sheets.browser_sheets import browser_sheets

    planned = _planned(task)
    page = planned.grid.page
    sheets = "\n".join(browser_sheets(planned, pictures_of(task)))
    return {"width_mm": page.width_mm, "height_mm": page.height_mm}, sheets.encode()
