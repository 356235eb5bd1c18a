"""Pig behind the Game contract."""

from __future__ import annotations

from typing import Any

from companion.core.games.choices import read_choices
from companion.core.games.contract import Decided
from companion.core.games.pad import Pad, PadRoom
from companion.core.games.plain import PlainGame
from companion.core.outcome import Consequence, Json, Phrase, Refused
from companion.core.phrases import N_
from tests.toy_game.core import events, pad, rules, words
from tests.toy_game.core.phrases import SENTENCES, refused
from tests.toy_game.core.state import State
from tests.toy_game.core.tally import Tally, tally
from tests.toy_game.core.view import PigView, view

CHOICES = {"goal": ("100", "50")}
"""Every option with the values it takes; the first is the default."""


class Pig(PlainGame):
    """The rules as pure functions of a State (see contract.Game)."""

    key = "pig"
    name = Phrase(N_("Pig"))
    players = (2, rules.MOST_PLAYERS)
    event_names = frozenset(events.FIELDS)
    sentences = SENTENCES
    state_class = State

    def setup(self, options: Any, deck: Json | None) -> State | Refused:
        """A new table; there are no cards, so no deck."""
        chosen = read_choices(CHOICES, options)
        if isinstance(chosen, Refused):
            return chosen
        return refused("bad_deck") if deck is not None else State(goal=int(chosen["goal"]))

    def read(self, event: Json) -> Json | Refused:
        """The event with its known fields only."""
        return events.read(event)

    def decide(self, state: State, event: Json, seq: int) -> Decided | Refused:
        """Judge one event on `state`."""
        return rules.decide(state, event)

    def snapshot(self, state: State) -> Json:
        """The full state: nothing is private."""
        return view(state).to_json()

    def view(self, state: State, seats: tuple[str, ...]) -> PigView:
        """The same for every phone."""
        return view(state)

    def tally(self, state: State) -> Tally:
        """Ranks with the reason for each place."""
        return tally(state)

    def pad(self, state: State | None, room: PadRoom) -> Pad:
        """A line for each round."""
        return pad.pad(state, room)

    def describe(self, state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
        """The event in plain words."""
        return words.describe(event)

    def describe_consequence(self, consequence: Consequence) -> Phrase | None:
        """What followed, as a sentence."""
        return words.describe_consequence(consequence)


GAME = Pig()
