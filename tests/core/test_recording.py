"""Recording: ids, groups, batches, asks, and positions that a stale phone names."""

from __future__ import annotations

from companion.core.games import GAMES
from companion.core.log import OWN_EVENTS, Recorded, new_table
from companion.core.outcome import Asks, Phrase, Refused
from companion.core.table import describe_entry, note, sentences
from tests.core.builders import (
    AT,
    GAME,
    MILLION,
    At,
    code,
    dealt,
    hand,
    lobby,
    move,
    opened,
    quick,
    said,
    submitted,
    warehouse,
    words_of,
)

ITEM = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": MILLION}
TURN = {"event": "turn_ended", "player": "Ana"}


def recorded(answer: object) -> Recorded:
    assert isinstance(answer, Recorded), answer
    return answer


def test_an_unknown_game_has_no_table() -> None:
    answer = new_table("poker", {}, None)
    assert isinstance(answer, Refused)
    assert (answer.code, words_of(answer)) == ("no_game", "There is no game called poker.")


def test_an_empty_table_has_version_zero() -> None:
    assert opened().table.version == 0
    assert opened().shown["consequences"] == []


def test_an_entry_holds_who_when_and_the_resolved_event() -> None:
    at = dealt("Ana", "Ben")
    answer = recorded(submitted(at.table, {**ITEM, "id": "tap", "extra": 1}, "Ana"))
    (entry,) = answer.entries
    assert (entry.seq, entry.at, entry.by, entry.id, entry.group) == (5, AT, "Ana", "tap", None)
    assert entry.event == ITEM
    assert answer.table.entries[-1] == entry
    assert answer.table.version == 5


def test_events_of_another_game_are_malformed() -> None:
    assert code(submitted(dealt("Ana", "Ben").table, {"event": "card_bought"})) == ("malformed",)


def test_phones_cannot_post_what_services_note() -> None:
    at = dealt("Ana", "Ben")
    noted = OWN_EVENTS - {"taken_back", "put_back"}

    assert noted == {"host_changed", "seat_moved"}
    for name in noted:
        assert code(at.says(name, player="Ana")) == ("malformed",)


# --- ids --------------------


def test_the_same_id_counts_once_and_answers_alike() -> None:
    at = dealt("Ana", "Ben")
    first = recorded(submitted(at.table, {**ITEM, "id": "tap"}, "Ana"))
    later = At(first.table).ends("Ana")
    again = recorded(submitted(later.table, {**ITEM, "id": "tap"}, "Ana"))
    assert again.entries == first.entries
    assert again.table == later.table


def test_a_batch_with_the_same_id_counts_once() -> None:
    at = dealt("Ana", "Ben")
    body = {"events": [ITEM, TURN], "id": "tap"}
    first = recorded(submitted(at.table, body, "Ana"))
    again = recorded(submitted(first.table, body, "Ana"))
    assert (again.table, again.entries) == (first.table, first.entries)


def test_the_same_id_from_another_seat_is_another_tap() -> None:
    at = dealt("Ana", "Ben").adds("Ana", id="tap", by="Ana")
    answer = submitted(at.table, {**ITEM, "id": "tap", "anyway": True}, "Ben")
    assert recorded(answer).table.version == at.table.version + 1


def test_one_id_for_two_taps_is_refused() -> None:
    at = dealt("Ana", "Ben").adds("Ana", id="tap")
    for other in (
        {**ITEM, "money": 2 * MILLION},
        {**ITEM, "item_type": "Animal"},
        TURN,
        {"events": [ITEM, TURN]},
    ):
        assert code(submitted(at.table, {**other, "id": "tap"})) == ("id_used",)


def test_a_resent_name_may_differ_in_what_cleaning_removes() -> None:
    at = lobby()
    first = recorded(submitted(at.table, {"event": "player_joined", "player": " Ana ", "id": "a"}))
    again = submitted(first.table, {"event": "player_joined", "player": " Ana ", "id": "a"})
    assert recorded(again) == first


# --- batches and groups --------------------


def test_a_batch_is_recorded_as_one_group_one_version_an_event() -> None:
    answer = recorded(submitted(dealt("Ana", "Ben").table, {"events": [ITEM, TURN], "id": "x"}))
    assert [(e.seq, e.group, e.id) for e in answer.entries] == [(5, 5, "x"), (6, 5, None)]
    assert answer.table.version == 6


