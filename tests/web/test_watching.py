"""Who has no seat reads what lies on the table, and is shown no control that would do nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from flask import Flask

from companion.web.games import GAME_PAGES
from tests.web.dominion_stand import GAME as DOMINION
from tests.web.dominion_stand import a_market
from tests.web.table_stand import GAME as WAREHOUSE
from tests.web.table_stand import PROJECT, Phone, a_duel

PREPARING = {
    "box": "?tab=shelf&sheet=box&box=base_2e",
    "pasted": "?tab=kingdom&sheet=pasted&text=Village",
    "extra": "?tab=deck&sheet=extra&pile=bane",
}
IDLE = {
    "played": "?sheet=played",
    "turn": "?sheet=turn",
    "chances": "?sheet=chances&plays=2",
    "reshuffle": "?sheet=reshuffle",
    "correct": "?sheet=correct",
    "call": "?tab=more&sheet=call",
    "leave": "?tab=more&sheet=leave&of=Ben",
    "rule": "?sheet=rule&about=play",
}
LYING = {"card": "?sheet=card&card=", "treasures": "?sheet=treasures"}
RULED = {"tablerules": "?sheet=tablerules"}
ASKED = {"reveal": "?sheet=reveal"}
GOING_UNDER = {"under": "?sheet=under"}
RUNNING = {
    "insider": "?sheet=insider",
    "other": "?sheet=other",
    "item": "?sheet=item&of=Ana&at=in_play&slot=0",
    "warehouse": "?sheet=warehouse&of=Ana",
    "player": "?tab=table&sheet=player&of=Ana",
    "right": "?sheet=right&of=Ana",
    "count": "?sheet=count&of=Ana",
    "leave": "?sheet=leave&of=Ben",
    "call": "?sheet=call",
    "search": "?sheet=search&q=tank",
    "rule": "?sheet=rule&about=fill",
    "describe": "?sheet=describe&of=Ben&type=Animal",
}
OVER = {
    "item": "?sheet=item&of=Ana&at=in_play&slot=0",
    "player": "?tab=table&sheet=player&of=Ana",
    "count": "?sheet=count&of=Ana",
    "rule": "?sheet=rule",
}
OF_A_GAME = {
    WAREHOUSE: (RUNNING, OVER),
    DOMINION: (PREPARING, IDLE, LYING, RULED, ASKED, GOING_UNDER),
}


def _warehouse(app: Flask) -> Phone:
    """Ana's warehouse is described and an item lies in it; Ben's is not described."""
    ana, ben = a_duel(app)
    ben.log("warehouse_described", player="Ben", card="perfectly-normal-pallets")
    ana.log("warehouse_described", player="Ana", card="on-the-level-storage")
    ana.log("item_added", player="Ana", item_type="Animal", money=4_000_000)
    return ana


def _tables(app: Flask, game: str) -> Iterator[tuple[Phone, dict[str, str]]]:
    """A phone that may log at a table of each kind, and the sheets that open there."""
    if game == WAREHOUSE:
        yield _warehouse(app), RUNNING
        over = _warehouse(app)
        over.log("game_called")
        yield over, OVER
        return
    yield Phone(app, game=DOMINION).start("Ana", None), PREPARING
    yield a_market(app, "app")["Ana"], IDLE
    lying = a_market(app, "app")["Ana"]
    lying.log("market_played", player="Ana", coins=9)
    card = lying.view()["deck"]["revealed"][0]
    yield lying, {**LYING, "card": LYING["card"] + quote(card)}
    ruled = a_market(app, "app", landscapes=("Way of the Mouse",))["Ana"]
    ruled.log("market_played", player="Ana")
    yield ruled, RULED
    asked = a_market(app, "cards")["Ana"]
    asked.log("market_played", player="Ana")
    yield asked, ASKED
    under = a_market(app, "app")["Ana"]
    under.log("market_played", player="Ana")
    under.log("nothing_bought", player="Ana")
    yield under, GOING_UNDER


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
    for phone, sheets in _tables(app, game):
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
    for phone, sheets in _tables(app, game):
        spectator = Phone(app, phone.code)
        tabs = (f"?tab={key}" for key in sorted(GAME_PAGES[game].tab_keys))
        for place in (*tabs, *sheets.values()):
            for link in _visible_links(spectator.get(place)):
                if "sheet=" in link:
                    assert _sheet(spectator.get(link.removeprefix(phone.home))), (place, link)


def test_a_spectator_reads_what_lies_there_and_how_to_take_part(app: Flask) -> None:
    ana = _warehouse(app)
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
