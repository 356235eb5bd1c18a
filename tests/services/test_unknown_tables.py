"""Every use case on a table that is not here: the same 404, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.log import Submission
from companion.services.answers import NotRecorded
from companion.services.ports import StorageTrouble
from companion.services.tables.live_table import Caller
from companion.services.tables.tables import Tables
from tests.services.desk import Desk, code_of

ANA = Caller("phone", (1,), ("Ana",), host=True)
TAP = Submission(({"event": "turn_ended", "player": "Ana"},), False, "id", None, frozenset())

Call = Callable[[Tables, str], Any]
USE_CASES: dict[str, Call] = {
    "find": lambda t, c: t.doors.find(c),
    "record": lambda t, c: t.recording.record(c, ANA, TAP),
    "draw_first_player": lambda t, c: t.recording.draw_first_player(c, ANA, "id"),
    "rewind": lambda t, c: t.recording.rewind(c, ANA, 0, "id"),
    "join": lambda t, c: t.seats.join(c, "token", "Ana", "id"),
    "knock": lambda t, c: t.knocks.knock(c, "token", "Ana", "id"),
    "let_in": lambda t, c: t.knocks.let_in(c, ANA, "knock", True),
    "keep_seat": lambda t, c: t.knocks.keep_seat(c, ANA, "knock"),
    "offer_handover": lambda t, c: t.seats.offer_handover(c, ANA, "Ana"),
    "see_handover": lambda t, c: t.seats.see_handover(c, "secret"),
    "take_handover": lambda t, c: t.seats.take_handover(c, "secret", "token"),
    "sign_out": lambda t, c: t.seats.sign_out(c, ANA, "Ana"),
    "set_ends_by_hand": lambda t, c: t.seats.set_ends_by_hand(c, ANA, True),
    "need_host": lambda t, c: t.hosts.need(c, ANA),
    "take_host_back": lambda t, c: t.hosts.take_back(c, ANA),
    "hand_over_host": lambda t, c: t.hosts.hand_over(c, ANA, "Ben"),
    "change_settings": lambda t, c: t.hosts.change_settings(c, ANA, name="x"),
    "rematch": lambda t, c: t.transfers.rematch(c, ANA, "token"),
    "export": lambda t, c: t.transfers.export(c),
    "forget": lambda t, c: t.retention.forget(c, ANA),
}


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "not a code", "\ud800", "K7MQ2X" * 1000])
def test_every_use_case_answers_404_on_a_table_that_is_not_here(desk: Desk, code: str) -> None:
    answers = {name: call(desk.tables, code) for name, call in USE_CASES.items()}

    assert {name: (a.status, a.refused.code) for name, a in answers.items()} == dict.fromkeys(
        USE_CASES, (404, "no_table")
    )
    assert desk.tables.doors.caller(code, "token") == Caller(None)
    assert desk.tables.knocks.open_knocks(code, ANA) == ()
    assert desk.tables.knocks.my_knock(code, "token") is None
    assert desk.tables.hosts.is_away(code) is False


def test_every_use_case_of_a_stranger_changes_nothing(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    before = at.live
    stranger = Caller("no-such-phone", (1,), ("Ana",), host=True)
    strange: dict[str, Call] = {
        "record": lambda t, c: t.recording.record(c, stranger, TAP),
        "draw_first_player": lambda t, c: t.recording.draw_first_player(c, stranger, "id"),
        "rewind": lambda t, c: t.recording.rewind(c, stranger, 0, "id"),
        "let_in": lambda t, c: t.knocks.let_in(c, stranger, "knock", True),
        "offer_handover": lambda t, c: t.seats.offer_handover(c, stranger, "Ana"),
        "sign_out": lambda t, c: t.seats.sign_out(c, stranger, "Ana"),
        "set_ends_by_hand": lambda t, c: t.seats.set_ends_by_hand(c, stranger, True),
        "need_host": lambda t, c: t.hosts.need(c, stranger),
        "take_host_back": lambda t, c: t.hosts.take_back(c, stranger),
        "hand_over_host": lambda t, c: t.hosts.hand_over(c, stranger, "Ben"),
        "change_settings": lambda t, c: t.hosts.change_settings(c, stranger, name="x"),
        "rematch": lambda t, c: t.transfers.rematch(c, stranger, "token"),
        "forget": lambda t, c: t.retention.forget(c, stranger),
    }

    answers = {name: call(desk.tables, at.code) for name, call in strange.items()}

    assert {name: code_of(answer) for name, answer in answers.items()} == dict.fromkeys(
        strange, "no_table"
    )
    assert at.live is before


def test_every_reading_use_case_says_when_the_disk_is_in_trouble(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    desk.restart()
    trouble = StorageTrouble("locked")
    desk.store.read_table = lambda code: trouble  # type: ignore[attr-defined]
    desk.store.kept = lambda **within: trouble  # type: ignore[attr-defined]
    desk.store.phone_by_join_id = lambda id: trouble  # type: ignore[attr-defined]

    answers = [call(desk.tables, at.code) for call in USE_CASES.values()]
    answers += [
        desk.tables.retention.prune(),
        desk.tables.new_tables.create("black_market_warehouse", None, {}, "Ana", None),
        desk.tables.new_tables.create("black_market_warehouse", None, {}, "Ana", "id"),
        desk.tables.doors.look_up(at.code, "10.0.0.1"),
    ]

    assert {type(answer) for answer in answers} == {NotRecorded}
    assert {(a.status, code_of(a)) for a in answers} == {(503, "storage_trouble")}
