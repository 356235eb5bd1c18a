"""What a phone sends: read whole, or called malformed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.log import Submission
from companion.core.outcome import Refused
from companion.core.table import read_submission

ADDED = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 1}


def read(body: Any) -> Submission:
    submission = read_submission(body)
    assert isinstance(submission, Submission), submission
    return submission


def test_one_event_is_read_without_its_envelope() -> None:
    submission = read({**ADDED, "id": "tap-1", "seen": 4, "anyway": ["not_your_turn"]})
    assert submission == Submission((ADDED,), False, "tap-1", 4, frozenset({"not_your_turn"}))


def test_a_batch_is_read_with_one_envelope() -> None:
    turn = {"event": "turn_ended", "player": "Ana"}
    submission = read({"events": [ADDED, turn], "id": "tap-1", "seen": 0})
    assert submission == Submission((ADDED, turn), True, "tap-1", 0, frozenset())


def test_answers_inside_a_batch_count_for_the_batch() -> None:
    turn = {"event": "turn_ended", "player": "Ana", "anyway": ["b"]}
    submission = read({"events": [{**ADDED, "anyway": ["a"]}, turn], "anyway": ["c"]})
    assert submission.anyway == frozenset({"a", "b", "c"})
    assert all("anyway" not in event for event in submission.events)


@pytest.mark.parametrize("place", ["outside", "inside"])
def test_true_answers_everything(place: str) -> None:
    inside = {**ADDED, "anyway": place == "inside"}
    assert read({"events": [inside], "anyway": place == "outside"}).anyway is True


def test_an_anyway_of_false_or_null_answers_nothing() -> None:
    assert read({**ADDED, "anyway": False}).anyway == frozenset()
    assert read({**ADDED, "anyway": None}).anyway == frozenset()


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "item_added",
        7,
        {},
        {"event": None},
        {"event": ["item_added"]},
        {"events": []},
        {"events": {}},
        {"events": [ADDED, "x"]},
        {"events": [{}]},
        {"events": [ADDED] * 51},
        {**ADDED, "id": ""},
        {**ADDED, "id": 7},
        {**ADDED, "id": "x" * 101},
        {**ADDED, "id": "a\x00"},
        {**ADDED, "id": "\ud800"},
        {**ADDED, "seen": -1},
        {**ADDED, "seen": "4"},
        {**ADDED, "seen": True},
        {**ADDED, "anyway": "not_your_turn"},
        {**ADDED, "anyway": 1},
        {**ADDED, "anyway": [1]},
        {"events": [{**ADDED, "anyway": {}}]},
        {**ADDED, "events": [ADDED]},
        {"event": None, "events": [ADDED]},
        {"events": [ADDED], "bogus": 1},
        {"events": [ADDED], "player": "Ana"},
    ],
)
def test_what_cannot_be_read_is_malformed(body: Any) -> None:
    answer = read_submission(body)
    assert isinstance(answer, Refused)
    assert answer.code == "malformed"
