"""Evenings that every golden database holds: transcripts of both games, and one long game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.outcome import Json
from companion.services.decks.lookup import built_in
from tests.properties import random_games

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
CASES = {
    "warehouse_end": "E05",
    "warehouse_examples": "H63",
    "warehouse_insiders": "I42",
    "warehouse_own_decks": "D10",
    "warehouse_seats": "S22",
    "warehouse_take_back": "K09",
    "dominion_examples": "D184",
    "dominion_play": "DP061",
    "dominion_points": "DV065",
    "dominion_taking_back": "DT002",
}
"""Transcript file -> the case with the longest log that ends without a refusal."""
LONG_GAME_SEED, LONG_GAME_TAPS = 20261130, 150


@dataclass(frozen=True)
class Evening:
    """One table to be played; what a rule refuses on the way is left out."""

    name: str
    game_key: str
    deck: Json | None
    options: Json
    bodies: tuple[Json, ...]


def evenings() -> Iterator[Evening]:
    """All of them, the same on every machine."""
    for file, case in CASES.items():
        yield _of_transcript(file, case)
    yield _long_game()


def _of_transcript(file: str, wanted: str) -> Evening:
    data = json.loads((TRANSCRIPTS / f"{file}.json").read_text(encoding="utf-8"))
    case = next(case for case in data["cases"] if case["id"] == wanted)
    setup = case["setup"]
    deck = setup["deck"]
    if isinstance(deck, str):
        deck = None if deck == "none" else built_in().find(deck)
    totals = {key: value for key, value in setup.items() if key not in ("deck", "options")}
    prologue = data.get("prologues", {}).get(case.get("prologue", "none"), [])
    bodies = [*prologue, *_counted_from(len(prologue), case["events"])]
    game_key = case.get("game", data.get("game"))
    return Evening(wanted, game_key, deck, {**setup["options"], **totals}, tuple(bodies))


def _counted_from(start: int, events: list[Json]) -> list[Json]:
    """Cases number their own events; one event of the prologue is one line of the log."""
    return [
        {**event, "number": event["number"] + start}
        if event.get("event") in ("taken_back", "put_back") and "number" in event
        else event
        for event in events
    ]


def _long_game() -> Evening:
    """Long enough for snapshots; with undo, corrections, insiders and some nonsense."""
    chance = random.Random(LONG_GAME_SEED)
    taps = tuple(chance.randrange(1, 2**80) for _ in range(LONG_GAME_TAPS))
    script = random_games.Script("starter", {"track": "turns"}, 4, taps)
    bodies = tuple(step.body for step in random_games.play(script) if step.recorded)
    return Evening("long", random_games.GAME, script.deck, script.options, bodies)
