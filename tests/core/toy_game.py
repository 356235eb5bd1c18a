"""A toy game of ten lines of rules: it keeps the seam between tables and games open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.games.contract import Decided
from companion.core.games.plain import PlainGame
from companion.core.outcome import Ask, Consequence, Json, Phrase, Refused


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot of coins; whoever fills it to the limit ends the game."""

    limit: int
    coins: int = 0
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PotView:
    """What a phone sees."""

    coins: int

    def to_json(self) -> Json:
        """As JSON."""
        return {"coins": self.coins}


class ToyGame(PlainGame):
    """Coins go into a pot; more than three at once ask; an empty purse is refused."""

    key = "toy"
    name = Phrase("Toy")
    players = (1, 4)
    event_names = frozenset({"coins_added", "pot_emptied"})
    sentences: Mapping[str, str] = {"many_coins": "That is {n} coins.", "no_coins": "No coins."}
    signed = frozenset({"coins_added"})

    def big_take_back(self, event: Json, by: str | None, logged_by: str | None) -> Phrase | None:
        return Phrase("All of it.") if event["event"] == "pot_emptied" else None

    def setup(self, options: Json, deck: Json | None) -> Pot | Refused:
        return Pot(options.get("limit", 10))

    def read(self, event: Json) -> Json | Refused:
        if event.get("event") == "pot_emptied":
            return {"event": "pot_emptied"}
        if event.get("event") != "coins_added" or type(event.get("count")) is not int:
            return Refused("malformed", Phrase("Not read."))
        return {key: event[key] for key in ("event", "count", "by") if key in event}

    def decide(self, state: Pot, event: Json, seq: int) -> Decided | Refused:
        read = self.read(event)
        if isinstance(read, Refused):
            return read
        if read["event"] == "pot_emptied":
            return Decided(read, (), replace(state, coins=0))
        count = read["count"]
        if count < 1:
            return Refused("no_coins", Phrase(self.sentences["no_coins"]))
        new = replace(state, coins=state.coins + count)
        followed = (Consequence("pot_full"),) if self.is_over(new) else ()
        asks = (Ask("many_coins", Phrase(self.sentences["many_coins"], {"n": count})),)
        return Decided(read, followed, new, asks if count > 3 else ())

    def snapshot(self, state: Pot) -> Json:
        return {"coins": state.coins, "over": self.is_over(state)}

    def view(self, state: Pot, seats: tuple[str, ...]) -> PotView:
        return PotView(state.coins)

    def tally(self, state: Pot) -> Any:
        return state.coins

    def describe(self, state: Pot, event: Json, viewer: tuple[str, ...] | None) -> Phrase:
        return Phrase("{n} coins", {"n": event.get("count", 0)})

    def describe_consequence(self, consequence: Consequence) -> Phrase | None:
        return Phrase("The pot is full.")

    def players_of(self, state: Pot) -> tuple[str, ...]:
        return state.players

    def is_over(self, state: Pot) -> bool:
        return state.coins >= state.limit

    def state_to_json(self, state: Pot) -> Json:
        return {"schema": 1, "coins": state.coins}

    def state_from_json(self, data: Json, start: Pot) -> Pot | None:
        return replace(start, coins=data["coins"]) if data.get("schema") == 1 else None
