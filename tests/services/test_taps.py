"""One tap of the form: the item, the end of the turn, and the turn that nobody ended."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.games.contract import FormTap
from companion.core.outcome import Json
from tests.services.desk import AtTable, Desk, code_of


def item(player: str, money: int = 3_000_000, item_type: str = "Weapon") -> Json:
    return {"event": "item_added", "player": player, "item_type": item_type, "money": money}


def ended(player: str) -> Json:
    return {"event": "turn_ended", "player": player}


def group(at: AtTable, event: Json, **more: Any) -> tuple[Json, ...]:
    table = at.live.table
    seen = more.pop("seen", table.version)
    tap = FormTap(table.version, table.standing, shown=seen >= table.version, **more)
    return GAMES[table.game_key].grouped(table.state, event, tap)


def test_adding_an_item_ends_the_turn(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("Ana")) == (item("Ana"), ended("Ana"))


def test_phone_that_ends_by_hand_adds_the_item_alone(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("Ana"), ends_by_hand=True) == (item("Ana"),)


def test_extra_item_leaves_the_turn_open_and_the_last_one_ends_it(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    extra = [{"do": "extra_fill", "count": 1}]
    at.records("Ana", "insider_played", player="Ana", steps=extra)

    first = group(at, item("Ana"))
    at.records("Ana", "item_added", player="Ana", item_type="Weapon", money=1_000_000)
    second = group(at, item("Ana"))

    assert first == (item("Ana"),)
    assert second == (item("Ana"), ended("Ana"))


def test_item_off_turn_ends_nobodys_turn(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")

    assert group(at, item("Cleo")) == (item("Cleo"),)


def test_second_item_of_a_turn_that_asks_still_ends_it(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "item_added", player="Ana", item_type="Weapon", money=1_000_000)

    assert group(at, item("Ana")) == (item("Ana"), ended("Ana"))


def test_item_that_ends_the_game_ends_no_turn(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "warehouse_described", player="Ana", requires=["Weapon"], bonus=2_000_000)
    at.records("Ana", "table_corrected", warehouse_deck=0)

    assert group(at, item("Ana")) == (item("Ana"),)


def test_item_that_cannot_be_stays_alone_so_that_its_own_refusal_is_heard(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("Ana", money=-1)) == (item("Ana", money=-1),)


def test_idle_players_turn_ends_with_the_next_players_first_tap(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))
    assert group(at, item("Ben"), ends_by_hand=True) == (ended("Ana"), item("Ben"))


def test_next_players_insider_ends_the_idle_turn_and_leaves_the_own_open(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    insider = {"event": "insider_played", "player": "Ben", "steps": []}

    assert group(at, insider) == (ended("Ana"), insider)


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("insider_played", {"steps": []}),
        ("cards_discarded", {"count": 1}),
        ("item_added", {"item_type": "Weapon", "money": 1_000_000}),
        ("warehouse_described", {"requires": ["Weapon", "Animal"], "bonus": 1_000_000}),
    ],
)
def test_player_who_logged_something_ends_their_own_turn(
    desk: Desk, event: str, fields: Json
) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ana", event, player="Ana", **fields)

    assert group(at, item("Ben")) == (item("Ben"),)


def test_what_was_taken_back_was_not_logged(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Ana", "insider_played", player="Ana", steps=[])
    at.records("Ana", "taken_back", number=at.version)

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))


def test_what_was_logged_in_an_earlier_turn_does_not_count(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")
    at.records("Ana", "item_added", player="Ana", item_type="Weapon", money=1_000_000)
    at.records("Ana", "turn_ended", player="Ana")
    at.records("Ben", "turn_ended", player="Ben")

    assert group(at, item("Ben")) == (ended("Ana"), item("Ben"), ended("Ben"))


def test_leavers_are_skipped_when_the_next_player_is_looked_for(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben", "Cleo")
    at.records("Cleo", "player_left", player="Ben")

    assert group(at, item("Cleo")) == (ended("Ana"), item("Cleo"), ended("Cleo"))


def test_turn_end_of_a_stale_phone_never_skips_the_active_player(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, ended("Ben")) == (ended("Ben"),)


def test_phone_that_had_not_seen_whose_turn_it_is_skips_nobody(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("Ben"), seen=3) == (item("Ben"),)
    assert group(at, item("Ben"), seen=4)[0] == ended("Ana")


def test_tap_right_after_the_last_event_skips_nobody(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("Ben"), settled=False) == (item("Ben"),)


def test_lobby_and_tables_without_turns_get_the_item_alone(desk: Desk) -> None:
    lobby = desk.a_table("Ana", "Ben")
    without_turns = desk.a_running_table("Ana", "Ben", track="warehouses")

    assert group(lobby, item("Ana")) == (item("Ana"),)
    assert group(without_turns, item("Ana")) == (item("Ana"),)


def test_names_are_told_apart_without_case(desk: Desk) -> None:
    at = desk.a_running_table("Ana", "Ben")

    assert group(at, item("ben"))[0] == ended("Ana")


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
    at.tables.set_ends_by_hand(at.code, at.caller("Ana"), True)
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
