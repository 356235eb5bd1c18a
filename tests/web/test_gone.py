"""A table that is gone says so to those who sat there, and nothing to those who guess."""

from __future__ import annotations

import pytest

from tests.security.phones import Fresh
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
