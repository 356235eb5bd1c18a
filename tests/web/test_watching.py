"""Who has no seat reads what lies on the table, and is shown no control that would do nothing."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.web.games import GAME_PAGES
from tests.web.dominion_stand import GAME as DOMINION
from tests.web.every_sheet import OF_A_GAME, RUNNING, a_warehouse, tables_with_sheets
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import PROJECT, Phone


def _sheet(page: str) -> str:
    found = re.search(r"<dialog.*?</dialog>", page, re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize("game", [WAREHOUSE, DOMINION])
def test_every_sheet_of_the_game_is_looked_at(game: str) -> None:
    folder = PROJECT / "templates" / "games" / game
    drawn = {each.stem.removeprefix("_sheet_") for each in folder.glob("_sheet_*.html")}
    looked_at = {name for sheets in OF_A_GAME[game] for name in sheets}
    assert drawn - {"grid"} == looked_at  # the grid is a part of other sheets


@pytest.mark.parametrize("game", [WAREHOUSE, DOMINION])
def test_a_spectators_sheets_have_no_control_of_the_game(app: Flask, game: str) -> None:
    for phone, sheets in tables_with_sheets(app, game):
        spectator = Phone(app, phone.code)
        for name, place in sheets.items():
            assert _sheet(phone.get(place)), f"{name} does not open for a player"
            sheet = _sheet(spectator.get(place))
            assert bool(sheet) == (name in GAME_PAGES[game].spectator_sheets), name
            assert 'method="post"' not in sheet, name
            assert 'form="tap"' not in sheet, name


@pytest.mark.parametrize("game", [WAREHOUSE, DOMINION])
def test_no_visible_link_of_a_spectator_leads_to_a_sheet_that_does_not_open(
    app: Flask, game: str
) -> None:
    for phone, sheets in tables_with_sheets(app, game):
        spectator = Phone(app, phone.code)
        tabs = (f"?tab={key}" for key in sorted(GAME_PAGES[game].tab_keys))
        for place in (*tabs, *sheets.values()):
            for link in _visible_links(spectator.get(place)):
                if "sheet=" in link:
                    assert _sheet(spectator.get(link.removeprefix(phone.home))), (place, link)


def test_a_spectator_reads_what_lies_there_and_how_to_take_part(app: Flask) -> None:
    ana = a_warehouse(app)
    spectator = Phone(app, ana.code)
    item = unescape(_sheet(spectator.get(RUNNING["item"])))
    assert "Ana · Animal, $4 Million" in item
    assert f'<a href="{ana.home}/join">Take a seat</a>' in item
    assert "Take a seat" in _sheet(spectator.get(RUNNING["player"]))
    assert "It asks for" in _sheet(spectator.get(RUNNING["warehouse"]))
    assert "Take a seat" not in _sheet(ana.get(RUNNING["item"]))


def _visible_links(page: str) -> list[str]:
    reader = _Links()
    reader.feed(page)
    return reader.links


class _Links(HTMLParser):
    """Links outside of what table.css hides from a phone that may not tap."""

    VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        hidden = "data-taps-only" in told or told.get("data-tab-of") == "mine"
        hidden = hidden or any(each for _, each in self._open)
        if tag == "a" and not hidden:
            self.links.append(told.get("href") or "")
        if tag not in self.VOID:
            self._open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
