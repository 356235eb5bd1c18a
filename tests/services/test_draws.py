"""What is left to chance is drawn on the state it will find; where nothing is, no state is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.games.plain import PlainGame
from companion.core.table import read_submission
from tests.services.desk import Desk, code_of

WAREHOUSE = "black_market_warehouse"
WEAPON = {"event": "item_added", "item_type": "Weapon", "money": 3_000_000}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the warehouse's events, each time that one is judged."""
    told: list[str] = []
    game: Any = type(GAMES[WAREHOUSE])
    decide: Callable[..., Any] = game.decide

    def counted(self: Any, state: Any, event: Any, seq: int) -> Any:
        told.append(event["event"])
        return decide(self, state, event, seq)

    monkeypatch.setattr(game, "decide", counted)
    return told


def test_a_game_draws_when_it_has_a_draw_of_its_own() -> None:
    own = {key for key, game in GAMES.items() if type(game).drawn is not PlainGame.drawn}

    assert {key for key, game in GAMES.items() if game.draws} == own == {"dominion_black_market"}


def test_events_of_a_game_without_chance_are_judged_once(desk: Desk, judged: list[str]) -> None:
    at = desk.a_running_table("Ana", "Ben")
    judged.clear()
    ended = {"event": "turn_ended", "player": "Ana"}
    sent = read_submission({"events": [{**WEAPON, "player": "Ana"}, ended]})

    answer = at.tables.recording.record(at.code, at.caller("Ana"), sent)

    assert [entry.event["event"] for entry in answer.recorded] == ["item_added", "turn_ended"]
    assert judged == ["item_added", "turn_ended"]


def test_an_event_after_a_refused_one_leaves_the_refusal_where_it_was(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    refused = {**WEAPON, "player": "Nobody"}
    ended = {"event": "turn_ended", "player": "Ana"}

    answer = at.tables.recording.record(
        at.code, at.caller("Ana"), read_submission({"events": [refused, ended]})
    )

    assert (code_of(answer), answer.refused.on) == ("unknown_player", 0)
    assert at.version == 4
