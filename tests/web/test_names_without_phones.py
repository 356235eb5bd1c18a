"""Adding a player without a phone: a name that cannot be is told kindly, and stands there again."""

from __future__ import annotations

import re
from html import escape

import pytest
from flask import Flask

from tests.web.dominion_stand import GAME as DOMINION
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import Phone

TOO_LONG = "Wilhelmina <van den> Heuvel"
KINDS = [(WAREHOUSE, None), (WAREHOUSE, "scores"), (DOMINION, None)]


def _host(app: Flask, game: str, track: str | None) -> PaperBrowser:
    options = {"track": track} if track else {}
    phone = Phone(app, game=game).start("Ana", "starter" if game == WAREHOUSE else None, **options)
    return PaperBrowser(phone)


@pytest.mark.parametrize(("game", "track"), KINDS)
@pytest.mark.parametrize("typed", ["", " ", TOO_LONG])
def test_a_name_that_cannot_be_is_told_in_the_rules_words_and_stays_typed(
    app: Flask, game: str, track: str | None, typed: str
) -> None:
    browser = _host(app, game, track)
    field = next(c for c in browser.page.controls if c.attributes.get("id") == "no-phone")
    form = browser.page.forms[field.form]
    hidden = {c.name: c.value for c in browser.page.controls if c.form == field.form and c.name}
    answer = browser.phone.client.post(
        form["action"], data={**hidden, "player": typed}, headers={"Origin": "http://localhost"}
    )
    again = re.search(r'<input id="no-phone"[^>]*>', answer.text)
    assert answer.status_code == 422
    assert "A name has 1 to 24 letters" in answer.text
    assert again is not None
    assert f'value="{escape(typed)}"' in again[0]
    details = answer.text[: again.start()].rpartition("<details")[2]
    assert details.startswith(' class="slip" open')
