"""Every screen in both themes and at every width: nothing scrolls sideways, all can be looked at.

`PHOTOGRAPHS=docs/screens` writes the pictures there; else they are thrown away.
"""

from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path
from typing import Any, Literal
from urllib.error import HTTPError

from playwright.sync_api import Browser, Page

from tests.browser.server import Server

WIDTHS = (320, 390, 768, 1280)
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
KEPT = {(390, "dark"), (390, "light")}
"""Sizes whose pictures go into the documentation."""


class Table:
    """A table in the middle of a game, made by JSON."""

    def __init__(self, server: Server, game: str) -> None:
        self.server = server
        made = self.post("/tables", {"game": game, "player": "Ana"})
        self.code, self.token = made["code"], made["seat_token"]

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.server.url + path, json.dumps(body).encode(), headers, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused

    def log(self, *events: dict[str, Any]) -> Any:
        return self.post(f"/tables/{self.code}/events", {"events": list(events), "anyway": True})

    def item(self, player: str, item_type: str, millions: int) -> None:
        """A whole turn."""
        self.log(
            {
                "event": "item_added",
                "player": player,
                "item_type": item_type,
                "money": millions * 1_000_000,
            },
            {"event": "turn_ended", "player": player},
        )

    def begin(self) -> None:
        self.log(
            {"event": "player_joined", "player": "Ben"},
            {"event": "player_joined", "player": "Chloé"},
            {"event": "first_player_chosen", "player": "Ana"},
        )

    def deal(self) -> None:
        cards = {
            "Ana": "on-the-level-storage",
            "Ben": "perfectly-normal-pallets",
            "Chloé": "above-board-basement",
        }
        self.log(
            {"event": "game_dealt"},
            *(
                {"event": "warehouse_described", "player": name, "card": card}
                for name, card in cards.items()
            ),
        )
        for name, item_type, millions in (
            ("Ana", "Animal", 4),
            ("Ben", "Commodity", 2),
            ("Chloé", "Top Secret", 3),
            ("Ana", "Weapon", 3),
            ("Ben", "Weapon", 5),
            ("Chloé", "Commodity", 1),
        ):
            self.item(name, item_type, millions)

    def finish(self) -> None:
        self.item("Ana", "Top Secret", 3)
        self.log({"event": "game_called"})


def photograph(page: Page, name: str, width: int, theme: str) -> None:
    """Take the picture, and check that nothing stands outside the width."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width, theme)
    folder = os.environ.get("PHOTOGRAPHS")
    if folder and (width, theme) in KEPT:
        path = Path(folder) / f"{name}-{width}-{theme}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path)


PLACES = {
    "home": "/",
    "new": "/tables/new?game=black_market_warehouse",
    "decks": "/decks",
    "deck": "/decks/starter",
    "prints": "/prints",
    "doctor": "/doctor",
}
MAKER = {
    "deck-maker": "",
    "deck-add": "/add",
    "deck-card": "/cards/golden-idol",
    "deck-insider": "/cards/cat-burglar",
    "deck-warehouse": "/cards/on-the-level-storage",
    "deck-picture": "/cards/golden-idol/picture",
    "deck-types": "/settings#type-new",
    "deck-share": "/share",
}
TABLE = {
    "table": "",
    "players": "?tab=table",
    "more": "?tab=more",
    "insider": "?sheet=insider",
    "other": "?sheet=other",
    "rule": "?sheet=rule&about=fill",
    "history": "/log",
    "seats": "/seats",
}


class Eyes:
    """One browser that looks at a table's pages in every size and theme."""

    def __init__(self, chrome: Browser, table: Table) -> None:
        self.url = table.server.url
        self.path = f"/tables/{table.code}"
        self.context = chrome.new_context()
        seat = {"name": "seat", "value": table.token, "url": self.url + self.path}
        self.context.add_cookies([{**seat, "httpOnly": True}])  # type: ignore[typeddict-item]
        self.page = self.context.new_page()

    def look(self, name: str, place: str) -> None:
        """Open an address of this server and take its pictures."""
        self.page.goto(self.url + place)
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for width in WIDTHS:
                self.page.set_viewport_size({"width": width, "height": 844})
                photograph(self.page, name, width, theme)
        self.page.goto("about:blank")


def test_no_screen_of_the_warehouse_scrolls_sideways(chrome: Browser, server: Server) -> None:
    table = Table(server, "black_market_warehouse")
    eyes = Eyes(chrome, table)
    for name, place in PLACES.items():
        eyes.look(name, place)
    edit = table.post("/decks", {"from": "starter", "name": "Quay Nights"})["edit"]
    for name, place in MAKER.items():
        eyes.look(name, edit + place)
    table.begin()
    eyes.look("lobby", eyes.path)
    table.deal()
    for name, place in TABLE.items():
        eyes.look(name, eyes.path + place)
    table.finish()
    eyes.look("result", eyes.path + "/result")
    eyes.context.close()


KINGDOM = (
    *("Black Market", "Village", "Smithy", "Market", "Moat"),
    *("Militia", "Throne Room", "Festival", "Remodel", "Workshop"),
)
DECK = (
    *("Laboratory", "Young Witch", "Peddler", "Caravan", "Gardens", "Library", "Witch", "Mine"),
    *("Golem", "Council Room", "Moneylender", "Adventurer", "Feast", "Spy", "Grand Market"),
)


def test_no_screen_of_dominion_scrolls_sideways(chrome: Browser, server: Server) -> None:
    table = Table(server, "dominion_black_market")
    eyes = Eyes(chrome, table)
    table.log({"event": "player_joined", "player": "Ben"})
    eyes.look("dominion-players", eyes.path)
    eyes.look("dominion-shelf", eyes.path + "?tab=shelf")
    table.log({"event": "kingdom_chosen", "kingdom": KINGDOM, "bane": "Cellar"})
    eyes.look("dominion-kingdom", eyes.path + "?tab=kingdom")
    table.log({"event": "deck_drawn", "policy": "agreed_list", "cards": DECK})
    eyes.look("dominion-deck", eyes.path + "?tab=deck")
    eyes.look("dominion-setup", eyes.path + "?tab=setup")
    agreed = {"event": "deck_agreed", "order_held_by": "app"}
    table.log({"event": "first_player_chosen", "player": "Ana"}, agreed)
    eyes.look("dominion-market", eyes.path)
    opened = table.log({"event": "market_played", "player": "Ana", "coins": 4})
    eyes.look("dominion-reveal", eyes.path)
    first = opened["view"]["deck"]["revealed"][0]
    table.log({"event": "card_bought", "player": "Ana", "card": first})
    eyes.look("dominion-bottom", eyes.path)
    eyes.look("dominion-list", eyes.path + "?tab=table")
    eyes.look("dominion-points", eyes.path + "?tab=points")
    counted = [
        {"event": "pile_counted", "player": name, "cards": {"Province": n, "Duchy": 1}}
        for name, n in (("Ana", 3), ("Ben", 2))
    ]
    table.log({"event": "game_called"}, *counted)
    eyes.look("dominion-result", eyes.path + "/result")
    eyes.context.close()
