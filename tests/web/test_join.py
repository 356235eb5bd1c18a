"""The door: a name and one button in the lobby, a knock once the game runs."""

from __future__ import annotations

import pytest

from tests.security.phones import HTML, Fresh
from tests.web.doors import form_of, knock, players, running, sit, start


def test_the_door_names_the_table_and_who_sits_there(browser: Fresh) -> None:
    code = start(browser())
    page = browser().get(f"/tables/{code}/join").text
    assert "Ana’s table" in page
    assert "Join the table" in page
    assert "<script" not in page


def test_scan_name_button_seated(browser: Fresh) -> None:
    code = start(browser())
    ben = browser()
    sit(ben, code, "Ben")
    assert players(ben, code) == ["Ana", "Ben"]
    assert 'data-seats="2"' in ben.get(f"/tables/{code}").text


def test_a_double_tap_makes_one_seat(browser: Fresh) -> None:
    code, ben = start(browser()), browser()
    page = ben.get(f"/tables/{code}/join").text
    sent = {**form_of(page, f"/tables/{code}/seats"), "player": "Ben"}
    for _ in range(2):
        assert ben.post(f"/tables/{code}/seats", data=sent).status_code == 303
    assert players(ben, code) == ["Ana", "Ben"]


def test_a_phone_that_holds_a_seat_goes_straight_to_the_table(browser: Fresh) -> None:
    ana = browser()
    code = start(ana)
    answer = ana.get(f"/tables/{code}/join")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/tables/{code}")


def test_a_taken_name_comes_back_with_what_was_typed(browser: Fresh) -> None:
    code = start(browser())
    answer = browser().post(f"/tables/{code}/seats", data={"player": "ana", "id": "x"})
    assert answer.status_code == 422
    assert 'value="ana"' in answer.text
    assert "There is already a" in answer.text


def test_json_gives_the_seat_token_once(browser: Fresh) -> None:
    code = start(browser())
    answer = browser().json("POST", f"/tables/{code}/seats", {"player": "Ben"})
    assert answer.status_code == 201
    assert answer.json is not None
    assert set(answer.json) == {"player", "version", "seat_token"}


def test_a_running_game_asks_for_a_knock(browser: Fresh) -> None:
    code, _, _ = running(browser)
    page = browser().get(f"/tables/{code}/join").text
    answer = browser().json("POST", f"/tables/{code}/seats", {"player": "Cleo"})
    assert f'action="/tables/{code}/knocks"' in page
    assert answer.json is not None
    assert (answer.status_code, answer.json["refused"]["code"]) == (422, "knock_first")


@pytest.mark.parametrize("answer", ["yes", "no", "true", "", 1, 0, [], {}, None])
@pytest.mark.parametrize("field", ["let_in", "keep"])
def test_an_answer_at_the_door_is_true_or_false(browser: Fresh, field: str, answer: object) -> None:
    code, ana, _ = running(browser)
    asked = knock(browser(), code, "Cleo")

    refused = ana.json("POST", f"/tables/{code}/knocks/{asked}", {field: answer})

    assert refused.status_code == 400
    assert "Cleo knocks" in ana.get(f"/tables/{code}").text


def test_who_knocks_is_let_in_by_anybody_seated(browser: Fresh) -> None:
    code, _, ben = running(browser)
    cleo = browser()
    asked = knock(cleo, code, "Cleo")
    assert "Cleo knocks" in ben.get(f"/tables/{code}").text
    let_in = ben.json("POST", f"/tables/{code}/knocks/{asked}", {"let_in": True})
    assert let_in.json is not None
    assert let_in.json["state"] == "let_in"
    waited = cleo.get(f"/tables/{code}/knocks/mine")
    assert (waited.status_code, waited.headers["Location"]) == (302, f"/tables/{code}")
    assert players(cleo, code) == ["Ana", "Ben", "Cleo"]


def test_who_is_turned_away_may_watch(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    cleo = browser()
    asked = knock(cleo, code, "Cleo")
    ana.json("POST", f"/tables/{code}/knocks/{asked}", {"let_in": False})
    assert "Not this time" in cleo.get(f"/tables/{code}/knocks/mine").text
    assert cleo.get(f"/tables/{code}").status_code == 200
    assert players(cleo, code) == ["Ana", "Ben"]


def test_a_spectator_sees_no_knocks_to_answer(browser: Fresh) -> None:
    code, _, _ = running(browser)
    asked = knock(browser(), code, "Cleo")
    watching = browser().json("POST", f"/tables/{code}/knocks/{asked}", {"let_in": True})
    assert watching.status_code == 404


def test_the_script_gets_the_door_back_when_a_knock_is_answered(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    asked = knock(browser(), code, "Cleo")
    answer = ana.post(
        f"/tables/{code}/knocks/{asked}",
        data={"let_in": "no"},
        headers={**HTML, "HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert '<div id="door"' in answer.text
    assert "Cleo" not in answer.text


def test_an_answer_to_a_knock_that_is_no_answer_is_malformed(browser: Fresh) -> None:
    code, ana, _ = running(browser)
    asked = knock(browser(), code, "Cleo")
    answer = ana.json("POST", f"/tables/{code}/knocks/{asked}", {"let_in": [1]})
    assert answer.status_code == 400
