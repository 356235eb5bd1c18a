"""Whose turn it is, and the end of the game: first player, turns, the call (rule 10.9)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.market import moved_on
from companion.core.games.dominion_black_market.naming import sitting
from companion.core.games.dominion_black_market.refusals import ask, refused
from companion.core.games.dominion_black_market.state import Ledger, State
from companion.core.outcome import Consequence, Json, Refused


def first_player_chosen(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Turns are tracked from now on."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    if state.started:
        return refused("already_started")
    chosen = replace(state, tracked=True, active=name, ledger=Ledger(player=name))
    return Decided({**event, "player": name}, (), chosen)


def turn_ended(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The next seat's turn, or an extra turn of the same player, which adds nothing to `turns`."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    if state.active is None:
        return refused("no_first_player")
    if name != state.active:
        return refused("not_your_turn", active=state.active, name=name)
    asks = (ask("market_open"),) if state.cards_open else ()
    state, followed = moved_on(state)
    player = state.seat(name)
    if not state.extra_turn:
        state = state.with_player(replace(player, turns=player.turns + 1))
    state = replace(state, started=True)
    if event.get("again"):
        after = replace(state, extra_turn=True, ledger=Ledger(player=name))
    else:
        after = next_turn(state, name)
    return Decided({**event, "player": name}, followed, after, asks)


def game_called(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The game is over; open cards go down as when the table moves on."""
    after, followed = moved_on(state)
    return Decided(
        {"event": "game_called"},
        (*followed, Consequence("game_over")),
        replace(after, status="over"),
    )


def next_turn(state: State, name: str) -> State:
    """The turn of the next seated player after that seat; nobody's when all have left."""
    names = [player.name for player in state.players]
    place = names.index(name)
    around = state.players[place + 1 :] + state.players[: place + 1]
    following = next((player.name for player in around if not player.left), None)
    return replace(state, active=following, extra_turn=False, ledger=Ledger(player=following))


def turn_of_somebody(state: State) -> State:
    """Somebody sits again at a table of tracked turns that everybody had left."""
    if state.status != "playing" or not state.tracked or state.active is not None:
        return state
    return replace(state, active=state.seated[0].name, ledger=Ledger(player=state.seated[0].name))
