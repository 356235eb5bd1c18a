"""Builders of tables for the core's tests: what is said reads as what was done at the table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.state import Player, State
from companion.core.known_ids import record_once
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Money, Phrase, Refused
from companion.core.table import describe_entry, read_submission, snapshot

GAME = "black_market_warehouse"
AT = "2026-03-01T19:30:00Z"
STARTER = Path(__file__).parents[2] / "companion" / "data" / "starter_deck.json"
MILLION = 1_000_000


def starter() -> Json:
    """The starter deck's JSON, a fresh copy."""
    deck: Json = json.loads(STARTER.read_text("utf-8"))
    return deck


@dataclass(frozen=True)
class At:
    """A table to say things at; every word gives the next table."""

    table: Table

    def says(
        self, event: str, by: str | None = None, anyway: Any = False, **fields: Any
    ) -> Recorded | Asks | Refused:
        """What the table answers to one event."""
        envelope = {key: fields.pop(key) for key in ("id", "seen") if key in fields}
        return submitted(self.table, {"event": event, "anyway": anyway, **envelope, **fields}, by)

    def logs(self, event: str, by: str | None = None, **fields: Any) -> At:
        """The table after an event that must be recorded."""
        result = self.says(event, by, **fields)
        assert isinstance(result, Recorded), result
        return At(result.table)

    def adds(self, player: str, item_type: str = "Weapon", millions: int = 1, **more: Any) -> At:
        """An item by type and money."""
        return self.logs(
            "item_added", player=player, item_type=item_type, money=millions * MILLION, **more
        )

    def plays(self, player: str, *steps: Json, **more: Any) -> At:
        """An Insider with these steps."""
        return self.logs("insider_played", player=player, steps=list(steps), **more)

    def ends(self, *players: str) -> At:
        """These turns end, one after the other."""
        at = self
        for player in players:
            at = at.logs("turn_ended", player=player)
        return at

    def needs(self, player: str, *types: str, bonus: int = 2) -> At:
        """The player's Warehouse card is described."""
        return self.logs(
            "warehouse_described", player=player, requires=list(types), bonus=bonus * MILLION
        )

    @property
    def state(self) -> State:
        """The game's state."""
        state = self.table.state
        assert isinstance(state, State)
        return state

    def seat(self, name: str) -> Player:
        """A player's seat in the state."""
        return next(player for player in self.state.players if player.name == name)

    @property
    def shown(self) -> Json:
        """The snapshot."""
        return snapshot(self.table)

    def of(self, name: str) -> Json:
        """A player's part of the snapshot."""
        part: Json = self.shown["players"][name]
        return part

    def followed(self) -> list[str]:
        """Names of the consequences of the last event."""
        names: list[str] = self.shown["consequences"]
        return names


def submitted(table: Table, body: Any, by: str | None = None) -> Recorded | Asks | Refused:
    """What the table answers to a body that a phone sent."""
    submission = read_submission(body)
    if isinstance(submission, Refused):
        return spoken(submission)
    return spoken(record_once(table, submission, by, AT))


Answer = TypeVar("Answer")


def spoken(answer: Answer) -> Answer:
    """The same answer; every sentence that it holds can be said, and leaves nothing out."""
    phrases: list[Phrase | None] = []
    if isinstance(answer, Asks):
        phrases = [ask.phrase for ask in answer.asks]
    elif isinstance(answer, Refused):
        phrases = [answer.phrase]
    elif isinstance(answer, Recorded):
        describe = GAMES[answer.table.game_key].describe_consequence
        for entry in answer.entries:
            phrases.append(describe_entry(answer.table, entry, None))
            phrases += [describe(each) for each in entry.consequences]
    for phrase in filter(None, phrases):
        said(phrase)
        named = [field for _, field, _, _ in Formatter().parse(phrase.text) if field]
        assert None not in [phrase.params[field] for field in named], phrase
    return answer


def opened(deck: Json | None = None, **options: Any) -> At:
    """An empty table."""
    table = new_table(GAME, options, deck)
    assert isinstance(table, Table), table
    return At(table)


def lobby(*names: str, deck: Json | None = None, **options: Any) -> At:
    """These players in the lobby."""
    at = opened(deck, **options)
    for name in names:
        at = at.logs("player_joined", player=name)
    return at


def dealt(*names: str, deck: Json | None = None, **options: Any) -> At:
    """A running game; the first named draws first."""
    at = lobby(*names, deck=deck, **options)
    if options.get("track", "turns") == "turns":
        at = at.logs("first_player_chosen", player=names[0])
    return at.logs("game_dealt")


def quick(*names: str, **options: Any) -> At:
    """A running game in which one Weapon completes every warehouse."""
    at = dealt(*names, **options)
    for name in names:
        at = at.needs(name, "Weapon")
    return at


def warehouse(player: str, slot: int = 0) -> Json:
    """The zone of an item in a warehouse."""
    return {"zone": "warehouse", "player": player, "slot": slot}


def hand(player: str, **face: Any) -> Json:
    """The zone of a hand."""
    return {"zone": "hand", "player": player, **face}


def move(source: Json, target: Json) -> Json:
    """A step that moves a card."""
    return {"do": "move", "from": source, "to": target}


def code(answer: Any) -> tuple[str, ...]:
    """The codes of an ask or a refusal."""
    if isinstance(answer, Asks):
        return tuple(ask.code for ask in answer.asks)
    assert isinstance(answer, Refused), answer
    return (answer.code,)


def said(phrase: Phrase | None) -> str:
    """A phrase in plain English, amounts in millions."""
    assert phrase is not None
    return phrase.text.format(**{key: _word(value) for key, value in phrase.params.items()})


def _word(value: Any) -> str:
    if isinstance(value, Phrase):
        return said(value)
    if isinstance(value, Money):
        return f"${value.dollars // MILLION} Million"
    if isinstance(value, tuple):
        words = [_word(each) for each in value]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
    return str(value)


def words_of(answer: Any) -> str:
    """The first sentence of an ask or a refusal."""
    return said(answer.asks[0].phrase if isinstance(answer, Asks) else answer.phrase)


def changed(data: Json, **fields: Any) -> Json:
    """A copy of JSON with other fields."""
    return {**json.loads(json.dumps(data)), **fields}
