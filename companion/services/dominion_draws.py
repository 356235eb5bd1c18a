"""Draws by chance what an event leaves open, inside the table's lock: the log keeps what came."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.games import GAMES
from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market.changing import changed, narrowed
from companion.core.games.dominion_black_market.drawing import drawn
from companion.core.outcome import Json, Refused
from companion.core.table import OWN_EVENTS, Table
from companion.services.ports import Randomness

Complete = Callable[[Any, Json, Randomness], Json | Refused]
DRAWN_FIELDS: Mapping[str, tuple[str, Any]] = MappingProxyType(
    {
        "kingdom_chosen": ("kingdom", []),
        "deck_drawn": ("cards", []),
        "extra_chosen": ("card", "?"),
        "deck_card_added": ("card", "?"),
        "first_player_chosen": ("player", "?"),
    }
)
"""What chance may fill in an event, and a stand-in under which its other fields are checked."""


def dominion(state: Any, event: Json, randomness: Randomness) -> Json | Refused:
    """The event with its change spelled out and its chance drawn; refused when it is unreadable."""
    field, stand_in = DRAWN_FIELDS.get(str(event.get("event")), ("", None))
    if field and field not in event and "change" not in event:
        read = GAMES["dominion_black_market"].read({**event, field: stand_in})
        if isinstance(read, Refused):
            return read
    whole = changed(state, event, randomness.shuffled)
    if isinstance(whole, Refused):
        return whole
    wishes = whole.get("wishes")
    if isinstance(wishes, dict) and isinstance(wishes.get("among"), list):
        state = narrowed(state, [word for word in wishes["among"] if isinstance(word, str)])
        kept = {name: value for name, value in wishes.items() if name != "among"}
        whole = {**whole, "wishes": kept}
    return drawn(state, whole, randomness.shuffled, randomness.token())


COMPLETE: Mapping[str, Complete] = MappingProxyType({"dominion_black_market": dominion})
"""Games that leave something to chance in an event."""


def completed(
    table: Table, events: Sequence[Json], randomness: Randomness
) -> tuple[Json, ...] | Refused:
    """The events of one submission with their chance drawn, each on the state it will find."""
    complete = COMPLETE.get(table.game_key)
    if complete is None:
        return tuple(events)
    state, whole = table.state, []
    for place, event in enumerate(events):
        if event.get("event") in OWN_EVENTS:
            whole.append(event)
            continue
        made = complete(state, event, randomness)
        if isinstance(made, Refused):
            return made
        whole.append(made)
        if place + 1 < len(events):
            decided = GAMES[table.game_key].decide(state, made, table.version + 1 + place)
            state = decided.state if isinstance(decided, Decided) else state
    return tuple(whole)
