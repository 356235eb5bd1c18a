"""Seats: joining, the lost answer, returning leavers, several seats on one phone, hand-over."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from companion.services.answers import Done, Handover, Joined, KnockNeeded, NotRecorded
from companion.services.limits import Limits
from companion.services.tables.live_table import Caller
from tests.services.desk import ROOMY, Desk, code_of

Desks = Callable[[Limits], Desk]


def test_lobby_seats_a_newcomer_at_once(desk: Desk) -> None:
    at = desk.a_table("Ana")

    joined = at.tables.seats.join(at.code, None, "  Ben ", "form")

    assert isinstance(joined, Joined)
    assert joined == Joined("Ben", 2, joined.seat_token, 2)
    assert at.tables.doors.caller(at.code, joined.seat_token).names == ("Ben",)
    assert at.live.table.entries[-1].by == "Ben"


def test_token_is_stored_as_its_hash_only(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")

    desk.close()
    stored = b"".join(path.read_bytes() for path in desk.folder.iterdir())
    desk.start()

    assert at.code.encode() in stored
    assert [name for name, token in at.tokens.items() if token.encode() in stored] == []
    assert at.caller("Ben").names == ("Ben",)


def test_double_tap_on_the_form_makes_one_seat(desk: Desk) -> None:
    at = desk.a_table("Ana")
    barrier = threading.Barrier(5)
    answers: list[object] = []

    def join() -> None:
        barrier.wait()
        answers.append(at.tables.seats.join(at.code, None, "Ben", "form"))

    threads = [threading.Thread(target=join) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert at.names() == ("Ana", "Ben")
    assert len(set(answers)) == 1


def test_form_whose_answer_was_lost_in_a_crash_gets_a_token_that_works(desk: Desk) -> None:
    at = desk.a_table("Ana")
    lost = at.tables.seats.join(at.code, None, "Ben", "form")
    desk.restart()

    joined = at.tables.seats.join(at.code, None, "Ben", "form")

    assert isinstance(lost, Joined)
    assert isinstance(joined, Joined)
    assert at.names() == ("Ana", "Ben")
    assert at.tables.doors.caller(at.code, joined.seat_token).names == ("Ben",)
    assert at.tables.doors.caller(at.code, lost.seat_token) == Caller(None)


def test_form_id_is_worth_nothing_once_the_phone_logged_something(desk: Desk) -> None:
    at = desk.a_table("Ana")
    joined = at.tables.seats.join(at.code, None, "Ben", "form")
    assert isinstance(joined, Joined)
    at.tokens["Ben"] = joined.seat_token or ""
    at.records("Ben", "first_player_chosen", player="Ana")
    desk.restart()

    thief = at.tables.seats.join(at.code, None, "Ben", "form")

    assert code_of(thief) == "name_taken"
    assert at.tables.doors.caller(at.code, joined.seat_token).names == ("Ben",)


def test_asking_who_calls_writes_nothing(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    written = len(desk.store.written)

    at.caller("Ben")

    assert len(desk.store.written) == written


def test_id_of_the_form_is_never_exported(desk: Desk) -> None:
    at = desk.a_table("Ana")
    at.tables.seats.join(at.code, None, "Ben", "secret-form")

    exported = at.tables.transfers.export(at.code)

    assert "secret-form" not in str(exported)


def test_same_phone_joining_again_keeps_its_seat(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")

    again = at.tables.seats.join(at.code, at.tokens["Ben"], "ben", None)

    assert again == Joined("Ben", 2, None, 2)


def test_name_of_a_seated_player_is_taken_in_the_lobby(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")

    taken = at.tables.seats.join(at.code, None, "BEN", None)

    assert isinstance(taken, NotRecorded)
    assert (taken.status, code_of(taken)) == (422, "name_taken")


def test_bad_name_is_refused(desk: Desk) -> None:
    at = desk.a_table("Ana")

    assert code_of(at.tables.seats.join(at.code, None, " \u200b ", None)) == "bad_name"
    assert code_of(at.tables.seats.join(at.code, None, "x" * 25, None)) == "bad_name"


def test_last_seat_is_taken_by_one_of_many(desks: Desks) -> None:
    desk = desks(replace(ROOMY, players=3))
    at = desk.a_table("Ana", "Ben")
    barrier = threading.Barrier(12)
    answers: list[object] = []

    def join(number: int) -> None:
        barrier.wait()
        answers.append(at.tables.seats.join(at.code, None, f"Guest {number}", None))

    threads = [threading.Thread(target=join, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert sum(isinstance(answer, Joined) for answer in answers) == 1
    refused = {code_of(answer) for answer in answers if isinstance(answer, NotRecorded)}
    assert refused == {"table_full"}
    assert len(at.names()) == 3


def test_full_table_counts_events_without_a_phone_too(desks: Desks) -> None:
    at = desks(replace(ROOMY, players=2)).a_table("Ana", "Ben")

    assert code_of(at.tap("Ana", "player_joined", player="Cleo")) == "table_full"


def test_twenty_joins_of_one_phone_make_one_seat(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")

    answers = {at.tables.seats.join(at.code, at.tokens["Ben"], "Ben", None) for _ in range(20)}

    assert answers == {Joined("Ben", 2, None, 2)}


def test_running_table_wants_a_knock(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    newcomer = at.tables.seats.join(at.code, None, "Cleo", None)
    returning = at.tables.seats.join(at.code, None, "ben", None)

    assert newcomer == KnockNeeded("Cleo", False, at.version)
    assert returning == KnockNeeded("Ben", True, at.version)


def test_seated_phone_sits_another_player_down(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    joined = at.sit("Cleo", at.tokens["Ben"])

    assert joined == Joined("Cleo", 3, None, at.version)
    assert at.caller("Ben").names == ("Ben", "Cleo")
    assert at.live.table.entries[-1].by == "Ben"


def test_where_only_the_host_lets_in_a_guest_sits_nobody_down(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", who_lets_in="host")

    guest = at.tables.seats.join(at.code, at.tokens["Ben"], "Cleo", None)

    assert guest == KnockNeeded("Cleo", False, at.version)
    assert isinstance(at.tables.seats.join(at.code, at.tokens["Ana"], "Cleo", None), Joined)


def test_player_without_a_phone_gets_one_by_joining_under_that_name(desk: Desk) -> None:
    at = desk.a_table("Ana")
    at.records("Ana", "player_joined", player="Ben")
    assert [seat.has_phone for seat in at.live.seats] == [True, False]

    joined = at.sit("Ben")

    assert joined.seat == 2
    assert at.events() == ["player_joined", "player_joined", "seat_moved"]
    assert at.caller("Ben").names == ("Ben",)


def test_seat_numbers_stay_when_seats_are_arranged(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben", "Cleo")

    at.records("Ana", "seats_arranged", order=["Cleo", "Ana", "Ben"])
    desk.restart()

    assert [at.caller(name).seats for name in ("Ana", "Ben", "Cleo")] == [(1,), (2,), (3,)]
    assert [(seat.number, seat.player) for seat in at.live.seats] == [
        (3, "Cleo"),
        (1, "Ana"),
        (2, "Ben"),
    ]
    assert [player.number for player in at.view().players] == [3, 1, 2]


def test_leaver_returns_to_the_old_seat_with_the_own_phone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ana", "player_left", player="Ben")

    joined = at.sit("BEN", at.tokens["Ben"])

    assert (joined.player, joined.seat, joined.seat_token) == ("Ben", 2, None)
    assert [player.status for player in at.view().players] == ["playing"] * 3


def test_stranger_cannot_return_as_a_leaver(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ana", "player_left", player="Ben")

    assert at.tables.seats.join(at.code, None, "Ben", None) == KnockNeeded("Ben", False, at.version)


def test_name_left_in_the_lobby_is_free_for_another_phone(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben", "Cleo")
    old = at.tokens["Ben"]
    at.records("Ben", "player_left", player="Ben")

    at.sit("Ben")

    assert at.caller("Ben").names == ("Ben",)
    assert at.tables.doors.caller(at.code, old) == Caller(None)


def test_seat_is_held_over_taking_the_join_back_and_putting_it_back(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    at.records("Ana", "taken_back", number=2, anyway=True)
    gone = at.caller("Ben")
    at.records("Ana", "put_back", number=2)

    assert gone.names == ()
    assert at.caller("Ben").names == ("Ben",)


def test_seats_survive_a_restart(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.sit("Cleo", at.tokens["Ben"])
    before = (at.caller("Ana"), at.caller("Ben"))

    desk.restart()

    assert (at.caller("Ana"), at.caller("Ben")) == before


# --- hand-over ---------------------------------------------------------------------------------


def offered(at: object, player: str) -> Handover:
    offer = at.tables.seats.offer_handover(at.code, at.caller(player), player)  # type: ignore[attr-defined]
    assert isinstance(offer, Handover), offer
    return offer


def test_handover_link_carries_the_seat_to_another_phone_once(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    old = at.tokens["Ben"]
    offer = offered(at, "Ben")

    seen = at.tables.seats.see_handover(at.code, offer.secret)
    taken = at.tables.seats.take_handover(at.code, offer.secret, None)
    desk.clock.pass_seconds(desk.limits.repeat_seconds + 1)
    second = at.tables.seats.take_handover(at.code, offer.secret, None)

    assert seen == Handover(offer.secret, "Ben", 120)
    assert isinstance(taken, Joined)
    assert at.tables.doors.caller(at.code, taken.seat_token).names == ("Ben",)
    assert at.tables.doors.caller(at.code, old) == Caller(None)
    assert at.events()[-1] == "seat_moved"
    assert code_of(second) == "no_such_handover"


def test_looking_at_the_link_changes_nothing(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    offer = offered(at, "Ben")
    before = at.live

    at.tables.seats.see_handover(at.code, offer.secret)

    assert at.live is before


def test_handover_link_dies_after_two_minutes(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    offer = offered(at, "Ben")
    desk.clock.pass_seconds(121)

    assert code_of(at.tables.seats.see_handover(at.code, offer.secret)) == "no_such_handover"
    assert code_of(at.tables.seats.take_handover(at.code, offer.secret, None)) == "no_such_handover"


def test_handover_link_dies_when_the_seat_went_elsewhere(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    early, late = offered(at, "Ben"), offered(at, "Ben")
    at.tables.seats.take_handover(at.code, late.secret, None)

    assert code_of(at.tables.seats.take_handover(at.code, early.secret, None)) == "no_such_handover"


def test_nobody_hands_over_the_seat_of_another_phone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")

    by_guest = at.tables.seats.offer_handover(at.code, at.caller("Cleo"), "Ben")
    by_host = at.tables.seats.offer_handover(at.code, at.caller("Ana"), "Ben")
    by_nobody = at.tables.seats.offer_handover(at.code, Caller(None), "Ben")

    assert [code_of(answer) for answer in (by_guest, by_host, by_nobody)] == [
        "not_allowed",
        "not_allowed",
        "no_table",
    ]


def test_host_who_moves_to_another_phone_stays_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    old = at.tokens["Ana"]
    offer = offered(at, "Ana")

    taken = at.tables.seats.take_handover(at.code, offer.secret, None)

    assert isinstance(taken, Joined)
    assert at.tables.doors.caller(at.code, taken.seat_token).host
    assert at.tables.doors.caller(at.code, old) == Caller(None)


def test_host_with_two_seats_who_gives_one_away_stays_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.sit("Cleo", at.tokens["Ana"])
    offer = at.tables.seats.offer_handover(at.code, at.caller("Ana"), "Cleo")
    assert isinstance(offer, Handover)

    taken = at.tables.seats.take_handover(at.code, offer.secret, None)

    assert isinstance(taken, Joined)
    assert not at.tables.doors.caller(at.code, taken.seat_token).host
    assert (at.caller("Ana").host, at.caller("Ana").names) == (True, ("Ana",))


# --- signing out ---------------------------------------------------------------------------------


def test_host_signs_a_phone_out_and_the_seat_stays(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    done = at.tables.seats.sign_out(at.code, at.caller("Ana"), "Ben")
    assert at.live.table.entries[-1].event["signed_out"] is True

    assert done == Done(at.version)
    assert at.caller("Ben") == Caller(None)
    assert at.names() == ("Ana", "Ben")
    assert at.tables.seats.join(at.code, at.tokens["Ben"], "Ben", None) == KnockNeeded(
        "Ben", False, at.version
    )


def test_phone_signs_itself_out_and_guests_nobody_else(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")

    by_guest = at.tables.seats.sign_out(at.code, at.caller("Cleo"), "Ben")
    by_itself = at.tables.seats.sign_out(at.code, at.caller("Ben"), "Ben")
    nobody = at.tables.seats.sign_out(at.code, at.caller("Ana"), "Nobody")

    assert (code_of(by_guest), by_itself) == ("host_only", Done(at.version))
    assert code_of(nobody) == "unknown_player"


def test_host_without_a_seat_is_still_host(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    at.tables.seats.sign_out(at.code, at.caller("Ana"), "Ana")

    assert (at.caller("Ana").host, at.caller("Ana").seats) == (True, ())
