"""Events and consequences of Pig in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.outcome import Consequence, Json, Phrase
from companion.core.phrases import N_

EVENTS: Mapping[str, str] = {
    "player_joined": N_("{player} sat down"),
    "player_left": N_("{player} left the table"),
    "first_player_chosen": N_("{player} rolls first"),
    "game_dealt": N_("The game begins"),
    "game_called": N_("The table called the game"),
}
OVER: Mapping[str, str] = {
    "goal": N_("The game is over: the goal is reached."),
    "called": N_("The game is over: the table called it."),
    "too_few_players": N_("The game is over: only one player is left."),
}


def describe(event: Json) -> Phrase:
    """The event in plain words, without a full stop."""
    if event["event"] == "seats_arranged":
        return Phrase(N_("The seats are now {names}"), {"names": tuple(event["order"])})
    if event["event"] == "turn_scored":
        told = {"player": event["player"], "n": event["points"]}
        if not event["points"]:
            return Phrase(N_("{player} rolled a 1: no points"), told)
        return Phrase(N_("{player} scored {n} points"), told)
    return Phrase(EVENTS[event["event"]], {"player": event.get("player", "")})


def describe_consequence(consequence: Consequence) -> Phrase | None:
    """What followed, as a sentence."""
    if consequence.name == "last_round":
        return Phrase(N_("{player} has the goal: the last round is on."), consequence.fields)
    return Phrase(OVER[consequence.fields["reason"]])
