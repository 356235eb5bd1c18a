"""The verb print-pad: score pads of every game, from the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line.terminal import make_file, say_refused
from companion.core.games import GAMES
from companion.core.names import clean_name
from companion.core.outcome import Phrase, Refused
from companion.printing.formats import PAPERS
from companion.printing.pages.pad_options import PER_PAGE, read_pad_options
from companion.printing.pages.pads import PadSays, pad_task

if TYPE_CHECKING:
    _Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


_MORE_NAMES = Refused(
    "bad_option",
    Phrase("There are more names than players. Leave --players out."),
    fields={"option": "players"},
)
PAD_FLAGS = {"paper": "--paper", "per_page": "--per-page", "players": "--players"}


def add_parsers(verbs: _Verbs) -> None:
    """Add the verb; it sets `run(arguments, settings) -> exit status`."""
    verb = verbs.add_parser("print-pad", help="make a score pad as PDF")
    verb.add_argument("game", choices=tuple(GAMES), metavar="GAME", help=", ".join(GAMES))
    verb.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    verb.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    verb.add_argument("--per-page", type=int, choices=PER_PAGE, default=1)
    verb.add_argument("--players", type=int, default=None, help="columns (4, or one a name)")
    verb.add_argument(
        "--name", dest="names", action="append", default=[], help="of a player; once for each"
    )
    verb.add_argument("--table", default="", help="what the evening is called")
    verb.add_argument("--date", default="", help="as it shall stand there")
    verb.add_argument("--address", default="", help="what its QR code opens; none without")
    verb.set_defaults(run=print_pad)


def print_pad(chosen: argparse.Namespace, settings: object) -> int:
    """Make the pad; 0 when the file is written."""
    says = _pad_says(chosen)
    if isinstance(says, Refused):
        return say_refused(says)
    count = len(says.names) or None if chosen.players is None else chosen.players
    options = read_pad_options({**vars(chosen), "players": count}, GAMES[chosen.game].players)
    if isinstance(options, Refused):
        return say_refused(options, flags=PAD_FLAGS)
    if len(says.names) > options.players:
        return say_refused(_MORE_NAMES)
    task = pad_task(chosen.game, options, says)
    if isinstance(task, Refused):
        return say_refused(task)
    what = f"score pad for {options.players} players"
    return make_file({**task, "task": "paper"}, chosen.output, what)


def _pad_says(chosen: argparse.Namespace) -> PadSays | Refused:
    """Refused as `bad_name`."""
    names = tuple(clean_name(name) or "" for name in chosen.names)
    if not all(names):
        return Refused("bad_name", Phrase("A name has 1 to 24 letters."))
    code = None
    if chosen.address:
        code = {"text": chosen.address, "says": f"QR code of {chosen.address}"}
    return PadSays(names, chosen.table[:40], chosen.date[:40], code)
