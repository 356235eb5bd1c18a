"""A tap that comes again after its table was opened anew gets the answer that it got before."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from companion.core.log import Submission
from companion.core.outcome import Json
from companion.core.table import read_submission
from companion.services.answers import Answered, Created, Joined
from companion.services.demos.store import DemoStore
from companion.services.ports import Store
from companion.services.tables.tables import Tables
from tests.services.desk import (
    GAME,
    ROOMY,
    STARTER,
    CountingRandomness,
    HandClock,
    ListeningBroadcaster,
    without_table,
)

SHARED = {"group": "a"}
MILLION = 1_000_000


@pytest.fixture(params=["memory", "postgres", "sqlite"])
def keeper(request: pytest.FixtureRequest) -> Store:
    """Everything that keeps the lines of a log."""
    if request.param == "memory":
        return DemoStore()
    name = "store" if request.param == "sqlite" else "postgres_store"
    kept: Store = request.getfixturevalue(name)
    return kept


@dataclass
class Evening:
    """A running table of Ana and Ben; a new Backroom on the same store opens it anew."""

    store: Store
    randomness: CountingRandomness = field(default_factory=CountingRandomness)

    def __post_init__(self) -> None:
        self.open_anew()
        created = self.tables.new_tables.create(GAME, STARTER, {}, "Ana", "table")
        assert isinstance(created, Created), created
        joined = self.tables.seats.join(created.code, None, "Ben", "ben")
        assert isinstance(joined, Joined), joined
        assert joined.seat_token is not None
        self.code = created.code
        self.tokens = {"Ana": created.seat_token, "Ben": joined.seat_token}
        self.taps("Ana", {"event": "first_player_chosen", "player": "Ana"})
        self.taps("Ana", {"event": "game_dealt"})

    def open_anew(self) -> None:
        """Nothing is left in memory."""
        broadcaster = ListeningBroadcaster()
        self.tables = Tables(self.store, HandClock(), self.randomness, broadcaster, ROOMY)

    def taps(self, player: str, body: Json) -> Answered:
        submission = read_submission({"anyway": True, **body})
        assert isinstance(submission, Submission), submission
        caller = self.tables.doors.caller(self.code, self.tokens[player])
        answered = self.tables.recording.record(self.code, caller, submission)
        assert isinstance(answered, Answered), answered
        return answered


def counted(player: str, count: int) -> Json:
    return {"event": "hand_corrected", "player": player, "count": count}


def item(player: str) -> Json:
    return {"event": "item_added", "player": player, "item_type": "Weapon", "money": MILLION}


def test_repeat_is_answered_from_the_log_as_it_was_from_memory(keeper: Store) -> None:
    evening = Evening(keeper)
    taps: tuple[tuple[str, Json], ...] = (
        ("Ana", {**counted("Ana", 1), **SHARED, "id": "alone"}),
        ("Ana", {**counted("Ana", 2), **SHARED, "id": "joins"}),
        ("Ana", {**counted("Ana", 3), **SHARED}),  # joins too, and nobody can tell it again
        ("Ben", {**counted("Ben", 1), **SHARED, "id": "alone"}),
        ("Ana", {"events": [item("Ana"), {**counted("Ana", 4), **SHARED}], "id": "both"}),
        ("Ana", {**counted("Ana", 0), **SHARED}),
        ("Ben", {"events": [{**item("Ben"), "group": "b"}, counted("Ben", 2)], "id": "batch"}),
        ("Ben", {**counted("Ben", 3), "group": "b", "id": "after"}),
        ("Ana", {"events": [counted("Ana", 2), item("Ana"), {"event": "taken_back"}], "id": "own"}),
        ("Ben", {"event": "taken_back", "id": "back"}),
    )
    answers = [evening.taps(player, body) for player, body in taps]
    version = answers[-1].version
    known = [place for place, (_, body) in enumerate(taps) if "id" in body]

    evening.open_anew()
    again = [evening.taps(*taps[place]) for place in known]

    expected = [without_table(answers[place]) for place in known]
    assert [without_table(answer) for answer in again] == expected
    assert {answer.table.version for answer in again} == {version}


def test_repeat_of_a_rewind_is_answered_from_the_log(keeper: Store) -> None:
    evening = Evening(keeper)
    for count in range(4):
        evening.taps("Ana", {**counted("Ana", count), "id": f"tap-{count}"})
    caller = evening.tables.doors.caller(evening.code, evening.tokens["Ana"])
    done = evening.tables.recording.rewind(evening.code, caller, 5, "rewind")

    evening.taps("Ana", counted("Ana", 2))
    evening.open_anew()
    again = evening.tables.recording.rewind(evening.code, caller, 5, "rewind")

    assert isinstance(done, Answered)
    assert isinstance(again, Answered)
    assert [entry.event["event"] for entry in done.recorded] == ["taken_back"] * 3
    assert without_table(again) == without_table(done)
