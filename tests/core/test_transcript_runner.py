"""The transcript runner: what passes, what fails, and how a failing case is told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.outcome import Json
from companion.core.transcripts import run_transcripts
from tests.core.builders import GAME, changed, starter

JOIN = [{"event": "player_joined", "player": name} for name in ("Ana", "Ben")]
FIRST = {"event": "first_player_chosen", "player": "Ana"}
DEAL = {"event": "game_dealt"}
ITEM = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 1}
EARLY = {"on_event": 1, "code": "not_dealt", "level": "refuse"}


def file(*cases: Json, **more: Any) -> Json:
    base = {"setup": {"deck": "none", "options": {}}, "prologue": "none", "events": []}
    listed = [{"id": f"C{n}", "title": "", **base, **case} for n, case in enumerate(cases, 1)]
    prologues = {"none": [], "duel": [*JOIN, FIRST, DEAL]}
    return {"schema": "backroom-transcripts/1", "game": GAME, "prologues": prologues,
            "cases": listed, **more}  # fmt: skip


def lines(*cases: Json, **more: Any) -> tuple[str, ...]:
    return run_transcripts(file(*cases, **more), {"starter": starter()}).lines()


def test_cases_that_go_as_expected_pass() -> None:
    assert lines(
        {"prologue": "duel", "events": [ITEM], "expect": {"players": {"Ana": {"in_play": 1}}}},
        {"events": [ITEM], "expect_error": EARLY},
        {"prologue": "duel", "expect": {"winners": None, "consequences": ["card_drawn"]}},
    ) == ("3 passed, 0 failed",)


@pytest.mark.parametrize(
    ("expect", "line"),
    [
        ({"turn": 2}, "C1: turn: expected 2, got 1"),
        ({"turn": True}, "C1: turn: expected True, got 1"),
        ({"last_round": 0}, "C1: last_round: expected 0, got False"),
        (
            {"players": {"Ana": {"hand": 5}}},
            "C1: players.Ana.hand: expected 5, got 6",
        ),
        (
            {"players": {"Zoe": {"hand": 5}}},
            "C1: players.Zoe: expected {'hand': 5}, got 'nothing of that name'",
        ),
        ({"moon": None}, "C1: moon: expected None, got 'nothing of that name'"),
        (
            {"consequences_include": ["card_drawn", "game_over"]},
            "C1: consequences_include: expected ['game_over'], got ['card_drawn']",
        ),
        ({"winners": {"a": 1}}, "C1: winners: expected {'a': 1}, got None"),
    ],
)
def test_a_state_that_differs_fails_with_path_expected_and_got(expect: Json, line: str) -> None:
    assert lines({"prologue": "duel", "expect": expect}) == (line, "0 passed, 1 failed")


def test_an_event_that_is_not_recorded_fails_the_case() -> None:
    assert lines({"events": [DEAL]}) == (
        "C1: event 1: expected {'event': 'game_dealt'}, got ['too_few_players']",
        "0 passed, 1 failed",
    )
    assert lines({"events": [{"event": 7}]})[0].endswith("got ['malformed']")


def test_an_ask_that_nobody_answers_fails_the_case() -> None:
    event = {**ITEM, "player": "Ben"}
    assert lines({"prologue": "duel", "events": [event]})[0].endswith("got ['not_your_turn']")
    assert lines({"prologue": "duel", "events": [{**event, "anyway": True}]})[0] == (
        "1 passed, 0 failed"
    )


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ({"code": "game_over"}, "expected ['refuse', 'game_over'], got ['refuse', 'not_dealt']"),
        ({"level": "ask"}, "expected ['ask', 'not_dealt'], got ['refuse', 'not_dealt']"),
    ],
)
def test_another_error_fails_the_case(wanted: Json, line: str) -> None:
    case = {"events": [ITEM], "expect_error": {**EARLY, **wanted}}
    assert lines(case)[0] == f"C1: event 1: {line}"


def test_an_expected_error_that_does_not_come_fails_the_case() -> None:
    case = {"events": [JOIN[0]], "expect_error": {**EARLY, "code": "bad_name"}}
    assert lines(case)[0] == "C1: event 1: expected ['refuse', 'bad_name'], got ['recorded']"


def test_after_an_expected_error_the_case_goes_on() -> None:
    case = {
        "events": [ITEM, JOIN[0]],
        "expect_error": EARLY,
        "expect": {"players": {"Ana": {"hand": 0}}},
    }
    assert lines(case) == ("1 passed, 0 failed",)


def test_checkpoints_look_in_between() -> None:
    good = {"after": 1, "expect": {"players": {"Ana": {"in_play": 1}}}}
    bad = {"after": 2, "expect": {"active": "Ana"}}
    events = [ITEM, {"event": "turn_ended", "player": "Ana"}]
    case = {"prologue": "duel", "events": events, "checkpoints": [good]}
    assert lines(case) == ("1 passed, 0 failed",)
    assert lines({**case, "checkpoints": [good, bad]})[0] == (
        "C1: after 2: active: expected 'Ana', got 'Ben'"
    )


def test_numbers_count_the_cases_own_events_whatever_was_refused() -> None:
    events = [ITEM, DEAL, ITEM, {"event": "taken_back", "number": 3}]
    case = {
        "prologue": "duel",
        "events": events,
        "expect_error": {"on_event": 2, "code": "already_dealt", "level": "refuse"},
    }
    again = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 1}
    case["events"] = [again, DEAL, {"event": "turn_ended", "player": "Ana"}, events[-1]]
    assert lines({**case, "expect": {"active": "Ana", "players": {"Ana": {"in_play": 1}}}}) == (
        "1 passed, 0 failed",
    )


def test_a_number_that_no_own_event_has_means_nothing() -> None:
    wanted = {"on_event": 1, "code": "nothing_to_take_back", "level": "refuse"}
    for number in (0, 1, 9, -1):
        events = [{"event": "taken_back", "number": number}]
        case = {"prologue": "duel", "events": events, "expect_error": wanted}
        assert lines(case) == ("1 passed, 0 failed",)


def test_by_names_the_phone_that_taps() -> None:
    counts = [
        {"event": "pile_counted", "player": "Ana", "items": {"1000000": n}, "by": by}
        for n, by in ((1, "Ana"), (2, "Ben"))
    ]
    wanted = {"on_event": 2, "code": "counts_differ", "level": "ask"}
    assert lines({"prologue": "duel", "events": counts, "expect_error": wanted}) == (
        "1 passed, 0 failed",
    )


def test_totals_and_decks_are_set_up() -> None:
    deck = changed(starter(), hand_size=3, hand_limit=3)
    assert lines(
        {"setup": {"warehouse_total": 4, "market_total": 20}, "prologue": "duel",
         "expect": {"warehouse_deck": 2, "market_deck": 9}},
        {"setup": {"deck": deck}, "prologue": "duel", "expect": {"players": {"Ben": {"hand": 3}}}},
        {"setup": {"deck": "starter"}, "prologue": "duel", "expect": {"market_deck": 59}},
    ) == ("3 passed, 0 failed",)  # fmt: skip


def test_a_setup_that_gives_no_table_fails_the_case() -> None:
    assert lines({"setup": {"options": {"track": "gold"}}})[0] == (
        "C1: setup: expected 'a table', got 'bad_options'"
    )
    assert lines({"setup": {"deck": "mine"}})[0] == (
        "C1: setup.deck: expected 'a known deck', got 'mine'"
    )
    assert lines({"game": "poker"})[0] == "C1: setup: expected 'a table', got 'no_game'"


def test_a_prologue_that_fails_says_so() -> None:
    data = file({"prologue": "bad"})
    data["prologues"]["bad"] = [DEAL]
    assert run_transcripts(data, {}).lines()[0] == (
        "C1: prologue: expected {'event': 'game_dealt'}, got ['too_few_players']"
    )


@pytest.mark.parametrize("data", [[], {}, {"schema": "backroom-transcripts/2"}, None])
def test_another_file_is_no_transcript(data: Any) -> None:
    outcome = run_transcripts(data, {})
    assert (outcome.passed, outcome.failed) == (0, 1)
    assert outcome.lines()[0].startswith("file: schema: expected 'backroom-transcripts/1', got ")


def test_a_file_without_cases_fails() -> None:
    data = file()
    del data["cases"]
    assert run_transcripts(data, {}).lines() == (
        "file: cases: expected 'a list', got None",
        "0 passed, 1 failed",
    )
