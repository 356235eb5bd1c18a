"""Random Dominion tables: shelves, Kingdoms, decks and whole games, from one seed each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.games import GAMES
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.state import State
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Refused
from companion.core.table import read_submission, record

GAME = "dominion_black_market"
AT = "2026-03-01T19:30:00Z"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
CATALOGUE = catalogue()
BOXES = tuple(CATALOGUE.boxes)
CARDS = tuple(CATALOGUE.cards)
TREASURES = tuple(CATALOGUE.treasures)
POLICIES = ("all_owned", "random_n", "sets_in_use", "online_60")
SIZES = (0, 1, 2, 3, 7, 15, 25, 60, 200, 498, 999)


@dataclass
class Game:
    """A table that random events are played at; refused ones change nothing."""

    rng: random.Random
    table: Table
    answered: int = 0
    refused: int = 0

    @property
    def state(self) -> State:
        """The game's state."""
        state = self.table.state
        assert isinstance(state, State)
        return state

    def shuffled(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names in a random order."""
        return tuple(self.rng.sample(names, len(names)))

    def tries(self, event: Json, anyway: bool = True) -> Recorded | Asks | Refused:
        """An event with its chance drawn; the table goes on when it is recorded."""
        told = GAMES[GAME].drawn(self.state, event, self.shuffled, "salt")
        if isinstance(told, Refused):
            self.refused += 1
            return told
        submission = read_submission({**told, "anyway": anyway})
        assert not isinstance(submission, Refused), told
        result = record(self.table, submission, None, AT)
        if isinstance(result, Recorded):
            self.table = result.table
            self.answered += 1
        else:
            self.refused += 1
        return result

    def done(self, event: Json) -> None:
        """An event that must be recorded."""
        result = self.tries(event)
        assert isinstance(result, Recorded), (event, result)


def seated(seed: int) -> Game:
    """A table with two to six players."""
    rng = random.Random(seed)
    table = new_table(GAME, {"hermit": rng.choice(["current", "old"])}, None)
    assert isinstance(table, Table)
    game = Game(rng, table)
    for name in NAMES[: rng.randint(2, 6)]:
        game.done({"event": "player_joined", "player": name})
    return game


def shelved(game: Game, boxes: tuple[str, ...] | None = None) -> None:
    """A random shelf, or these boxes, with Black Market."""
    rng = game.rng
    if boxes is None:
        boxes = tuple(rng.sample(BOXES, rng.choice([1, 1, 2, 3, 5, 9, len(BOXES)])))
    without = rng.sample(CARDS, rng.choice([0, 0, 0, 30]))
    shelf = {"event": "shelf_set", "sets": list(boxes), "promos": ["Black Market"]}
    game.done({**shelf, "without": without})


def with_kingdom(game: Game) -> bool:
    """A random Kingdom of the shelf; False when it has too few piles."""
    wishes = {"landscapes": game.rng.randint(0, 3), "cost_spread": game.rng.random() < 0.2}
    chosen = game.tries({"event": "kingdom_chosen", "wishes": wishes})
    assert isinstance(chosen, Recorded) or chosen.code == "too_few_piles"  # type: ignore[union-attr]
    return isinstance(chosen, Recorded)


def a_draw(rng: random.Random) -> Json:
    """A `deck_drawn` without its cards, by any policy and size."""
    event: Json = {"event": "deck_drawn", "policy": rng.choice(POLICIES)}
    if event["policy"] == "random_n" or rng.random() < 0.2:
        event["size"] = rng.choice(SIZES)
    if event["policy"] == "online_60":
        event["size"] = min(event.get("size", 60), 60)
    if rng.random() < 0.5:
        event["mixed_piles"] = rng.choice(["none", "one_random", "one_chosen"])
    if rng.random() < 0.2:
        event["leave_out_telling"] = True
    if rng.random() < 0.1:
        event["hidden"] = True
    return event


def agreed(seed: int, largest: int | None = None) -> Game | None:
    """A table whose deck is agreed, with all extras that it needs; None with too small a shelf.

    `largest` keeps the deck to so many cards, so that many games can be played.
    """
    game = seated(seed)
    shelved(game)
    if not with_kingdom(game):
        return None
    draw = a_draw(game.rng)
    if largest is not None:
        draw |= {"policy": "random_n", "size": game.rng.randint(0, largest)}
    game.done(draw)
    game.done({"event": "deck_agreed", "order_held_by": game.rng.choice(["app", "cards"])})
    if game.rng.random() < 0.7:
        game.done({"event": "first_player_chosen"})
    return game


def an_event(game: Game) -> Json:
    """A random event that fits the moment more often than not."""
    rng, state = game.rng, game.state
    player = rng.choice(state.players).name
    if state.play is not None and rng.random() < 0.8:
        player = state.play.player
    elif state.active is not None and rng.random() < 0.9:
        player = state.active
    makers = {
        "idle": (played, turn, corrected, reshuffled, taken_back, step, seat),
        "revealing": (revealed, revealed, revealed, treasures, taken_back, turn),
        "revealed": (bought, bought, passed, treasures, taken_back, played, turn),
        "bottoming": (bottomed, bottomed, bottomed, bought, taken_back, turn),
    }[state.market]
    return rng.choice(makers)(rng, state, player)


def played(rng: random.Random, state: State, player: str) -> Json:
    event: Json = {"event": "market_played", "player": player}
    for name in ("coins", "potions", "debt", "buys", "cheaper", "actions_in_play"):
        if rng.random() < 0.25:
            event[name] = rng.randint(0, 9)
    for name in ("mission", "minus_coin"):
        if rng.random() < 0.1:
            event[name] = True
    return {**event, "phase": rng.choice(["action", "action", "buy", "start", "night"])}


def revealed(rng: random.Random, state: State, player: str) -> Json:
    """Mostly what can lie on top by our count, now and then anything."""
    left = list(state.deck.left)
    count = min(3, state.deck.size)
    if rng.random() < 0.2:
        return {"event": "cards_revealed", "cards": rng.sample(left, min(count, len(left)))}
    front = list(state.deck.front)
    rng.shuffle(front)
    queue = front
    for block in state.deck.tail:
        cards = list(block.cards)
        queue += cards if block.known else rng.sample(cards, len(cards))
    return {"event": "cards_revealed", "cards": queue[:count]}


def treasures(rng: random.Random, state: State, player: str) -> Json:
    names = rng.sample(TREASURES, 2)
    return {"event": "treasures_played", "treasures": {n: rng.randint(0, 3) for n in names}}


def bought(rng: random.Random, state: State, player: str) -> Json:
    pool = state.deck.revealed or state.deck.cards or ("Chapel",)
    event: Json = {"event": "card_bought", "player": player, "card": rng.choice(pool)}
    if rng.random() < 0.2:
        event["price"] = rng.randint(0, 9)
    if rng.random() < 0.2:
        event["overpay"] = rng.randint(0, 3)
    return event


def passed(rng: random.Random, state: State, player: str) -> Json:
    return {"event": "nothing_bought", "player": player}


def bottomed(rng: random.Random, state: State, player: str) -> Json:
    order = list(state.deck.revealed)
    rng.shuffle(order)
    event: Json = {"event": "rest_bottomed", "shown": rng.random() < 0.3, "player": player}
    if state.deck.order_held_by == "cards" and rng.random() < 0.3:
        return event
    return {**event, "order": order}


def turn(rng: random.Random, state: State, player: str) -> Json:
    return {"event": "turn_ended", "player": player, "again": rng.random() < 0.1}


def reshuffled(rng: random.Random, state: State, player: str) -> Json:
    return {"event": "deck_reshuffled", "why": rng.choice(["all_seen", "dropped"])}


def corrected(rng: random.Random, state: State, player: str) -> Json:
    added = [rng.choice(CARDS)] if rng.random() < 0.5 else []
    removed = [rng.choice(state.deck.cards)] if state.deck.cards and rng.random() < 0.5 else []
    return {"event": "deck_corrected", "why": "counted", "added": added, "removed": removed}


def taken_back(rng: random.Random, state: State, player: str) -> Json:
    """Never the agreement itself, on which everything that is checked stands."""
    return {"event": "taken_back"} if state.started else played(rng, state, player)


def step(rng: random.Random, state: State, player: str) -> Json:
    return {"event": "setup_step_done", "step": "prophecy:Prophecy", "player": player}


def seat(rng: random.Random, state: State, player: str) -> Json:
    name = rng.choice(NAMES)
    return {"event": rng.choice(["player_joined", "player_left"]), "player": name}


def played_on(game: Game, events: int) -> Iterator[tuple[Table, Any]]:
    """(table before, what was answered) of so many random events."""
    for _ in range(events):
        before = game.table
        yield before, game.tries(an_event(game), anyway=game.rng.random() < 0.7)
