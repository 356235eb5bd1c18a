"""The options of a new table: names with the few values that each takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_

NOT_A_LIST = N_("The options must be a list of names and values.")
NO_OPTION = N_("There is no option called {name}.")
NO_VALUE = N_("The option {name} cannot be {value}.")


def read_choices(choices: Mapping[str, tuple[str, ...]], given: Any) -> dict[str, str] | Refused:
    """Every option by name, the first value of each where nothing was said.

    Refused as `bad_options`, by name, for a name or a value that does not exist.
    """
    if not isinstance(given, dict):
        return Refused("bad_options", Phrase(NOT_A_LIST))
    for name, value in given.items():
        if name not in choices:
            return Refused("bad_options", Phrase(NO_OPTION, {"name": str(name)}))
        if value not in choices[name]:
            told = {"name": name, "value": str(value)}
            return Refused("bad_options", Phrase(NO_VALUE, told))
    return {name: given.get(name, values[0]) for name, values in choices.items()}
