"""Score pads, from the same rules that the tables follow: what stands on them, and how large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.english import english
from companion.printing.pad_options import (
    LABEL_WIDTH_MM,
    PadOptions,
    column_width_mm,
    pad_size,
)
from companion.printing.paper import words_for

Json = dict[str, Any]
Say = Callable[[Phrase], str]
"""A phrase in the words of the reader."""

WAREHOUSE_CARDS = 10
"""Rulebook, Setup."""
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
class Kind:
    """Something that scores points in a game of Dominion."""

    label: str
    worth: str = ""
    """Of one copy, as it is shown; "" where a formula says it."""


@dataclass(frozen=True, slots=True)
class PadSays:
    """What a pad says of one table; a blank pad says nothing."""

    names: tuple[str, ...] = ()
    """Of the players, in seat order; columns without a name are numbered."""
    table: str = ""
    date: str = ""
    code: Json | None = None
    """The table's QR code: its text, and what it says to screen readers."""
    kinds: tuple[Kind, ...] = ()
    """Dominion: what can score at this table; () for the kinds of nearly every game."""
    money: str = ""
    """Black Market Warehouse: what the deck's items are counted in, where it is not millions."""
    warehouses: int = WAREHOUSE_CARDS
    fives: str = "$5M"
    """What the items of the tie line are worth."""


@dataclass(frozen=True, slots=True)
class _Form:
    """What stands in one game's pad besides names."""

    heading: Phrase
    caption: Phrase
    first: Phrase
    left: Phrase
    right: Phrase
    rows: tuple[Json, ...]
    sums: tuple[Json, ...]
    rules: tuple[Phrase, ...]


def pad_task(
    game_key: str,
    options: PadOptions,
    says: PadSays | None = None,
    say: Say = english,
    language: str = "en",
    translate: Callable[[str], str] = str,
) -> Json | Refused:
    """What the worker needs for the page with all its pads.

    Refused as `pad_too_low` when this table's kinds of points need more lines than a pad has.
    """
    says = says or PadSays()
    height = pad_size(options).height_mm
    form = FORMS[game_key](options, says, height, say)
    count = len(form.rows)
    if row_height_mm(height, count) * (count + FIXED_LINES) > _room_mm(height):
        return Refused("pad_too_low", Phrase(_TOO_LOW, {"kinds": count}))
    title = Phrase(_TITLE, {"game": form.heading, "players": options.players})
    content = {
        "title": say(title),
        "description": say(form.caption),
        "heading": say(form.heading),
        "table": says.table,
        "date": says.date,
        "code": says.code,
        "names": [*says.names, *[""] * options.players][: options.players],
        "caption": say(form.caption),
        "first": say(form.first),
        "left": say(form.left),
        "right": say(form.right),
        "rows": list(form.rows),
        "sums": list(form.sums),
        "rules": [say(rule) for rule in form.rules],
        "per_page": options.per_page,
        "row_height": row_height_mm(height, count),
        "column_width": round(column_width_mm(options), 3),
        "label_width": LABEL_WIDTH_MM[options.per_page],
        "label_pt": LABEL_PT[options.per_page],
        "line_width": 70 if options.per_page < 4 else 36,
    }
    return {
        "page": "score_pad",
        "paper": options.paper,
        "content": content,
        "language": language,
        "words": words_for("score_pad", translate),
    }


_TITLE = N_("{game}: score pad for {players} players")
_TOO_LOW = N_("{kinds} kinds of points need more lines. Take fewer pads to a page.")


def _warehouse(options: PadOptions, says: PadSays, height_mm: float, say: Say) -> _Form:
    count = warehouse_rows(options.players, height_mm, says.warehouses)
    caption = Phrase(N_("Money in millions. One line for each completed warehouse."))
    if says.money:
        caption = Phrase(
            N_("Money in {unit}. One line for each completed warehouse."), {"unit": says.money}
        )
    fives = {"money": says.fives}
    return _Form(
        heading=Phrase("Black Market Warehouse"),
        caption=caption,
        first=Phrase(N_("Warehouse")),
        left=Phrase(N_("Items")),
        right=Phrase(N_("Bonus")),
        rows=tuple(_row(str(number + 1)) for number in range(count)),
        sums=(
            _sum("sum", say(Phrase(N_("Sums"))), split=True),
            _sum("total", say(Phrase(N_("Total")))),
            _sum("tie", say(Phrase(N_("{money} items"), fives))),
            _sum("place", say(Phrase(N_("Place")))),
        ),
        rules=(
            Phrase(N_("Count items in completed warehouses only.")),
            Phrase(N_("The bonus counts when the items match exactly.")),
            Phrase(N_("Tie: most {money} items wins. Still tied: share the win."), fives),
        ),
    )


