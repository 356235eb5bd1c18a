"""Writes score pads as HTML, from the same rules that the tables follow."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.printing.formats import PAPERS
from companion.printing.pad_options import PadOptions, pad_size
from companion.printing.places import CSS_FOLDER, GAME_FOLDER

Json = dict[str, Any]

WAREHOUSE_CARDS = 10
"""Rulebook, Setup."""


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(GAME_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def pad_html(task: Json) -> str:
    """The page with all its pads. `task`: game, options, and the address of the folder of
    style sheets, if they are not to stand inside the page."""
    options = PadOptions(**task["options"])
    size = pad_size(options)
    rows = LINES[task["game"]](options.players, size.height_mm)
    style = (CSS_FOLDER / "pad.css").read_text(encoding="utf-8")
    return (
        _templates()
        .get_template(f"{task['game']}/score_pad.html")
        .render(
            paper=options.paper,
            per_page=options.per_page,
            players=options.players,
            rows=rows,
            row_height=row_height_mm(size.height_mm, rows),
            stylesheet=task.get("stylesheet"),
            style=Markup(style),
            page=PAPERS[options.paper],
        )
    )


TALLEST_ROW_MM = 20
"""Taller lines are no easier to write in."""
LOWEST_ROW_MM = 5
FIXED_LINES = 6
"""Lines of a pad besides the warehouses: names, heads, two sums, total, tie and place."""
AROUND_MM = 46.0
"""Height of a pad's title, rules and margins."""


def warehouse_rows(players: int, pad_height_mm: float) -> int:
    """Lines for completed warehouses: as many as one player alone can complete.

    Rulebook, End Game: the game is over when a warehouse is finished and no Warehouse card is
    left to draw; with n players that is after 10 − n + 1 completed warehouses, and nothing keeps
    one player from completing them all. Where there is room for more lines, own decks with more
    Warehouse cards have them.
    """
    completed = WAREHOUSE_CARDS - players + 1
    return max(completed, int(_room_mm(pad_height_mm) / TALLEST_ROW_MM) - FIXED_LINES, 2)


DOMINION_KINDS = 6
"""Colony, Province, Duchy, Estate, Curse and tokens: what nearly every game can score."""
DOMINION_OTHERS = 4
"""Empty lines at least, for other Victory cards and Landmarks."""


def victory_rows(players: int, pad_height_mm: float) -> int:
    """Lines for what scores points (Dominion rules: count all cards a player owns)."""
    room = int(_room_mm(pad_height_mm) / TALLEST_ROW_MM) - FIXED_LINES
    return max(DOMINION_KINDS + DOMINION_OTHERS, room)


LINES: dict[str, Callable[[int, float], int]] = {
    "black_market_warehouse": warehouse_rows,
    "dominion_black_market": victory_rows,
}
"""How many lines to write in, by game, for so many players on a pad of this height."""


def row_height_mm(pad_height_mm: float, rows: int) -> int:
    """A whole number of millimetres, as tall as there is room for."""
    tall = int(_room_mm(pad_height_mm) / (rows + FIXED_LINES))
    return max(LOWEST_ROW_MM, min(TALLEST_ROW_MM, tall))


def _room_mm(pad_height_mm: float) -> float:
    return pad_height_mm - AROUND_MM
