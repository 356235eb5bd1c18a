"""The widest name there can be, with no place to break: no page grows wider than its glass."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.screens import dominion, warehouse
from tests.browser.screens.screen import House, Table
from tests.browser.server import Server

pytestmark = pytest.mark.browser
WIDEST = "W" * 24
NARROW: ViewportSize = {"width": 320, "height": 700}
SMALL_TELEVISION: ViewportSize = {"width": 1280, "height": 720}
OVER_THE_ASIDE = """() => {
  const side = document.querySelector("aside").getBoundingClientRect();
  return [...document.querySelectorAll("main > :not(aside), main > :not(aside) *")]
    .filter((each) => each.getBoundingClientRect().right > side.left + 1)
    .map((each) => each.outerHTML.slice(0, 80));
}"""


def _warehouses(house: House) -> list[str]:
    lobby, running = Table(house, warehouse.GAME), Table(house, warehouse.GAME)
    lobby.add(WIDEST, "Cleo")
    running.add(WIDEST, "Cleo")
    card = {"player": WIDEST, "card": "on-the-level-storage"}
    item = {"player": WIDEST, "item_type": "Animal", "money": 4_000_000}
    running.log(
        {"event": "first_player_chosen", "player": WIDEST},
        {"event": "game_dealt"},
        {"event": "warehouse_described", **card},
        {"event": "item_added", **item},
    )
    counting = Table(house, warehouse.GAME, options={"track": "scores"}, deck="none")
    counting.add(WIDEST)
    places = ("", "?tab=table", "?tab=more", "?seat=2", "/seats", "/log", "/result")
    sheets = ("player", "item&slot=0", "right", "leave", "warehouse", "count", "describe")
    return [
        *(lobby.path + place for place in ("", "/seats")),
        *(running.path + place for place in places),
        *(f"{running.path}?sheet={sheet}&of={WIDEST}" for sheet in sheets),
        *(counting.path + place for place in ("?seat=2", "?tab=table", "/result")),
    ]


def _dominion(house: House, *steps: str) -> Table:
    table = Table(house, dominion.GAME, deck=None)
    table.add(WIDEST)
    for step in steps:
        named: list[dict[str, Any]] = json.loads(
            json.dumps(dominion.STEPS[step]).replace('"Ana"', f'"{WIDEST}"')
        )
        table.log(*named)
    return table


def _markets(house: House) -> list[str]:
    before, idle = _dominion(house, "kingdom", "deck"), _dominion(house, "kingdom", "deck", "ours")
    opened = _dominion(house, "kingdom", "deck", "ours", "open")
    places = ("", "?tab=table", "?tab=points&seat=2", "?tab=more", "/log", "/result")
    sheets = ("turn", "played", "call", f"leave&of={WIDEST}")
    return [
        *(before.path + place for place in ("", "?tab=deck", "?tab=setup")),
        *(idle.path + place for place in places),
        *(f"{idle.path}?sheet={sheet}" for sheet in sheets),
        *(opened.path + place for place in ("", "?sheet=treasures")),
    ]


def test_no_page_of_a_table_is_wider_than_the_narrowest_phone(
    server: Server, chrome: Browser
) -> None:
    house = House(server.url)
    paths = [*_warehouses(house), *_markets(house)]
    context = house.ana(chrome)
    page = context.new_page()
    page.set_viewport_size(NARROW)
    widths = {}
    for path in paths:
        page.goto(server.url + path)
        page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert {path: width for path, width in widths.items() if width > NARROW["width"]} == {}


def test_nothing_on_the_big_screen_lies_over_its_code(server: Server, chrome: Browser) -> None:
    house = House(server.url)
    paths = {path.split("?")[0] for path in [*_warehouses(house), *_markets(house)]}
    tables = sorted("/".join(path.split("/")[:3]) for path in paths)
    context = house.guest(chrome)
    page = context.new_page()
    page.set_viewport_size(SMALL_TELEVISION)
    over = {}
    for path in dict.fromkeys(tables):
        page.goto(f"{server.url}{path}/screen")
        over[path] = page.evaluate(OVER_THE_ASIDE)
    context.close()
    assert {path: found for path, found in over.items() if found} == {}
