"""Two quick taps at one place: what the answer brings under the finger is not tapped by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phones import IPHONE_13, Phone
from tests.browser.server import Server
from tests.browser.tables import Table
from tests.web.dominion_stand import DECK, KINGDOM

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


def one_phone(phone: Make, server: Server, game: str, *events: dict[str, Any]) -> Phone:
    """Ana's phone, which taps for Ben too: he has none."""
    table, ana = Table(server, game), phone(IPHONE_13)
    table.log({"event": "player_joined", "player": "Ben"}, *events)
    return table.on(ana)


def a_warehouse(phone: Make, server: Server) -> Phone:
    cards = {"Ana": "on-the-level-storage", "Ben": "museum-overflow-attic"}
    return one_phone(
        phone,
        server,
        "black_market_warehouse",
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
        *({"event": "warehouse_described", "player": of, "card": it} for of, it in cards.items()),
    )


def a_kingdom(phone: Make, server: Server, *more: dict[str, Any]) -> Phone:
    chosen = {"event": "kingdom_chosen", "kingdom": KINGDOM}
    drawn = {"event": "deck_drawn", "policy": "agreed_list", "cards": DECK}
    return one_phone(phone, server, "dominion_black_market", chosen, drawn, *more)


def a_market(phone: Make, server: Server) -> Phone:
    begun = {"event": "first_player_chosen", "player": "Ana"}
    return a_kingdom(phone, server, begun, {"event": "deck_agreed", "order_held_by": "app"})


COUNT = """() => { window.sent = 0; const now = Date.now(), ask = window.fetch;
  Date.now = () => now;
  window.fetch = (where, how) => { sent += how?.method === "POST"; return ask(where, how); }; }"""


class Finger:
    """Taps one place of the glass, and counts what was sent; time stands still until it waits."""

    def __init__(self, phone: Phone, button: Locator) -> None:
        self.page = phone.page
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        self.place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.evaluate(COUNT)

    @property
    def sent(self) -> int:
        """How many taps went to the server; told by the page, so that none is still to come."""
        return int(self.page.evaluate("sent"))

    def taps(self) -> None:
        self.page.mouse.click(*self.place)

    def taps_and_is_answered(self) -> None:
        """Nothing waits any more: a tap that comes now is not held back by this one."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            self.taps()
        answer.value.finished()
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")

    def waits(self) -> None:
        """Half a second, after which it means what it taps."""
        self.page.evaluate("() => { const now = Date.now() + 500; Date.now = () => now; }")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (a_warehouse, "Weapon, 3 Million"),
        (a_warehouse, "No item this turn"),
        (a_market, "Ana’s turn ended"),
    ],
)
def test_a_double_tap_does_nothing_for_the_next_player(
    phone: Make, server: Server, table: Callable[..., Phone], words: str
) -> None:
    ana = table(phone, server)
    finger = Finger(ana, ana.button(words))

    finger.taps_and_is_answered()
    ana.heading("Ben")
    finger.taps()
    assert finger.sent == 1
    finger.waits()
    finger.taps()

    ana.heading("Your turn, Ana")
    assert finger.sent == 2


def test_a_double_tap_ticks_and_does_not_take_the_tick_away(phone: Make, server: Server) -> None:
    ana = a_kingdom(phone, server)
    ana.page.get_by_role("link", name="Setup", exact=True).click()
    ana.is_live()
    line = ana.page.get_by_role("checkbox").first
    finger = Finger(ana, line)

    finger.taps_and_is_answered()
    expect(line).to_be_checked()
    finger.taps()
    assert finger.sent == 1
    finger.waits()
    finger.taps()

    expect(line).not_to_be_checked()
    assert finger.sent == 2


def test_quick_taps_on_one_treasure_all_count(phone: Make, server: Server) -> None:
    ana = a_market(phone, server)
    ana.press("Black Market played")
    ledger = ana.page.locator(".ledger:visible").first
    expect(ledger).to_contain_text("$2")
    finger = Finger(ana, ana.button("Gold"))

    for coins in (5, 8, 11):
        finger.taps_and_is_answered()
        expect(ledger).to_contain_text(f"${coins}")

    assert finger.sent == 3
