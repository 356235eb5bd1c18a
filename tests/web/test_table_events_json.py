"""The endpoint that takes every event, for programs: every answer to the letter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from tests.web.table_stand import FAST, JSON, Phone, a_duel, an_app

WEAPON = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000}


def test_recorded_event_is_answered_whole(app: Flask) -> None:
    ana, _ = a_duel(app)
    answer = ana.send(WEAPON, id="one", seen=4)
    assert answer.status_code == 200
    assert sorted(answer.json) == ["consequences", "recorded", "version", "view"]
    assert answer.json["recorded"] == {"seq": 5, "event": WEAPON}
    assert answer.json["version"] == 5
    assert answer.json["view"]["players"]["Ana"]["in_play_types"] == ["Weapon"]
    assert answer.json["view"] == ana.view()


def test_consequences_are_named_with_their_fields(app: Flask) -> None:
    ana, _ = a_duel(app)
    ana.log("warehouse_described", player="Ana", requires=["Weapon"], bonus=2_000_000)
    answer = ana.send(WEAPON)
    first = answer.json["consequences"][0]
    assert first["consequence"] == "warehouse_completed"
    assert first["player"] == "Ana"
    assert first["exact"] is True


def test_the_same_id_again_is_answered_the_same_and_changes_nothing(app: Flask) -> None:
    ana, _ = a_duel(app)
    first = ana.send(WEAPON, id="tap")
    ana.log("turn_ended", player="Ana")
    again = ana.send(WEAPON, id="tap")
    assert again.status_code == 200
    for key in ("recorded", "consequences", "version"):
        assert again.json[key] == first.json[key]
    assert again.json["view"] == ana.view()
    assert ana.version() == 6


def test_the_same_id_with_another_body_is_refused(app: Flask) -> None:
    ana, _ = a_duel(app)
    ana.log(**WEAPON, id="tap")
    answer = ana.send({**WEAPON, "money": 1_000_000}, id="tap")
    assert answer.status_code == 422
    assert answer.json["refused"]["code"] == "id_used"
    assert answer.json["version"] == 5


def test_two_seats_may_use_the_same_id(app: Flask) -> None:
    ana, ben = a_duel(app)
    ana.log(**WEAPON, id="tap")
    answer = ben.send("turn_ended", player="Ana", id="tap")
    assert answer.status_code == 200


def test_an_ask_names_its_code_its_sentence_and_every_code(app: Flask) -> None:
    ana, _ = a_duel(app)
    ana.log(**WEAPON)
    ana.log("insider_played", player="Ana", anyway=["insider_after_fill"])
    answer = ana.send("insider_played", player="Ana")
    assert answer.status_code == 409
    assert answer.json == {
        "ask": {
            "code": "insider_already_played",
            "message": "Ana has already played an Insider this turn. One per turn.",
        },
        "asks": ["insider_already_played", "insider_after_fill"],
        "version": 6,
    }
    assert ana.version() == 6


@pytest.mark.parametrize("anyway", [["not_your_turn"], True, ["not_your_turn", "other"]])
def test_an_answered_ask_is_recorded(app: Flask, anyway: object) -> None:
    ana, _ = a_duel(app)
    event = {**WEAPON, "player": "Ben"}
    assert ana.send(event).json["asks"] == ["not_your_turn"]
    answer = ana.send(event, anyway=anyway)
    assert answer.status_code == 200
    assert "anyway" not in answer.json["recorded"]["event"]


def test_answering_another_ask_still_asks(app: Flask) -> None:
    ana, _ = a_duel(app)
    answer = ana.send({**WEAPON, "player": "Ben"}, anyway=["fill_blocked"])
    assert answer.status_code == 409


def test_what_cannot_be_is_refused_with_a_sentence(app: Flask) -> None:
    ana, _ = a_duel(app)
    answer = ana.send("item_corrected", player="Ana", slot=0, item_type="Weapon", money=1_000_000)
    assert answer.status_code == 422
    assert answer.json == {
        "refused": {"code": "no_such_item", "message": "That item is not there any more."},
        "version": 4,
    }


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"{}",
        b'{"event": 7}',
        b'{"event": "item_added"}',
        b'{"event": "no_such_event"}',
        b'{"event": "turn_ended", "player": ["Ana"]}',
        b'{"events": []}',
        b'{"events": {}}',
        b'{"event": "turn_ended", "player": "Ana", "id": 7}',
        b'{"event": "turn_ended", "player": "Ana", "seen": "x"}',
        b'{"event": "turn_ended", "player": "Ana", "anyway": {}}',
        b'{"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": NaN}',
        b"\xff\xfe",
        b'{"a":' * 40 + b"1" + b"}" * 40,
    ],
)
def test_a_malformed_body_is_said_to_be(app: Flask, body: bytes) -> None:
    ana, _ = a_duel(app)
    answer = ana.client.post(
        f"{ana.home}/events", data=body, content_type="application/json", headers=JSON
    )
    assert answer.status_code == 400
    assert answer.json["refused"]["code"] == "malformed"
    assert answer.json["refused"]["message"]
    assert ana.version() == 4


def test_no_such_table_and_no_seat_here_answer_alike(app: Flask) -> None:
    ana, _ = a_duel(app)
    stranger = Phone(app, ana.code).send(WEAPON)
    nowhere = Phone(app, "BBBBBB").send(WEAPON)
    assert stranger.status_code == nowhere.status_code == 404
    assert stranger.json == nowhere.json
    assert stranger.json["refused"]["code"] == "no_table"


def test_a_spectator_sees_the_table(app: Flask) -> None:
    ana, _ = a_duel(app)
    seen = Phone(app, ana.code).client.get(ana.home, headers=JSON)
    assert seen.status_code == 200
    assert sorted(seen.json) == ["game", "version", "view"]
    assert seen.json["game"] == "black_market_warehouse"


def test_a_batch_is_recorded_as_one_group_with_a_list_for_each(app: Flask) -> None:
    ana, _ = a_duel(app)
    end = {"event": "turn_ended", "player": "Ana"}
    answer = ana.send({"events": [WEAPON, end], "id": "both"})
    assert answer.status_code == 200
    assert answer.json["recorded"] == [{"seq": 5, "event": WEAPON}, {"seq": 6, "event": end}]
    names = [[each["consequence"] for each in one] for one in answer.json["consequences"]]
    assert names == [[], ["card_drawn"]]
    assert answer.json["version"] == 6
    log = ana.client.get(f"{ana.home}/log", headers=JSON).json["events"]
    assert [entry["group"] for entry in log[-2:]] == [5, 5]


def test_a_batch_is_all_or_nothing_and_says_which(app: Flask) -> None:
    ana, _ = a_duel(app)
    twice = ana.send({"events": [WEAPON, WEAPON]})
    assert twice.status_code == 409
    assert twice.json["ask"]["on"] == 1
    assert twice.json["ask"]["code"] == "item_already_added"
    wrong = ana.send({"events": [WEAPON, {"event": "turn_ended", "player": "Zed"}]})
    assert wrong.status_code == 422
    assert wrong.json["refused"]["on"] == 1
    assert ana.version() == 4


def test_a_program_may_send_its_token_as_bearer(app: Flask) -> None:
    made = app.test_client().post(
        "/tables", json={"game": "black_market_warehouse", "player": "Zoe"}, headers=JSON
    )
    bearer = {"Accept": "application/json", "Authorization": f"Bearer {made.json['seat_token']}"}
    program = app.test_client(use_cookies=False)
    answer = program.post(
        f"/tables/{made.json['code']}/events",
        json={"event": "player_joined", "player": "Yan"},
        headers=bearer,
    )
    assert answer.status_code == 200
    assert answer.json["version"] == 2


def test_a_form_is_read_like_the_json(app: Flask) -> None:
    ana, _ = a_duel(app)
    answer = ana.client.post(
        f"{ana.home}/events",
        data={**WEAPON, "id": "form-tap", "seen": "4"},
        headers=JSON,
    )
    assert answer.status_code == 200
    recorded = answer.json["recorded"]
    assert [each["event"]["event"] for each in recorded] == ["item_added", "turn_ended"]
    assert recorded[0]["event"] == WEAPON


def test_too_many_taps_at_once_are_told_to_wait(tmp_path: Path) -> None:
    slow = replace(FAST, events_burst=6, events_per_second=0.1)
    with an_app(tmp_path, slow) as app:
        ana, _ = a_duel(app)
        for count in range(8):
            answer = ana.send("hand_corrected", player="Ana", count=count)
        assert answer.status_code == 429
        assert answer.json["refused"]["code"] == "too_fast"
        assert int(answer.headers["Retry-After"]) >= 1


@pytest.mark.parametrize("event", ["dance", "card_bought", "taken_back"])
def test_too_many_forms_of_any_event_get_a_page_that_says_wait(tmp_path: Path, event: str) -> None:
    slow = replace(FAST, events_burst=6, events_per_second=0.1)
    with an_app(tmp_path, slow) as app:
        ana, _ = a_duel(app)
        for _ in range(8):
            answer = ana.form(event=event)
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) >= 1


def test_a_full_log_takes_no_more(tmp_path: Path) -> None:
    with an_app(tmp_path, replace(FAST, events_per_table=5)) as app:
        ana, _ = a_duel(app)
        ana.log(**WEAPON)
        answer = ana.send("turn_ended", player="Ana")
        assert answer.status_code == 503
        assert "Retry-After" in answer.headers
        assert answer.json["refused"]["message"]
