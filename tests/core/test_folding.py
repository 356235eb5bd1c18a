"""Logs in and out: folding, snapshots, exports, imports."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.core.exports import exported, imported, table_from_json, table_to_json
from companion.core.log import LoggedRow, Table
from companion.core.outcome import Json, Refused
from companion.core.replay import BrokenLog, fold
from companion.core.table import note, snapshot
from tests.core.builders import (
    AT,
    GAME,
    At,
    dealt,
    hand,
    lobby,
    move,
    opened,
    quick,
    said,
    starter,
    warehouse,
    words_of,
)


def a_long_evening() -> At:
    """More entries than a checkpoint covers, with a theft, strikes and a seat that moved."""
    at = dealt("Ana", "Ben", "Cleo", deck=starter())
    for _ in range(4):
        at = at.adds("Ana").ends("Ana").adds("Ben", "Animal").ends("Ben")
        at = at.adds("Cleo", "Artifact").ends("Cleo")
    at = at.plays("Ana", move(warehouse("Ben", 1), hand("Ana")), card="cat-burglar")
    at = at.logs("taken_back", number=8)
    left = {"event": "seat_moved", "player": "Ben", "signed_out": True}
    at = At(note(at.table, left, None, AT).table)
    at = at.logs("put_back").ends("Ana").logs("taken_back").needs("Cleo", *["Artifact"] * 4)
    at = at.logs("pile_counted", player="Cleo", items={"1000000": 4}, bonuses=[], by="Ben")
    return at.ends("Ana").adds("Ben", group="g").logs("turn_ended", player="Ben", group="g")


def rows(at: At) -> list[LoggedRow]:
    return [entry.row() for entry in at.table.entries]


def empty(at: At) -> Table:
    return opened(at.table.deck, **at.table.options).table


def test_a_log_folds_into_the_same_table() -> None:
    at = a_long_evening()
    again = fold(empty(at), rows(at))
    assert again == at.table
    assert again.entries == at.table.entries


@pytest.mark.parametrize("cut", [0, 1, 5, 31, 32, 33, 38, 40])
def test_a_log_may_be_folded_in_two_parts(cut: int) -> None:
    at = a_long_evening()
    first = fold(empty(at), rows(at)[:cut])
    assert fold(first, rows(at)[cut:]) == at.table


def test_every_prefix_is_the_table_as_it_was() -> None:
    at = dealt("Ana", "Ben")
    tables = [at.table]
    for _ in range(3):
        at = at.adds("Ana").ends("Ana").adds("Ben").logs("taken_back").ends("Ben")
        tables.append(at.table)
    for table in tables:
        assert fold(empty(at), rows(at)[: table.version]) == table


def test_a_log_by_other_rules_is_broken() -> None:
    at = dealt("Ana", "Ben")
    row = replace(rows(at)[-1], seq=5)
    with pytest.raises(BrokenLog, match="event 5 does not replay: already_dealt"):
        fold(at.table, [row])


def test_a_strike_of_what_is_not_there_changes_nothing() -> None:
    at = dealt("Ana", "Ben")
    row = LoggedRow(5, AT, None, None, None, {"event": "taken_back", "number": 9})
    assert fold(at.table, [row]).state == at.table.state


@pytest.mark.parametrize("cut", [0, 1, 20, 34, 44])
def test_a_snapshot_and_its_log_give_the_same_table(cut: int) -> None:
    at = a_long_evening()
    then = fold(empty(at), rows(at)[:cut])
    data = json.loads(json.dumps(table_to_json(then)))
    again = table_from_json(empty(at), data, rows(at))
    assert again == at.table


def test_a_strike_reaches_behind_the_snapshot() -> None:
    at = dealt("Ana", "Ben").adds("Ana").ends("Ana")
    data = table_to_json(at.table)
    later = at.logs("taken_back", number=5)
    again = table_from_json(empty(at), data, rows(later))
    assert again == later.table
    assert At(again).logs("put_back").state == at.state


def test_a_snapshot_of_another_kind_is_not_used() -> None:
    at = dealt("Ana", "Ben")
    data = table_to_json(at.table)
    new = empty(at)
    for other in (
        None,
        [],
        {},
        {**data, "schema": "backroom-snapshot/2"},
        {**data, "game": "dominion_black_market"},
        {**data, "state": {**data["state"], "schema": 0}},
        {**data, "state": None},
        {**data, "version": 9},
    ):
        assert table_from_json(new, other, rows(at)) is None


# --- exports --------------------


def again(at: At) -> Table | Refused:
    """The table imported from its own export, through JSON."""
    events = json.loads(json.dumps(exported(at.table)))
    return imported(GAME, at.table.options, at.table.deck, events)


@pytest.mark.parametrize(
    "own",
    [
        {"event": "seat_moved", "player": "Ben"},
        {"event": "seat_moved", "player": "Ben", "signed_out": True},
        {"event": "host_changed", "player": "Ben"},
        {"event": "host_changed", "player": None},
    ],
)
def test_who_moved_or_hosts_is_imported_as_it_was_logged(own: Json) -> None:
    at = At(note(dealt("Ana", "Ben").table, own, "Ana", AT).table)
    copy = again(at)
    assert isinstance(copy, Table)
    assert copy.entries[-1].event == own


def test_an_export_of_a_running_table_imports_as_it_stands() -> None:
    at = a_long_evening()
    copy = again(at)
    assert isinstance(copy, Table)
    assert copy.state == at.table.state
    assert [e.struck_by for e in copy.entries] == [e.struck_by for e in at.table.entries]
    assert [e.by for e in copy.entries] == [e.by for e in at.table.entries]


def test_an_export_marks_what_was_struck_and_masks_what_one_player_knows() -> None:
    at = a_long_evening()
    lines = exported(at.table)
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert {line["seq"]: line["struck_by"] for line in lines if line["struck_by"]} == {34: 35}
    theft = next(line["event"] for line in lines if line["event"]["event"] == "insider_played")
    assert theft["steps"][0]["from"] == {"zone": "warehouse", "player": "Ben", "slot": 1}


def test_a_theft_imports_right_though_the_item_before_it_was_struck() -> None:
    at = dealt("Ana", "Ben", "Cleo").ends("Ana").adds("Ben", "Animal").ends("Ben", "Cleo")
    at = at.ends("Ana").adds("Ben", "Weapon").ends("Ben", "Cleo")
    at = at.plays("Ana", move(warehouse("Ben", 1), hand("Ana")))
    at = at.logs("taken_back", number=7)
    copy = again(at)
    assert isinstance(copy, Table)
    assert copy.state == at.table.state
    assert [item.item_type for item in At(copy).seat("Ana").known] == ["Weapon"]


def test_after_the_end_the_export_is_whole() -> None:
    at = a_long_evening().logs("game_called")
    assert [line["event"] for line in exported(at.table)] == [
        entry.event for entry in at.table.entries
    ]


def test_answers_are_exported_and_count_again() -> None:
    at = dealt("Ana", "Ben").adds("Ben", anyway=True)
    lines = exported(at.table)
    assert lines[-1]["anyway"] == ["not_your_turn"]
    del lines[-1]["anyway"]
    refused = imported(GAME, {}, None, lines)
    assert isinstance(refused, Refused)
    assert refused.fields == {"number": 5}
    assert words_of(refused) == (
        "Event 5 of this file cannot be read: It is Ana's turn, not Ben's."
    )


def test_counts_never_stop_an_import() -> None:
    at = dealt("Ana", "Ben").logs("hand_corrected", player="Ana", count=0).adds("Ana", anyway=True)
    lines = exported(at.table)
    del lines[-1]["anyway"]
    assert isinstance(imported(GAME, {}, None, lines), Table)


def lines_of(*events: Json) -> list[Json]:
    return [
        {"seq": seq, "at": AT, "by": None, "id": None, "event": event}
        for seq, event in enumerate(events, start=1)
    ]


JOINED = {"event": "player_joined", "player": "Ana"}


def test_a_hand_made_export_needs_only_seq_at_and_event() -> None:
    table = imported(GAME, {}, None, [{"seq": 1, "at": AT, "event": JOINED}])
    assert isinstance(table, Table)
    assert snapshot(table)["players"].keys() == {"Ana"}


@pytest.mark.parametrize("events", [None, {}, "x", 7])
def test_what_is_no_list_is_no_export(events: Any) -> None:
    answer = imported(GAME, {}, None, events)
    assert isinstance(answer, Refused)
    assert answer.code == "not_an_export"


def test_an_import_needs_a_table() -> None:
    answer = imported(GAME, {"track": "gold"}, None, [])
    assert isinstance(answer, Refused)
    assert answer.code == "bad_options"


@pytest.mark.parametrize(
    "line",
    [
        7,
        {},
        {"seq": 2},
        {"event": None},
        {"event": {"event": 5}},
        {"event": {"event": "dance"}},
        {"event": {"event": "item_added"}},
        {"event": {"event": "player_joined", "player": "A\u202ena"}},
        {"event": {"event": "player_joined", "player": ""}},
        {"event": {"event": "taken_back"}},
        {"event": {"event": "taken_back", "number": 1}},
        {"event": {"event": "put_back", "number": 1}},
        {"event": {"event": "seat_moved"}},
        {"event": {"event": "seat_moved", "player": "A\u200bna"}},
        {"event": {"event": "seat_moved", "player": "Ana", "signed_out": "yes"}},
        {"event": {"event": "host_changed", "player": 7}},
        {"by": "\u202eAna"},
        {"by": 7},
        {"bogus": 1},
        {"at": None},
        {"at": ""},
        {"at": "<script>"},
        {"at": "9999-99-99"},
        {"at": "2026-02-30T10:00:00Z"},
        {"at": "2026-06-31T10:00:00Z"},
        {"at": "2026-06-30T24:00:00Z"},
        {"at": "2026-06-30T10:00:00"},
        {"at": "2026-06-30T10:00:00+02:00"},
        {"at": "0001-01-01T00:00:00Z"},
        {"at": "9999-12-31T23:59:59Z"},
        {"at": "\uff12026-06-30T10:00:00Z"},
        {"at": "x" * 41},
        {"id": 7},
        {"id": "x" * 101},
        {"group": "g"},
        {"group": 2},
        {"group": 0},
        {"anyway": "all"},
        {"anyway": [7]},
        {"anyway": ["x" * 41]},
    ],
)
def test_a_line_that_cannot_be_read_refuses_the_file_by_its_number(line: Any) -> None:
    given = {**lines_of(JOINED)[0], **line} if isinstance(line, dict) and line else line
    answer = imported(GAME, {}, None, [given])
    assert isinstance(answer, Refused)
    assert (answer.code, answer.fields) == ("bad_import", {"number": 1})
    assert words_of(answer).startswith("Event 1 of this file cannot be read: ")


@pytest.mark.parametrize(
    "at", ["1970-01-01T00:00:04Z", "2026-03-01T19:30:00.250Z", "2028-02-29T23:59:59.123456Z"]
)
def test_every_instant_that_a_log_writes_is_read(at: str) -> None:
    table = imported(GAME, {}, None, [{**lines_of(JOINED)[0], "at": at}])
    assert isinstance(table, Table)
    assert table.entries[0].at == at


def test_the_first_event_that_cannot_be_names_itself() -> None:
    answer = imported(GAME, {}, None, lines_of(JOINED, {"event": "game_dealt"}))
    assert isinstance(answer, Refused)
    assert answer.fields == {"number": 2}
    assert said(answer.phrase).endswith("Two players are needed.")


@pytest.mark.parametrize(
    "strikes",
    [
        [{"event": "taken_back", "number": 1}, {"event": "taken_back", "number": 1}],
        [{"event": "taken_back", "number": 1}, {"event": "taken_back", "number": 2}],
        [{"event": "put_back", "number": 1}],
        [{"event": "taken_back", "number": 7}],
    ],
)
def test_strikes_that_cannot_be_refuse_the_file(strikes: list[Json]) -> None:
    answer = imported(GAME, {}, None, lines_of(JOINED, *strikes))
    assert isinstance(answer, Refused)
    assert answer.fields == {"number": len(strikes) + 1}


def test_struck_and_put_back_events_import() -> None:
    at = lobby("Ana", "Ben").logs("taken_back").logs("put_back")
    copy = again(at)
    assert isinstance(copy, Table)
    assert copy.state == at.table.state


def test_a_struck_event_needs_only_a_shape() -> None:
    lines = lines_of(
        {"event": "item_added", "player": "Zoe", "card": "gone"},
        {"event": "taken_back", "number": 1},
        {"event": "host_changed", "player": None},
        JOINED,
    )
    table = imported(GAME, {}, None, lines)
    assert isinstance(table, Table)
    assert len(table.entries) == 4


def test_a_finished_game_imports_whole() -> None:
    at = quick("Ana", "Ben", warehouse_total=2).adds("Ana", millions=3)
    copy = again(at)
    assert isinstance(copy, Table)
    assert snapshot(copy) == at.shown
