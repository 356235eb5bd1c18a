"""The verbs print-deck and print-calibration: card sheets and their printer, from the terminal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.command_line.terminal import counted, make_file, say_refused
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Phrase, Refused
from companion.printing.cards.picture_folder import FOLDER as PICTURES
from companion.printing.formats import (
    CARD_SIZES,
    CLOSED,
    LARGEST_COPIES,
    PAPERS,
    PrintOptions,
    read_options,
)
from companion.printing.printers.calibration import PAGE_TURNS, read_calibration_options
from companion.printing.printers.profile_file import ProfileFile
from companion.printing.printers.profiles import EDGES
from companion.printing.sheets.planning import Planned, plan
from companion.services.prints.printers import PrinterProfiles

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


class Settings(Protocol):
    """Of the settings, all that printing needs."""

    @property
    def data(self) -> Path:
        """The data folder."""


STARTER = Path(__file__).resolve().parents[1] / "data" / "starter_deck.json"
LARGEST_DECK_BYTES = 1_000_000

_USUAL = PrintOptions()
FLAGS: dict[str, tuple[str, str]] = {
    "paper": ("--paper", "what the sheets are"),
    "card": ("--card", f"{', '.join(CARD_SIZES)}, or 63x88, or 2.5x3.5in"),
    "backs": (
        "--backs",
        "none; long or short: the edge over which the printer flips the paper; "
        "fold: beside the fronts, to be folded and glued; separate: a second file",
    ),
    "marks": ("--marks", "where to cut: crop marks outside, lines around each card, or none"),
    "marks_on": ("--marks-on", "which sides show them"),
    "style": ("--style", "plain saves ink"),
    "turn": ("--turn", "how the paper lies; auto takes most cards"),
    "gutter_mm": ("--gutter", "mm between cards"),
    "margin_mm": ("--margin", "mm that the printer leaves white"),
    "bleed_mm": ("--bleed", "mm of colour over the cut"),
    "safe_zone_mm": ("--safe-zone", "mm that texts keep from the cut"),
    "copies": ("--copies", f"of the whole deck, 1 to {LARGEST_COPIES}"),
    "profile": ("--profile", "name of a printer profile of this data folder"),
    "offset_x_mm": ("--offset-x", "mm to move the print to the right, without a profile"),
    "offset_y_mm": ("--offset-y", "mm to move it down"),
    "angle_degrees": ("--angle", "degrees to turn it clockwise"),
    "offset_on": ("--offset-on", "which sides are moved"),
    "scan_marks": (
        "--scan-marks",
        "mm of a mark on each front, by which a photo counts the cards; or off",
    ),
    "scan_id": ("--scan-id", "three letters, where another deck has this deck's own"),
}
"""Every print option with its flag and what it is for."""
FLAG_NAMES = {name: flag for name, (flag, _) in FLAGS.items()}


def add_parsers(verbs: _Verbs) -> None:
    """Add both verbs; each sets `run(arguments, settings) -> exit status`."""
    verb = verbs.add_parser(
        "print-deck",
        help="make card sheets of a deck as PDF",
        description="Make card sheets of a deck as PDF, true to size. Print them at 100 %.",
    )
    verb.add_argument("deck", metavar="DECK", help='"starter" or a deck file (JSON)')
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument(
        "--backs-output",
        type=Path,
        default=None,
        metavar="BACKS.pdf",
        help="where separate backs go (OUT-backs.pdf)",
    )
    verb.add_argument(
        "--pictures",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where the cards' pictures lie, each as SHA256.jpg (those of the data folder)",
    )
    for name, (flag, says) in FLAGS.items():
        add_flag(verb, name, flag, says, getattr(_USUAL, name), CLOSED)
    verb.set_defaults(run=print_deck)
    _add_calibration(verbs)


def add_flag(
    verb: argparse.ArgumentParser,
    name: str,
    flag: str,
    says: str,
    usual: object,
    words: Mapping[str, Collection[str]],
) -> None:
    """One option: its help ends with what is taken without it, `words` are its values if few."""
    shown = f"{usual:g}" if isinstance(usual, float) else str(usual)
    verb.add_argument(
        flag,
        dest=name,
        default=None,
        choices=words.get(name),
        metavar=None if name in words else _metavar(name),
        help=says.replace("%", "%%") + (f" ({shown})" if shown else ""),
    )


def _metavar(name: str) -> str:
    if name.endswith("_mm"):
        return "MM"
    return {"card": "SIZE", "copies": "NUMBER", "profile": "NAME", "scan_id": "ID"}.get(
        name, "DEGREES"
    )


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


def pictures_folder(typed: Path | None, settings: Settings) -> Path | Refused:
    """Where the cards' pictures lie. Refused as `no_pictures` where a typed folder is none."""
    if typed is not None and not typed.is_dir():
        phrase = Phrase("--pictures: There is no folder {folder}.", {"folder": str(typed)})
        return Refused("no_pictures", phrase)
    return typed or settings.data / "prints" / PICTURES


def load_deck(name: str) -> Deck | Refused:
    """The starter deck, or the deck of a file. Refused as `bad_deck` or `no_deck_file`."""
    path = STARTER if name == "starter" else Path(name)
    try:
        if path.stat().st_size > LARGEST_DECK_BYTES:
            return Refused("no_deck_file", Phrase("The file is too large for a deck."))
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as trouble:
        words = Phrase("{file}: {why}", {"file": name, "why": trouble.strerror or "unreadable"})
        return Refused("no_deck_file", words)
    except (ValueError, RecursionError):
        return Refused("no_deck_file", Phrase("{file} is not a JSON file.", {"file": name}))
    return read_deck(data)
