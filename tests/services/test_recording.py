"""Recording an event: known id, rights, rules, disk, answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.log import Submission
from companion.core.outcome import Json
from companion.services.answers import Answered, Asked, NotRecorded
from companion.services.limits import Limits
from companion.services.ports import StorageTrouble
from tests.services.desk import ROOMY, Desk, code_of, without_table

WEAPON = {"player": "Ana", "item_type": "Weapon", "money": 3_000_000}
Desks = Callable[[Limits], Desk]


def test_event_is_recorded_answered_and_wakes_the_streams(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    answered = at.records("Ana", "item_added", **WEAPON)

    assert [entry.event["event"] for entry in answered.recorded] == ["item_added"]
    assert answered.version == 5
    assert answered.recorded[0].by == "Ana"
    assert not answered.batch
    assert desk.broadcaster.woken[-1] == at.code


def test_same_id_answers_the_same_and_records_once(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    first = at.records("Ana", "item_added", id="once", **WEAPON)

    again = at.records("Ana", "item_added", id="once", **WEAPON)

    assert again.again
    assert without_table(again) == without_table(first)
    assert at.events().count("item_added") == 1


def test_seen_and_anyway_do_not_make_another_tap(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    first = at.records("Ana", "item_added", id="once", seen=4, **WEAPON)

    again = at.records("Ana", "item_added", id="once", seen=2, anyway=["hand_empty"], **WEAPON)

    assert without_table(again) == without_table(first)


def test_same_id_with_another_body_is_refused(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "item_added", id="once", **WEAPON)

    other = at.tap("Ana", "item_added", id="once", **{**WEAPON, "money": 1_000_000})

    assert code_of(other) == "id_used"
    assert at.version == 5


def test_same_id_from_another_seat_is_another_tap(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "hand_corrected", id="same", player="Ana", count=4)

    answered = at.records("Ben", "hand_corrected", id="same", player="Ben", count=4)

    assert not answered.again
    assert answered.version == 6


def test_repeat_after_a_restart_answers_the_same(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "warehouse_described", player="Ana", requires=["Weapon"], bonus=2_000_000)
    first = at.records("Ana", "item_added", id="once", **WEAPON)
    assert first.recorded[0].consequences != ()

    desk.restart()
    again = at.records("Ana", "item_added", id="once", **WEAPON)

    assert again.again
    assert without_table(again) == without_table(first)


def test_repeat_after_its_take_back_answers_as_it_was(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "warehouse_described", player="Ana", requires=["Weapon"], bonus=2_000_000)
    first = at.records("Ana", "item_added", id="once", **WEAPON)
    at.records("Ben", "taken_back", number=first.version)
    desk.restart()

    again = at.records("Ana", "item_added", id="once", **WEAPON)

    assert without_table(again) == without_table(first)
    assert again.table.table.entries[first.version - 1].struck_by == first.version + 1


def test_repeat_after_seats_were_arranged_still_counts_once(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    first = at.records("Ben", "first_player_chosen", id="once", player="Ben")
    at.records("Ana", "seats_arranged", order=["Ben", "Ana"])

    again = at.records("Ben", "first_player_chosen", id="once", player="Ben")

    assert again.again
    assert again.version == first.version


def test_batch_is_recorded_whole_or_not_at_all(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    good = {"event": "item_added", **WEAPON}
    bad = {"event": "item_added", **WEAPON, "money": -1}

    refused = at.send("Ana", {"events": [good, bad], "id": "both"})

    assert isinstance(refused, NotRecorded)
    assert (refused.refused.code, refused.refused.on, refused.status) == ("bad_money", 1, 422)
    assert at.version == 4
    done = at.send("Ana", {"events": [good, {"event": "turn_ended", "player": "Ana"}], "id": "b"})
    assert isinstance(done, Answered)
    assert [entry.seq for entry in done.recorded] == [5, 6]
    assert (done.batch, done.version) == (True, 6)


def test_ask_records_nothing_and_the_answer_to_it_does(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    asked = at.tap("Ben", "item_added", **{**WEAPON, "player": "Ben"})

    assert isinstance(asked, Asked)
    assert (code_of(asked), asked.version, at.version) == ("not_your_turn", 4, 4)
    at.records("Ben", "item_added", anyway=["not_your_turn"], **{**WEAPON, "player": "Ben"})
    assert at.version == 5


def test_spectator_and_unknown_table_get_the_same_answer(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.tokens["Eve"] = "no-such-token"

    spectator = at.tap("Eve", "turn_ended", player="Ana")
    at.code = "ZZZZZZ"
    nowhere = at.tap("Ana", "turn_ended", player="Ana")

    assert spectator == nowhere
    assert isinstance(nowhere, NotRecorded)
    assert (nowhere.status, code_of(nowhere)) == (404, "no_table")


def test_failed_commit_answers_503_and_changes_nothing(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    before = at.live
    woken = len(desk.broadcaster.woken)
    desk.store.trouble = StorageTrouble("disk_full")

    refused = at.tap("Ana", "item_added", id="later", **WEAPON)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, refused.refused.code) == (503, "storage_trouble")
    assert refused.refused.fields == {"trouble": "disk_full"}
    assert refused.retry_after_seconds is not None
    assert at.live is before
    assert len(desk.broadcaster.woken) == woken
    desk.store.trouble = None
    assert at.records("Ana", "item_added", id="later", **WEAPON).version == 5


@pytest.mark.parametrize(
    ("event", "id"),
    [
        ({"event": "item_added", "player": "Ana", "item_type": "\ud800", "money": 1}, "id"),
        ({"event": "item_added", "player": "Ana", "item_type": "x", "money": float("nan")}, "id"),
        ({"event": "turn_ended", "player": "Ana"}, "\udfff"),
    ],
)
def test_what_no_disk_can_keep_is_malformed(desk: Desk, event: Json, id: str) -> None:
    at = desk.a_running_table("Ana", "Ben")
    submission = Submission((event,), False, id, None, frozenset())

    refused = at.tables.recording.record(at.code, at.caller("Ana"), submission)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused), at.version) == (400, "malformed", 4)


def test_pace_of_a_seat_is_limited_and_recovers(desks: Desks) -> None:
    desk = desks(Limits(events_per_second=10.0, events_burst=20))
    at = desk.a_running_table("Ana", "Ben")
    taps = 0
    while isinstance(at.tap("Ana", "hand_corrected", player="Ana", count=taps % 5), Answered):
        taps += 1
    fast = at.tap("Ana", "hand_corrected", player="Ana", count=1)

    assert taps == 18  # two of the burst went to the start of the game
    assert isinstance(fast, NotRecorded)
    assert (fast.status, code_of(fast), fast.retry_after_seconds) == (429, "too_fast", 1)
    assert isinstance(at.tap("Ben", "hand_corrected", player="Ben", count=1), Answered)
    desk.clock.pass_seconds(0.5)
    at.records("Ana", "hand_corrected", player="Ana", count=1)


def test_repeats_cost_nothing_of_the_pace(desks: Desks) -> None:
    desk = desks(Limits(events_per_second=10.0, events_burst=5))
    at = desk.a_running_table("Ana", "Ben")

    answers = [at.tap("Ana", "hand_corrected", id="x", player="Ana", count=3) for _ in range(40)]

    assert {type(answer) for answer in answers} == {Answered}
    assert at.version == 5


def test_sixth_take_back_within_a_minute_waits(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    for _ in range(6):
        at.records("Ana", "hand_corrected", player="Ana", count=3)
        last = at.tap("Ana", "taken_back", number=at.version)

    assert isinstance(last, NotRecorded)
    assert (last.status, code_of(last)) == (429, "too_many_take_backs")
    at.records("Ben", "taken_back", number=at.version)
    desk.clock.pass_seconds(61)
    at.records("Ana", "hand_corrected", player="Ana", count=3)
    at.records("Ana", "taken_back", number=at.version)


def test_full_log_says_so(desks: Desks) -> None:
    desk = desks(replace(ROOMY, events_per_table=5))
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "hand_corrected", player="Ana", count=3)

    full = at.tap("Ana", "hand_corrected", player="Ana", count=2)

    assert isinstance(full, NotRecorded)
    assert (full.status, code_of(full), at.version) == (503, "table_full_of_events", 5)


def test_only_the_host_starts_the_game(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    at.records("Ben", "first_player_chosen", player="Ben")

    refused = at.tap("Ben", "game_dealt")

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (403, "host_only")
    at.records("Ana", "game_dealt")


def test_phones_cannot_post_what_only_services_log(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    moved = at.tap("Ben", "seat_moved", player="Ana")
    host = at.tap("Ben", "host_changed", player="Ben")

    assert (code_of(moved), code_of(host)) == ("malformed", "malformed")


def test_everybody_logs_for_everybody_by_default(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    answered = at.records("Ben", "item_added", **WEAPON)

    assert answered.recorded[0].by == "Ben"


def test_own_seats_only_refuses_events_of_another_phone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", who_logs="own")

    refused = at.tap("Ben", "item_added", **WEAPON)

    assert isinstance(refused, NotRecorded)
    assert (refused.status, code_of(refused)) == (403, "own_seats_only")
    at.records("Ana", "item_added", **WEAPON)


def test_own_seats_only_still_ends_the_active_turn_and_sees_leavers_off(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", who_logs="own")

    at.records("Ben", "turn_ended", player="Ana")
    at.records("Ana", "player_left", player="Cleo")
    at.records("Ben", "taken_back", number=at.version)

    assert at.events()[-3:] == ["turn_ended", "player_left", "taken_back"]


def test_own_seats_only_lets_anybody_log_for_a_player_without_a_phone(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben", who_logs="own")
    at.records("Ana", "player_joined", player="Cleo")
    at.records("Ana", "first_player_chosen", player="Cleo")
    at.records("Ana", "game_dealt")

    at.records("Ben", "item_added", **{**WEAPON, "player": "Cleo"})

    assert at.events()[-1] == "item_added"


def test_phone_of_two_players_taps_for_the_one_the_event_is_about(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben")
    at.sit("Cleo", at.tokens["Ben"])
    at.records("Ana", "first_player_chosen", player="Ana")
    at.records("Ana", "game_dealt")

    for_cleo = at.records("Ben", "hand_corrected", player="Cleo", count=4)
    for_ana = at.records("Ben", "hand_corrected", player="Ana", count=4)

    assert [a.recorded[0].by for a in (for_cleo, for_ana)] == ["Cleo", "Ben"]


def test_host_without_a_seat_logs_for_anybody(desk: Desk) -> None:
    at = desk.a_table_of_nobody()

    first = at.records("host", "player_joined", id="one", player="Ana")
    again = at.records("host", "player_joined", id="one", player="Ana")

    assert first.recorded[0].by is None
    assert without_table(again) == without_table(first)
    assert at.names() == ("Ana",)


def test_drawn_first_player_is_recorded_once(desk: Desk) -> None:
    at = desk.a_table("Ana", "Ben", "Cleo")

    first = at.tables.recording.draw_first_player(at.code, at.caller("Ben"), "draw")
    again = at.tables.recording.draw_first_player(at.code, at.caller("Ben"), "draw")

    assert isinstance(first, Answered)
    assert isinstance(again, Answered)
    assert first.recorded[0].event == {"event": "first_player_chosen", "player": "Cleo"}
    assert without_table(again) == without_table(first)


def test_host_puts_the_table_back_to_an_event(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    for player in ("Ana", "Ben", "Ana", "Ben", "Ana", "Ben", "Ana"):
        weapon = {"event": "item_added", **WEAPON, "player": player}
        end = {"event": "turn_ended", "player": player}
        assert isinstance(at.send(player, {"events": [weapon, end], "id": desk.new_id()}), Answered)
    wanted = at.version
    view = at.view()
    for player in ("Ben", "Ana"):
        at.records(player, "turn_ended", player=player)
    at.records("Ben", "taken_back", number=at.version)

    done = at.tables.recording.rewind(at.code, at.caller("Ana"), wanted, "back")
    again = at.tables.recording.rewind(at.code, at.caller("Ana"), wanted, "back")

    assert isinstance(done, Answered)
    assert isinstance(again, Answered)
    assert without_table(again) == without_table(done)
    assert at.view() == view
    by_guest = at.tables.recording.rewind(at.code, at.caller("Ben"), 4, "no")
    assert code_of(by_guest) == "host_only"


def test_rewind_takes_a_group_back_once(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    before = at.view()
    at.records("Ana", "item_added", from_form=True, **WEAPON)

    done = at.tables.recording.rewind(at.code, at.caller("Ana"), 4, "back")

    assert isinstance(done, Answered)
    assert len(done.recorded) == 1
    assert at.view() == before


def test_of_clashing_taps_exactly_one_is_recorded(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo", "Dan")
    barrier = threading.Barrier(4)
    answers: list[object] = []

    def end_turn(player: str) -> None:
        barrier.wait()
        answers.append(at.tap(player, "turn_ended", player="Ana"))

    threads = [threading.Thread(target=end_turn, args=(name,)) for name in at.names()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    recorded = [answer for answer in answers if isinstance(answer, Answered)]
    refused = [code_of(answer) for answer in answers if not isinstance(answer, Answered)]
    assert len(recorded) == 1
    assert refused == ["not_your_turn"] * 3
    assert at.version == 7


def test_tap_resent_from_many_threads_counts_once(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    answers: list[object] = []

    def send() -> None:
        answers.append(at.tap("Ana", "item_added", id="once", **WEAPON))

    threads = [threading.Thread(target=send) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    versions = [answer.version for answer in answers if isinstance(answer, Answered)]
    assert versions == [5] * 12
    assert at.events().count("item_added") == 1
