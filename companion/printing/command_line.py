"""The verbs print-deck and print-pad of the command line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.decks import Deck, read_deck
from companion.core.games import GAMES
from companion.core.names import clean_name
from companion.core.outcome import Phrase, Refused
from companion.printing.formats import (
    BACKS,
    CARD_SIZES,
    LARGEST_COPIES,
    MARKED_SIDES,
    MARKS,
    PAPERS,
    STYLES,
    TURNS,
    PrintOptions,
    read_options,
)
from companion.printing.pad_options import PAD_PAPERS, PER_PAGE, read_pad_options
from companion.printing.pads import PadSays, pad_task
from companion.printing.planning import Planned, plan
from companion.printing.terminal import make_file, say_refused

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]

STARTER = Path(__file__).resolve().parents[1] / "data" / "starter_deck.json"
LARGEST_DECK_BYTES = 1_000_000


def add_parsers(verbs: _Verbs) -> None:
    """Add both verbs; each sets `run(arguments, settings) -> exit status`."""
    _add_deck(verbs)
    _add_pad(verbs)


def _add_deck(verbs: _Verbs) -> None:
    verb = verbs.add_parser(
        "print-deck",
        help="make card sheets of a deck as PDF",
        description="Make card sheets of a deck as PDF, true to size. Print them at 100 %.",
    )
    default = PrintOptions()
    verb.add_argument("deck", metavar="DECK", help='"starter" or a deck file (JSON)')
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument("--paper", choices=tuple(PAPERS), default=default.paper)
    verb.add_argument(
        "--card", default=default.card, help=f"{', '.join(CARD_SIZES)}, or 63x88, or 2.5x3.5in"
    )
    verb.add_argument(
        "--backs",
        choices=BACKS,
        default=default.backs,
        help="none, or on the other side: the printer flips the paper on its long or short edge",
    )
    verb.add_argument("--marks", choices=MARKS, default=default.marks, help="where to cut")
    verb.add_argument(
        "--marks-on", choices=MARKED_SIDES, default=default.marks_on, help="which sides show them"
    )
    verb.add_argument("--style", choices=STYLES, default=default.style, help="plain saves ink")
    verb.add_argument("--turn", choices=TURNS, default=default.turn, help="how the paper lies")
    verb.add_argument("--gutter", dest="gutter_mm", default=None, help="mm between cards (0)")
    verb.add_argument("--margin", dest="margin_mm", default=None, help="mm not printed on (5)")
    verb.add_argument("--bleed", dest="bleed_mm", default=None, help="mm over the cut (1)")
    verb.add_argument("--copies", default=None, help=f"of the whole deck (1 to {LARGEST_COPIES})")
    verb.set_defaults(run=print_deck)


def _add_pad(verbs: _Verbs) -> None:
    verb = verbs.add_parser("print-pad", help="make a score pad as PDF")
    verb.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=", ".join(GAMES))
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument("--paper", choices=PAD_PAPERS, default="a4")
    verb.add_argument("--per-page", type=int, choices=PER_PAGE, default=1)
    verb.add_argument("--players", type=int, default=None, help="columns (4, or one a name)")
    verb.add_argument(
        "--name", dest="names", action="append", default=[], help="of a player; once for each"
    )
    verb.add_argument("--table", default="", help="what the evening is called")
    verb.add_argument("--date", default="", help="as it shall stand there")
    verb.add_argument("--address", default="", help="what its QR code opens; none without")
    verb.set_defaults(run=print_pad)


def print_deck(chosen: argparse.Namespace, settings: object) -> int:
    """Make the sheets; 0 when the file is written."""
    options = read_options(vars(chosen))
    deck = load_deck(chosen.deck)
    if isinstance(options, Refused) or isinstance(deck, Refused):
        return say_refused(options, deck)
    planned = plan(deck, options)
    if isinstance(planned, Refused):
        return say_refused(planned)
    return make_file(
        {"task": "deck", "deck": deck.to_json(), "options": options.to_json()},
        chosen.output,
        f"{len(planned.order)} cards, {_sides(planned)}",
    )


def _sides(planned: Planned) -> str:
    pages, papers = len(planned.sheets), planned.papers
    return f"{pages} pages" if pages == papers else f"{pages} pages on {papers} sheets of paper"


def print_pad(chosen: argparse.Namespace, settings: object) -> int:
    """Make the pad; 0 when the file is written."""
    says = _pad_says(chosen)
    if isinstance(says, Refused):
        return say_refused(says)
    count = chosen.players or len(says.names) or None
    options = read_pad_options({**vars(chosen), "players": count}, GAMES[chosen.game].players)
    if isinstance(options, Refused):
        return say_refused(options)
    task = pad_task(chosen.game, options, says)
    if isinstance(task, Refused):
        return say_refused(task)
    what = f"score pad for {options.players} players"
    return make_file({**task, "task": "paper"}, chosen.output, what)


def _pad_says(chosen: argparse.Namespace) -> PadSays | Refused:
    """Refused as `bad_name`, or as `bad_option` for more names than players."""
    names = tuple(clean_name(name) or "" for name in chosen.names)
    if not all(names):
        return Refused("bad_name", Phrase("A name has 1 to 24 letters."))
    if chosen.players and len(names) > chosen.players:
        phrase = Phrase("There are more names than players. Leave --players out.")
        return Refused("bad_option", phrase, fields={"option": "players"})
    code = None
    if chosen.address:
        code = {"text": chosen.address, "says": f"QR code of {chosen.address}"}
    return PadSays(names, chosen.table[:40], chosen.date[:40], code)


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
