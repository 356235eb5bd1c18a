"""Score pads, from the same rules that the tables follow: how large each line of them is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.games import GAMES
from companion.core.games.pad import Pad, PadLine, PadRoom
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.english import english
from companion.printing.pages.layout import words_for
from companion.printing.pages.pad_options import (
    LABEL_WIDTH_MM,
    PadOptions,
    column_width_mm,
    pad_size,
)

Json = dict[str, Any]
Say = Callable[[Phrase], str]
"""A phrase in the words of the reader."""

TALLEST_ROW_MM = 20
"""Taller lines are no easier to write in."""
LOWEST_ROW_MM = 5
FIXED_LINES = 6
"""Lines of a pad besides those to write in: names, heads, sums, total, tie and place."""
AROUND_MM = 46.0
"""Height of a pad's title, rules and margins."""
LABEL_PT = {1: 11.0, 2: 9.0, 4: 7.5}
"""Lettering of the first column, by pads to a page."""


@dataclass(frozen=True, slots=True)
class PadSays:
    """What a pad says of one table; a blank pad says nothing."""

    names: tuple[str, ...] = ()
    """Of the players, in seat order; columns without a name are numbered."""
    table: str = ""
    date: str = ""
    code: Json | None = None
    """The table's QR code: its text, and what it says to screen readers."""
    state: Any = None
    """The table's state, for what can score there; None: a pad for any table of the game."""


def pad_task(
    game_key: str,
    options: PadOptions,
    says: PadSays | None = None,
    say: Say = english,
    language: str = "en",
    translate: Callable[[str], str] = str,
) -> Json | Refused:
    """What the worker needs for the page with all its pads. `say` writes amounts short: $5M.

    Refused as `no_sheet` where a game has no pad, and as `pad_too_low` when this table's lines
    are more than a pad has room for.
    """
    says, game = says or PadSays(), GAMES[game_key]
    height = pad_size(options).height_mm
    pad = game.pad(says.state, pad_room(options))
    if pad is None:
        return Refused("no_sheet", Phrase(_NO_PAD))
    count = len(pad.lines)
    if row_height_mm(height, count) * (count + FIXED_LINES) > _room_mm(height):
        return Refused("pad_too_low", Phrase(_TOO_LOW, {"kinds": count}))
    title = Phrase(_TITLE, {"game": game.name, "players": options.players})
    headed = {"title": say(title), "heading": say(game.name)}
    return {
        "page": "score_pad",
        "paper": options.paper,
        "content": headed | _on_paper(pad, says, say, options) | _measures(count, options),
        "language": language,
        "words": words_for("score_pad", translate),
    }


def _on_paper(pad: Pad, says: PadSays, say: Say, options: PadOptions) -> Json:
    """What stands on one pad."""
    return {
        "description": say(pad.caption),
        "table": says.table,
        "date": says.date,
        "code": says.code,
        "names": [*says.names, *[""] * options.players][: options.players],
        "caption": say(pad.caption),
        "first": say(pad.first),
        "left": say(pad.left),
        "right": say(pad.right),
        "rows": [_line(line, say) for line in pad.lines],
        "sums": [
            {"kind": " ".join(each.kinds), "label": say(each.label), "split": each.split}
            for each in pad.sums
        ],
        "rules": [say(rule) for rule in pad.rules],
    }


def _measures(count: int, options: PadOptions) -> Json:
    """How large the parts of a pad with so many lines are."""
    return {
        "per_page": options.per_page,
        "row_height": row_height_mm(pad_size(options).height_mm, count),
        "column_width": round(column_width_mm(options), 3),
        "label_width": LABEL_WIDTH_MM[options.per_page],
        "label_pt": LABEL_PT[options.per_page],
        "line_width": 70 if options.per_page < 4 else 36,
    }


_TITLE = N_("{game}: score pad for {players} players")
_TOO_LOW = N_("{kinds} kinds of points need more lines. Take fewer pads to a page.")
_NO_PAD = N_("This game has no such page to print.")


def has_pad(game_key: str) -> bool:
    """True where a game has a pad to be printed."""
    game = GAMES.get(game_key)
    return game is not None and game.pad(None, pad_room(PadOptions())) is not None


def _line(line: PadLine, say: Say) -> Json:
    label = line.label if isinstance(line.label, str) else say(line.label)
    return {"label": label, "worth": line.worth, "quiet": line.quiet}


def pad_room(options: PadOptions) -> PadRoom:
    """How many lines one pad of these has room for."""
    room_mm = _room_mm(pad_size(options).height_mm)
    easy = int(room_mm / TALLEST_ROW_MM) - FIXED_LINES
    return PadRoom(options.players, easy, int(room_mm / LOWEST_ROW_MM) - FIXED_LINES)


def row_height_mm(pad_height_mm: float, rows: int) -> int:
    """A whole number of millimetres, as tall as there is room for."""
    tall = int(_room_mm(pad_height_mm) / (rows + FIXED_LINES))
    return max(LOWEST_ROW_MM, min(TALLEST_ROW_MM, tall))


def _room_mm(pad_height_mm: float) -> float:
    return pad_height_mm - AROUND_MM
