"""The one script of a table's page: lost answers, no contact, no stream, what is read out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phones import IPHONE_13, PIXEL_7, Phone
from tests.browser.server import Server
from tests.browser.tables import Table

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


def opened(phone: Phone, player: str = "Ana") -> str:
    """Start a table on this phone; its address."""
    phone.open("/tables/new")
    phone.page.get_by_label("Your name").fill(player)
    return f"/tables/{phone.goes_in('Open the table')}"


def joined(phone: Phone, table: str, player: str) -> None:
    """Join the table of this address under a name."""
    phone.open(f"{table}/join")
    phone.page.get_by_label("Your name").fill(player)
    phone.goes_in("Join the table")


def seated(phone: Phone) -> list[str]:
    """The names in the list of players, in seat order."""
    rows: list[str] = phone.page.locator("#seated > li .grow").all_inner_texts()
    return [row.split()[0] for row in rows]


def test_a_newcomer_pops_in_on_every_phone(phone: Make) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13)
    table = opened(ana)
    joined(ben, table, "Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    assert seated(ana) == seated(ben) == ["Ana", "Ben"]


def test_a_tap_whose_answer_is_lost_is_sent_again_and_counts_once(phone: Make) -> None:
    ana = phone(PIXEL_7)
    opened(ana)
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()  # the server records it, the phone never hears of it
            route.abort()
        else:
            route.continue_()

    ana.page.route("**/events", lose_the_first_answer)
    with ana.page.expect_response("**/events"):
        ana.adds_without_phone("Dev")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    expect(ana.page.locator("[data-when=pending]")).to_be_hidden()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert seated(ana) == ["Ana", "Dev"]


def test_a_second_tap_while_one_is_on_its_way_is_not_sent(phone: Make) -> None:
    ana = phone(PIXEL_7)
    opened(ana)
    ana.adds_without_phone("Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    sent: list[Any] = []
    ana.page.on("request", lambda request: sent.append(request) if request.method == "POST" else 0)
    ana.page.locator("#draw").dblclick()
    expect(ana.page.locator(".chip.first")).to_have_count(1)
    assert len(sent) == 1


def test_a_button_that_just_appeared_is_deaf_for_a_moment(phone: Make) -> None:
    ana = phone(PIXEL_7)
    opened(ana)
    ana.adds_without_phone("Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    ana.page.locator("#draw").click()
    ana.page.locator("#deal").click()
    expect(ana.page.locator("body")).to_have_attribute("data-page", "lobby")
    ana.press_dock("Start the game")
    expect(ana.page.locator("body")).to_have_attribute("data-page", "table")


def test_without_contact_the_page_says_so_and_takes_no_tap(phone: Make) -> None:
    ana = phone(PIXEL_7)
    opened(ana)
    ana.adds_without_phone("Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    ana.context.set_offline(True)
    lost, rested = ana.page.locator("[data-when=lost]"), ana.page.locator("[data-when=rested]")
    expect(lost).to_contain_text("No contact with the table. Play on. Taps rest until it is back.")
    expect(lost).to_be_visible()
    expect(rested).to_be_hidden()
    ana.page.locator("#draw").click()
    expect(rested).to_be_in_viewport()
    expect(rested).to_contain_text("That tap was not logged.")
    ana.context.set_offline(False)
    ana.is_live()
    expect(rested).to_be_hidden()
    expect(ana.page.locator("[data-when=lost]")).to_be_hidden()
    assert ana.page.locator(".chip.first").count() == 0


def test_where_no_stream_comes_through_the_page_asks(phone: Make) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13)
    ana.context.route("**/stream", lambda route: route.fulfill(status=502, body="no stream here"))
    table = opened(ana)
    joined(ben, table, "Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    ana.is_live()


def test_others_events_are_read_out_and_ones_own_are_not(phone: Make) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13)
    table = opened(ana)
    joined(ben, table, "Ben")
    expect(ana.page.locator("#status")).to_have_text("Ben sat down")
    expect(ben.page.locator("#status")).to_have_text("")


def test_a_half_typed_name_survives_what_others_do(phone: Make) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13)
    table = opened(ana)
    ana.page.get_by_text("Add a player without a phone").click()
    field = ana.page.get_by_label("Name", exact=True)
    field.press_sequentially("De")
    joined(ben, table, "Ben")
    expect(ana.page.locator("#seated > li")).to_have_count(2)
    field.press_sequentially("v")
    assert field.input_value() == "Dev"
    expect(field).to_be_focused()


def test_a_phone_whose_seat_went_away_learns_it_at_once(phone: Make) -> None:
    ana, ben, tablet = phone(PIXEL_7), phone(IPHONE_13), phone(IPHONE_13)
    table = opened(ana)
    joined(ben, table, "Ben")
    with ben.page.expect_navigation():
        made = ben.context.request.post(
            f"{ben.url}{table}/seats/Ben/handover",
            headers={"Accept": "application/json", "Origin": ben.url},
        )
        tablet.open(made.json()["url"].removeprefix(ben.url))
        tablet.goes_in("Yes, take the seat")
    expect(ben.page.locator("body")).to_have_attribute("data-seats", "")
    expect(tablet.page.locator("body")).to_have_attribute("data-seats", "2")


def test_a_page_on_its_way_elsewhere_is_not_sent_there_anew(phone: Make, server: Server) -> None:
    table, ben = Table(server, "black_market_warehouse"), phone(PIXEL_7)
    joined(ben, table.path, "Ben")
    ben.is_live()
    ways: list[str] = []
    ben.page.on("console", lambda message: ways.append(message.text))
    ben.page.evaluate(
        "() => { navigation.onnavigate = (way) => console.log(way.destination.url); }"
    )
    loads: list[Route] = []
    ben.page.route(f"**{table.path}", lambda route: loads.append(route))  # and is slow to come
    table.log({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"})
    for money in (5_000_000, 3_000_000, 2_000_000):
        item = {"item_type": "Weapon", "money": money}
        table.log({"event": "item_added", "player": "Ana", **item})
        ben.page.wait_for_timeout(400)
    assert ways == [ben.url + table.path]
    loads[-1].continue_()
    ben.heading("Ana’s turn")
