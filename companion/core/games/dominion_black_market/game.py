"""Dominion: Black Market behind the Game contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.games.choices import read_choices
from companion.core.games.contract import Decided, Shuffled
from companion.core.games.dominion_black_market import (
    changing,
    drawing,
    events,
    keeping_secrets,
    masking,
    rules,
    seats,
    words,
)
from companion.core.games.dominion_black_market.hidden_list import hides_list
from companion.core.games.dominion_black_market.options import CHOICES
from companion.core.games.dominion_black_market.pad import pad
from companion.core.games.dominion_black_market.phrases import OWN_CARDS_ONLY, SENTENCES
from companion.core.games.dominion_black_market.result import Tally, tally
from companion.core.games.dominion_black_market.snapshot import snapshot
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.games.dominion_black_market.view_making import view
from companion.core.games.pad import Pad, PadRoom
from companion.core.games.plain import PlainGame
from companion.core.games.recent import Recent
from companion.core.outcome import Consequence, Json, Phrase, Refused
from companion.core.phrases import N_

_views = Recent(view, most=256)
"""The page, the stream and the JSON of one version look at the same view several times."""


class DominionBlackMarket(PlainGame):
    """The rules as pure functions of a State (see contract.Game)."""

    key = "dominion_black_market"
    name = Phrase(N_("Dominion: Black Market"))
    players = (2, seats.MOST_PLAYERS)
    event_names = frozenset(events.FIELDS)
    sentences = SENTENCES
    secret_orders = frozenset(masking.DECK_ORDERS)
    state_class = State

    def setup(self, options: Any, deck: Json | None) -> State | Refused:
        """A new table; `deck` is None, as the game is played with its own cards."""
        chosen = read_choices(CHOICES, options)
        if isinstance(chosen, Refused):
            return chosen
        if deck is not None:
            return Refused("bad_deck", Phrase(OWN_CARDS_ONLY))
        return State(hermit=chosen["hermit"])

    def read(self, event: Json) -> Json | Refused:
        """The event with its known fields only; refused when its shape cannot be read."""
        return events.read(event)

    def decide(self, state: State, event: Json, seq: int) -> Decided | Refused:
        """Judge one event on `state`; never throws, whatever the event holds."""
        return rules.decide(state, event, seq)

    def drawn(self, state: State, event: Json, shuffled: Shuffled, salt: str) -> Json | Refused:
        """Kingdoms, decks, extras, orders and first players that the event leaves to chance.

        A `change` of the shelf or the Kingdom becomes the whole of it first.
        """
        whole = changing.changed(state, event, shuffled)
        if isinstance(whole, Refused):
            return whole
        table, told = changing.narrowed(state, whole)
        return drawing.drawn(table, told, shuffled, salt)

    def hides_list(self, state: State) -> bool:
        """While nobody looked at the list of the deck."""
        return hides_list(state)

    def passed_over(self, state: State, event: Json) -> State:
        """What a struck event leaves behind: what an app's reveal showed stays seen."""
        return keeping_secrets.passed_over(state, event)

    def uncovers(self, state: State, event: Json) -> bool:
        """A reveal of the app's deck, and what changes a hidden list."""
        return keeping_secrets.uncovers(state, event)

    def keeps_secrets(self, state: State) -> bool:
        """A secret order, a hidden list, or a bottom order that one player knows."""
        return keeping_secrets.keeps_secrets(state)

    def builds_on(self, event: Json, followed: Sequence[Consequence], later: Json) -> bool:
        """A later reveal keeps an earlier one standing, and what placed the cards before it."""
        return keeping_secrets.builds_on(event, followed, later)

    def big_take_back(self, event: Json, by: str | None, logged_by: str | None) -> Phrase | None:
        """The end of the game; and as in every game a seat that is not the tapper's.

        At the end every secret order was open to all phones, so a player who goes on is told to
        shuffle.
        """
        if event["event"] == "game_called" and by is not None:
            return Phrase(N_("Secret orders may have been seen. Shuffle before you go on."))
        return super().big_take_back(event, by, logged_by)

    def snapshot(self, state: State) -> Json:
        """The full public state as JSON."""
        return snapshot(state)

    def view(self, state: State, seats: tuple[str, ...]) -> DominionTableView:
        """What a phone with these players' seats may see; () for what is shared."""
        return _views(state, seats)

    def tally(self, state: State) -> Tally:
        """Ranks with the reason for each place."""
        return tally(state)

    def pad(self, state: State | None, room: PadRoom) -> Pad:
        """The score pad, as the table of `state` needs it."""
        return pad(state, room)

    def describe(self, state: State, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
        """The event in plain words, without a full stop."""
        return words.describe(state, event, viewer)

    def describe_consequence(self, consequence: Consequence) -> Phrase | None:
        """What followed, as a sentence."""
        return words.describe_consequence(consequence)

    def masked(self, event: Json) -> Json:
        """The event without a hidden order, and without an order that only one player knows."""
        return masking.masked(event)


GAME = DominionBlackMarket()
