"""On every screen of a table one tap opens the rule that applies there, with its source."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.services.demos.scripts import SCRIPTS as DEMOS
from companion.web.games import GAME_PAGES
from companion.web.games.black_market_warehouse.rules import RULES as WAREHOUSE_RULES
from companion.web.games.dominion_black_market.rules import RULES as MARKET_RULES
from tests.core.scripts import SCRIPTS
from tests.security.phones import Browser
from tests.toy_game.registered import known_everywhere, with_templates
from tests.toy_game.web.rules import RULES as PIG_RULES

WAREHOUSE, MARKET, PIG = "black_market_warehouse", "dominion_black_market", "pig"
VOID = frozenset({"meta", "link", "input", "br", "img", "use", "path", "col", "hr"})
RULES = {WAREHOUSE: WAREHOUSE_RULES, MARKET: MARKET_RULES, PIG: PIG_RULES}
SHARED_LOBBY = "game_dealt"
"""The event that ends the shared lobby."""


@pytest.fixture
def browser(product: Backroom) -> Iterator[Callable[[], Browser]]:
    """A fresh browser, and the third game is known."""
    with known_everywhere():
        with_templates(product.app)
        yield lambda: Browser(product.app.test_client())


def a_table(phone: Browser, game: str, **options: Any) -> str:
    deck = "starter" if game == WAREHOUSE else "none"
    body = {"game": game, "player": "Ana", "deck": deck, "options": options}
    made = phone.json("POST", "/tables", body)
    assert made.status_code == 201, made.json
    assert made.json is not None
    return f"/tables/{made.json['code']}"


def a_running_table(phone: Browser, game: str) -> str:
    """The demo of a game that has one, else a table whose evening has just begun."""
    if game in DEMOS:
        return a_demo(phone, game)
    home = a_table(phone, game)
    for event in SCRIPTS[game][1]:
        if event != {"event": "player_joined", "player": "Ana"}:
            logged = phone.json("POST", f"{home}/events", {**event, "anyway": True})
            assert logged.status_code == 200, logged.json
        if event["event"] == SHARED_LOBBY:
            break
    return home


def a_demo(phone: Browser, game: str) -> str:
    made = phone.json("POST", "/demos", {"game": game})
    assert made.json is not None
    return f"/tables/{made.json['code']}"


class OnScreen(HTMLParser):
    """The links to a rule that the tab of a page shows: what is of another tab is hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self._tab = ""
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self._tab = told.get("data-tab") or self._tab if tag == "body" else self._tab
        hidden = told.get("data-tab-of", self._tab) != self._tab or "hidden" in told
        hidden = hidden or any(inside for _tag, inside in self._open)
        if tag == "a" and not hidden and "sheet=rule" in (told.get("href") or ""):
            self.links.append(told["href"] or "")
        if tag not in VOID:
            self._open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        if any(each == tag for each, _hidden in self._open):
            while self._open.pop()[0] != tag:
                pass


def the_rule_of(phone: Browser, address: str) -> str:
    """The title of the rule that one tap on this screen shows."""
    page = phone.get(address).text
    here = re.search(r'<details class="slip rule">.*?<h3>(.*?)</h3>.*?</details>', page, re.S)
    if here is not None:
        return html.unescape(here[1])
    seen = OnScreen()
    seen.feed(page)
    assert seen.links, f"no way to a rule on {address}"
    sheet = phone.get(seen.links[0]).text
    title = re.search(r'<h2 id="sheet-title"[^>]*>(.*?)</h2>', sheet, re.S)
    assert title is not None, f"no rule behind {seen.links[0]}"
    return html.unescape(title[1])


