"""What the verbs about a deck share: which deck, where its pictures lie, the flags of its print."""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Protocol

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Phrase, Refused
from companion.printing.cards.picture_folder import FOLDER as PICTURES
from companion.printing.formats import CARD_SIZES, CLOSED, LARGEST_COPIES, PrintOptions


class Settings(Protocol):
    """Of the settings, all that printing needs."""

    @property
    def data(self) -> Path:
        """The data folder."""


STARTER = Path(__file__).resolve().parents[1] / "data" / "starter_deck.json"
LARGEST_DECK_BYTES = 1_000_000

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


def add_deck(verb: argparse.ArgumentParser, ending: str) -> None:
    """Which deck, and where the file goes, which ends with .`ending`."""
    verb.add_argument("deck", metavar="DECK", help='"starter" or a deck file (JSON)')
    verb.add_argument("-o", "--output", type=Path, required=True, metavar=f"OUT.{ending}")


def add_pictures(verb: argparse.ArgumentParser) -> None:
    """Where the pictures of the deck's cards lie."""
    verb.add_argument(
        "--pictures",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where the cards' pictures lie, each as SHA256.jpg (those of the data folder)",
    )


def add_print_flags(verb: argparse.ArgumentParser) -> None:
    """Every option of card sheets."""
    usual = PrintOptions()
    for name, (flag, says) in FLAGS.items():
        add_flag(verb, name, flag, says, getattr(usual, name), CLOSED)


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
