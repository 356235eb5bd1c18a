"""Every screen in both themes and at every width: nothing scrolls sideways, all can be looked at.

`PHOTOGRAPHS=docs/screens` writes the pictures there; else they are thrown away.
"""

from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from tests.browser.server import Server

WIDTHS = (320, 390, 768, 1280)
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
KEPT = {(390, "dark"), (390, "light")}
"""Sizes whose pictures go into the documentation."""


class Table:
    """A table in the middle of a game, made by JSON."""

    def __init__(self, server: Server) -> None:
        self.server = server
        made = self.post(
            "/tables",
            {"game": "black_market_warehouse", "deck": "starter", "player": "Ana"},
        )
        self.code, self.token = made["code"], made["seat_token"]

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.server.url + path, json.dumps(body).encode(), headers, method="POST"
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def log(self, *events: dict[str, Any]) -> None:
        self.post(f"/tables/{self.code}/events", {"events": list(events), "anyway": True})

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


def test_no_screen_scrolls_sideways(chrome: Browser, server: Server) -> None:
    table = Table(server)
    path = f"/tables/{table.code}"
    context = chrome.new_context()
    context.add_cookies(
        [{"name": "seat", "value": table.token, "url": server.url + path, "httpOnly": True}]
    )
    page = context.new_page()

    def look(name: str, place: str) -> None:
        page.goto(server.url + place)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 844})
                photograph(page, name, width, theme)

    for name, place in PLACES.items():
        look(name, place)
    table.begin()
    look("lobby", path)
    table.deal()
    for name, place in TABLE.items():
        look(name, path + place)
    table.finish()
    look("result", path + "/result")
    context.close()
