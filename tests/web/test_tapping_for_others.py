"""A phone that taps for somebody without one stays with them until the turn passes."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask

from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone, a_duel


def _cleo_begins(app: Flask) -> PaperBrowser:
    """Ana's phone, own cards, at the seat of Cleo, who has no phone and whose turn it is."""
    ana = Phone(app).start("Ana", "none")
    ana.log("player_joined", player="Cleo")
    ana.log("first_player_chosen", player="Cleo")
    ana.log("game_dealt")
    browser = PaperBrowser(ana)
    browser.go("?seat=2")
    assert "You tap for Cleo." in browser.page.seen
    return browser


def _follow(browser: PaperBrowser, link: str) -> None:
    """Follow the link of Cleo's own panel: the page holds every player's, and CSS picks."""
    found = re.search(f'href="([^"]*{link}[^"]*)"', browser.page.text)
    assert found, link
    browser.go(unescape(found.group(1)).removeprefix(browser.phone.home))


def _describe(browser: PaperBrowser) -> None:
    _follow(browser, "of=Cleo&amp;type=Weapon")
    browser.follow("Animal")
    browser.tap("$4M")


def test_describing_a_card_for_somebody_stays_with_them(app: Flask) -> None:
    browser = _cleo_begins(app)
    _describe(browser)
    assert "You tap for Cleo." in browser.page.seen
    browser.tap("Weapon, 3 Million")
    players = browser.phone.view()["players"]
    assert (players["Cleo"]["in_play"], players["Ana"]["in_play"]) == (1, 0)


def test_later_keeps_the_player_on_screen(app: Flask) -> None:
    browser = _cleo_begins(app)
    _follow(browser, "later=1&amp;seat=2")
    assert "You tap for Cleo." in browser.page.seen


def test_when_the_turn_comes_to_this_phone_its_own_seat_is_back(app: Flask) -> None:
    browser = _cleo_begins(app)
    _describe(browser)
    browser.tap("Weapon, 3 Million")
    assert "You tap for Cleo." not in browser.page.seen
    assert "Your turn, Ana" in browser.page.seen


def test_a_tap_that_ends_an_idle_turn_says_both(app: Flask) -> None:
    ana = Phone(app).start("Ana", "none")
    ana.log("player_joined", player="Cleo")
    ana.log("first_player_chosen", player="Cleo")
    ana.log("game_dealt")
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000}
    ended = [{"event": "turn_ended", "player": name} for name in ("Cleo", "Ana")]
    answer = ana.client.post(
        f"{ana.home}/events", json={"events": [ended[0], item, ended[1]], "id": "1"}, headers=JSON
    )
    assert answer.status_code == 200, answer.json
    browser = PaperBrowser(ana)
    assert "Ana added Weapon, $3M. Cleo’s turn ended." in browser.page.seen


def test_the_hosts_phone_shows_the_turn_of_players_without_a_phone(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    ben = Phone(app, ana.code).sit("Ben")
    ana.log("player_joined", player="Cleo")
    ana.log("first_player_chosen", player="Cleo")
    ana.log("game_dealt")

    hosts, guests = (each.client.get(each.home, headers=HTML).text for each in (ana, ben))

    assert 'data-seats="1" data-tends="1 3" data-shown="3"' in hosts
    assert 'data-seats="2" data-tends="2" data-shown="2"' in guests
    assert "data-several" not in hosts.split("<main")[0]


def test_the_only_phone_of_a_table_says_to_whom_it_goes(app: Flask) -> None:
    ana = Phone(app).start("Ana")
    ana.log("player_joined", player="Ben")
    ana.log("first_player_chosen", player="Ben")
    ana.log("game_dealt")

    page = ana.client.get(ana.home, headers=HTML).text

    assert "data-several" in page.split("<main")[0]
    assert "Pass to Ben" in page


def test_no_phone_shows_the_turn_of_a_player_who_has_one(app: Flask) -> None:
    ana, ben = a_duel(app)
    ana.log("turn_ended", player="Ana")

    assert 'data-tends="1" data-shown="1"' in ana.client.get(ana.home, headers=HTML).text
    assert 'data-tends="2" data-shown="2"' in ben.client.get(ben.home, headers=HTML).text
