"""The options of a table: which wording of Hermit lies on it."""

from __future__ import annotations

from typing import Any

from companion.core.games.dominion_black_market.phrases import NO_OPTION
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.outcome import Phrase, Refused

CHOICES: dict[str, tuple[str, ...]] = {"hermit": ("current", "old")}
"""Every option with the values it takes; the first is the default."""


def read_options(given: Any) -> dict[str, str] | Refused:
    """Every option by name; a name or value that does not exist is refused by name."""
    if not isinstance(given, dict):
        return refused("malformed")
    for name, value in given.items():
        if name not in CHOICES:
            return Refused("bad_options", Phrase(NO_OPTION, {"name": str(name)}))
        if value not in CHOICES[name]:
            return refused("bad_options", name=name, value=str(value))
    return {name: given.get(name, values[0]) for name, values in CHOICES.items()}