DOMINION_KINDS: tuple[tuple[str, str], ...] = (
    ("Colony", "10"),
    ("Province", "6"),
    ("Duchy", "3"),
    ("Estate", "1"),
    ("Curse", "−1"),
)
"""What nearly every game can score, besides tokens."""
DOMINION_OTHERS = 4
"""Empty lines at least on a generic pad, for other Victory cards and Landmarks."""


def _dominion(options: PadOptions, says: PadSays, height_mm: float, say: Say) -> _Form:
    room = int(_room_mm(height_mm) / TALLEST_ROW_MM) - FIXED_LINES
    if says.kinds:
        kinds = says.kinds
        others = min(2, max(0, int(_room_mm(height_mm) / LOWEST_ROW_MM) - 6 - len(kinds)))
        caption = Phrase(N_("All cards a player owns. These can score at this table."))
    else:
        tokens = Kind(say(Phrase(N_("VP tokens"))))
        kinds = (*(Kind(card, worth) for card, worth in DOMINION_KINDS), tokens)
        others = max(DOMINION_OTHERS, room - len(kinds))
        caption = Phrase(
            N_("All cards a player owns. “Other” is for further Victory cards and Landmarks.")
        )
    empty = [
        _row(say(Phrase(N_("Other {n}"), {"n": number + 1})), quiet=True)
        for number in range(others)
    ]
    return _Form(
        heading=Phrase("Dominion: Black Market"),
        caption=caption,
        first=Phrase(N_("Victory points")),
        left=Phrase(N_("Cards")),
        right=Phrase(N_("Points")),
        rows=(*(_row(kind.label, kind.worth) for kind in kinds), *empty),
        sums=(
            _sum("total sum", say(Phrase(N_("Total")))),
            _sum("tie", say(Phrase(N_("Turns")))),
            _sum("place", say(Phrase(N_("Place")))),
        ),
        rules=(
            Phrase(N_("Cards bought from the Black Market count like any other.")),
            Phrase(N_("Tie: fewer turns wins. Still tied: share the win.")),
        ),
    )


FORMS: dict[str, Callable[[PadOptions, PadSays, float, Say], _Form]] = {
    "black_market_warehouse": _warehouse,
    "dominion_black_market": _dominion,
}
"""What each game's pad holds."""


def _row(label: str, worth: str = "", quiet: bool = False) -> Json:
    return {"label": label, "worth": worth, "quiet": quiet}


def _sum(kind: str, label: str, split: bool = False) -> Json:
    return {"kind": kind, "label": label, "split": split}


def warehouse_rows(
    players: int, pad_height_mm: float, warehouse_cards: int = WAREHOUSE_CARDS
) -> int:
    """Lines for completed warehouses: as many as one player alone can complete.

    Rulebook, End Game: the game is over when a warehouse is finished and no Warehouse card is
    left to draw; with n players that is after 10 − n + 1 completed warehouses, and nothing keeps
    one player from completing them all. Where there is room for more lines, decks with more
    Warehouse cards have them; a deck with more than fit shares the lines there are.
    """
    room = int(_room_mm(pad_height_mm) / TALLEST_ROW_MM) - FIXED_LINES
    most = int(_room_mm(pad_height_mm) / LOWEST_ROW_MM) - FIXED_LINES
    return min(most, max(warehouse_cards - players + 1, room, 2))


def row_height_mm(pad_height_mm: float, rows: int) -> int:
    """A whole number of millimetres, as tall as there is room for."""
    tall = int(_room_mm(pad_height_mm) / (rows + FIXED_LINES))
    return max(LOWEST_ROW_MM, min(TALLEST_ROW_MM, tall))


def _room_mm(pad_height_mm: float) -> float:
    return pad_height_mm - AROUND_MM
