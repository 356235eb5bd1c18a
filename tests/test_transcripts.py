"""Every scripted game in tests/transcripts, played through the core alone, one test a case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.transcripts import run_case

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests" / "transcripts").glob("*.json"))
DECKS = {"starter": json.loads((ROOT / "companion/data/starter_deck.json").read_text("utf-8"))}


def every_case() -> list[Any]:
    """(whole file, case) for each case of each file, named by file and case id."""
    found = []
    for path in FILES:
        data = json.loads(path.read_text(encoding="utf-8"))
        found += [
            pytest.param(data, case, id=f"{path.stem}-{case['id']}") for case in data["cases"]
        ]
    return found


@pytest.mark.parametrize(("data", "case"), every_case())
def test_transcript(data: dict[str, Any], case: dict[str, Any]) -> None:
    failure = run_case(data, case, DECKS)
    assert failure is None, f"{case['title']}\n{failure.line() if failure else ''}"
    assert case.get("expect") or case.get("expect_error") or case.get("checkpoints")


def test_a_wrong_expectation_is_noticed() -> None:
    data = json.loads((ROOT / "tests/transcripts/warehouse_examples.json").read_text("utf-8"))
    case = next(each for each in data["cases"] if each["id"] == "H48")
    wrong = {**case, "expect": {"players": {"Ana": {"total": 3_000_001}}}}
    failure = run_case(data, wrong, DECKS)
    assert failure is not None
    assert (failure.path, failure.expected, failure.got) == (
        "players.Ana.total",
        3_000_001,
        3_000_000,
    )


def test_an_event_that_should_have_been_asked_is_noticed() -> None:
    data = json.loads((ROOT / "tests/transcripts/warehouse_examples.json").read_text("utf-8"))
    case = next(each for each in data["cases"] if each["id"] == "H48")
    wrong = {**case, "expect_error": {"on_event": 2, "code": "not_your_turn", "level": "ask"}}
    assert run_case(data, wrong, DECKS) is not None


def test_ids_are_used_once() -> None:
    ids = [case["id"] for path in FILES for case in json.loads(path.read_text("utf-8"))["cases"]]
    assert len(set(ids)) == len(ids)
