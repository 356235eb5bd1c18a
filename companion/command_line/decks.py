"""The verbs print-deck and print-calibration: card sheets and their printer, from the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line.deck_arguments import (
    FLAG_NAMES,
    Settings,
    add_deck,
    add_pictures,
    add_print_flags,
    load_deck,
    pictures_folder,
)
from companion.command_line.terminal import counted, make_file, say_refused
from companion.core.outcome import Refused
from companion.printing.formats import (
    PAPERS,
    read_options,
)
from companion.printing.printers.calibration import PAGE_TURNS, read_calibration_options
from companion.printing.printers.profile_file import ProfileFile
from companion.printing.printers.profiles import EDGES
from companion.printing.sheets.planning import Planned, plan
from companion.services.prints.printers import PrinterProfiles

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parsers(verbs: _Verbs) -> None:
    """Add both verbs; each sets `run(arguments, settings) -> exit status`."""
    verb = verbs.add_parser(
        "print-deck",
        help="make card sheets of a deck as PDF",
        description="Make card sheets of a deck as PDF, true to size. Print them at 100 %.",
    )
    add_deck(verb, "pdf")
    verb.add_argument(
        "--backs-output",
        type=Path,
        default=None,
        metavar="BACKS.pdf",
        help="where separate backs go (OUT-backs.pdf)",
    )
    add_pictures(verb)
    add_print_flags(verb)
    verb.set_defaults(run=print_deck)
    _add_calibration(verbs)


def _add_calibration(verbs: _Verbs) -> None:
    verb = verbs.add_parser(
        "print-calibration",
        help="make the sheet that shows how far a printer is off",
        description="Make the calibration sheet. Type what it says under Printers in the shop.",
    )
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument("--paper", choices=tuple(PAPERS), default=None, help="paper (a4)")
    verb.add_argument("--backs", choices=EDGES, default=None, help="edge to flip over (long)")
    verb.add_argument("--turn", choices=PAGE_TURNS, default=None, help="how the paper lies")
    verb.set_defaults(run=print_calibration)


def print_deck(chosen: argparse.Namespace, settings: Settings) -> int:
    """Make the sheets; 0 when the file is written, or both files."""
    asked = PrinterProfiles(ProfileFile(settings.data)).resolved(vars(chosen))
    options = asked if isinstance(asked, Refused) else read_options(asked)
    deck = load_deck(chosen.deck)
    if isinstance(options, Refused) or isinstance(deck, Refused):
        return say_refused(options, deck, flags=FLAG_NAMES)
    planned = plan(deck, options)
    if isinstance(planned, Refused):
        return say_refused(planned, flags=FLAG_NAMES)
    output: Path = chosen.output
    backs = chosen.backs_output or output.with_name(f"{output.stem}-backs{output.suffix}")
    pictures = pictures_folder(chosen.pictures, settings)
    if isinstance(pictures, Refused):
        return say_refused(pictures)
    task = {"task": "deck", "deck": deck.to_json(), "options": options.to_json()}
    return make_file(
        {**task, "pictures_folder": str(pictures)},
        output,
        f"{counted(len(planned.order), 'card')}, {_sides(planned)}",
        others=(backs,),
    )


def _sides(planned: Planned) -> str:
    pages, papers = len(planned.sheets), planned.papers
    if pages == papers:
        return counted(pages, "page")
    return f"{counted(pages, 'page')} on {counted(papers, 'sheet')} of paper"


def print_calibration(chosen: argparse.Namespace, settings: Settings) -> int:
    """Make the calibration sheet; 0 when the file is written."""
    options = read_calibration_options(vars(chosen))
    if isinstance(options, Refused):
        return say_refused(options)
    task = {"task": "calibration", "options": options.to_json()}
    return make_file(task, chosen.output, "calibration sheet")
