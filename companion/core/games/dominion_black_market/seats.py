"""Who sits at the table, and where: joining, leaving, the order of the seats (rule 10.9)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.naming import seat_of, sitting
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import Player, State
from companion.core.games.dominion_black_market.turns import next_turn, turn_of_somebody
from companion.core.names import clean_name
from companion.core.outcome import Json, Refused

MOST_PLAYERS = 6


def player_joined(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """A new seat, or the old one for somebody who comes back."""
    name = clean_name(event["player"])
    if name is None:
        return refused("bad_name")
    former = seat_of(state, name)
    if former is not None and not former.left:
        return refused("name_taken", name=former.name)
    if len(state.seated) >= MOST_PLAYERS:
        return refused("table_full")
    recorded: Json = {"event": "player_joined", "player": former.name if former else name}
    if former is not None:
        back = state.with_player(replace(former, left=False))
        return Decided(recorded, (), turn_of_somebody(back))
    players = list(state.players)
    place = len(players)
    if "after" in event:
        after = sitting(state, event["after"])
        if isinstance(after, Refused):
            return after
        recorded["after"] = after
        place = next(i for i, each in enumerate(players) if each.name == after) + 1
    number = state.seats_given + 1
    players.insert(place, Player(name=name, number=number))
    joined = replace(state, players=tuple(players), seats_given=number)
    return Decided(recorded, (), turn_of_somebody(joined))


def player_left(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """While preparing the seat is forgotten; later it is kept, skipped and not ranked."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    recorded: Json = {"event": "player_left", "player": name}
    if state.status == "preparing":
        forgotten = replace(
            state, players=tuple(each for each in state.players if each.name != name)
        )
        if state.active == name:
            forgotten = replace(forgotten, active=None, tracked=False)
        return Decided(recorded, (), forgotten)
    player = state.seat(name)
    gone = state.with_player(replace(player, left=True))
    return Decided(recorded, (), next_turn(gone, name) if state.active == name else gone)


def seats_arranged(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Another seat order, until the first turn has begun; every seated player once."""
    if state.started:
        return refused("already_started")
    found = [seat_of(state, name) for name in event["order"]]
    order = [player for player in found if player is not None and not player.left]
    if len(order) != len(found) or sorted(each.name for each in order) != sorted(
        each.name for each in state.seated
    ):
        return refused("seats_mismatch")
    gone = tuple(player for player in state.players if player.left)
    arranged = replace(state, players=(*order, *gone))
    return Decided({**event, "order": [player.name for player in order]}, (), arranged)
