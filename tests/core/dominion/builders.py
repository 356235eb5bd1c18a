"""Builders of Dominion tables: what is said reads as what was done at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.games import GAMES
from companion.core.games.dominion_black_market.state import State
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.table import read_submission, record, snapshot, view_json
from tests.core.builders import spoken

KEY = "dominion_black_market"
GAME = GAMES[KEY]
AT = "2026-03-01T19:30:00Z"
KINGDOM = (
    "Black Market",
    "Village",
    "Smithy",
    "Market",
    "Moat",
    "Militia",
    "Throne Room",
    "Festival",
    "Remodel",
    "Workshop",
)
FIFTEEN = (
    "Laboratory",
    "Chapel",
    "Cellar",
    "Caravan",
    "Gardens",
    "Library",
    "Witch",
    "Mine",
    "Bureaucrat",
    "Council Room",
    "Moneylender",
    "Adventurer",
    "Feast",
    "Spy",
    "Thief",
)


@dataclass(frozen=True)
class At:
    """A table to say things at; every word gives the next table."""

    table: Table

    def says(self, event: str, by: str | None = None, **fields: Any) -> Recorded | Asks | Refused:
        """What the table answers to one event."""
        submission = read_submission({"event": event, **fields})
        if isinstance(submission, Refused):
            return spoken(submission)
        return spoken(record(self.table, submission, by, AT))

    def logs(self, event: str, by: str | None = None, **fields: Any) -> At:
        """The table after an event that must be recorded, whatever is asked."""
        result = self.says(event, by, **{"anyway": True, **fields})
        assert isinstance(result, Recorded), result
        return At(result.table)

    def kingdom(self, *names: str, **fields: Any) -> At:
        """This Kingdom; named piles replace the last ones of the usual ten."""
        piles = [*KINGDOM[: 10 - len(names)], *names]
        return self.logs("kingdom_chosen", kingdom=piles, **fields)

    def drawn(self, *cards: str, **fields: Any) -> At:
        """This deck list."""
        return self.logs("deck_drawn", policy="agreed_list", cards=list(cards), **fields)

    def by_app(self, *order: str) -> At:
        """The list agreed; our phones hold it in this order."""
        return self.logs("deck_agreed", order_held_by="app", order=list(order))

    def by_cards(self, **fields: Any) -> At:
        """The list agreed; real cards hold the order."""
        return self.logs("deck_agreed", order_held_by="cards", **fields)

    def plays(self, player: str = "Ana", **fields: Any) -> At:
        """Black Market."""
        return self.logs("market_played", player=player, **fields)

    def reveals(self, *cards: str) -> At:
        """Real cards by name."""
        return self.logs("cards_revealed", cards=list(cards))

    def buys(self, card: str, player: str = "Ana", **fields: Any) -> At:
        """A purchase."""
        return self.logs("card_bought", player=player, card=card, **fields)

    def passes(self, player: str = "Ana") -> At:
        """Nothing is bought."""
        return self.logs("nothing_bought", player=player)

    def puts_down(self, *order: str, **fields: Any) -> At:
        """The rest, in this order."""
        return self.logs("rest_bottomed", order=list(order), **fields)

    @property
    def state(self) -> State:
        """The game's state."""
        state = self.table.state
        assert isinstance(state, State)
        return state

    @property
    def shown(self) -> Json:
        """The snapshot."""
        return snapshot(self.table)

    def view(self, *seats: str) -> DominionTableView:
        """What a phone with these seats may see."""
        view: DominionTableView = GAME.view(self.state, seats)
        return view

    def json(self, *seats: str) -> Json:
        """The same as JSON."""
        return view_json(self.table, seats)


def seated(*names: str, **options: Any) -> At:
    """These players at a new table."""
    table = new_table(KEY, options, None)
    assert isinstance(table, Table), table
    at = At(table)
    for name in names or ("Ana", "Ben"):
        at = at.logs("player_joined", player=name)
    return at


def market(*order: str, **kingdom: Any) -> At:
    """A running game whose deck our phones hold in this order; Ana begins."""
    cards = order or FIFTEEN
    at = seated().kingdom(**kingdom).drawn(*sorted(cards)).by_app(*cards)
    return at.logs("first_player_chosen", player="Ana")


def real_market(*cards: str, **agreed: Any) -> At:
    """A running game with a deck of real cards; Ana begins."""
    at = seated().kingdom().drawn(*(cards or FIFTEEN)).by_cards(**agreed)
    return at.logs("first_player_chosen", player="Ana")


READY = seated().kingdom().drawn(*FIFTEEN)
"""The usual Kingdom and fifteen cards; the list is not agreed yet."""


def code(answer: Any) -> str:
    """The code of a refusal, or of the first ask."""
    if isinstance(answer, Asks):
        return answer.asks[0].code
    assert isinstance(answer, Refused), answer
    return answer.code


def said(phrase: Phrase | None) -> str:
    """A phrase in plain English."""
    assert phrase is not None
    return phrase.text.format(**{name: _word(value) for name, value in phrase.params.items()})


def _word(value: Any) -> str:
    if isinstance(value, Phrase):
        return said(value)
    if isinstance(value, tuple):
        words = [_word(each) for each in value]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
    return str(value)
