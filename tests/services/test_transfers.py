"""Export, import and rematch: tables that are copied."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.outcome import Json
from companion.services.answers import Created, Joined, NotRecorded
from companion.services.limits import Limits
from companion.services.tables.live_table import LiveTable
from tests.services.desk import ROOMY, AtTable, Desk, code_of


def exported(at: AtTable) -> Json:
    file = at.tables.transfers.export(at.code)
    assert isinstance(file, dict)
    return json.loads(json.dumps(file))  # type: ignore[no-any-return]  # as it goes over the wire


def a_played_table(desk: Desk, **options: str) -> AtTable:
    at = desk.a_running_table("Ana", "Ben", **options)
    at.records("Ana", "warehouse_described", player="Ana", card="legit-exports-warehouse")
    at.records("Ana", "item_added", from_form=True, player="Ana", card="panda")
    at.records("Ben", "item_added", player="Ben", item_type="Weapon", money=1_000_000)
    at.records("Ben", "taken_back", number=at.version)
    at.records(
        "Ben", "item_added", from_form=True, player="Ben", item_type="Animal", money=1_000_000
    )
    return at


def test_export_is_the_whole_log_with_struck_events_marked(desk: Desk) -> None:
    at = a_played_table(desk)

    file = exported(at)

    assert {key: file[key] for key in ("schema", "game", "options")} == {
        "schema": "backroom-table/1",
        "game": "black_market_warehouse",
        "options": at.live.table.options,
    }
    assert file["deck"] == at.live.table.deck
    assert [event["seq"] for event in file["events"]] == list(range(1, at.version + 1))
    struck = {event["seq"]: event["struck_by"] for event in file["events"] if event["struck_by"]}
    assert struck == {8: 9}
    assert file["events"][6] | {"at": "", "id": ""} == {
        "seq": 7,
        "at": "",
        "by": "Ana",
        "id": "",
        "group": 6,
        "event": {"event": "turn_ended", "player": "Ana"},
        "anyway": [],
        "struck_by": None,
    }


def test_imported_table_stands_as_the_exported_one(desk: Desk) -> None:
    at = a_played_table(desk)

    created = desk.tables.transfers.import_(exported(at), "form", "192.168.1.2")

    assert isinstance(created, Created)
    copied = AtTable(desk, created.code, {"importer": created.seat_token})
    assert created.version == at.version
    assert copied.view().players == at.view().players
    assert copied.events() == at.events()
    assert [entry.struck_by for entry in copied.live.table.entries] == [
        entry.struck_by for entry in at.live.table.entries
    ]
    desk.restart()
    assert copied.view().players == at.view().players


def test_importer_is_host_and_all_seats_are_free_to_take(desk: Desk) -> None:
    at = a_played_table(desk)
    created = desk.tables.transfers.import_(exported(at), None)
    assert isinstance(created, Created)
    copied = AtTable(desk, created.code, {"importer": created.seat_token})

    importer = copied.caller("importer")
    taken = desk.tables.seats.join(created.code, created.seat_token, "ben", None)

    assert (importer.host, importer.seats) == (True, ())
    assert taken == Joined("Ben", 2, None, copied.version)
    assert [seat.has_phone for seat in copied.live.seats] == [False, True]


def test_play_goes_on_at_an_imported_table(desk: Desk) -> None:
    created = desk.tables.transfers.import_(exported(a_played_table(desk)), None)
    assert isinstance(created, Created)
    copied = AtTable(desk, created.code, {"importer": created.seat_token})

    answered = copied.records("importer", "item_added", player="Ana", card="abrahms-tank")

    assert answered.version == created.version + 1


def test_import_keeps_the_tables_own_settings(desk: Desk) -> None:
    created = desk.tables.transfers.import_(exported(a_played_table(desk, who_logs="own")), None)

    assert isinstance(created, Created)
    live = desk.tables.doors.find(created.code)
    assert isinstance(live, LiveTable)
    assert (live.who_logs, live.who_lets_in, live.row.imported) == ("own", "any_seat", True)


def test_import_is_kept_from_now_and_not_from_the_files_time(desk: Desk) -> None:
    file = exported(a_played_table(desk))
    for event in file["events"]:
        event["at"] = "1970-01-01T00:00:00.000Z"

    created = desk.tables.transfers.import_(file, None)

    assert isinstance(created, Created)
    live = desk.tables.doors.find(created.code)
    assert isinstance(live, LiveTable)
    assert live.last_event_at == "2026-05-04T19:30:00.000Z"


def test_first_event_that_cannot_be_refuses_the_file_by_its_number(desk: Desk) -> None:
    file = exported(a_played_table(desk))
    file["events"][5]["event"]["card"] = "no-such-card"
    tables = desk.store.kept()

    refused = desk.tables.transfers.import_(file, None)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (422, "bad_import")
    assert refused.refused.fields == {"number": 6}
    assert desk.store.kept() == tables


def test_hidden_card_is_masked_until_the_game_is_over(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "item_added", from_form=True, player="Ana", card="panda")
    steal = {
        "do": "move",
        "from": {"zone": "warehouse", "player": "Ana", "slot": 0},
        "to": {"zone": "hand", "player": "Ben"},
    }
    at.records("Ben", "insider_played", player="Ben", steps=[steal])
    hidden = json.dumps(exported(at)["events"][-1])
    at.records("Ana", "game_called")
    shown = json.dumps(exported(at)["events"][-2])

    assert "panda" not in hidden
    assert "Animal" not in hidden
    assert '"seq": 7' in shown


@pytest.mark.parametrize(
    "file",
    [
        None,
        [],
        "text",
        {},
        {"schema": 1},
        {"schema": "backroom-deck/1"},
        {"schema": "backroom-table/1"},
        {"schema": "backroom-table/1", "game": "black_market_warehouse"},
        {"schema": "backroom-table/1", "game": 7, "events": []},
        {"schema": "backroom-table/1", "game": "black_market_warehouse", "events": {}},
        {
            "schema": "backroom-table/1",
            "game": "black_market_warehouse",
            "options": [],
            "events": [],
        },
        {"schema": "backroom-table/1", "game": "black_market_warehouse\ud800", "events": []},
    ],
)
def test_what_is_no_export_is_refused(desk: Desk, file: Any) -> None:
    refused = desk.tables.transfers.import_(file, None)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (422, "not_an_export")


def test_export_of_a_newer_backroom_says_so(desk: Desk) -> None:
    refused = desk.tables.transfers.import_({"schema": "backroom-table/2"}, None)

    assert code_of(refused) == "newer_export"


def test_file_with_hostile_rows_is_refused_and_never_breaks(desk: Desk) -> None:
    good = exported(a_played_table(desk))
    hostile: list[Json] = []
    for place, change in (
        (0, {"seq": 2}),
        (1, {"event": {"event": "seat_moved"}}),
        (2, {"event": []}),
        (3, {"by": {"x": 1}}),
        (4, {"group": -4}),
        (5, {"anyway": ["x" * 100]}),
        (6, {"event": {"event": "taken_back", "number": 10**30}}),
        (7, {"at": "y" * 100}),
        (8, {"event": {"event": "put_back", "number": 1}}),
    ):
        file = copy.deepcopy(good)
        file["events"][place] |= change
        hostile.append(file)

    answers = [desk.tables.transfers.import_(file, None) for file in hostile]

    assert [code_of(answer) for answer in answers] == ["bad_import"] * len(hostile)


# --- rematch ---


def test_rematch_keeps_players_seats_phones_and_settings(desk: Desk) -> None:
    at = a_played_table(desk)
    at.tables.hosts.change_settings(at.code, at.caller("Ana"), name="Friday", who_lets_in="host")

    by_ben = at.tables.transfers.rematch(at.code, at.caller("Ben"), at.tokens["Ben"])

    assert isinstance(by_ben, Created)
    new = AtTable(desk, by_ben.code, at.tokens)
    assert by_ben.seat_token == at.tokens["Ben"]
    assert new.names() == ("Ana", "Ben")
    assert (new.caller("Ana").host, new.caller("Ben").host) == (True, False)
    assert (new.caller("Ana").seats, new.caller("Ben").seats) == ((1,), (2,))
    assert new.events() == ["player_joined", "player_joined"]
    assert (new.live.name, new.live.who_lets_in) == ("Friday", "host")
    assert new.live.table.deck == at.live.table.deck


def test_every_phone_finds_the_same_rematch(desk: Desk) -> None:
    at = a_played_table(desk)
    first = at.tables.transfers.rematch(at.code, at.caller("Ben"), at.tokens["Ben"])
    desk.restart()

    second = at.tables.transfers.rematch(at.code, at.caller("Ana"), at.tokens["Ana"])

    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert second.code == first.code
    assert (second.player, second.seat_token) == ("Ana", at.tokens["Ana"])


def test_leavers_are_not_seated_again_and_spectators_start_nothing(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ana", "player_left", player="Cleo")

    spectator = at.tables.transfers.rematch(at.code, at.tables.doors.caller(at.code, None), None)
    created = at.tables.transfers.rematch(at.code, at.caller("Ana"), at.tokens["Ana"])

    assert code_of(spectator) == "no_table"
    assert isinstance(created, Created)
    live = desk.tables.doors.find(created.code)
    assert isinstance(live, LiveTable)
    assert [seat.player for seat in live.seats] == ["Ana", "Ben"]


def test_table_files_of_one_address_are_counted_refused_ones_too(
    desks: Callable[[Limits], Desk],
) -> None:
    desk = desks(replace(ROOMY, imports_an_address=2))
    sound = exported(a_played_table(desk))
    broken = copy.deepcopy(sound)
    broken["events"][2]["event"] = {"event": "player_left", "player": "Nobody"}

    first = desk.tables.transfers.import_(broken, None, "127.0.0.1")
    second = desk.tables.transfers.import_(sound, None, "127.0.0.1")
    third = desk.tables.transfers.import_(sound, None, "127.0.0.1")
    elsewhere = desk.tables.transfers.import_(sound, None, "127.0.0.2")
    desk.clock.pass_seconds(601)
    later = desk.tables.transfers.import_(sound, None, "127.0.0.1")

    assert code_of(first) == "bad_import"
    assert isinstance(second, Created)
    assert isinstance(third, NotRecorded)
    assert (third.status, third.retry_after_seconds) == (429, 600)
    assert isinstance(elsewhere, Created)
    assert isinstance(later, Created)


@pytest.mark.parametrize("schema", ["backroom-table/2", "backroom-table/10"])
def test_file_of_a_newer_backroom_is_refused_with_a_sentence(desk: Desk, schema: str) -> None:
    file = {**exported(a_played_table(desk)), "schema": schema, "seats": []}

    refused = desk.tables.transfers.import_(file, None)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (422, "newer_export")


@pytest.mark.parametrize("key", ["bogus", "player", "version"])
def test_file_with_a_key_that_we_do_not_know_is_refused_by_it(desk: Desk, key: str) -> None:
    refused = desk.tables.transfers.import_({**exported(a_played_table(desk)), key: 1}, None)

    assert isinstance(refused, NotRecorded)
    assert (code_of(refused), refused.refused.fields) == ("unknown_key", {"key": key})


@pytest.mark.parametrize(("by", "number"), [("Zoe", 3), ("Ben", 1)])
def test_file_in_which_somebody_taps_who_does_not_sit_there_is_refused(
    desk: Desk, by: str, number: int
) -> None:
    file = exported(a_played_table(desk))
    file["events"][number - 1]["by"] = by

    refused = desk.tables.transfers.import_(file, None)

    assert isinstance(refused, NotRecorded)
    assert (code_of(refused), refused.refused.fields) == ("bad_import", {"number": number})
