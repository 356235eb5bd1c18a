"""How what a phone sent is read, for events that are a table of fields: readers, and their use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.outcome import Json

MALFORMED = "malformed"
LARGEST = 999
LONGEST = 200
"""Letters of a name or word in an event; no card's name comes near."""
MOST = 600
"""Names in a list; there are fewer cards than that."""

Reader = Callable[[Any], str | None]
"""Gives None when the value is well-formed, else the code of what is wrong with it."""


def word(value: Any) -> str | None:
    """A name, or any short text."""
    return None if isinstance(value, str) and 0 < len(value) <= LONGEST else "malformed"


def new_name(value: Any) -> str | None:
    """A new player's name as it was typed, empty too: the rules say how long one is."""
    return None if isinstance(value, str) and len(value) <= LONGEST else "malformed"


def flag(value: Any) -> str | None:
    """Yes or no."""
    return None if isinstance(value, bool) else "malformed"


def number(value: Any) -> str | None:
    """A whole number from 0 to 999; else `bad_number`."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return None if whole and 0 <= value <= LARGEST else "bad_number"


def words(value: Any) -> str | None:
    """A list of names."""
    if not isinstance(value, list) or len(value) > MOST:
        return "malformed"
    return None if all(word(each) is None for each in value) else "malformed"


def numbers(value: Any) -> str | None:
    """An object of names with whole numbers."""
    if not isinstance(value, dict) or len(value) > MOST or words(list(value)):
        return "malformed"
    return None if all(number(each) is None for each in value.values()) else "bad_number"


def one_of(*choices: str) -> Reader:
    """One of these words."""

    def read(value: Any) -> str | None:
        return None if isinstance(value, str) and value in choices else "malformed"

    return read


def read_fields(known: Mapping[str, Mapping[str, Reader]], event: Json) -> Json | str:
    """The event with its known fields only; else a code, `malformed` before any other.

    `known`: the fields of every event by name; `?` marks what may be left out.
    """
    name = event.get("event")
    fields = known.get(name) if isinstance(name, str) else None
    if fields is None:
        return MALFORMED
    found: Json = {"event": name}
    codes: list[str] = []
    for marked, reader in fields.items():
        field = marked.removesuffix("?")
        if event.get(field) is None:
            if not marked.endswith("?"):
                return MALFORMED
            continue
        code = reader(event[field])
        if code:
            codes.append(code)
        found[field] = event[field]
    if codes:
        return MALFORMED if MALFORMED in codes else codes[0]
    return found
