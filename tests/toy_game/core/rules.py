"""The rules of Pig: roll as often as you dare; a 1 takes the turn's points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.names import clean_name, name_key
from companion.core.outcome import Consequence, Json, Refused
from tests.toy_game.core import events
from tests.toy_game.core.phrases import ask, refused
from tests.toy_game.core.state import Player, State

MOST_PLAYERS = 6
MANY = 40
"""Seldom reached: eleven rolls without a 1 or more."""


def decide(state: State, event: Json) -> Decided | Refused:
    """Judge one event on `state`; never throws, whatever the event holds."""
    read = events.read(event)
    if isinstance(read, Refused):
        return read
    if "player" in read and read["event"] != "player_joined":
        seated = _seated(state, read["player"])
        if seated is None:
            return refused("unknown_player", name=read["player"])
        read = {**read, "player": seated.name}
    return _RULES[read["event"]](state, read)


def _seated(state: State, name: str) -> Player | None:
    key = name_key(name.strip())
    return next((each for each in state.seated if name_key(each.name) == key), None)


def _joined(state: State, event: Json) -> Decided | Refused:
    name = clean_name(event["player"])
    if name is None:
        return refused("bad_name")
    if _seated(state, name):
        return refused("name_taken", name=name)
    if len(state.seated) >= MOST_PLAYERS:
        return refused("table_full")
    if state.status == "over":
        return refused("game_over")
    former = next((each for each in state.players if name_key(each.name) == name_key(name)), None)
    player = replace(former, left=False) if former is not None else Player(name)
    kept = state.players if former is not None else (*state.players, player)
    sat = replace(state, players=kept)
    missed = max(player.missed, sat.over_before(player.name) - len(player.turns))
    sat = sat.with_player(replace(player, missed=missed))
    return Decided({**event, "player": player.name}, _begun(state, sat, player.name), sat)


def _left(state: State, event: Json) -> Decided | Refused:
    name = event["player"]
    if state.status == "over":
        return refused("game_over")
    if state.status == "lobby":
        rest = tuple(each for each in state.players if each.name != name)
        first = None if state.first == name else state.first
        return Decided(event, (), replace(state, players=rest, first=first))
    player = state.player(name)
    assert player is not None
    gone = state.with_player(replace(player, left=True))
    if state.active == name:
        gone = replace(gone, active=gone.after(name))
    if len(gone.seated) < 2:
        return _ended(event, gone, "too_few_players")
    return _ended(event, gone, "goal") if _is_out(gone) else Decided(event, (), gone)


def _arranged(state: State, event: Json) -> Decided | Refused:
    if state.status != "lobby":
        return refused("already_dealt")
    found = [_seated(state, name) for name in event["order"]]
    order = tuple(each for each in found if each is not None)
    if len(order) != len(found) or sorted(p.name for p in order) != sorted(
        p.name for p in state.players
    ):
        return refused("seats_mismatch")
    recorded = {**event, "order": [each.name for each in order]}
    return Decided(recorded, (), replace(state, players=order))


def _chosen(state: State, event: Json) -> Decided | Refused:
    if state.status != "lobby":
        return refused("already_dealt")
    return Decided(event, (), replace(state, first=event["player"]))


def _dealt(state: State, event: Json) -> Decided | Refused:
    if state.status != "lobby":
        return refused("already_dealt")
    if len(state.players) < 2:
        return refused("too_few_players")
    if state.first is None:
        return refused("no_first_player")
    return Decided(event, (), replace(state, status="playing", active=state.first))


def _scored(state: State, event: Json) -> Decided | Refused:
    if state.status != "playing":
        return refused("game_over" if state.status == "over" else "not_dealt")
    if event["points"] == 1:
        return refused("one_point")
    name = event["player"]
    player = state.player(name)
    assert player is not None
    asks = []
    if name != state.active:
        asks.append(ask("not_your_turn", active=state.active, name=name))
    if event["points"] > MANY:
        asks.append(ask("many_points", n=event["points"]))
    scored = state.with_player(replace(player, turns=(*player.turns, event["points"])))
    passed = replace(scored, active=scored.after(name))
    if _is_out(passed):
        ended = _ended(event, passed, "goal")
        return replace(ended, asks=tuple(asks))
    return Decided(event, _begun(state, passed, name), passed, tuple(asks))


def _begun(before: State, after: State, name: str) -> tuple[Consequence, ...]:
    """What is told when this player's points begin the last round."""
    began = after.last_round and not before.last_round
    return (Consequence("last_round", {"player": name}),) if began else ()


def _is_out(state: State) -> bool:
    """Somebody has the goal, and nobody is behind."""
    return state.last_round and not state.behind


def _called(state: State, event: Json) -> Decided | Refused:
    if state.status != "playing":
        return refused("game_over" if state.status == "over" else "not_dealt")
    return _ended(event, state, "called")


def _ended(event: Json, state: State, reason: str) -> Decided:
    over = replace(state, status="over", active=None, reason=reason)
    return Decided(event, (Consequence("game_over", {"reason": reason}),), over)


_RULES: dict[str, Callable[[State, Json], Decided | Refused]] = {
    "player_joined": _joined,
    "player_left": _left,
    "seats_arranged": _arranged,
    "first_player_chosen": _chosen,
    "game_dealt": _dealt,
    "turn_scored": _scored,
    "game_called": _called,
}
