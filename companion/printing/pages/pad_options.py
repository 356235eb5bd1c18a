"""The options of a score pad, read from a form or a command line; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import PAPERS, Size
from companion.printing.option_words import between, no_such

PER_PAGE = (1, 2, 4)
ANY_PLAYERS = (1, 999)
"""For options that were read before: their game has judged the number."""
PAD_MARGIN_MM = 8.0
LABEL_WIDTH_MM = {1: 26.0, 2: 24.0, 4: 17.0}
"""Width of the first column, by pads to a page."""
NARROWEST_COLUMN_MM = 7.4
"""A figure of two digits and a pencil need this much."""


@dataclass(frozen=True, slots=True)
class PadOptions:
    """What a pad looks like."""

    paper: str = "a4"
    per_page: int = 1
    players: int = 4

    def to_json(self) -> dict[str, Any]:
        """The options by name."""
        return asdict(self)


def read_pad_options(given: Mapping[str, Any], players: tuple[int, int]) -> PadOptions | Refused:
    """The options; what is absent keeps its default. `players`: fewest and most of the game.

    Refused as `bad_option`, or as `pad_too_narrow` when the columns would be too narrow to
    write in.
    """
    paper = str(given.get("paper") or "a4").strip().lower()
    if paper not in PAPERS:
        return no_such("paper", paper, ", ".join(PAPERS))
    per_page = _whole(given.get("per_page"), 1)
    if per_page not in PER_PAGE:
        return no_such("per_page", str(given.get("per_page")), "1, 2, 4")
    least, most = players
    count = _whole(given.get("players"), min(max(4, least), most))
    if not least <= count <= most:
        return no_such("players", str(given.get("players")), between("players", least, most))
    options = PadOptions(paper, per_page, count)
    if column_width_mm(options) < NARROWEST_COLUMN_MM:
        phrase = Phrase(
            N_("{players} players need more room. Take fewer pads to a page."), {"players": count}
        )
        fields = {"option": "per_page", "instead": PER_PAGE[0]}
        return Refused("pad_too_narrow", phrase, fields=fields)
    return options


def pad_size(options: PadOptions) -> Size:
    """The room of one pad on the page."""
    page = PAPERS[options.paper]
    columns, rows = {1: (1, 1), 2: (1, 2), 4: (2, 2)}[options.per_page]
    return Size(page.width_mm / columns, page.height_mm / rows)


def column_width_mm(options: PadOptions) -> float:
    """Width of one of a player's two columns."""
    room = pad_size(options).width_mm - 2 * PAD_MARGIN_MM - LABEL_WIDTH_MM[options.per_page]
    return room / (2 * options.players)


def _whole(value: Any, default: int) -> int:
    if value is None or value == "":
        return default
    text = str(value).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
