"""Reads what a form of the playing screens sent into the event it stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Json

EVENTS = frozenset(
    {
        "market_played",
        "cards_revealed",
        "treasures_played",
        "card_bought",
        "nothing_bought",
        "rest_bottomed",
        "turn_ended",
        "deck_reshuffled",
        "deck_corrected",
        "pile_counted",
        "game_called",
    }
)
"""The events whose forms are read here."""
NUMBERS = frozenset(
    {
        "coins",
        "potions",
        "debt",
        "buys",
        "cheaper",
        "actions_in_play",
        "price",
        "overpay",
        "overpay_potions",
        "size",
        "tokens",
        "favors",
        "turns",
    }
)
FLAGS = frozenset({"mission", "minus_coin", "shown", "again"})
LISTS = frozenset({"cards", "order", "forbidden", "added", "removed"})
PIECES = frozenset({"empty_piles", "tavern"})
COPIES = "copies:"
"""`copies:Silver=2` plays or counts two Silvers."""

Fields = Mapping[str, tuple[str, ...]]


def event_from_form(event: Json, fields: Fields) -> Json:
    """The event with the form's fields in its types: numbers, yes or no, lists, copies by name.

    What does not read as a number stays as typed: the core refuses it in its own words.
    """
    read: Json = dict(event)
    for name, values in fields.items():
        told = tuple(value.strip() for value in values if value.strip())
        if not told or name.startswith(COPIES) or name in PIECES:
            continue
        read[name] = _value(name, told)
    copies = _copies(fields)
    if read.get("event") == "pile_counted":
        read["cards"] = copies
        read |= _pieces(fields)
    elif copies:
        read["treasures"] = copies
    return read


def _value(name: str, told: tuple[str, ...]) -> Any:
    if name in NUMBERS:
        return number(told[-1])
    if name in FLAGS:
        return told[-1] == "yes"
    if name in LISTS:
        return [each for line in told for each in names(line)]
    return told[-1]


def names(text: str) -> list[str]:
    """Names as people type them in a row, parted by commas, semicolons or lines."""
    return [each.strip() for each in re.split(r"[,;\n]", text) if each.strip()]


def number(text: str) -> int | str:
    """A whole number, else the text as typed."""
    plain = text.strip().lstrip("$")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdecimal() and len(digits) < 12 else text


def _copies(fields: Fields) -> Json:
    copies: Json = {}
    for name, values in fields.items():
        if name.startswith(COPIES) and values[-1].strip() not in ("", "0"):
            copies[name.removeprefix(COPIES)] = number(values[-1])
    return copies


def _pieces(fields: Fields) -> Json:
    pieces: Json = {}
    empty = [value for value in fields.get("empty_piles", ()) if value]
    if empty:
        pieces["empty_piles"] = empty
    tavern = (fields.get("tavern") or ("",))[-1].strip()
    if tavern:
        pieces["tavern"] = number(tavern)
    return {"pieces": pieces} if pieces else {}
