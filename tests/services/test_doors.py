"""The way in: new tables, codes as people type them, and who tries too often."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.services.answers import Created, NotRecorded
from companion.services.codes import ALPHABET, UnknownGlyph, normalise_code
from companion.services.limits import Limits
from companion.services.networks import network_of
from companion.services.ports import StorageTrouble
from companion.services.tables.live_table import LiveTable
from companion.services.world import SystemRandomness
from tests.services.desk import GAME, ROOMY, STARTER, Desk, code_of

Desks = Callable[[Limits], Desk]


def create(desk: Desk, player: str | None = "Ana", **more: str | None) -> Created | NotRecorded:
    id, address = more.get("id"), more.get("address")
    return desk.tables.new_tables.create(GAME, STARTER, {}, player, id, address)


# --- creating ---


def test_creators_seat_is_the_first_event(desk: Desk) -> None:
    created = create(desk)

    assert isinstance(created, Created)
    live = desk.tables.doors.find(created.code)
    assert isinstance(live, LiveTable)
    assert [entry.event["event"] for entry in live.table.entries] == ["player_joined"]
    assert (created.version, created.player) == (1, "Ana")
    caller = desk.tables.doors.caller(created.code, created.seat_token)
    assert (caller.host, caller.names) == (True, ("Ana",))
    assert live.host_players == ("Ana",)


def test_host_without_a_seat_starts_with_an_empty_log(desk: Desk) -> None:
    created = create(desk, None)

    assert isinstance(created, Created)
    assert (created.version, created.player) == (0, None)
    caller = desk.tables.doors.caller(created.code, created.seat_token)
    assert (caller.host, caller.seats, caller.may_log) == (True, (), True)
    desk.restart()
    assert desk.tables.doors.caller(created.code, created.seat_token).host


def test_same_form_twice_is_one_table(desk: Desk) -> None:
    barrier = threading.Barrier(4)
    answers: list[object] = []

    def send() -> None:
        barrier.wait()
        answers.append(create(desk, id="form"))

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert len(set(answers)) == 1
    assert isinstance(answers[0], Created)


def test_form_whose_answer_was_lost_in_a_crash_finds_its_table(desk: Desk) -> None:
    lost = create(desk, id="form")
    desk.restart()

    created = create(desk, id="form")

    assert isinstance(lost, Created)
    assert isinstance(created, Created)
    assert (created.code, created.version, created.player) == (lost.code, 1, "Ana")
    assert desk.tables.doors.caller(created.code, created.seat_token).host
    assert not desk.tables.doors.caller(created.code, lost.seat_token).host


def test_form_of_a_table_in_use_gives_nobody_a_token(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    at.records("Ana", "first_player_chosen", player="Ana")
    desk.restart()

    assert code_of(create(desk, id="tap-00001")) == "id_used"


def test_what_cannot_be_is_refused(desk: Desk) -> None:
    name = desk.tables.new_tables.create(GAME, STARTER, {}, "\u200b", None)
    game = desk.tables.new_tables.create("chess", None, {}, "Ana", None)
    option = desk.tables.new_tables.create(GAME, STARTER, {"who_logs": "nobody"}, "Ana", None)
    rule = desk.tables.new_tables.create(GAME, STARTER, {"track": "everything"}, "Ana", None)
    deck = desk.tables.new_tables.create(GAME, {"schema": "\ud800"}, {}, "Ana", None)

    assert [code_of(answer) for answer in (name, game, option)] == [
        "bad_name",
        "no_game",
        "bad_option",
    ]
    assert {type(answer) for answer in (rule, deck)} == {NotRecorded}
    kept = desk.store.kept()
    assert not isinstance(kept, StorageTrouble)
    assert kept.tables == ()


def test_options_of_the_table_are_its_own_and_those_of_the_game_the_games(desk: Desk) -> None:
    options = {"who_logs": "own", "who_lets_in": "host", "track": "warehouses"}
    created = desk.tables.new_tables.create(GAME, STARTER, options, "Ana", None, name=" Our table ")

    assert isinstance(created, Created)
    live = desk.tables.doors.find(created.code)
    assert isinstance(live, LiveTable)
    assert (live.who_logs, live.who_lets_in, live.name) == ("own", "host", "Our table")
    assert live.table.options["track"] == "warehouses"
    assert "who_logs" not in live.table.options


def test_code_in_use_is_drawn_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["BBBBBB", "BBBBBB", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr(desk.randomness, "code", lambda length: next(codes))

    first, second = create(desk), create(desk)

    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert (first.code, second.code) == ("BBBBBB", "CCCCCC")


def test_full_disk_makes_no_table(desk: Desk) -> None:
    desk.store.trouble = StorageTrouble("disk_full")

    refused = create(desk, id="form")

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (503, "storage_trouble")
    desk.store.trouble = None
    assert isinstance(create(desk, id="form"), Created)


def test_home_network_starts_thirty_tables_in_ten_minutes(desk: Desk) -> None:
    made = [create(desk, address="192.168.1.7") for _ in range(31)]

    assert [isinstance(answer, Created) for answer in made] == [True] * 30 + [False]
    last = made[-1]
    assert isinstance(last, NotRecorded)
    assert (last.status, code_of(last)) == (429, "too_many_new_tables")
    assert isinstance(create(desk, address="192.168.1.8"), Created)
    desk.clock.pass_seconds(601)
    assert isinstance(create(desk, address="192.168.1.7"), Created)


def test_address_of_the_internet_starts_five_and_loopback_as_many_as_it_likes(
    desk: Desk,
) -> None:
    public = [create(desk, address="93.184.216.34") for _ in range(6)]
    local = [create(desk, address="127.0.0.1") for _ in range(40)]
    same_network = [create(desk, address=f"2a00:1450:4001::{n}") for n in range(6)]

    assert [isinstance(answer, Created) for answer in public] == [True] * 5 + [False]
    assert [isinstance(answer, Created) for answer in local] == [True] * 40
    assert [isinstance(answer, Created) for answer in same_network] == [True] * 5 + [False]


def test_refused_creation_does_not_count(desk: Desk) -> None:
    for _ in range(10):
        desk.tables.new_tables.create("chess", None, {}, "Ana", None, "93.184.216.34")

    assert isinstance(create(desk, address="93.184.216.34"), Created)


def test_no_more_than_a_hundred_tables_are_live(desks: Desks) -> None:
    desk = desks(replace(ROOMY, live_tables=3))
    first = create(desk)
    create(desk)
    create(desk)

    full = create(desk)
    assert isinstance(full, NotRecorded)
    assert (full.status, code_of(full)) == (503, "too_many_tables")

    desk.clock.pass_seconds(2 * 3600)
    assert isinstance(first, Created)
    desk.broadcaster.streams[first.code] = 1
    desk.clock.pass_seconds(1.5 * 3600)
    two_have_rested = [create(desk), create(desk), create(desk)]

    assert [isinstance(answer, Created) for answer in two_have_rested] == [True, True, False]


def test_live_tables_are_known_again_after_a_restart(desks: Desks) -> None:
    desk = desks(replace(ROOMY, live_tables=2))
    create(desk)
    desk.clock.pass_seconds(4 * 3600)
    create(desk)
    desk.restart()

    answers = [create(desk), create(desk)]

    assert [isinstance(answer, Created) for answer in answers] == [True, False]


# --- codes ---


def test_code_is_read_as_people_type_it() -> None:
    assert normalise_code(" k7m-q2x ") == "K7MQ2X"
    assert normalise_code("K7 MQ 2X – 9") == "K7MQ2X9"
    assert normalise_code("K7MQ2") is None
    assert normalise_code("") is None
    assert normalise_code("K7MQ2X999") is None
    assert normalise_code("K7MO2X") == UnknownGlyph("O")
    assert normalise_code("K7M\N{SNOWMAN}2X") == UnknownGlyph("\N{SNOWMAN}")


def test_alphabet_has_no_look_alikes_and_codes_use_all_of_it() -> None:
    assert ALPHABET == "BCDFGHJKMNPQRSTVWXYZ23456789"
    drawn = SystemRandomness().code(5000)
    assert set(drawn) == set(ALPHABET)


def test_table_is_found_by_a_typed_code(desk: Desk) -> None:
    at = desk.a_table("Ana")
    typed = f" {at.code[:3].lower()}-{at.code[3:]} "

    found = desk.tables.doors.look_up(typed, "10.0.0.1")

    assert isinstance(found, LiveTable)
    assert found.code == at.code


def test_unknown_glyph_is_named(desk: Desk) -> None:
    answer = desk.tables.doors.look_up("K7MO2X", "10.0.0.1")

    assert isinstance(answer, NotRecorded)
    assert (answer.status, code_of(answer)) == (422, "unknown_glyph")
    assert answer.refused.fields == {"glyph": "O"}


def test_guesser_is_shut_out_without_learning_it_and_others_are_not(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    wrong = [
        desk.tables.doors.look_up(f"ZZZZ{n:02d}".replace("0", "B").replace("1", "C"), "10.0.0.6")
        for n in range(10)
    ]

    shut = desk.tables.doors.look_up(at.code, "10.0.0.6")

    assert set(map(code_of, wrong)) == {"no_table"}
    assert shut == wrong[0]
    assert isinstance(desk.tables.doors.look_up(at.code, "10.0.0.7"), LiveTable)
    seated = desk.tables.doors.look_up(at.code, "10.0.0.6", at.tokens["Ben"])
    assert isinstance(seated, LiveTable)
    stranger = desk.tables.doors.look_up(at.code, "10.0.0.6", "no-such-token")
    assert stranger == shut
    desk.clock.pass_seconds(181)
    assert isinstance(desk.tables.doors.look_up(at.code, "10.0.0.6"), LiveTable)


def test_storm_of_wrong_codes_shuts_out_only_those_who_took_part(desk: Desk) -> None:
    at = desk.a_table("Ana")
    for n in range(60):
        desk.tables.doors.look_up("ZZZZZZ", f"10.0.1.{n}")

    assert isinstance(desk.tables.doors.look_up(at.code, "10.0.2.1"), LiveTable)
    assert code_of(desk.tables.doors.look_up(at.code, "10.0.1.5")) == "no_table"
    desk.clock.pass_seconds(61)
    assert isinstance(desk.tables.doors.look_up(at.code, "10.0.1.5"), LiveTable)


def test_ipv6_counts_by_network_and_ipv4_by_address() -> None:
    assert network_of("2a00:1450:4001:81b::200e") == network_of("2a00:1450:4001:81b:1:2:3:4")
    assert network_of("2a00:1450:4001:81b::1") != network_of("2a00:1450:4001:81c::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("fe80::1%eth0") == network_of("fe80::2%wlan0")
    assert network_of(None) == ""
    assert network_of("unix") == "unix"
