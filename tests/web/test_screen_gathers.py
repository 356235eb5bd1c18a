"""While people sit down the big screen says so, for each game, and shows no figure of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.security.phones import Browser

WAREHOUSE, MARKET = "black_market_warehouse", "dominion_black_market"


def a_table(phone: Browser, game: str, **options: Any) -> str:
    made = phone.json("POST", "/tables", {"game": game, "player": "Ana", "options": options})
    assert made.json is not None
    return f"/tables/{made.json['code']}"


@pytest.mark.parametrize("game", [WAREHOUSE, MARKET])
def test_the_door_is_what_the_room_sees_first(game: str, browser: Callable[[], Browser]) -> None:
    phone = browser()

    screen = phone.get(a_table(phone, game) + "/screen").text

    assert ("Sit down" in screen, "Watch or join" in screen) == (True, False)
    assert ("Warehouse cards left" in screen, "In the deck" in screen) == (False, False)


def test_once_it_runs_one_may_watch_or_join(browser: Callable[[], Browser]) -> None:
    phone = browser()
    home = a_table(phone, WAREHOUSE)
    for event in (
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    ):
        assert phone.json("POST", f"{home}/events", event).status_code == 200

    screen = phone.get(home + "/screen").text

    assert ("Watch or join" in screen, "Warehouse cards left" in screen) == (True, True)


def test_no_pile_is_left_to_count_once_all_are_counted(browser: Callable[[], Browser]) -> None:
    phone = browser()
    home = a_table(phone, WAREHOUSE, track="scores")
    phone.json("POST", f"{home}/events", {"event": "player_joined", "player": "Ben"})
    before = phone.get(home + "/screen").text
    for player in ("Ana", "Ben"):
        pile = {"event": "pile_counted", "player": player, "items": {"5000000": 1}, "bonuses": []}
        assert phone.json("POST", f"{home}/events", pile).status_code == 200

    after = phone.get(home + "/screen").text

    assert ("Piles to count" in before, "Piles to count" in after) == (True, False)


@pytest.mark.parametrize(
    ("game", "options"),
    [(WAREHOUSE, {}), (WAREHOUSE, {"track": "scores"}), (MARKET, {})],
    ids=["warehouses", "only counting", "market"],
)
def test_who_cannot_scan_reads_where_to_go(
    game: str, options: dict[str, str], browser: Callable[[], Browser]
) -> None:
    phone = browser()

    page = phone.get(a_table(phone, game, **options)).text

    assert page.count("or open 192.168.1.23:8000 and type the code") == 1
