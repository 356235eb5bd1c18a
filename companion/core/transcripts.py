"""Runs transcripts: scripted games with the states, asks and refusals they must lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Asks, Json, Refused
from companion.core.table import Table, new_table, read_submission, record, snapshot

SCHEMA = "backroom-transcripts/1"
NO_TIME = "1970-01-01T00:00:00Z"
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
    for event in data.get("prologues", {}).get(case.get("prologue", "none"), []):
        recorded = play(table, event, 0)
        if not isinstance(recorded, Table):
            return Failure(name, "prologue", event, _codes(recorded))
        table = recorded
    return _run_events(name, case, table)


def _run_events(name: str, case: Json, table: Table) -> Failure | None:
    """The case's own events, with checkpoints, the expected error and the expected end."""
    offset = table.version
    wanted = case.get("expect_error")
    checkpoints = {each["after"]: each["expect"] for each in case.get("checkpoints", ())}
    for number, event in enumerate(case["events"], start=1):
        before = snapshot(table)
        result = play(table, event, offset)
        if wanted is not None and wanted["on_event"] == number:
            failure = _error_differs(name, wanted, result)
            if failure is not None:
                return failure
            if snapshot(table) != before:
                return Failure(name, f"after event {number}", "the state before", "another")
        elif not isinstance(result, Table):
            return Failure(name, f"event {number}", event, _codes(result))
        else:
            table = result
        if number in checkpoints:
            for failure in differences(name, checkpoints[number], snapshot(table)):
                return Failure(
                    name, f"after {number}: {failure.path}", failure.expected, failure.got
                )
    for failure in differences(name, case.get("expect", {}), snapshot(table)):
        return failure
    return None


def play(table: Table, event: Json, offset: int) -> Table | Asks | Refused:
    """One event of a case; numbers of taken_back and put_back count the case's own events.

    `by` in an event names the player whose phone taps.
    """
    own = dict(event)
    if own.get("event") in ("taken_back", "put_back") and type(own.get("number")) is int:
        own["number"] += offset
    by = own.pop("by", None)
    submission = read_submission(own)
    if isinstance(submission, Refused):
        return submission
    result = record(table, submission, by, NO_TIME)
    return result if isinstance(result, (Asks, Refused)) else result.table


def _error_differs(name: str, wanted: Json, result: Table | Asks | Refused) -> Failure | None:
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


def _codes(result: Table | Asks | Refused) -> list[str]:
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
