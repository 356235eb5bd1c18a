"""The big screen on a small television: read from 3 m, and nothing cut off."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.phones import Phone
from tests.browser.server import Server

pytestmark = pytest.mark.browser
SMALL_TELEVISION = {"width": 1280, "height": 720}
LONGEST = "Annabella Maria Hohenloh"
LEAST_CHIP = 28
"""Pixels of a figure on 720 lines: the size of the text beside it."""


class Program:
    """The host of a table as a program."""

    def __init__(self, server: Server, players: tuple[str, ...], **options: str) -> None:
        self.url = server.url
        self.token = ""
        table = {"game": "black_market_warehouse", "player": players[0], "options": options}
        made = self.post("/tables", {**table, "deck": "starter"})
        self.token, self.table = made["seat_token"], f"/tables/{made['code']}"
        for player in players[1:]:
            self.log(event="player_joined", player=player)
        self.log(event="first_player_chosen", player=players[0])
        self.view = self.log(event="game_dealt")

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        asked = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def log(self, **event: Any) -> dict[str, Any]:
        """Log an event that must be recorded; the view after it."""
        found: dict[str, Any] = self.post(f"{self.table}/events", event)["view"]
        return found

    def fill(self, player: str, slots: int, leave: int = 0) -> None:
        """Describe a card of that many slots and fill it, but for the last few."""
        cards = self.view["warehouse_cards"]
        card = next(each for each in cards if len(each["requires"]) == slots)
        self.log(event="warehouse_described", player=player, card=card["id"])
        for kind in card["requires"][: slots - leave]:
            self.log(
                event="item_added", player=player, item_type=kind, money=5_000_000, anyway=True
            )


def measured(screen: Phone, css: str) -> list[dict[str, float]]:
    """Size of the text, and how much of each element does not show."""
    found: list[dict[str, float]] = screen.page.locator(css).evaluate_all(
        "all => all.map(e => ({ font: parseFloat(getComputedStyle(e).fontSize),"
        " cut: Math.max(e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth),"
        " below: e.getBoundingClientRect().bottom - innerHeight }))"
    )
    return found


def test_the_line_of_the_last_event_is_whole_when_the_game_is_over(
    server: Server, phone: Callable[..., Phone]
) -> None:
    names = (LONGEST, *(f"P{number}" for number in range(2, 11)))
    host = Program(server, names)
    host.fill(LONGEST, 3)
    screen = phone(SMALL_TELEVISION)
    screen.open(f"{host.table}/screen")
    screen.shows("The game is over: no Warehouse card is left.")
    screen.shows("completed")
    [line] = measured(screen, ".say p")
    assert line["cut"] <= 1
    assert line["below"] <= 0


@pytest.mark.parametrize("slots", [3, 4, 5])
def test_chips_are_read_from_afar_and_fit(
    server: Server, phone: Callable[..., Phone], slots: int
) -> None:
    host = Program(server, ("Ana", "Ben", "Cleo"))
    host.fill("Ana", slots, leave=1)
    screen = phone(SMALL_TELEVISION)
    screen.open(f"{host.table}/screen")
    chips = measured(screen, ".pip")
    assert len(chips) == slots
    assert [each for each in chips if each["cut"] > 0] == []
    assert min(each["font"] for each in chips) >= LEAST_CHIP
    tops = screen.page.locator(".pip").evaluate_all(
        "all => [...new Set(all.map(e => Math.round(e.getBoundingClientRect().top)))]"
    )
    assert len(tops) == 1, "all in one row"
