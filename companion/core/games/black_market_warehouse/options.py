"""The six options of a table: each default is the literal rule, or our ruling."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from companion.core.games.choices import read_choices
from companion.core.outcome import Json, Refused

CHOICES: dict[str, tuple[str, ...]] = {
    "track": ("turns", "warehouses", "scores"),
    "game_end": ("at_once", "finish_round"),
    "filling": ("must", "may"),
    "market_deck_empty": ("reshuffle", "no_more_draws"),
    "still_tied": ("shared", "lower_values"),
    "leavers_rank": ("no", "yes"),
}
"""Every option with the values it takes; the first is the default."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options as the table was started with."""

    track: str = "turns"
    game_end: str = "at_once"
    filling: str = "must"
    market_deck_empty: str = "reshuffle"
    still_tied: str = "shared"
    leavers_rank: str = "no"

    def to_json(self) -> Json:
        """Every option by name, defaults included."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def read_options(given: Any) -> Options | Refused:
    """The options of a new table; a name or value that does not exist is refused by name."""
    read = read_choices(CHOICES, given)
    return read if isinstance(read, Refused) else Options(**read)
