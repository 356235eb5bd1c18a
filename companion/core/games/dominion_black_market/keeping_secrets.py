"""Taking back among secrets: what an event showed, what of it stays, what must stay standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.games.dominion_black_market import queue
from companion.core.games.dominion_black_market.hidden_list import hides_list
from companion.core.games.dominion_black_market.masking import DECK_ORDERS
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Consequence, Json

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
