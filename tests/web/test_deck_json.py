"""The deck maker as programs use it: every answer as described, odd bodies refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.docs.answers import unlike_the_spec
from tests.security.phones import Fresh
from tests.web.deck_stand import Maker

EDIT = "POST /decks/{deck}/edit/{secret}"


def test_every_answer_of_the_maker_is_as_described(mine: Maker) -> None:
    phone, edit = mine.phone, mine.address
    made = phone.json("POST", "/decks", {"from": "blank", "name": "Two"})
    base = mine.base
    answers = [
        ("POST /decks", made),
        ("POST /decks", phone.json("POST", "/decks", {"deck": {"schema": "x"}})),
        ("POST /decks", phone.json("POST", "/decks", {"from": "nobody"})),
        ("GET /decks/{deck}/edit/{secret}", phone.json("GET", edit)),
        (EDIT, phone.json("POST", edit, {"do": "more", "card": "golden-idol", "base": base})),
        (EDIT, phone.json("POST", edit, {"do": "more", "card": "golden-idol", "base": base})),
        (EDIT, phone.json("POST", edit, {"do": "undo", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"do": "undo", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"do": "dance", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"deck": {"cards": []}, "base": mine.base})),
        ("DELETE /decks/{deck}/edit/{secret}", phone.json("DELETE", edit)),
        ("GET /decks/{deck}/edit/{secret}", phone.json("GET", edit)),
    ]

    codes = [answer.status_code for _, answer in answers]
    assert codes == [201, 422, 404, 200, 200, 200, 200, 422, 400, 422, 204, 404]
    assert [line for route, answer in answers for line in unlike_the_spec(route, answer)] == []


def test_a_whole_deck_comes_in_and_goes_out_the_same(browser: Fresh, mine: Maker) -> None:
    other = browser()
    deck = mine.told()["deck"]
    made = other.json("POST", "/decks", {"deck": deck}).json
    assert made is not None

    again = other.json("GET", made["url"]).json

    assert again == {**deck, "id": made["deck"]}
    assert made["deck"] != mine.id


@pytest.mark.parametrize(
    "body",
    [{"name": 5}, {"deck": []}, {"from": None}, {"colour": "red"}, {"deck": "starter"}, {"id": 7}],
)
def test_a_program_that_asks_oddly_for_a_deck_gets_none(
    body: dict[str, Any], browser: Fresh
) -> None:
    phone = browser()
    answer = phone.json("POST", "/decks", body)

    assert answer.status_code == 400
    assert len(phone.json("GET", "/decks").json["decks"]) == 1  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        {"do": "more", "card": "golden-idol", "base": None},
        {"do": "more", "card": "golden-idol", "base": 5},
        {"do": "change", "card": "golden-idol", "name": ["x"]},
        {"do": "change", "card": "golden-idol", "name": None},
        {"do": "more", "card": {"id": "golden-idol"}},
    ],
)
def test_a_program_that_changes_oddly_changes_nothing(mine: Maker, body: dict[str, Any]) -> None:
    before = mine.told()
    answer = mine.phone.json("POST", mine.address, {"base": before["revision"], **body})

    assert (answer.status_code, mine.told()) == (400, before)
