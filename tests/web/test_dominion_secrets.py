"""Phones that try to read a secret order or a hidden list out of refused taps."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.dominion_stand import DECK, a_market
from tests.web.table_stand import JSON, Phone

ABSENT = ("Chapel", "Witch", "Cellar", "Militia Captain", "Young Witch", "Scheme")
"""Other names; one of them is on no card."""


def answers(phone: Phone, *events: dict[str, Any]) -> tuple[int, Any]:
    """Status and body of what is not recorded."""
    body: Any = {"events": list(events), "anyway": True} if len(events) > 1 else events[0]
    answer = phone.client.post(f"{phone.home}/events", json=body, headers=JSON)
    return answer.status_code, answer.json


def test_a_batch_that_begins_with_a_strike_reads_no_order(app: Flask) -> None:
    phones = a_market(app, "app")
    phones["Ana"].log("deck_reshuffled", why="dropped", anyway=True)
    number = phones["Ana"].version()
    phones["Ana"].log("market_played", player="Ana")
    ben, version = phones["Ben"], phones["Ben"].version()
    told = [
        answers(
            ben,
            {"event": "taken_back", "number": number},
            {"event": "card_bought", "player": "Ben", "card": card, "price": 0},
            {"event": "nonsense"},
        )
        for card in DECK
    ]

    assert [status for status, _ in told] == [422] * len(DECK)
    assert all(each == told[0] for each in told)
    assert told[0][1]["refused"]["code"] == "others_build_on_it"
    assert ben.version() == version


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_a_hidden_list_is_not_read_from_refused_names(app: Flask, held_by: str) -> None:
    ben = a_market(app, held_by, hidden=True)["Ben"]
    version = ben.version()
    names = [*ben_deck(app, ben), *ABSENT]
    spelling = {"event": "deck_corrected", "why": "x"}
    wrong = [answers(ben, {**spelling, "removed": [name, "No Such Card"]}) for name in names]

    assert {(status, told["refused"]["code"]) for status, told in wrong} == {(422, "unknown_card")}
    known = [name for name in names if name != "Militia Captain"]
    batches = [
        answers(ben, {**spelling, "removed": [name]}, {"event": "nonsense"}) for name in known
    ]
    assert all(each == batches[0] for each in batches)
    assert (batches[0][0], batches[0][1]["refused"]["on"]) == (400, 0)
    assert ben.version() == version


def test_what_is_said_of_a_hidden_list_stands_in_the_log(app: Flask) -> None:
    ben = a_market(app, "app", hidden=True)["Ben"]
    for name in (ben_deck(app, ben)[0], "Chapel"):
        ben.log("deck_corrected", why="lost", removed=[name])
        log: Any = ben.client.get(ben.home + "/log", headers=JSON).json
        assert log["events"][-1]["event"]["removed"] == [name]


def ben_deck(app: Flask, phone: Phone) -> tuple[str, ...]:
    """The list that no phone is shown."""
    cards: tuple[str, ...] = (
        app.extensions["backroom"].tables.doors.find(phone.code).table.state.deck.cards
    )
    return cards
