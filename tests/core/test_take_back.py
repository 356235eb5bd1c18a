"""Taking back and putting back: strike, replay, and what stands in the way."""

from __future__ import annotations

import pytest

from companion.core.log import Recorded
from companion.core.outcome import Asks, Refused
from companion.core.table import describe_entry, note, snapshot
from tests.core.builders import (
    AT,
    MILLION,
    At,
    code,
    dealt,
    hand,
    lobby,
    move,
    quick,
    said,
    submitted,
    warehouse,
    words_of,
)


def still(at: At) -> dict[str, object]:
    """The snapshot without what the last event led to."""
    return {key: value for key, value in at.shown.items() if key != "consequences"}


def test_the_last_event_is_struck_and_the_state_is_as_before() -> None:
    before = quick("Ana", "Ben")
    after = before.adds("Ana").logs("taken_back")
    assert still(after) == still(before)
    assert after.state == before.state
    struck, by = after.table.entries[-2:]
    assert struck.struck_by == by.seq
    assert struck.consequences == ()
    assert by.event == {"event": "taken_back", "number": struck.seq}


def test_what_was_logged_together_is_taken_back_together() -> None:
    before = quick("Ana", "Ben")
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": MILLION}
    turn = {"event": "turn_ended", "player": "Ana"}
    both = submitted(before.table, {"events": [item, turn]})
    assert isinstance(both, Recorded)
    for number in (None, both.entries[0].seq, both.entries[1].seq):
        chosen = {} if number is None else {"number": number}
        after = At(both.table).logs("taken_back", **chosen)
        assert after.state == before.state
        back = after.logs("put_back", **chosen)
        assert back.state == both.table.state
        assert back.table.entries[-3:-2] == both.table.entries[-1:]


def test_the_tables_own_events_are_passed_over() -> None:
    at = dealt("Ana", "Ben").adds("Ana")
    moved = At(note(at.table, {"event": "seat_moved", "player": "Ana"}, None, AT).table)
    after = moved.logs("taken_back")
    assert after.table.entries[-1].event["number"] == 5
    assert code(after.says("taken_back", number=6)) == ("nothing_to_take_back",)
    assert code(after.says("taken_back", number=7)) == ("nothing_to_take_back",)


def test_nothing_to_take_back() -> None:
    assert code(lobby().says("taken_back")) == ("nothing_to_take_back",)
    at = lobby("Ana")
    assert code(at.says("taken_back", number=9)) == ("nothing_to_take_back",)
    assert code(at.says("taken_back", number=0)) == ("nothing_to_take_back",)


@pytest.mark.parametrize("number", ["1", True, 1.0, []])
def test_a_number_that_is_none_is_malformed(number: object) -> None:
    at = lobby("Ana")
    assert code(at.says("taken_back", number=number)) == ("malformed",)
    assert code(at.says("put_back", number=number)) == ("malformed",)


def test_twice_is_refused() -> None:
    at = dealt("Ana", "Ben").adds("Ana").logs("taken_back")
    assert code(at.says("taken_back", number=5)) == ("already_taken_back",)


def test_an_earlier_event_that_nothing_needs_can_be_taken_back() -> None:
    at = dealt("Ana", "Ben").adds("Ana").ends("Ana").adds("Ben", "Animal")
    after = at.logs("taken_back", number=5)
    assert after.of("Ana")["in_play"] == 0
    assert after.of("Ben")["in_play_types"] == ["Animal"]


def test_later_events_that_need_it_are_listed_and_nothing_changes() -> None:
    at = dealt("Ana", "Ben").adds("Ana", millions=5).ends("Ana")
    at = at.plays("Ben", move(warehouse("Ana"), hand("Ben"))).ends("Ben")
    answer = at.says("taken_back", number=5)
    assert isinstance(answer, Refused)
    assert answer.code == "others_build_on_it"
    assert answer.fields == {"events": [7]}
    assert words_of(answer) == (
        "Later events need this one: Ben played an Insider: took an item from Ana's warehouse (7)."
        " Take those back first."
    )


def test_a_turn_end_in_the_middle_is_needed_by_what_came_after() -> None:
    at = dealt("Ana", "Ben").ends("Ana").adds("Ben").ends("Ben")
    answer = at.says("taken_back", number=5)
    assert isinstance(answer, Refused)
    assert answer.fields == {"events": [6, 7]}


def test_counts_alone_never_block_a_strike() -> None:
    at = dealt("Ana", "Ben").plays("Ana", {"do": "draw", "count": 3})
    at = at.logs("cards_discarded", player="Ana", count=7)
    after = at.logs("taken_back", number=5)
    assert after.of("Ana")["hand"] == 0
    assert after.shown["drift"] == -1


def test_answers_given_once_hold_in_a_replay() -> None:
    at = dealt("Ana", "Ben").adds("Ana", "Animal").adds("Ana", millions=2, anyway=True)
    after = at.logs("taken_back", number=5)
    assert after.of("Ana")["in_play_money"] == 2 * MILLION


def test_a_struck_event_stands_again() -> None:
    at = quick("Ana", "Ben").adds("Ana")
    back = at.logs("taken_back").logs("put_back")
    assert still(back) == still(at)
    assert back.table.entries[-3] == at.table.entries[-1]
    assert back.shown["consequences"] == []


def test_without_a_number_what_was_struck_last_is_put_back() -> None:
    at = dealt("Ana", "Ben").adds("Ana").ends("Ana").adds("Ben")
    at = at.logs("taken_back", number=7).logs("taken_back", number=5)
    assert at.logs("put_back").of("Ana")["in_play"] == 1


