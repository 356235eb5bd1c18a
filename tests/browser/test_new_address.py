"""The Wi-Fi changed: what shows a QR shows the new one at once, and nothing else is disturbed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phones import PIXEL_7, TELEVISION, Phone
from tests.browser.server import Server
from tests.browser.tables import Table

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]
NEW = "10.9.8.7:8000"


def moved(phone: Phone, server: Server, loads: list[str]) -> None:
    """From the next news on, what the phone hears names another address of ours."""
    phone.page.on("load", lambda page: loads.append(page.url))
    old = server.url.removeprefix("http://")

    def rename(route: Route) -> None:
        if loads:
            return route.continue_()
        answer = route.fetch()
        return route.fulfill(response=answer, body=answer.text().replace(old, NEW))

    phone.context.route("**/tables/*?since=*", rename)


def asks(phone: Phone) -> None:
    """No stream comes through, so the page asks for news."""
    phone.context.route("**/stream", lambda route: route.fulfill(status=502, body="none"))


def test_the_lobby_shows_the_new_code_at_once(phone: Make, server: Server) -> None:
    table, loads = Table(server, "black_market_warehouse"), list[str]()
    host = phone(PIXEL_7)
    asks(host)
    host.open(f"/tables/{table.code}")
    host.is_live()
    moved(host, server, loads)
    with host.page.expect_event("load"):
        table.log({"event": "player_joined", "player": "Ben"})
    expect(host.page.locator("#seated > li")).to_have_count(2)
    assert loads == [f"{server.url}/tables/{table.code}"]


def test_a_page_without_a_code_stays_as_it_is(phone: Make, server: Server) -> None:
    table, loads = Table(server, "black_market_warehouse"), list[str]()
    table.begin()
    table.log({"event": "game_dealt"})
    watcher = phone(PIXEL_7)
    asks(watcher)
    watcher.open(f"/tables/{table.code}?tab=table")
    watcher.is_live()
    moved(watcher, server, loads)
    table.log({"event": "turn_ended", "player": "Ana"})
    watcher.shows("Ben’s turn")
    assert watcher.page.locator("#door").get_attribute("data-origin") == NEW
    assert loads == []


def test_the_doctor_looks_again_when_phones_come_elsewhere(phone: Make) -> None:
    host = phone(TELEVISION)
    host.open("/doctor")
    host.page.wait_for_load_state()

    def elsewhere(route: Route) -> None:
        if "json" not in route.request.headers["accept"]:
            return route.continue_()
        answer = route.fetch()
        return route.fulfill(response=answer, json={**answer.json(), "origin": NEW})

    host.context.route("**/doctor", elsewhere)
    with host.page.expect_event("load"):
        host.page.evaluate("0")
