"""The sentence of every code of Pig."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.games.choices import NO_VALUE
from companion.core.outcome import Ask, Phrase, Refused
from companion.core.phrases import N_
from companion.core.phrases import SENTENCES as SHARED

ASKS: Mapping[str, str] = {
    "not_your_turn": N_("It is {active}'s turn, not {name}'s."),
    "many_points": N_("{n} points in one turn are rare. Is that right?"),
}
REFUSALS: Mapping[str, str] = {
    "one_point": N_("A turn ends with 0 points, or with 2 and more."),
    "bad_number": N_("Points are a whole number up to 999."),
    "bad_name": N_("A name has 1 to 24 letters."),
    "name_taken": N_("There is already a {name} here. Add a letter?"),
    "table_full": N_("This table is full."),
    "unknown_player": N_("Nobody called {name} sits here."),
    "seats_mismatch": N_("Please name every player once."),
    "too_few_players": N_("Two players are needed."),
    "no_first_player": N_("Who rolls first?"),
    "already_dealt": N_("The game has begun."),
    "not_dealt": N_("Start the game first."),
    "game_over": N_("The game is over. Take back the last event to go on."),
    "bad_deck": N_("Pig needs two dice and no cards."),
    "bad_options": NO_VALUE,
}
SENTENCES: Mapping[str, str] = {**ASKS, **REFUSALS}


def refused(code: str, **places: Any) -> Refused:
    """A refusal with its sentence."""
    return Refused(code, Phrase(REFUSALS.get(code) or SHARED[code], places))


def ask(code: str, **places: Any) -> Ask:
    """An ask with its sentence."""
    return Ask(code, Phrase(ASKS[code], places))
