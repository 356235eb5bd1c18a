"""A batch that is refused must not tell what it uncovered."""

from __future__ import annotations

import pytest

from companion.core.log import Recorded, Submission
from companion.core.outcome import Json, Refused
from companion.core.table import read_submission, record
from tests.core.dominion.builders import AT, market

PLAY: Json = {"event": "market_played", "player": "Ana", "coins": 3}
LATER: tuple[Json, ...] = (
    {"event": "card_bought", "player": "Ana", "card": "Witch"},
    {"event": "nothing_bought", "player": "Ana"},
    {"event": "taken_back"},
    {"event": "turn_ended", "player": "Ana"},
)


def _submitted(*events: Json) -> Submission:
    read = read_submission({"events": list(events), "anyway": True})
    assert isinstance(read, Submission)
    return read


@pytest.mark.parametrize("later", LATER, ids=lambda event: str(event["event"]))
def test_nothing_follows_a_reveal_in_one_batch(later: Json) -> None:
    table = market().table
    answer = record(table, _submitted(PLAY, later), "Ana", AT)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.on, answer.fields) == ("malformed", 0, {})
    assert "Laboratory" not in str(answer.phrase)


def test_a_reveal_may_end_a_batch() -> None:
    table = market().table
    coins = {"event": "turn_ended", "player": "Ana"}
    answer = record(table, _submitted(coins, {**PLAY, "player": "Ben"}), "Ana", AT)
    assert isinstance(answer, Recorded)
