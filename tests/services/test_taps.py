"""Taps of the form through the service: groups, double taps, and what was asked before."""

from __future__ import annotations

from typing import Any

from tests.services.desk import AtTable, Desk, code_of


def test_form_records_the_group_and_one_take_back_undoes_it(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    before = at.view()
    desk.clock.pass_seconds(5)

    answered = at.records("Ben", "item_added", from_form=True, player="Ben", card="panda")

    assert [entry.event["event"] for entry in answered.recorded] == [
        "turn_ended",
        "item_added",
        "turn_ended",
    ]
    assert {entry.group for entry in answered.recorded} == {5}
    at.records("Ana", "taken_back", number=answered.version)
    assert at.view() == before


def test_double_tap_of_two_players_game_asks_and_skips_nobody(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    weapon = {"player": "Ana", "item_type": "Weapon", "money": 1_000_000}
    at.records("Ana", "item_added", from_form=True, **weapon)
    desk.clock.pass_seconds(0.3)

    second = at.tap("Ana", "item_added", from_form=True, seen=at.version, **weapon)

    assert code_of(second) == "not_your_turn"
    assert at.view().active == "Ben"


def ana_has_added(desk: Desk) -> AtTable:
    """Two play; Ana's form added an item, so that it is Ben's turn, and time goes by."""
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "item_added", from_form=True, player="Ana", card="panda")
    desk.clock.pass_seconds(60)
    return at


def weapon(at: AtTable, phone: str, player: str, **more: Any) -> Any:
    fields = {"player": player, "item_type": "Weapon", "money": 1_000_000}
    return at.tap(phone, "item_added", from_form=True, seen=at.version, **fields, **more)


def test_own_item_just_before_asks_however_long_ago_it_was(desk: Desk) -> None:
    at = ana_has_added(desk)

    answers = []
    for _ in range(3):
        answers.append(code_of(weapon(at, "Ana", "Ana")))
        desk.clock.pass_seconds(600)

    assert answers == ["not_your_turn"] * 3
    assert at.view().active == "Ben"


def test_who_is_sure_after_the_ask_logs_what_was_tapped_alone(desk: Desk) -> None:
    at = ana_has_added(desk)
    weapon(at, "Ana", "Ana")

    answered = weapon(at, "Ana", "Ana", anyway=["not_your_turn"])

    assert [entry.event["event"] for entry in answered.recorded] == ["item_added"]
    assert answered.recorded[0].anyway == ("not_your_turn",)
    assert at.view().active == "Ben"


def test_other_players_item_in_between_makes_it_ones_own_turn_again(desk: Desk) -> None:
    at = ana_has_added(desk)
    weapon(at, "Ana", "Ana")
    weapon(at, "Ben", "Ben")

    answered = weapon(at, "Ana", "Ana")

    assert [entry.event["player"] for entry in answered.recorded] == ["Ana", "Ana"]


def test_once_asked_the_same_tap_keeps_asking_in_this_turn(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    early = weapon(at, "Ben", "Ben")
    desk.clock.pass_seconds(60)

    late = weapon(at, "Ben", "Ben")

    assert [code_of(early), code_of(late)] == ["not_your_turn"] * 2
    assert at.view().active == "Ana"


def test_an_ask_of_an_earlier_turn_is_forgotten(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    weapon(at, "Cleo", "Cleo")
    at.records("Ana", "turn_ended", player="Ana")
    desk.clock.pass_seconds(60)

    answered = weapon(at, "Cleo", "Cleo")

    assert [entry.event["player"] for entry in answered.recorded] == ["Ben", "Cleo", "Cleo"]


def test_ask_to_one_seat_does_not_stop_another(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    weapon(at, "Cleo", "Cleo")
    desk.clock.pass_seconds(60)

    answered = weapon(at, "Ben", "Ben")

    assert [entry.event["player"] for entry in answered.recorded] == ["Ana", "Ben", "Ben"]


def test_answer_to_an_ask_of_an_earlier_turn_skips_nobody(desk: Desk) -> None:
    at = ana_has_added(desk)
    weapon(at, "Ana", "Ana")
    weapon(at, "Ben", "Ben")
    at.records("Ana", "turn_ended", player="Ana")
    desk.clock.pass_seconds(1)

    answered = weapon(at, "Ana", "Ana", anyway=["not_your_turn"])

    assert [entry.event["event"] for entry in answered.recorded] == ["item_added"]
    assert at.view().active == "Ben"


def test_preference_of_the_phone_decides(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.tables.seats.set_ends_by_hand(at.code, at.caller("Ana"), True)
    desk.restart()

    answered = at.records("Ana", "item_added", from_form=True, player="Ana", card="panda")

    assert len(answered.recorded) == 1
    assert at.caller("Ana").ends_by_hand


def test_repeat_of_a_form_tap_answers_the_same_group(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    tap = {"player": "Ana", "item_type": "Weapon", "money": 1_000_000}
    first = at.records("Ana", "item_added", id="once", from_form=True, **tap)

    again = at.records("Ana", "item_added", id="once", from_form=True, **tap)

    assert again.recorded == first.recorded
    assert at.version == first.version
