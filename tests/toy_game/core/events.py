"""The events of Pig and their fields."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.games.fields import Reader, new_name, number, read_fields, word, words
from companion.core.outcome import Json, Refused
from tests.toy_game.core.phrases import refused

PLAYER: Mapping[str, Reader] = {"player": word}
FIELDS: Mapping[str, Mapping[str, Reader]] = {
    "player_joined": {"player": new_name},
    "player_left": PLAYER,
    "seats_arranged": {"order": words},
    "first_player_chosen": PLAYER,
    "game_dealt": {},
    "turn_scored": {**PLAYER, "points": number},
    "game_called": {},
}
"""`?` behind a name marks what may be left out."""


def read(event: Json) -> Json | Refused:
    """The event with its known fields only; `malformed` or `bad_number`."""
    found = read_fields(FIELDS, event)
    return refused(found) if isinstance(found, str) else found
