"""What the worker can do: print a deck, look at one, print a pad. Runs in the child only."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.decks import read_deck
from companion.core.outcome import Refused
from companion.printing.deck_print import Printed, fit_report, print_deck
from companion.printing.formats import read_options
from companion.printing.keeping import Keeping
from companion.printing.places import own_fonts_only
from companion.printing.planning import Planned, plan

Json = dict[str, Any]
Say = Callable[..., None]
"""Tells the parent how far the task is."""


class Unable(Exception):
    """The task cannot be done; `code` picks the sentence."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


KEEP_BYTES = 100_000_000
"""Room for what is kept, unless the task says otherwise."""

_keepings: dict[str, Keeping] = {}


def _keeping(task: Json) -> Keeping:
    """What was made before, kept in the task's folder; one object for each folder."""
    folder = str(task.get("folder") or "")
    if folder not in _keepings:
        room = int(task.get("keep_bytes") or KEEP_BYTES)
        _keepings[folder] = Keeping(Path(folder) if folder else None, room)
    return _keepings[folder]


def _planned(task: Json) -> Planned:
    """The parent has checked deck and options already; a refusal here is a fault."""
    deck, options = read_deck(task["deck"]), read_options(task["options"])
    if isinstance(deck, Refused) or isinstance(options, Refused):
        raise Unable("fault", "deck or options")
    planned = plan(deck, options)
    if isinstance(planned, Refused):
        raise Unable("fault", planned.code)
    return planned


def _prepare(task: Json) -> None:
    """Point fontconfig at our fonts before the renderer is loaded for the first time."""
    if "FONTCONFIG_FILE" in os.environ and os.environ.get("BACKROOM_FONTS") == "own":
        return
    folder = Path(task.get("folder") or task["scratch"]) / "fontconfig"
    os.environ["FONTCONFIG_FILE"] = str(own_fonts_only(folder))
    os.environ["BACKROOM_FONTS"] = "own"


def _print(planned: Planned, task: Json, say: Say) -> Printed:
    _prepare(task)
    try:
        from companion.printing.typesetting import FACES_PER_RUN, typeset
    except OSError as missing:
        raise Unable("no_pango", str(missing)[:300]) from None
    return print_deck(
        planned,
        _keeping(task),
        typeset,
        FACES_PER_RUN,
        lambda what, done, of: say(what=what, done=done, of=of),
    )


def deck(task: Json, say: Say) -> tuple[Json, bytes]:
    """The PDF of a deck, with its fit report."""
    printed = _print(_planned(task), task, say)
    _keeping(task).prune()
    return {"pages": printed.pages, "report": printed.report.to_json()}, printed.data


def report(task: Json, say: Say) -> tuple[Json, bytes]:
    """The fit report alone: needs no Pango and no PDF."""
    return {"report": fit_report(_planned(task)).to_json()}, b""


def preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The first sheet as a PNG."""
    from companion.printing.preview import page_picture

    printed = _print(_planned(task).first_sheet, task, say)
    _keeping(task).prune()
    return {}, page_picture(printed.data, float(task.get("dots_per_inch", 96)))


def browser(task: Json, say: Say) -> tuple[Json, bytes]:
    """Every sheet as SVG, for browsers."""
    from companion.printing.browser_sheets import browser_sheets

    return {}, "\n".join(browser_sheets(_planned(task))).encode()


def pad(task: Json, say: Say) -> tuple[Json, bytes]:
    """A score pad as tagged PDF."""
    _prepare(task)
    try:
        from companion.printing.document import print_document
    except OSError as missing:
        raise Unable("no_pango", str(missing)[:300]) from None
    from companion.printing.pads import pad_html

    data, pages = print_document(pad_html(task))
    return {"pages": pages}, data


def pad_preview(task: Json, say: Say) -> tuple[Json, bytes]:
    """The pad's first page as a PNG."""
    from companion.printing.preview import page_picture

    _, data = pad(task, say)
    return {}, page_picture(data, float(task.get("dots_per_inch", 96)))


def pad_browser(task: Json, say: Say) -> tuple[Json, bytes]:
    """The pad's own HTML, for browsers."""
    from companion.printing.pads import pad_html

    return {}, pad_html(task).encode()


TASKS: dict[str, Callable[[Json, Say], tuple[Json, bytes]]] = {
    "deck": deck,
    "report": report,
    "preview": preview,
    "browser": browser,
    "pad": pad,
    "pad_preview": pad_preview,
    "pad_browser": pad_browser,
}
"""Every task by the name that the parent sends."""