def test_a_batch_of_one_is_logged_alone() -> None:
    answer = recorded(submitted(dealt("Ana", "Ben").table, {"events": [TURN]}))
    assert answer.entries[0].group is None


def test_a_batch_is_recorded_whole_or_not_at_all() -> None:
    at = dealt("Ana", "Ben")
    answer = submitted(at.table, {"events": [ITEM, {**TURN, "player": "Ben"}]})
    assert isinstance(answer, Refused)
    assert (answer.code, answer.on) == ("not_your_turn", 1)


def test_a_refusal_of_one_event_names_no_index() -> None:
    answer = submitted(dealt("Ana", "Ben").table, {**TURN, "player": "Ben"})
    assert isinstance(answer, Refused)
    assert answer.on is None


def test_a_batch_asks_everything_at_once_and_names_the_first_event_that_asks() -> None:
    at = dealt("Ana", "Ben").logs("hand_corrected", player="Ana", count=0)
    insider = {"event": "insider_played", "player": "Ana", "steps": []}
    body = {"events": [{**TURN}, {**ITEM}, insider, ITEM]}
    answer = submitted(at.table, body)
    assert isinstance(answer, Asks)
    assert (code(answer), answer.on) == (("not_your_turn", "hand_empty"), 1)
    assert isinstance(submitted(at.table, {**body, "anyway": list(code(answer))}), Recorded)


def test_an_answer_to_one_ask_leaves_the_other_open() -> None:
    at = dealt("Ana", "Ben").logs("hand_corrected", player="Ben", count=0)
    event = {**ITEM, "player": "Ben"}
    answer = submitted(at.table, {**event, "anyway": ["hand_empty"]})
    assert code(answer) == ("not_your_turn", "hand_empty")


def test_the_answered_codes_are_kept_with_the_entry() -> None:
    at = dealt("Ana", "Ben")
    answer = submitted(at.table, {**ITEM, "player": "Ben", "anyway": True})
    assert recorded(answer).entries[0].anyway == ("not_your_turn",)
    plain = submitted(at.table, {**ITEM, "anyway": True})
    assert recorded(plain).entries[0].anyway == ()


def test_events_with_one_label_from_one_seat_are_one_group() -> None:
    at = (
        dealt("Ana", "Ben")
        .adds("Ana", group="g", by="Ana")
        .logs("turn_ended", player="Ana", group="g", by="Ana")
    )
    assert [entry.group for entry in at.table.entries[-2:]] == [5, 5]
    assert at.table.entries[-1].event["group"] == "g"
    other = at.logs("turn_ended", player="Ben", group="g", by="Ben")
    assert other.table.entries[-1].group == 7


def test_a_label_that_cannot_be_one_is_left_out() -> None:
    at = dealt("Ana", "Ben").adds("Ana", group=["g"])
    assert at.table.entries[-1].group is None
    assert "group" not in at.table.entries[-1].event


# --- what the phone had seen --------------------


def test_a_slot_means_the_item_that_the_phone_showed() -> None:
    at = dealt("Ana", "Ben").adds("Ben", millions=5, anyway=True)
    seen = at.adds("Ben", "Animal", 1, anyway=True).table.version
    meanwhile = at.adds("Ben", "Animal", 1, anyway=True).plays(
        "Ana", move(warehouse("Ben", 0), {"zone": "discard"})
    )
    stale = meanwhile.says(
        "insider_played",
        player="Ana",
        anyway=True,
        seen=seen,
        steps=[move(warehouse("Ben", 0), hand("Ana"))],
    )
    assert code(stale) == ("no_such_item",)
    later = meanwhile.plays("Ana", move(warehouse("Ben", 1), hand("Ana")), anyway=True, seen=seen)
    assert later.seat("Ana").known[0].item_type == "Animal"


