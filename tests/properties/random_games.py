"""Whole random games as sequences of submissions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Refused
from companion.core.table import read_submission, record
from tests.properties.dice import Dice
from tests.properties.noise import MILLION
from tests.properties.taps import NAMES, TYPES, Tap

GAME = "black_market_warehouse"
AT = "2026-01-01T20:00:00Z"
STARTER = Path(__file__).parents[2] / "companion" / "data" / "starter_deck.json"
OPTIONS: dict[str, tuple[str, ...]] = {
    "game_end": ("at_once", "finish_round"),
    "filling": ("must", "may"),
    "market_deck_empty": ("reshuffle", "no_more_draws"),
    "still_tied": ("shared", "lower_values"),
    "leavers_rank": ("no", "yes"),
}
TRACKS = ("turns",) * 8 + ("warehouses", "scores")


@dataclass(frozen=True)
class Script:
    """One game to be: how the table starts, and a number for every tap."""

    cards: str
    """`none`, `starter`, or `small` with its three numbers."""
    options: Json
    players: int
    taps: tuple[int, ...]
    noise: bool = True
    reseating: bool = True

    @property
    def deck(self) -> Json | None:
        """The deck's JSON; None for the group's own cards."""
        if self.cards == "none":
            return None
        if self.cards == "starter":
            return starter()
        return small_deck(*(int(number) for number in self.cards.split()[1:]))


@dataclass(frozen=True)
class Step:
    """One submission and what became of it."""

    before: Table
    body: Json
    by: str | None
    outcome: Recorded | Asks | Refused
    after: Table

    @property
    def recorded(self) -> bool:
        return isinstance(self.outcome, Recorded)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the events that were logged by this step; () when none was."""
        if not isinstance(self.outcome, Recorded):
            return ()
        return tuple(entry.event["event"] for entry in self.outcome.entries)


@cache
def starter() -> Json:
    """The starter deck as it is delivered."""
    deck: Json = json.loads(STARTER.read_text(encoding="utf-8"))
    return deck


@cache
def small_deck(warehouses: int, item_copies: int, hand_limit: int) -> Json:
    """Few Warehouse cards of one to three slots and a Market deck that soon runs out."""
    items = [
        {
            "id": f"item-{t}-{m}",
            "kind": "item",
            "name": f"Item {t} {m}",
            "item_type": name,
            "money": m * MILLION,
            "count": item_copies,
        }
        for t, name in enumerate(TYPES[:3])
        for m in (1, 4, 5)
    ]
    cards = [card for card in starter()["cards"] if card["kind"] == "insider"]
    sheds = [
        {
            "id": f"shed-{n}",
            "kind": "warehouse",
            "name": f"Shed {n}",
            "requires": [TYPES[(n + k) % 3] for k in range(1 + n % 3)],
            "bonus": (n % 4) * MILLION,
            "count": 1,
        }
        for n in range(warehouses)
    ]
    return {
        "schema": "backroom-deck/1",
        "game": GAME,
        "id": "small",
        "name": "Small deck",
        "item_types": list(TYPES[:3]),
        "currency": "$",
        "money_unit": MILLION,
        "hand_size": 5,
        "hand_limit": hand_limit,
        "cards": [*items, *cards, *sheds],
    }


@st.composite
def scripts(
    draw: Any,
    *,
    track: str | None = None,
    noise: bool = True,
    own_cards: bool = False,
    reseating: bool = True,
    most_taps: int = 60,
) -> Script:
    """Scripts of whole games. `own_cards`: without any catalogue."""
    dice = Dice(draw(st.integers(0, 2**62)))
    players = 2 + dice.pick((0, 1, 0, 2, 1, 3, 0, 5, 8))
    kind = 0 if own_cards else dice.below(4)
    if kind == 0:
        cards = "none"
    elif kind == 1:
        cards = "starter"
    else:
        sizes = (players + dice.below(4), 1 + dice.below(3), dice.pick((5, 5, 3, 7)))
        cards = "small " + " ".join(str(size) for size in sizes)
    options = {name: dice.pick(values) for name, values in OPTIONS.items() if dice.one_in(2)}
    options["track"] = track or dice.pick(TRACKS)
    count = draw(st.integers(most_taps // 2, most_taps))
    taps = tuple(draw(st.integers(0, 2**80)) for _ in range(count))
    return Script(cards, options, players, taps, noise, reseating)


def opened(script: Script) -> Table:
    """The empty table of a script."""
    table = new_table(GAME, script.options, script.deck)
    assert isinstance(table, Table), table
    return table


def play(script: Script) -> Iterator[Step]:
    """Every step of the game, lobby included; a tap of 0 is none, so that games can shrink."""
    table = opened(script)
    names = NAMES[: script.players]
    lobby: list[Json] = [{"event": "player_joined", "player": name} for name in names]
    lobby.append({"event": "first_player_chosen", "player": names[sum(script.taps) % len(names)]})
    lobby.append({"event": "game_dealt"})
    for body in lobby:
        step = submitted(table, body, None)
        yield step
        table = step.after
    for number, tap in enumerate(script.taps):
        if tap == 0:
            continue
        dice = Dice(tap)
        by = dice.pick((None, *names)) if dice.one_in(2) else None
        step = submitted(table, Tap(script, table, dice).body(number), by)
        yield step
        table = step.after


def played(script: Script) -> tuple[Step, ...]:
    """The whole game at once."""
    return tuple(play(script))


def submitted(table: Table, body: Json, by: str | None) -> Step:
    """One submission and its outcome."""
    submission = read_submission(body)
    if isinstance(submission, Refused):
        return Step(table, body, by, submission, table)
    outcome = record(table, submission, by, AT)
    after = outcome.table if isinstance(outcome, Recorded) else table
    return Step(table, body, by, outcome, after)
