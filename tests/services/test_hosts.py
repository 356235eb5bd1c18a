"""The host's role: handed over, needed when the host is away, taken back; and the settings."""

from __future__ import annotations

from companion.services.answers import Done, HostNeeded, NotRecorded
from companion.services.tables.live_table import Caller
from tests.services.desk import AtTable, Desk, code_of
from tests.services.knocking import knocks


def needs_host(at: AtTable, player: str) -> HostNeeded | NotRecorded:
    return at.tables.hosts.need(at.code, at.caller(player))


def host_went_away(at: AtTable) -> None:
    at.desk.clock.pass_seconds(600)


def succeeded(desk: Desk) -> AtTable:
    """Ana's table, at which Ben is host because she went away and Cleo agreed."""
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    host_went_away(at)
    needs_host(at, "Ben")
    needs_host(at, "Cleo")
    return at


def hosts(at: AtTable) -> list[str]:
    return [name for name in at.tokens if at.caller(name).host]


def test_host_hands_the_role_over(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    done = at.tables.hosts.hand_over(at.code, at.caller("Ana"), "ben")

    assert done == Done(at.version)
    assert hosts(at) == ["Ben"]
    assert at.live.table.entries[-1].event == {"event": "host_changed", "player": "Ben"}
    desk.restart()
    assert hosts(at) == ["Ben"]


def test_guests_cannot_hand_the_role_over(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "player_joined", player="Cleo")

    by_guest = at.tables.hosts.hand_over(at.code, at.caller("Ben"), "Ben")
    by_nobody = at.tables.hosts.hand_over(at.code, Caller(None), "Ben")
    to_nobody = at.tables.hosts.hand_over(at.code, at.caller("Ana"), "Zoe")
    without_phone = at.tables.hosts.hand_over(at.code, at.caller("Ana"), "Cleo")

    answers = (by_guest, by_nobody, to_nobody, without_phone)
    assert [code_of(answer) for answer in answers] == [
        "host_only",
        "no_table",
        "unknown_player",
        "seat_has_no_phone",
    ]
    assert hosts(at) == ["Ana"]


def test_present_host_is_not_replaced(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.caller("Ana")
    desk.clock.pass_seconds(599)

    assert code_of(needs_host(at, "Ben")) == "host_is_here"
    assert not at.tables.hosts.is_away(at.code)


def test_open_stream_keeps_the_host_here(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    ana = at.caller("Ana").phone_id
    at.tables.presence.stream_opened(at.code, ana)
    host_went_away(at)

    while_open = at.tables.hosts.is_away(at.code)
    at.tables.presence.stream_closed(at.code, ana)
    host_went_away(at)

    assert (while_open, at.tables.hosts.is_away(at.code)) == (False, True)


def test_two_phones_find_a_host_and_the_first_who_tapped_it_is(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    host_went_away(at)

    first = needs_host(at, "Cleo")
    twice = needs_host(at, "Cleo")
    second = needs_host(at, "Ben")

    assert first == HostNeeded(1, 2, None)
    assert twice == HostNeeded(1, 2, None)
    assert second == HostNeeded(2, 2, "Cleo")
    assert at.caller("Cleo").host
    assert not at.caller("Ana").host


def test_one_phone_is_enough_when_only_one_is_left(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    host_went_away(at)

    assert needs_host(at, "Ben") == HostNeeded(1, 1, "Ben")


def test_logging_that_others_left_makes_nobody_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    host_went_away(at)
    at.caller("Ben")
    at.records("Cleo", "player_left", player="Ben")

    assert needs_host(at, "Cleo") == HostNeeded(1, 2, None)
    assert needs_host(at, "Ben") == HostNeeded(2, 2, "Cleo")


def test_who_left_long_ago_is_not_waited_for(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ben", "player_left", player="Ben")
    host_went_away(at)

    assert needs_host(at, "Cleo") == HostNeeded(1, 1, "Cleo")


def test_two_seats_on_one_phone_are_one_voice(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.sit("Dan", at.tokens["Ben"])
    host_went_away(at)

    needs_host(at, "Ben")

    assert needs_host(at, "Ben") == HostNeeded(1, 2, None)


def test_taps_are_forgotten_when_the_host_comes_back(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    host_went_away(at)
    needs_host(at, "Ben")

    at.caller("Ana")
    refused = needs_host(at, "Cleo")
    host_went_away(at)

    assert code_of(refused) == "host_is_here"
    assert needs_host(at, "Cleo") == HostNeeded(1, 2, None)


def test_spectator_needs_no_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    host_went_away(at)

    assert code_of(at.tables.hosts.need(at.code, Caller(None))) == "no_table"


def test_restart_gives_the_host_another_ten_minutes(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    host_went_away(at)
    desk.restart()

    assert code_of(needs_host(at, "Ben")) == "host_is_here"


def test_first_host_takes_the_role_back_with_one_tap(desk: Desk) -> None:
    at = succeeded(desk)
    desk.restart()

    by_guest = at.tables.hosts.take_back(at.code, at.caller("Cleo"))
    done = at.tables.hosts.take_back(at.code, at.caller("Ana"))

    assert code_of(by_guest) == "not_the_former_host"
    assert done == Done(at.version)
    assert hosts(at) == ["Ana"]
    assert at.live.row.former_host_phone_id is None


def test_successor_can_neither_sign_out_nor_take_over_the_first_host(desk: Desk) -> None:
    at = succeeded(desk)
    knocked = knocks(at, "Ana")

    signed_out = at.tables.seats.sign_out(at.code, at.caller("Ben"), "Ana")
    taken_over = at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, True)

    assert (code_of(signed_out), code_of(taken_over)) == ("former_host_seat", "former_host_seat")
    assert at.caller("Ana").names == ("Ana",)
    assert at.tables.seats.sign_out(at.code, at.caller("Ben"), "Cleo") == Done(at.version)


def test_first_host_who_moved_to_another_phone_takes_the_role_back_there(desk: Desk) -> None:
    at = succeeded(desk)
    knocked = knocks(at, "Ana")
    at.tables.knocks.let_in(at.code, at.caller("Ana"), knocked.knock.id, True)
    new_phone = at.tables.doors.caller(at.code, knocked.seat_token)

    done = at.tables.hosts.take_back(at.code, new_phone)

    assert done == Done(at.version)
    assert at.tables.doors.caller(at.code, knocked.seat_token).host


# --- settings ------------------------------------------------------------------------------------


def test_host_changes_the_settings_and_they_last(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    woken = len(desk.broadcaster.woken)

    done = at.tables.hosts.change_settings(
        at.code, at.caller("Ana"), "  Friday\tnight ", "own", "host"
    )
    rung = len(desk.broadcaster.woken) - woken
    desk.restart()

    assert done == Done(2)
    assert rung == 1
    assert (at.live.name, at.live.who_logs, at.live.who_lets_in) == ("Friday night", "own", "host")
    assert at.version == 2


def test_settings_that_cannot_be_change_nothing(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    before = at.live

    guest = at.tables.hosts.change_settings(at.code, at.caller("Ben"), name="Ours")
    option = at.tables.hosts.change_settings(at.code, at.caller("Ana"), who_logs="nobody")
    long_name = at.tables.hosts.change_settings(at.code, at.caller("Ana"), name="x" * 41)

    assert [code_of(answer) for answer in (guest, option, long_name)] == [
        "host_only",
        "bad_option",
        "bad_table_name",
    ]
    assert at.live is before
