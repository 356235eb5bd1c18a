"""What the file of an exported table says, read as far as no rule of a game is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.core.outcome import Json

SCHEMA = "backroom-table/1"
FILE_KEYS = frozenset({"schema", "game", "options", "deck", "events", "id"})
"""What a table file may say; `id` is the tap's own, of the phone that brings the file."""
OWN_OPTIONS = ("who_logs", "who_lets_in")
"""Options that an export says of the table and not of the game."""
_ANY_SCHEMA = re.compile(r"backroom-table/[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file whose shape is right; what its lines say is for exports.imported."""

    game_key: str
    options: Json
    """The game's own."""
    own: Json
    """Those of OWN_OPTIONS that it states."""
    deck: Json | None
    events: list[Any]


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a file is none that can be read; `key` is the one that is unknown."""

    code: Literal["not_an_export", "newer_export", "unknown_key"]
    key: str | None = None


def read_export(file: Any) -> TableFile | Misfit:
    """The parts of a table's file, or why it is none."""
    if not isinstance(file, Mapping) or not isinstance(file.get("schema"), str):
        return Misfit("not_an_export")
    if file["schema"] != SCHEMA and _ANY_SCHEMA.fullmatch(file["schema"]):
        return Misfit("newer_export")
    unknown = next((key for key in file if key not in FILE_KEYS), None)
    if unknown is not None:
        return Misfit("unknown_key", str(unknown))
    game_key, deck, events = file.get("game"), file.get("deck"), file.get("events")
    options = {} if file.get("options") is None else file["options"]
    if file["schema"] != SCHEMA or not isinstance(game_key, str) or not isinstance(events, list):
        return Misfit("not_an_export")
    if not isinstance(options, dict) or not (deck is None or isinstance(deck, dict)):
        return Misfit("not_an_export")
    own = {key: options[key] for key in OWN_OPTIONS if key in options}
    rest = {key: value for key, value in options.items() if key not in OWN_OPTIONS}
    return TableFile(game_key, rest, own, deck, events)
