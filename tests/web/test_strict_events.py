"""What a program sends to the events is read to the letter, or called malformed."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.table_stand import HTML, JSON, Phone, a_duel

ITEM = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000}
TURN = {"event": "turn_ended", "player": "Ana"}


def raw(phone: Phone, body: str) -> Any:
    return phone.client.post(
        f"{phone.home}/events", data=body, content_type="application/json", headers=JSON
    )


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        '{"event":"turn_ended","event":"turn_ended","player":"Ana"}',
        '{"events":[{"event":"turn_ended","player":"Ana","player":"Ben"}]}',
        '{"event":"turn_ended","player":"Ana","seen":99999}',
        '{"event":"taken_back","seen":5}',
        '{"events":[{"event":"turn_ended","player":"Ana"}],"seen":5}',
        '{"event":"turn_ended","player":"Ana","events":[]}',
        '{"event":"turn_ended","events":[{"event":"turn_ended","player":"Ana"}]}',
        '{"events":[{"event":"turn_ended","player":"Ana"}],"bogus":1}',
        '{"event":"turn_ended","player":"Ana","bogus":1}',
        '{"events":[{"event":"turn_ended","player":"Ana","bogus":false}]}',
        '{"event":"taken_back","bogus":1}',
        '{"event":"turn_ended","player":7}',
        '{"event":"dance"}',
        '{"event":"seat_moved","player":"Ana"}',
        '{"event":"taken_back","number":"1"}',
    ],
)
def test_malformed_is_400_without_a_version_and_changes_nothing(app: Flask, body: str) -> None:
    ana, _ = a_duel(app)
    before = ana.version()

    answer = raw(ana, body)

    assert answer.status_code == 400
    assert answer.json["refused"]["code"] == "malformed"
    assert set(answer.json) == {"refused"}
    assert ana.version() == before == 4


def test_an_unknown_key_is_named(app: Flask) -> None:
    ana, _ = a_duel(app)

    answer = ana.send(ITEM, colour="red")

    assert answer.json["refused"]["message"] == "The key colour is not known here. Remove it."


@pytest.mark.parametrize("extra", [{}, {"card": None}, {"group": "tap"}])
def test_what_the_rules_know_is_read(app: Flask, extra: dict[str, Any]) -> None:
    ana, _ = a_duel(app)

    assert ana.send(ITEM, seen=4, id="tap", anyway=[], **extra).status_code == 200


@pytest.mark.parametrize(
    "event",
    [
        ITEM,
        {"event": "pile_counted", "player": "Ana", "items": {"5000000": 1}},
        {"event": "taken_back"},
    ],
)
def test_nobody_says_in_an_event_who_tapped_it(app: Flask, event: dict[str, Any]) -> None:
    ana, _ = a_duel(app)

    answer = ana.send(event, by="Ben")

    assert answer.status_code == 400
    assert answer.json["refused"]["message"] == "The key by is not known here. Remove it."
    assert ana.version() == 4


def test_a_batch_may_show_the_present_version(app: Flask) -> None:
    ana, _ = a_duel(app)
    body = {"events": [ITEM, TURN], "seen": 4, "id": "tap", "anyway": False}

    first = ana.client.post(f"{ana.home}/events", json=body, headers=JSON)
    again = ana.client.post(f"{ana.home}/events", json=body, headers=JSON)

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json["recorded"] == first.json["recorded"]


def test_our_own_form_may_carry_more_than_its_event(app: Flask) -> None:
    ana, _ = a_duel(app)

    answer = ana.client.post(
        f"{ana.home}/events",
        data={"event": "turn_ended", "player": "Ana", "found": "x", "id": "tap"},
        headers=HTML,
    )

    assert answer.status_code == 303


def test_other_refusals_still_tell_the_version(app: Flask) -> None:
    ana, _ = a_duel(app)

    assert ana.send("turn_ended", player="Zoe").json["version"] == 4
    assert ana.send("turn_ended", player="Ben").json["version"] == 4
