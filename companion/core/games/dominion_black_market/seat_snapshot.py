"""The snapshot as one phone may see it: its own odds and orders, no hidden list."""

from __future__ import annotations

from companion.core.games.dominion_black_market.hidden_list import causes_told, hides_list
from companion.core.games.dominion_black_market.snapshot import chances, snapshot
from companion.core.games.dominion_black_market.state import Block, State
from companion.core.outcome import Json


def seat_snapshot(state: State, seats: tuple[str, ...]) -> Json:
    """The public state with what these players know of orders, and the odds of no other seat.

    While a hidden deck is played, neither its list nor its leaks nor unseen names are in it.
    """
    shown = snapshot(state)
    for name, player in shown["players"].items():
        if name not in seats:
            del player["odds"]
    deck = shown["deck"]
    told = [order_told(block, seats) for block in state.deck.tail]
    deck["tail"] = [
        list(block.cards) if known else sorted(block.cards)
        for block, known in zip(state.deck.tail, told, strict=True)
    ]
    deck["tail_known"] = told
    if hides_list(state):
        _without_list(shown, state)
    elif seats:
        shown["own_odds"] = chances(state, seats)
    return shown


def order_told(block: Block, seats: tuple[str, ...]) -> bool:
    """True when these players know in which order the block lies."""
    return block.known and (block.shown or block.by in seats)


def _without_list(shown: Json, state: State) -> None:
    seen = set(state.deck.seen)
    shown["deck"]["list"] = None
    shown["leaks"] = None
    told_of = ((entry, causes_told(state, tuple(entry["causes"]))) for entry in shown["setup"])
    shown["setup"] = [{**entry, "causes": list(causes)} for entry, causes in told_of if causes]
    told = [shown, *shown["players"].values()]
    for each in told:
        if each.get("odds") is not None:
            each["odds"] = {card: odd for card, odd in each["odds"].items() if card in seen}
