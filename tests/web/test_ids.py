"""No page has an id twice: a label, a target or a link would mean the wrong one of the two."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from flask import Flask

from companion.web.games import GAME_PAGES
from tests.web.dominion_stand import GAME as DOMINION
from tests.web.every_sheet import tables_with_sheets
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import Phone

PAGES = ("/log", "/result", "/seats", "/screen")


def _ids_used_twice(page: str) -> list[str]:
    ids = Counter(re.findall(r'<[a-z][^>]*?\sid="([^"]*)"', page))
    return [name for name, times in ids.items() if times > 1]


@pytest.mark.parametrize("game", [WAREHOUSE, DOMINION])
def test_no_page_and_no_sheet_has_an_id_twice(app: Flask, game: str) -> None:
    for phone, sheets in tables_with_sheets(app, game):
        tabs = (f"?tab={key}" for key in sorted(GAME_PAGES[game].tab_keys))
        for place in (*PAGES, *tabs, *sheets.values()):
            assert _ids_used_twice(phone.get(place)) == [], place


def test_a_pile_counted_over_another_has_ids_of_its_own(app: Flask) -> None:
    ana = Phone(app).start("Ana", "none", track="scores")
    ana.log("player_joined", player="Cleo")
    place = "?sheet=count&of=Cleo"
    assert "Cleo’s pile" in ana.get(place)
    for each in ("", place, "?seat=2", f"?seat=2&{place[1:]}", "?tab=table&sheet=player&of=Cleo"):
        assert _ids_used_twice(ana.get(each)) == [], each
