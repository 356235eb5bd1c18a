"""Judges one event: may it be now, for this player, and what does it do."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.games.black_market_warehouse import corrections, filling, insiders, seats, turns
from companion.core.games.black_market_warehouse.draft import DraftState
from companion.core.games.black_market_warehouse.events import shaped, valued
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.games.black_market_warehouse.state import State
from companion.core.games.contract import Decided
from companion.core.outcome import Json, Refused

LOBBY = frozenset({"seats_arranged", "first_player_chosen", "game_dealt"})
ANY_TIME = frozenset({"player_joined", "player_left", "pile_counted"})
ALSO_LEAVERS = frozenset({"pile_counted", "item_corrected"})
"""A pile stays on the table when its owner has left."""

NEEDS_TURNS = frozenset({"cards_discarded", "turn_ended", "hand_corrected"})
NEEDS_TABLE = (
    frozenset(
        {
            "first_player_chosen",
            "game_dealt",
            "warehouse_described",
            "item_added",
            "insider_played",
            "item_corrected",
            "table_corrected",
        }
    )
    | NEEDS_TURNS
)
"""What a table that only counts piles does not log."""

OF_PLAYER: dict[str, Callable[[DraftState, Json, int], Decided | Refused]] = {
    "player_left": lambda draft, event, index: seats.player_left(draft, index),
    "first_player_chosen": lambda draft, event, index: seats.first_player_chosen(draft, index),
    "turn_ended": lambda draft, event, index: turns.turn_ended(draft, index),
    "warehouse_described": filling.warehouse_described,
    "item_added": filling.item_added,
    "insider_played": insiders.insider_played,
    "cards_discarded": corrections.cards_discarded,
    "hand_corrected": corrections.hand_corrected,
    "item_corrected": corrections.item_corrected,
    "pile_counted": corrections.pile_counted,
}
"""Events of one seated player, with their judges."""

OF_TABLE: dict[str, Callable[[DraftState, Json], Decided | Refused]] = {
    "player_joined": seats.player_joined,
    "seats_arranged": seats.seats_arranged,
    "game_dealt": lambda draft, event: seats.game_dealt(draft),
    "game_called": lambda draft, event: turns.game_called(draft),
    "table_corrected": corrections.table_corrected,
}
"""The other events, with their judges."""


def decide(state: State, event: Json, seq: int) -> Decided | Refused:
    """Order: malformed, status, player, card kind, the card's limits, places, counts, asks."""
    read = shaped(event)
    if isinstance(read, Refused):
        return read
    name = read["event"]
    refusal = _status(state, read)
    if refusal is not None:
        return refusal
    draft = DraftState(state, read, seq)
    judge = OF_PLAYER.get(name)
    if judge is None:
        read = valued(read)
        return read if isinstance(read, Refused) else OF_TABLE[name](draft, read)
    index = draft.seat(read["player"])
    if index is None:
        return refused("unknown_player", name=read["player"])
    player = draft.players[index]
    if player.left and name not in ALSO_LEAVERS:
        return refused("player_left", name=player.name)
    read["player"] = player.name
    read = valued(read)
    if isinstance(read, Refused):
        return read
    draft.event = read
    return judge(draft, read, index)


def _status(state: State, event: Json) -> Refused | None:
    """Is it the time, and the kind of table, for this event?"""
    name, track = event["event"], state.options.track
    if track == "scores" and name in NEEDS_TABLE:
        return refused("scores_only", "turns_not_tracked")
    if track == "warehouses" and _needs_turns(event):
        return refused("turns_not_tracked")
    if state.status == "over":
        allowed = name in ("pile_counted", "item_corrected")
        return None if allowed else refused("game_over")
    if name in ANY_TIME or (track == "scores" and name == "game_called"):
        return None
    if name in LOBBY or track == "scores":
        return refused("already_dealt") if state.status == "playing" else None
    return refused("not_dealt") if state.status == "lobby" else None


def _needs_turns(event: Json) -> bool:
    if event["event"] == "table_corrected":
        return any(key in event for key in ("active", "market_deck", "discard"))
    return event["event"] in NEEDS_TURNS
