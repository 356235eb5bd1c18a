"""A table that is gone says so to those who sat there, and nothing to those who guess."""

from __future__ import annotations

import itertools
import re

import pytest

from companion.web.rights import RIGHTS, Right
from tests.security.phones import HTML, JSON, Fresh
from tests.web.doors import sit, start


@pytest.mark.parametrize("place", ["", "/log", "/join", "/result", "/seats", "/screen"])
def test_a_phone_that_was_there_reads_that_the_table_is_gone(browser: Fresh, place: str) -> None:
    ana, ben, stranger = browser(), browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    assert ben.get(f"/tables/{code}").status_code == 200
    assert ana.post(f"/tables/{code}/forget", data={}).status_code == 303
    gone, guessed = ben.get(f"/tables/{code}{place}"), stranger.get(f"/tables/{code}{place}")
    assert (gone.status_code, guessed.status_code) == (404, 404)
    assert "This table is gone" in gone.text
    assert "Its host forgot it, or nobody played there for weeks." in gone.text
    assert "Go to the start page" in gone.text
    assert "This table is gone" not in guessed.text
    assert "No such table here" in guessed.text


def _only_for_seats() -> list[tuple[str, str]]:
    """Every way to ask a table for what needs a seat: (method, address below the table)."""
    asked = []
    for route, right in RIGHTS.items():
        method, rule = route.split(" ", 1)
        if right in (Right.SEAT, Right.HOST):
            filled = rule.replace("<name:player>", "Ana").replace("<int:number>", "1")
            asked.append((method, re.sub(r"<(?!code>)\w+>", "x", filled)))
    return sorted(asked)


def test_no_table_and_no_seat_are_answered_alike_and_truly(browser: Fresh) -> None:
    ana, ben, stranger = browser(), browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    assert ana.post(f"/tables/{code}/seats/Ben/phone").status_code == 303
    asked = itertools.product(_only_for_seats(), (HTML, JSON, {**HTML, "HX-Request": "true"}))
    for number, ((method, rule), headers) in enumerate(asked):
        stranger.device = f"192.168.2.{number}"  # who guesses often is shut out
        answers = [
            (phone.open(method, rule.replace("<code>", at), headers=headers), at)
            for phone, at in ((stranger, code), (ben, code), (stranger, "BBBBBB"))
        ]
        seatless, lost, nowhere = (answer.text.replace(at, "CODE") for answer, at in answers)
        assert seatless == lost == nowhere, (method, rule)
        assert "No such table here, or this phone has no seat at it." in nowhere
        assert {answer.status_code for answer, _ in answers} == {404}


def test_a_phone_that_lost_its_seat_is_led_back_to_its_table(browser: Fresh) -> None:
    ana, ben = browser(), browser()
    code = start(ana)
    sit(ben, code, "Ben")
    ana.post(f"/tables/{code}/seats/Ben/phone")
    answer = ben.post(f"/tables/{code}/events", data={"event": "game_dealt", "id": "late"})
    assert "This table is gone" not in answer.text
    assert "This phone has no seat here" in answer.text
    assert f'<a class="b go" href="/tables/{code}">Back to the table</a>' in answer.text