def test_nothing_to_put_back() -> None:
    at = dealt("Ana", "Ben").adds("Ana")
    assert code(at.says("put_back")) == ("nothing_to_put_back",)
    assert code(at.says("put_back", number=5)) == ("nothing_to_put_back",)
    assert code(at.says("put_back", number=99)) == ("nothing_to_put_back",)


def test_putting_back_what_no_longer_fits_is_refused() -> None:
    at = dealt("Ana", "Ben").ends("Ana").logs("taken_back").adds("Ana")
    answer = at.says("put_back")
    assert isinstance(answer, Refused)
    assert (answer.code, answer.fields) == ("others_build_on_it", {"events": [7]})


def test_a_phone_that_is_behind_is_asked_what_it_means() -> None:
    at = dealt("Ana", "Ben").adds("Ana", by="Ana")
    seen = at.table.version - 1
    answer = at.says("taken_back", by="Ben", seen=seen)
    assert code(answer) == ("moved_on",)
    assert words_of(answer) == (
        "Meanwhile Ana logged: Ana added Weapon, $1 Million. Take that back?"
    )
    assert at.logs("taken_back", seen=seen, anyway=["moved_on"]).of("Ana")["in_play"] == 0
    assert isinstance(at.says("taken_back", seen=at.table.version), Recorded)
    assert isinstance(at.says("taken_back", seen=seen, number=5), Recorded)


def test_moved_on_by_a_host_without_a_seat() -> None:
    answer = dealt("Ana", "Ben").says("taken_back", seen=0, anyway=["big_take_back"])
    assert words_of(answer) == ("Meanwhile the host logged: The cards are dealt. Take that back?")


def test_taking_back_the_deal_asks_first() -> None:
    at = dealt("Ana", "Ben")
    answer = at.says("taken_back")
    assert code(answer) == ("big_take_back",)
    assert words_of(answer) == "This takes back the whole game."
    assert at.logs("taken_back", anyway=True).shown["status"] == "lobby"


@pytest.mark.parametrize(
    ("logged_by", "by", "asks"),
    [
        ("Cleo", "Cleo", False),
        ("Cleo", "Ana", True),
        ("Cleo", None, True),
        ("Ana", "Ana", True),
        (None, None, False),
        (None, "Cleo", False),
    ],
)
def test_taking_back_another_players_seat_asks_first(
    logged_by: str | None, by: str | None, asks: bool
) -> None:
    at = lobby("Ana", "Ben").logs("player_joined", player="Cleo", by=logged_by)
    answer = at.says("taken_back", by=by)
    assert isinstance(answer, Asks) == asks
    if asks:
        assert words_of(answer) == "This takes back Cleo's seat."


def test_a_late_seat_and_its_cards_return() -> None:
    at = dealt("Ana", "Ben")
    after = at.logs("player_joined", player="Cleo").logs("taken_back")
    assert after.state == at.state


def test_strikes_read_in_words() -> None:
    at = dealt("Ana", "Ben").adds("Ana").logs("taken_back", by="Ben").logs("put_back")
    took, put = at.table.entries[-2:]
    assert said(describe_entry(at.table, took, None)) == (
        "Ben took back: Ana added Weapon, $1 Million"
    )
    assert said(describe_entry(at.table, put, None)) == "Put back: Ana added Weapon, $1 Million"
    at = at.logs("taken_back").logs("put_back", by="Ana")
    took, put = at.table.entries[-2:]
    assert said(describe_entry(at.table, took, None)).startswith("Taken back: ")
    assert said(describe_entry(at.table, put, None)).startswith("Ana put back: ")


def test_a_strike_of_a_group_names_all_of_it() -> None:
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": MILLION}
    both = submitted(
        dealt("Ana", "Ben").table, {"events": [item, {"event": "turn_ended", "player": "Ana"}]}
    )
    assert isinstance(both, Recorded)
    at = At(both.table).logs("taken_back", by="Ana")
    assert said(describe_entry(at.table, at.table.entries[-1], None)) == (
        "Ana took back: Ana added Weapon, $1 Million and Ana's turn ended"
    )


def test_one_batch_takes_back_describes_and_adds_again() -> None:
    """The way out of too_few_slots, as one button sends it."""
    at = dealt("Ana", "Ben").adds("Ana", "Animal").ends("Ana", "Ben").adds("Ana", "Weapon")
    short = {"event": "warehouse_described", "player": "Ana", "requires": ["Animal"], "bonus": 0}
    assert code(submitted(at.table, short)) == ("too_few_slots",)
    again = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": MILLION}
    answer = submitted(
        at.table,
        {
            "events": [{"event": "taken_back", "number": 8}, short, again],
            "seen": at.table.version,
            "anyway": ["item_already_added"],
        },
    )
    assert isinstance(answer, Recorded)
    after = At(answer.table)
    assert (after.of("Ana")["completed"], after.of("Ana")["in_play"]) == (1, 1)


def test_a_take_back_in_a_batch_may_mean_what_the_batch_added() -> None:
    at = dealt("Ana", "Ben")
    answer = submitted(
        at.table,
        {
            "events": [{"event": "turn_ended", "player": "Ana"}, {"event": "taken_back"}],
            "seen": at.table.version,
        },
    )
    assert isinstance(answer, Recorded)
    assert snapshot(answer.table)["active"] == "Ana"
