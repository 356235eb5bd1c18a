"""Judges every event of the game: first whether the table is at that point, then the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    queue,
    seats,
)
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.hidden_list import hides_list
from companion.core.games.dominion_black_market.masking import DECK_ORDERS
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Consequence, Json, Refused

Handler = Callable[[State, Json, Catalogue], Decided | Refused]


def game_called(state: State, event: Json, known: Catalogue) -> Decided | Refused:
    """The game is over; open cards go down as when the table moves on."""
    after, followed = market.moved_on(state)
    return Decided(
        {"event": "game_called"},
        (*followed, Consequence("game_over")),
        replace(after, status="over"),
    )


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
    "turn_ended": seats.turn_ended,
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
    "first_player_chosen": seats.first_player_chosen,
    "extra_chosen": choosing.extra_chosen,
    "setup_step_done": agreement.setup_step_done,
    "game_called": game_called,
}
ANY_TIME: Mapping[str, Handler] = {"pile_counted": counting.pile_counted}

HANDLERS: Mapping[str, Handler] = {
    **WHILE_PREPARING,
    **WHILE_PLAYING,
    **UNTIL_OVER,
    **ANY_TIME,
}


LIST_CHANGES = frozenset(
    {
        "kingdom_chosen",
        "extra_chosen",
        "deck_card_added",
        "deck_card_struck",
        "deck_corrected",
        "cards_revealed",
    }
)
"""Events that may change a deck's list; of a hidden one, how much they did is its secret."""


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
    return HANDLERS[name](state, known, catalogue())


def passed_over(state: State, event: Json) -> State:
    """What stays of a struck event: the cards that an app's reveal showed stay seen.

    They lie on top in their order and come up again (Must hold: taking back does not un-see).
    With real cards a reveal taken back was a slip of the finger.
    """
    shown = event.get("revealed") if event["event"] == "market_played" else None
    if not shown or state.deck.order_held_by != "app":
        return state
    return replace(state, deck=queue.peeked(state.deck, tuple(shown)))


def reveals(event: Json) -> bool:
    """True for an event that showed cards of the deck."""
    return event["event"] == "cards_revealed" or bool(event.get("revealed"))


def uncovers(state: State, event: Json) -> bool:
    """True when a recorded event may show cards, or what a hidden list holds."""
    return bool(event.get("revealed")) or (hides_list(state) and event["event"] in LIST_CHANGES)


def keeps_secrets(state: State) -> bool:
    """True while an order or a list is known to no phone, or to one player's only."""
    private = any(block.known and not block.shown for block in state.deck.tail)
    return state.deck.order_held_by == "app" or hides_list(state) or private


def builds_on(event: Json, followed: Sequence[Consequence], later: Json) -> bool:
    """A later reveal keeps standing an earlier one, and all that placed the cards before it.

    A reveal of the app's deck hangs on the order, and on which cards went out of it. Whether it
    would show others without that event must not be told by taking it back, so it is held either
    way (Taking back).
    """
    if reveals(event):
        return reveals(later)
    if event["event"] in DECK_ORDERS and "order" in event:
        return bool(later["event"] == "market_played")
    struck = any(each.name == "deck_card_struck" for each in followed)
    return bool(later.get("revealed")) and (struck or event["event"] == "deck_corrected")
