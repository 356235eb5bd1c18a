"""Runs transcripts: scripted games with the states, asks and refusals they must lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.known_ids import record_once
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Refused
from companion.core.table import read_submission, snapshot

SCHEMA = "backroom-transcripts/1"
NO_TIME = "1970-01-01T00:00:00Z"
NO_SEQ = 0
"""The seq of an event that was not recorded; no event has it."""
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a case went wrong."""

    case: str
    path: str
    expected: Any
    got: Any

    def line(self) -> str:
        """One line for the terminal."""
        return f"{self.case}: {self.path}: expected {self.expected!r}, got {self.got!r}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What running one transcript file gave."""

    passed: int
    failures: tuple[Failure, ...]
    """The first of each failing case."""

    @property
    def failed(self) -> int:
        """Cases that failed."""
        return len(self.failures)

    def lines(self) -> tuple[str, ...]:
        """One line per failing case; last `N passed, M failed`."""
        told = tuple(failure.line() for failure in self.failures)
        return (*told, f"{self.passed} passed, {self.failed} failed")


def run_transcripts(data: Any, decks: dict[str, Json]) -> Outcome:
    """Run a parsed transcript file. `decks` holds decks by id, as `starter` in a case's setup."""
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        got = data.get("schema") if isinstance(data, dict) else type(data).__name__
        return Outcome(0, (Failure("file", "schema", SCHEMA, got),))
    if not isinstance(data.get("cases"), list):
        return Outcome(0, (Failure("file", "cases", "a list", data.get("cases")),))
    failures: list[Failure] = []
    passed = 0
    for case in data["cases"]:
        failure = run_case(data, case, decks)
        if failure is None:
            passed += 1
        else:
            failures.append(failure)
    return Outcome(passed, tuple(failures))


def run_case(data: Json, case: Json, decks: dict[str, Json]) -> Failure | None:
    """Run one case; None when everything is as expected."""
    name = case["id"]
    setup = case.get("setup", {})
    given = setup.get("deck", "none")
    if isinstance(given, str) and given != "none" and given not in decks:
        return Failure(name, "setup.deck", "a known deck", given)
    deck = None if given == "none" else decks[given] if isinstance(given, str) else given
    totals = {key: setup[key] for key in setup if key not in ("deck", "options")}
    game_key: str = case["game"] if "game" in case else data["game"]
    table = new_table(game_key, {**setup.get("options", {}), **totals}, deck)
    if isinstance(table, Refused):
        return Failure(name, "setup", "a table", table.code)
    prologue = data.get("prologues", {}).get(case.get("prologue", "none"), [])
    seqs: list[int] = []
    for event in prologue:
        result = play(table, event, seqs)
        if not isinstance(result, Recorded):
            return Failure(name, "prologue", event, _codes(result))
        table = result.table
        seqs.append(result.entries[0].seq)
    return _run_events(name, case, table)


def _run_events(name: str, case: Json, table: Table) -> Failure | None:
    """The case's own events, with checkpoints, the expected error and the expected end."""
    wanted = case.get("expect_error")
    checkpoints = {each["after"]: each["expect"] for each in case.get("checkpoints", ())}
    seqs: list[int] = []
    for number, event in enumerate(case["events"], start=1):
        result = play(table, event, seqs)
        if wanted is not None and wanted["on_event"] == number:
            failure = _error_differs(name, wanted, result)
            if failure is not None:
                return failure
        elif not isinstance(result, Recorded):
            return Failure(name, f"event {number}", event, _codes(result))
        if isinstance(result, Recorded):
            table = result.table
        seqs.append(result.entries[0].seq if isinstance(result, Recorded) else NO_SEQ)
        for failure in differences(name, checkpoints.get(number, {}), snapshot(table)):
            where = f"after {number}: {failure.path}"
            return Failure(name, where, failure.expected, failure.got)
    for failure in differences(name, case.get("expect", {}), snapshot(table)):
        return failure
    return None


def play(table: Table, event: Json, seqs: list[int]) -> Recorded | Asks | Refused:
    """One event of a case.

    `seqs` are those of the case's events so far: numbers of taken_back and put_back count them
    from 1. `by` in an event names the player whose phone taps.
    """
    own = dict(event)
    number = own.get("number")
    if own.get("event") in ("taken_back", "put_back") and type(number) is int:
        own["number"] = seqs[number - 1] if 1 <= number <= len(seqs) else NO_SEQ
    by = own.pop("by", None)
    submission = read_submission(own)
    if isinstance(submission, Refused):
        return submission
    return record_once(table, submission, by, NO_TIME)


def _error_differs(name: str, wanted: Json, result: Recorded | Asks | Refused) -> Failure | None:
    number, code = wanted["on_event"], wanted["code"]
    level = "recorded"
    if isinstance(result, Asks):
        level = "ask"
    elif isinstance(result, Refused):
        level = "refuse"
    if level != wanted["level"] or code not in _codes(result):
        got = [level, *_codes(result)]
        return Failure(name, f"event {number}", [wanted["level"], code], got)
    return None


def _codes(result: Recorded | Asks | Refused) -> list[str]:
    if isinstance(result, Asks):
        return [ask.code for ask in result.asks]
    return [result.code] if isinstance(result, Refused) else []


def differences(case: str, expected: Json, got: Json, path: str = "") -> Iterator[Failure]:
    """Every place where `got` is not what the partial `expected` names; objects recursively."""
    for key, value in expected.items():
        where = f"{path}.{key}" if path else key
        if key == "consequences_include":
            missing = [each for each in value if each not in got["consequences"]]
            if missing:
                yield Failure(case, where, missing, got["consequences"])
            continue
        found = got.get(key, _MISSING)
        if isinstance(value, dict) and value and isinstance(found, dict):
            yield from differences(case, value, found, where)
        elif found is _MISSING:
            yield Failure(case, where, value, "nothing of that name")
        elif found != value or isinstance(found, bool) != isinstance(value, bool):
            yield Failure(case, where, value, found)
