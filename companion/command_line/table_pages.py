"""The verb print-table: the pages of a table, from its exported file."""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line.pads import PAD_FLAGS
from companion.command_line.terminal import make_file, say_refused
from companion.core.exports import imported
from companion.core.log import Table
from companion.core.outcome import Phrase, Refused
from companion.core.table_files import FILE_KEYS, Misfit, TableFile, read_export
from companion.printing.formats import PAPERS, POSTER_ONLY
from companion.printing.pages.pad_options import PER_PAGE
from companion.printing.pages.table_options import FORMS, POSTER, Wifi, read_wifi
from companion.printing.products import PRODUCTS

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]

LARGEST_FILE_BYTES = 4_000_000
_PAPER_HELP = f"{', '.join(POSTER_ONLY)}: poster only"
_SHEET_HELP = "poster, score-pad, fallback, result, or another page of the game"
_NO_SHEET = "This game has no page {sheet}. It has {sheets}."
_UNREADABLE = Phrase("{file}: {why}")
_SEALED = Phrase("While a game runs, its file hides the deck’s order. Print from the table itself.")


def add_parsers(verbs: Verbs) -> None:
    """Add the verb; it sets `run(chosen, settings) -> exit status`."""
    verb = verbs.add_parser(
        "print-table",
        help="make a page of a table as PDF, from its exported file",
        description="Make a page of a table as PDF, from the file that its export gives.",
    )
    verb.add_argument("file", type=Path, metavar="EXPORT.json")
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument("--sheet", required=True, metavar="SHEET", help=_SHEET_HELP)
    verb.add_argument("--paper", choices=(*PAPERS, *POSTER_ONLY), default="a4", help=_PAPER_HELP)
    verb.add_argument("--name", default="", help="what the evening is called")
    verb.add_argument("--date", default="", help="as it shall stand there (the first event's day)")
    verb.add_argument("--address", default="", help="what the QR code opens: http://…/j/CODE")
    verb.add_argument("--per-page", type=int, choices=PER_PAGE, default=1, help="score pads")
    verb.add_argument("--blank", action="store_true", help="score pad without the names")
    verb.add_argument("--form", choices=FORMS, default=FORMS[0], help="of a poster")
    verb.add_argument("--wifi", default="", help="name of the Wi-Fi beside a poster's code")
    verb.add_argument("--card", default=None, help="size of placeholders (59x91)")
    verb.add_argument("--marks", default=None, help="of placeholders: crop, lines, none")
    verb.add_argument("--gutter", dest="gutter_mm", default=None, help="mm between placeholders")
    verb.add_argument("--margin", dest="margin_mm", default=None, help="mm not printed on")
    verb.add_argument("--style", default=None, help="of placeholders: house, plain")
    verb.set_defaults(run=print_table)


FLAGS = {
    **PAD_FLAGS,
    "form": "--form",
    "network": "--wifi",
    "card": "--card",
    "marks": "--marks",
    "gutter_mm": "--gutter",
    "margin_mm": "--margin",
    "style": "--style",
}
"""What each option of a sheet is called here."""


def print_table(chosen: argparse.Namespace, settings: object) -> int:
    """Make the page; 0 when the file is written."""
    from companion.web.prints.evening import evening_of_file
    from companion.web.prints.table_sheets import sheet_of, sheet_words

    table, wifi = load_table(chosen.file), _wifi(chosen)
    if isinstance(table, Refused) or isinstance(wifi, Refused):
        return say_refused(table, wifi, flags=FLAGS)
    evening = evening_of_file(table, chosen.name[:40], chosen.date[:40], chosen.address)
    known = sheet_words(evening.game_key)
    if chosen.sheet not in known:
        told = {"sheet": chosen.sheet, "sheets": ", ".join(known)}
        return say_refused(Refused("no_sheet", Phrase(_NO_SHEET, told)))
    sheet = sheet_of(evening, {**vars(chosen), "named": "no" if chosen.blank else "yes"}, wifi)
    if isinstance(sheet, Refused):
        return say_refused(sheet, flags=FLAGS)
    task = {**sheet.task, "task": PRODUCTS[sheet.product].make}
    return make_file(task, chosen.output, sheet.title)


def _wifi(chosen: argparse.Namespace) -> Wifi | Refused | None:
    """The password is asked for: arguments can be read by everybody on this computer."""
    if not chosen.wifi or chosen.sheet != POSTER:
        return None
    if sys.stdin.isatty():
        return read_wifi(chosen.wifi, getpass.getpass("Wi-Fi password (none: Enter): "))
    return read_wifi(chosen.wifi, sys.stdin.readline().rstrip("\r\n"))


def load_table(path: Path) -> Table | Refused:
    """The table of an exported file, decided again by the rules of today."""
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            return _unreadable(path, "too large for the export of a table")
        file = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as trouble:
        return _unreadable(path, trouble.strerror or "unreadable")
    except (ValueError, RecursionError):
        return _unreadable(path, "not a JSON file")
    if isinstance(file, dict):  # what is not known does no harm on paper
        file = {key: value for key, value in file.items() if key in FILE_KEYS}
    read = read_export(file)
    if isinstance(read, Misfit):
        return _unreadable(path, "not the export of a table")
    table = imported(read.game_key, read.options, read.deck, read.events)
    return Refused("sealed", _SEALED) if isinstance(table, Refused) and _is_sealed(read) else table


def _is_sealed(file: TableFile) -> bool:
    """Whether the file says only how a hidden order can be proved, not the order."""
    events = (row.get("event") for row in file.events if isinstance(row, dict))
    return any(isinstance(e, dict) and isinstance(e.get("order"), dict) for e in events)


def _unreadable(path: Path, why: str) -> Refused:
    return Refused("no_table_file", Phrase(_UNREADABLE.text, {"file": path.name, "why": why}))
