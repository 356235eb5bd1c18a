"""Seats that go over to another phone: who is asked, who must agree, who keeps what."""

from __future__ import annotations

from companion.services.answers import Done
from companion.services.tables.live_table import Caller
from tests.services.desk import Desk, code_of
from tests.services.knocking import everybody_slept, knocks, names_of, says_yes


def test_host_gives_a_sleeping_phones_seat_to_another(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    everybody_slept(at)
    knocked = knocks(at, "Ben")

    answer = says_yes(at, "Ana", knocked)

    assert (knocked.knock.takes_over, answer.state) == (True, "let_in")
    assert names_of(at, knocked.seat_token) == ("Ben",)
    assert at.caller("Ben") == Caller(None)
    assert at.live.table.entries[-1].event == {"event": "seat_moved", "player": "Ben"}


def test_one_guest_of_many_is_not_enough_and_two_phones_are(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dan")
    everybody_slept(at)
    knocked = knocks(at, "Ben")

    first = says_yes(at, "Cleo", knocked)
    twice = says_yes(at, "Cleo", knocked)
    before = at.caller("Ben").names
    desk.clock.pass_seconds(61)
    second = says_yes(at, "Dan", knocked)

    assert (first.yes, first.needed, first.state) == (1, 2, "waiting")
    assert (twice.yes, twice.state) == (1, "waiting")
    assert before == ("Ben",)
    assert second.state == "let_in"
    assert names_of(at, knocked.seat_token) == ("Ben",)


def test_two_seats_on_one_phone_are_one_voice(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben", "Cleo", "Dan")
    at.sit("Eve", at.tokens["Cleo"])
    at.records("Ana", "first_player_chosen", player="Ana")
    at.records("Ana", "game_dealt")
    everybody_slept(at)
    knocked = knocks(at, "Ben")

    says_yes(at, "Cleo", knocked)
    again = says_yes(at, "Cleo", knocked)

    assert (again.yes, again.state) == (1, "waiting")


def test_one_phone_is_enough_when_only_one_other_is_at_the_table(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    everybody_slept(at)
    knocked = knocks(at, "Ana")

    answer = says_yes(at, "Ben", knocked)

    assert answer.state == "let_in"
    assert names_of(at, knocked.seat_token) == ("Ana",)


def test_phone_that_was_here_is_asked_first_and_keeps_its_seat(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    everybody_slept(at)
    ben = at.caller("Ben")
    knocked = knocks(at, "Ben")

    asking = says_yes(at, "Ana", knocked)
    seen_by_ben = at.tables.knocks.open_knocks(at.code, ben)[0]
    seen_by_cleo = at.tables.knocks.open_knocks(at.code, at.caller("Cleo"))[0]
    kept = at.tables.knocks.keep_seat(at.code, ben, knocked.knock.id)
    desk.clock.pass_seconds(31)
    at.tables.tick()

    assert (asking.state, asking.seconds_left) == ("asking", 30)
    assert (seen_by_ben.asks_you, seen_by_cleo.asks_you) == (True, False)
    assert kept == Done(at.version)
    assert at.caller("Ben").names == ("Ben",)


def test_seat_goes_over_when_nobody_answers_for_thirty_seconds(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.caller("Ben")
    knocked = knocks(at, "Ben")
    says_yes(at, "Ana", knocked)

    desk.clock.pass_seconds(29)
    at.tables.tick()
    before = at.events().count("seat_moved")
    desk.clock.pass_seconds(1)
    at.tables.tick()
    at.tables.tick()

    assert before == 0
    assert at.events().count("seat_moved") == 1
    assert names_of(at, knocked.seat_token) == ("Ben",)
    assert names_of(at, at.tokens["Ben"]) == ()


def test_looking_at_a_due_knock_changes_nothing(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    knocked = knocks(at, "Ben")
    says_yes(at, "Ana", knocked)
    desk.clock.pass_seconds(60)
    before = at.live

    at.tables.knocks.open_knocks(at.code, at.caller("Ana"))
    at.tables.knocks.my_knock(at.code, knocked.seat_token)

    assert at.live is before


def test_phone_with_an_open_stream_is_here(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    ben = at.caller("Ben")
    at.tables.presence.stream_opened(at.code, ben.phone_id)
    everybody_slept(at)
    knocked = knocks(at, "Ben")

    while_open = says_yes(at, "Ana", knocked)

    assert while_open.state == "asking"


def test_owner_may_give_the_seat_at_once(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    knocked = knocks(at, "Ben")

    answer = says_yes(at, "Ben", knocked)

    assert answer.state == "let_in"
    assert names_of(at, knocked.seat_token) == ("Ben",)


def test_only_the_seats_own_phone_keeps_it(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    knocked = knocks(at, "Ben")
    says_yes(at, "Ana", knocked)

    by_another = at.tables.knocks.keep_seat(at.code, at.caller("Cleo"), knocked.knock.id)

    assert code_of(by_another) == "no_such_knock"


def test_knocker_with_a_seat_cannot_vote_for_itself(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dan")
    everybody_slept(at)
    knocked = knocks(at, "Ben", at.tokens["Dan"])

    own = says_yes(at, "Dan", knocked)

    assert (own.yes, own.state) == (0, "waiting")
    assert says_yes(at, "Cleo", knocked).needed == 2


def test_other_seats_of_the_old_phone_stay_with_it(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.sit("Cleo", at.tokens["Ben"])
    everybody_slept(at)
    knocked = knocks(at, "Cleo")

    says_yes(at, "Ana", knocked)

    assert at.caller("Ben").names == ("Ben",)
    assert names_of(at, knocked.seat_token) == ("Cleo",)


def test_guests_who_take_the_hosts_seat_do_not_become_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dan")
    everybody_slept(at)
    knocked = knocks(at, "Ana", at.tokens["Dan"])

    says_yes(at, "Ben", knocked)
    desk.clock.pass_seconds(61)
    says_yes(at, "Cleo", knocked)

    dan = at.caller("Dan")
    assert dan.names == ("Ana", "Dan")
    assert not dan.host
    assert (at.caller("Ana").host, at.caller("Ana").names) == (True, ())