def test_a_correction_from_a_stale_phone_finds_its_item() -> None:
    at = quick("Ana", "Ben").needs("Ana", "Weapon", "Animal").adds("Ana")
    seen = at.table.version
    meanwhile = at.ends("Ana", "Ben").adds("Ana", "Animal")
    again = {"item_type": "Weapon", "money": 3 * MILLION}
    answer = meanwhile.says("item_corrected", player="Ana", slot=0, seen=seen, **again)
    assert isinstance(answer, Recorded)
    assert At(answer.table).of("Ana")["items_money"] == 4 * MILLION
    gone = meanwhile.says("item_corrected", player="Ana", slot=3, seen=seen, **again)
    assert code(gone) == ("no_such_item",)
    nobody = meanwhile.says("item_corrected", player="Zoe", slot=0, seen=seen, **again)
    assert code(nobody) == ("unknown_player",)


def test_a_stale_correction_in_a_pile_is_resolved_too() -> None:
    at = quick("Ana", "Ben").adds("Ana")
    seen = at.table.version
    later = at.ends("Ana")
    face = {"item_type": "Weapon", "money": 4 * MILLION}
    fixed = later.logs("item_corrected", player="Ana", warehouse=0, slot=0, seen=seen, **face)
    assert fixed.of("Ana")["items_money"] == 4 * MILLION
    gone = later.says("item_corrected", player="Ana", warehouse=1, slot=0, seen=seen, **face)
    assert code(gone) == ("no_such_item",)
    bad = later.says("item_corrected", player="Ana", warehouse=0, slot="x", seen=seen, **face)
    assert code(bad) == ("no_such_item",)


def test_positions_that_cannot_be_read_stay_as_they_are() -> None:
    at = dealt("Ana", "Ben")
    seen = at.table.version
    later = at.ends("Ana")
    for step in (
        7,
        {"do": "draw", "count": 1},
        {"do": ["move"]},
        move("x", hand("Ben")),
        move(hand("Ben"), {"zone": "discard"}),
        move({"zone": "warehouse", "player": "Ben", "slot": "x"}, hand("Ben")),
        move({"zone": "warehouse", "player": "Zoe", "slot": 0}, hand("Ben")),
    ):
        answer = later.says("insider_played", player="Ben", steps=[step], seen=seen)
        assert isinstance(answer, (Recorded, Refused))
    assert code(later.says("insider_played", player="Ben", steps=7, seen=seen)) == ("malformed",)


def test_a_batch_counts_its_own_events_as_seen() -> None:
    at = dealt("Ana", "Ben").adds("Ben", anyway=True)
    theft = {
        "event": "insider_played",
        "player": "Ana",
        "steps": [move(warehouse("Ben"), hand("Ana"))],
    }
    answer = submitted(at.table, {"events": [theft, ITEM], "seen": at.table.version})
    assert At(recorded(answer).table).seat("Ana").known == ()


# --- the table's own events --------------------


def test_seats_and_hosts_that_change_hands_are_logged_in_words() -> None:
    table = lobby("Ana", "Ben").table
    for event, words in (
        ({"event": "seat_moved", "player": "Ana"}, "Ana moved to another phone"),
        (
            {"event": "seat_moved", "player": "Ana", "signed_out": True},
            "Ana goes on without a phone",
        ),
        ({"event": "host_changed", "player": "Ben"}, "Ben is the host now"),
        ({"event": "host_changed"}, "The host changed"),
    ):
        done = note(table, event, "Ana", AT)
        (entry,) = done.entries
        assert done.table.version == table.version + 1
        assert done.table.state == table.state
        assert said(describe_entry(done.table, entry, None)) == words
        table = done.table


def test_every_code_of_the_game_and_of_the_table_has_a_sentence() -> None:
    known = sentences(GAME)
    assert known.keys() >= GAMES[GAME].sentences.keys() | {"malformed", "moved_on", "id_used"}
    assert all(text.strip() for text in known.values())


def test_what_no_phone_can_have_seen_yet_is_malformed() -> None:
    at = dealt("Ana", "Ben")
    version = at.table.version

    answer = submitted(at.table, {**ITEM, "seen": version + 1})

    assert isinstance(answer, Refused)
    assert answer.code == "malformed"


def test_a_deck_that_is_no_json_is_refused() -> None:
    answer = new_table(GAME, {}, {"cards": {1, 2}})

    assert isinstance(answer, Refused)
    assert answer.code == "bad_deck"


def test_an_event_of_no_game_is_malformed() -> None:
    for event in ({"event": "pawn_moved"}, {"event": 7}, {}):
        assert GAMES[GAME].read(event) == Refused("malformed", Phrase(sentences(GAME)["malformed"]))