LOBBY = {
    (WAREHOUSE, ""): "Before the first turn",
    (WAREHOUSE, "/log"): "Taking back",
    (MARKET, ""): "Beginning",
    (MARKET, "?tab=shelf"): "Choosing the Kingdom",
    (MARKET, "?tab=kingdom"): "Choosing the Kingdom",
    (MARKET, "?tab=deck"): "Making the deck",
    (MARKET, "?tab=setup"): "What the deck brings along",
    (MARKET, "/log"): "Taking back",
    (PIG, ""): "Before the first roll",
    (PIG, "/log"): "Taking back",
}
PLAYING = {
    (WAREHOUSE, ""): "Adding an item",
    (WAREHOUSE, "?sheet=insider"): "Playing an Insider",
    (WAREHOUSE, "?tab=table"): "Completing a warehouse",
    (WAREHOUSE, "?tab=more"): "Adding an item",
    (WAREHOUSE, "/log"): "Taking back",
    (WAREHOUSE, "/result"): "The end",
    (MARKET, ""): "Playing Black Market",
    (MARKET, "?tab=table"): "Cards without a pile",
    (MARKET, "?tab=points"): "Counting points",
    (MARKET, "?tab=setup"): "What the deck brings along",
    (MARKET, "?tab=more"): "Playing Black Market",
    (MARKET, "/log"): "Taking back",
    (MARKET, "/result"): "Counting points",
    (PIG, ""): "A turn",
    (PIG, "?tab=table"): "A turn",
    (PIG, "?tab=more"): "A turn",
    (PIG, "/log"): "Taking back",
    (PIG, "/result"): "The end",
}


@pytest.mark.parametrize(("game", "place"), LOBBY)
def test_rule_of_each_screen_before_the_game(
    game: str, place: str, browser: Callable[[], Browser]
) -> None:
    phone = browser()

    assert the_rule_of(phone, a_table(phone, game) + place) == LOBBY[game, place]


@pytest.mark.parametrize(("game", "place"), PLAYING)
def test_rule_of_each_screen_while_it_is_played(
    game: str, place: str, browser: Callable[[], Browser]
) -> None:
    phone = browser()

    assert the_rule_of(phone, a_running_table(phone, game) + place) == PLAYING[game, place]


def test_rule_of_the_market_follows_what_happens(browser: Callable[[], Browser]) -> None:
    phone = browser()
    home = a_demo(phone, MARKET)
    titles = []
    for event in (
        {"event": "market_played", "player": "Ana"},
        {"event": "nothing_bought", "player": "Ana"},
    ):
        assert phone.json("POST", f"{home}/events", event).status_code == 200
        titles.append(the_rule_of(phone, home))

    assert titles == ["The money", "Who knows the order"]


def test_rule_of_piles_that_are_only_counted(browser: Callable[[], Browser]) -> None:
    phone = browser()

    assert the_rule_of(phone, a_table(phone, WAREHOUSE, track="scores")) == "The end"


@pytest.mark.parametrize("place", ["", "/log"])
def test_no_game_s_lobby_is_forgotten(place: str, browser: Callable[[], Browser]) -> None:
    assert {game for game, tried in LOBBY if tried == place} == set(GAME_PAGES)


@pytest.mark.parametrize("place", ["", "/log", "/result"])
def test_no_running_game_is_forgotten(place: str, browser: Callable[[], Browser]) -> None:
    assert {game for game, tried in PLAYING if tried == place} == set(GAME_PAGES)


def test_no_tab_of_a_game_is_forgotten(browser: Callable[[], Browser]) -> None:
    tried = {
        (game, place.removeprefix("?tab="))
        for game, place in (*LOBBY, *PLAYING)
        if place.startswith("?tab=")
    }
    own = {key: set(pages.tab_keys) - {"log"} for key, pages in GAME_PAGES.items()}
    begins = {MARKET: {"mine", "players"}}

    tabs = {(key, tab) for key, each in own.items() for tab in each - begins.get(key, {"mine"})}
    assert tried == tabs


@pytest.mark.parametrize("game", RULES)
def test_every_rule_names_where_it_stands_in_short_sentences(game: str) -> None:
    rules = RULES[game].values()

    assert len(rules) > 1
    assert [rule.title for rule in rules if not rule.source] == []
    assert [line for rule in rules for line in rule.lines if len(line.split()) > 14] == []
