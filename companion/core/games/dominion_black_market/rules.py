"""Judges every event of the game: first whether the table is at that point, then the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import (
    agreement,
    choosing,
    corrections,
    counting,
    events,
    listing,
    market,
    seats,
    turns,
)
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Json, Refused

Handler = Callable[[State, Json, Catalogue], Decided | Refused]

WHILE_PREPARING: Mapping[str, Handler] = {
    "shelf_set": choosing.shelf_set,
    "kingdom_chosen": choosing.kingdom_chosen,
    "deck_drawn": listing.deck_drawn,
    "deck_card_added": listing.deck_card_added,
    "deck_card_struck": listing.deck_card_struck,
    "deck_accepted": listing.deck_accepted,
    "deck_agreed": agreement.deck_agreed,
}
WHILE_PLAYING: Mapping[str, Handler] = {
    "turn_ended": turns.turn_ended,
    "market_played": market.market_played,
    "cards_revealed": market.cards_revealed,
    "treasures_played": market.treasures_played,
    "card_bought": market.card_bought,
    "nothing_bought": market.nothing_bought,
    "rest_bottomed": market.rest_bottomed,
    "deck_reshuffled": corrections.deck_reshuffled,
    "deck_corrected": corrections.deck_corrected,
}
UNTIL_OVER: Mapping[str, Handler] = {
    "player_joined": seats.player_joined,
    "player_left": seats.player_left,
    "seats_arranged": seats.seats_arranged,
    "first_player_chosen": turns.first_player_chosen,
    "extra_chosen": choosing.extra_chosen,
    "setup_step_done": agreement.setup_step_done,
    "game_called": turns.game_called,
}
ANY_TIME: Mapping[str, Handler] = {"pile_counted": counting.pile_counted}

HANDLERS: Mapping[str, Handler] = {
    **WHILE_PREPARING,
    **WHILE_PLAYING,
    **UNTIL_OVER,
    **ANY_TIME,
}


def decide(state: State, event: Json, seq: int) -> Decided | Refused:
    """Judge one event: refused, or what is recorded, what follows, what is asked, and the state."""
    known = events.read(event)
    if isinstance(known, Refused):
        return known
    name = known["event"]
    if state.status == "over" and name not in ANY_TIME:
        return refused("game_over")
    if state.status == "playing" and name in WHILE_PREPARING:
        return refused("already_agreed")
    if state.status == "preparing" and name in WHILE_PLAYING:
        return refused("deck_not_agreed")
    decided = HANDLERS[name](state, known, catalogue())
    if isinstance(decided, Refused):
        return decided
    return replace(decided, state=agreement.with_ticks_that_hold(state, decided.state))
