"""Looking around at a demo table: one tap from the start page, a demo on every screen of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backroom import Backroom
from companion.settings import Settings
from companion.settings.caps import Caps
from companion.web.rights import RIGHTS
from tests.security.phones import Browser, build_at

WAREHOUSE, MARKET = "black_market_warehouse", "dominion_black_market"
GAME_KEYS = (WAREHOUSE, MARKET)
BAND = "Demo. Nothing here counts."


@pytest.fixture
def demo(browser: Callable[[], Browser]) -> Callable[[str], tuple[Browser, str]]:
    """Opens a demo as a visitor does: a tap on the start page, without script."""

    def open_demo(game: str = WAREHOUSE) -> tuple[Browser, str]:
        phone = browser()
        tap = re.search(r'action="/demos">.*?name="id" value="([^"]+)"', phone.get("/").text, re.S)
        assert tap is not None
        answer = phone.post("/demos", data={"game": game, "id": tap[1]})
        assert answer.status_code == 303, answer.text
        return phone, answer.headers["Location"]

    return open_demo


Demo = Callable[[str], tuple[Browser, str]]


@pytest.mark.parametrize("game", GAME_KEYS)
@pytest.mark.parametrize(
    "place", ["", "?tab=table", "?tab=more", "?tab=points", "/screen", "/log", "/result", "/seats"]
)
def test_every_screen_says_that_it_is_a_demo(demo: Demo, game: str, place: str) -> None:
    phone, home = demo(game)

    page = phone.get(home + place)

    assert (page.status_code, page.text.count(BAND)) == (200, 1)


def test_no_other_table_says_so(browser: Callable[[], Browser]) -> None:
    phone = browser()
    made = phone.json("POST", "/tables", {"game": WAREHOUSE, "player": "Ana"})
    assert made.json is not None

    page = phone.get(f"/tables/{made.json['code']}")

    assert (page.status_code, BAND in page.text, 'class="demo"' in page.text) == (200, False, False)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_no_screen_shows_a_code_to_scan_or_type(demo: Demo, game: str) -> None:
    phone, home = demo(game)
    code = home.rpartition("/")[2]

    for place in ("", "/screen", "/seats", "?tab=more"):
        page = phone.get(home + place).text
        assert ('class="qr"' in page, f">{code}<" in page, "bigcode" in page) == (False,) * 3


def test_a_demo_taken_back_to_its_beginning_shows_no_code_either(demo: Demo) -> None:
    phone, home = demo(WAREHOUSE)
    taken = phone.json("POST", f"{home}/rewind", {"to": 3})
    assert taken.status_code == 200

    page = phone.get(home)

    assert 'data-page="lobby"' in page.text
    assert ('class="qr"' in page.text, "bigcode" in page.text) == (False, False)
    assert "No phone can reach" not in page.text


CLOSED = [
    route
    for route in sorted(RIGHTS)
    if "/tables/<code>/" in route
    and re.search(r"/(join|knocks|handover|rematch|prints|photo)\b|^POST .*/seats$", route)
]


@pytest.mark.parametrize("route", CLOSED)
def test_what_would_bring_somebody_or_leave_something_is_closed(demo: Demo, route: str) -> None:
    phone, home = demo(WAREHOUSE)
    method, rule = route.split(" ", 1)
    path = rule.replace("/tables/<code>", home).replace("<name:player>", "Ana")
    path = re.sub(r"<(\w+:)?\w+>", "1", path)

    answer = phone.json(method, path, None if method == "GET" else {})

    refused = (answer.json or {}).get("refused", {}).get("code")
    assert (answer.status_code, refused) == (403, "demo_table")


def test_the_door_says_what_to_do_instead(demo: Demo, browser: Callable[[], Browser]) -> None:
    _phone, home = demo(WAREHOUSE)
    stranger = browser()

    scanned = stranger.get(f"/j/{home.rpartition('/')[2]}")
    door = stranger.get(scanned.headers["Location"])

    assert door.status_code == 403
    assert "This is a demo for one. Start a table to play together." in door.text
    assert '<a class="b go" href="/">Start a table of your own</a>' in door.text


def test_no_link_of_a_demo_leads_to_what_is_closed(demo: Demo) -> None:
    phone, home = demo(WAREHOUSE)
    links = {
        link
        for place in ("", "?tab=table", "?tab=more", "/log", "/result", "/seats", "/screen")
        for link in re.findall(r'(?:href|action)="([^"]+)"', phone.get(home + place).text)
        if link.startswith(home)
    }

    shut = [
        link
        for link in links
        if any(
            f"/{word}" in link
            for word in ("join", "knocks", "handover", "rematch", "prints", "photo")
        )
    ]

    assert len(links) > 10
    assert shut == []


def test_a_demo_is_none_of_my_tables(demo: Demo) -> None:
    phone, home = demo(WAREHOUSE)
    phone.get(home)

    start = phone.get("/").text

    assert ("My tables" in start, home in start) == (False, False)


def test_without_script_the_others_play_on_a_tap(demo: Demo) -> None:
    phone, home = demo(WAREHOUSE)
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": "5000000"}
    assert phone.post(f"{home}/events", data={**item, "id": "tap"}).status_code == 303
    assert f'<form method="post" action="{home}/others">' in phone.get(home).text
    before = phone.json("GET", home).json

    answer = phone.post(f"{home}/others")

    after = phone.json("GET", home).json
    assert before is not None
    assert after is not None
    assert (answer.status_code, answer.headers["Location"]) == (303, home)
    assert before["view"]["active"] == "Ben"
    assert after["version"] > before["version"]


def test_a_demo_may_be_exported_and_comes_in_as_a_table_like_any_other(demo: Demo) -> None:
    phone, home = demo(WAREHOUSE)
    file = phone.json("GET", f"{home}/export").json
    assert file is not None

    made = phone.json("POST", "/tables", file)

    assert (made.status_code, len((made.json or {})["code"])) == (201, 6)


def test_no_file_of_the_data_folder_holds_anything_of_a_demo(demo: Demo, product: Backroom) -> None:
    phone, home = demo(WAREHOUSE)
    phone.post(f"{home}/others")
    code = home.rpartition("/")[2].encode()

    folder = product.parts.settings.data
    holding = [path for path in folder.rglob("*") if path.is_file() and code in path.read_bytes()]

    assert holding == []


@pytest.fixture
def without_demos(tmp_path: Path) -> Iterator[Browser]:
    product = build_at(tmp_path, replace(Settings(), caps=Caps(demo_tables=0)))
    yield Browser(product.app.test_client())
    product.close()


def test_the_start_page_offers_none_where_the_host_wants_none(without_demos: Browser) -> None:
    start = without_demos.get("/").text
    asked = without_demos.json("POST", "/demos", {"game": WAREHOUSE})

    assert ('action="/demos"' in start, asked.status_code) == (False, 404)


def test_a_past_demo_leads_back_to_the_start_page(browser: Callable[[], Browser]) -> None:
    page = browser().get("/tables/BBBBBBB")

    assert page.status_code == 404
    assert "This demo is over" in page.text
    assert 'href="/#demo"' in page.text


def test_a_demo_keeps_no_computer_awake(demo: Demo, product: Backroom) -> None:
    phone, home = demo(WAREHOUSE)
    phone.post(f"{home}/others")

    assert product.seconds_since_last_event() is None
