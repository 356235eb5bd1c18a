"""Draws by chance what an event leaves open, inside the table's lock: the log keeps what came."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.games import GAMES
from companion.core.games.contract import Decided
from companion.core.log import OWN_EVENTS, Table
from companion.core.outcome import Json, Refused
from companion.services.ports import Randomness


def completed(
    table: Table, events: Sequence[Json], randomness: Randomness, plays: bool
) -> tuple[Json, ...] | Refused:
    """The events of one submission with their chance drawn, each on the state it will find.

    `plays`: a player sent them. A secret order that a player names is passed over, and drawn
    here: else who sends it would know what comes up. A host without a seat may name one, but not
    of a hidden list.
    """
    game, state = GAMES[table.game_key], table.state
    whole: list[Json] = []
    for place, event in enumerate(events):
        if event.get("event") in OWN_EVENTS:
            whole.append(event)
            continue
        secret = plays or game.hides_list(state)
        if secret and event.get("event") in game.secret_orders:
            event = {name: event[name] for name in event if name not in ("order", "salt")}
        made = game.drawn(state, event, randomness.shuffled, randomness.token())
        if isinstance(made, Refused):
            return made
        whole.append(made)
        if game.draws and place + 1 < len(events):
            decided = game.decide(state, made, table.version + 1 + place)
            state = decided.state if isinstance(decided, Decided) else state
    return tuple(whole)
