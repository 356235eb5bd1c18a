"""Knocks: newcomers at a running table, people who come back, and how many may wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.services.answers import Done, Joined, Knock, Knocked, NotRecorded
from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from tests.services.desk import ROOMY, Desk, code_of
from tests.services.knocking import everybody_slept, knocks, names_of, says_yes

Desks = Callable[[Limits], Desk]


# --- newcomers ---


def test_newcomer_is_let_in_by_any_seated_phone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")
    waiting = at.tables.knocks.open_knocks(at.code, at.caller("Ben"))

    answer = says_yes(at, "Ben", knocked)

    assert [(k.player, k.takes_over, k.state, k.needed) for k in waiting] == [
        ("Cleo", False, "waiting", 1)
    ]
    assert answer.state == "let_in"
    assert names_of(at, knocked.seat_token) == ("Cleo",)
    assert at.live.table.entries[-1].by == "Ben"
    assert at.tables.knocks.open_knocks(at.code, at.caller("Ben")) == ()


def test_knock_and_its_answers_wake_the_table(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    woken = len(desk.broadcaster.woken)

    knocked = knocks(at, "Cleo")
    at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, False)

    assert len(desk.broadcaster.woken) == woken + 2


def test_waiting_phone_watches_meanwhile_and_sees_its_own_knock(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")

    before = at.tables.knocks.my_knock(at.code, knocked.seat_token)
    says_yes(at, "Ana", knocked)
    after = at.tables.knocks.my_knock(at.code, knocked.seat_token)

    assert before == knocked.knock
    assert after is not None
    assert (after.id, after.state) == (knocked.knock.id, "let_in")
    assert at.tables.knocks.my_knock(at.code, None) is None


def test_newcomer_who_is_turned_away_stays_outside(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")

    answer = at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, False)

    assert isinstance(answer, Knock)
    assert answer.state == "turned_away"
    assert at.names() == ("Ana", "Ben")
    late = at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, True)
    assert code_of(late) == "no_such_knock"


def test_where_only_the_host_lets_in_a_guest_does_not(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", who_lets_in="host")
    knocked = knocks(at, "Cleo")

    by_guest = at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, True)

    assert code_of(by_guest) == "host_only"
    assert says_yes(at, "Ana", knocked).state == "let_in"


def test_spectators_neither_see_nor_answer_knocks(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")
    eve = at.tables.doors.caller(at.code, knocked.seat_token)

    assert at.tables.knocks.open_knocks(at.code, eve) == ()
    answer = at.tables.knocks.let_in(at.code, eve, knocked.knock.id, True)
    assert code_of(answer) == "no_table"


def test_rules_may_refuse_a_newcomer_and_the_knock_stays_open(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "table_corrected", warehouse_deck=0)
    knocked = knocks(at, "Cleo")

    refused = at.tables.knocks.let_in(at.code, at.caller("Ben"), knocked.knock.id, True)

    assert code_of(refused) == "no_warehouse_left"
    assert at.tables.knocks.open_knocks(at.code, at.caller("Ben"))[0].state == "waiting"


def test_leaver_returns_through_a_knock_from_a_new_phone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    old = at.tokens["Ben"]
    at.records("Ana", "player_left", player="Ben")
    everybody_slept(at)

    knocked = knocks(at, "ben")
    says_yes(at, "Ana", knocked)

    assert names_of(at, knocked.seat_token) == ("Ben",)
    assert names_of(at, old) == ()
    assert at.names() == ("Ana", "Ben", "Cleo")


def test_logging_that_somebody_left_makes_the_seat_no_cheaper(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dora")
    ben = at.tokens["Ben"]
    everybody_slept(at)
    at.records("Cleo", "player_left", player="Ben")

    knocked = knocks(at, "Ben")
    one_yes = says_yes(at, "Cleo", knocked)
    at.tables.doors.caller(at.code, ben)
    two_yes = says_yes(at, "Dora", knocked)
    desk.clock.pass_seconds(10)
    kept = at.tables.knocks.keep_seat(
        at.code, at.tables.doors.caller(at.code, ben), knocked.knock.id
    )

    assert (one_yes.takes_over, one_yes.state, one_yes.needed) == (True, "waiting", 2)
    assert two_yes.state == "asking"
    assert kept == Done(at.version)
    assert at.live.seat_of("Ben").phone_id is not None  # type: ignore[union-attr]
    assert names_of(at, knocked.seat_token) == ()


def test_seat_without_a_phone_is_handed_over_with_one_yes(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.tables.seats.sign_out(at.code, at.caller("Ana"), "Ben")

    knocked = knocks(at, "Ben")

    assert not knocked.knock.takes_over
    says_yes(at, "Ana", knocked)
    assert at.events()[-1] == "seat_moved"
    assert names_of(at, knocked.seat_token) == ("Ben",)


# --- limits ---


def test_phone_has_one_open_knock_and_the_last_name_counts(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    first = knocks(at, "Cleo")
    same = knocks(at, "Cleo", first.seat_token)
    other = knocks(at, "Dan", first.seat_token)

    open_knocks = at.tables.knocks.open_knocks(at.code, at.caller("Ana"))

    assert same == Knocked(first.knock, None)
    assert other.seat_token is None
    assert [knock.player for knock in open_knocks] == ["Dan"]


def test_same_form_twice_is_one_knock_with_one_token(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    first = knocks(at, "Cleo", id="form")
    again = knocks(at, "Cleo", id="form")

    assert again == first
    assert len(at.tables.knocks.open_knocks(at.code, at.caller("Ana"))) == 1


def test_fourth_knock_of_an_address_waits(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    for name in ("Cleo", "Dan", "Eve"):
        knocks(at, name, address="10.0.0.9")

    fourth = at.tables.knocks.knock(at.code, None, "Fay", None, "10.0.0.9")

    assert isinstance(fourth, NotRecorded)
    assert (fourth.status, code_of(fourth)) == (429, "too_many_knocks")
    knocks(at, "Fay", address="10.0.0.10")


def test_sixth_open_knock_of_a_table_waits(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    for number in range(5):
        knocks(at, f"Guest {number}", address=f"10.0.0.{number}")

    sixth = at.tables.knocks.knock(at.code, None, "Late", None, "10.0.0.99")

    assert isinstance(sixth, NotRecorded)
    assert (sixth.status, code_of(sixth)) == (429, "door_is_busy")


def test_knock_is_gone_after_ten_minutes(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")
    desk.clock.pass_seconds(601)

    assert at.tables.knocks.open_knocks(at.code, at.caller("Ana")) == ()
    assert at.tables.knocks.my_knock(at.code, knocked.seat_token) is None


def test_bad_name_and_own_seat_are_no_knocks(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    bad = at.tables.knocks.knock(at.code, None, "\u200b", None)
    own = at.tables.knocks.knock(at.code, at.tokens["Ben"], "Ben", None)

    assert (code_of(bad), code_of(own)) == ("bad_name", "already_seated")


# --- taking over a seat ---


def test_let_in_phone_survives_a_restart(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")
    says_yes(at, "Ana", knocked)

    desk.restart()

    assert names_of(at, knocked.seat_token) == ("Cleo",)


def test_full_disk_leaves_the_newcomer_waiting(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")
    desk.store.trouble = StorageTrouble("disk_full")

    refused = at.tables.knocks.let_in(at.code, at.caller("Ana"), knocked.knock.id, True)

    assert code_of(refused) == "storage_trouble"
    desk.store.trouble = None
    assert says_yes(at, "Ana", knocked).state == "let_in"


def test_table_of_all_players_lets_nobody_in(desks: Desks) -> None:
    desk = desks(replace(ROOMY, players=2))
    at = desk.a_running_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")

    refused = at.tables.knocks.let_in(at.code, at.caller("Ana"), knocked.knock.id, True)

    assert code_of(refused) == "table_full"


def test_joined_phone_that_knocked_before_keeps_its_token(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    knocked = knocks(at, "Cleo")

    joined = at.tables.seats.join(at.code, knocked.seat_token, "Cleo", None)

    assert isinstance(joined, Joined)
    assert names_of(at, joined.seat_token or knocked.seat_token) == ("Cleo",)
