"""Black Market played on two phones with a television beside them, for both kinds of deck."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, TELEVISION, Phone
from tests.browser.server import Server
from tests.web.dominion_stand import DECK, GAME, KINGDOM

pytestmark = pytest.mark.browser


class Market:
    """Ana and Ben at a table whose deck is agreed, each on their own phone."""

    def __init__(self, ana: Phone, ben: Phone, held_by: str) -> None:
        self.phones = {"Ana": ana, "Ben": ben}
        made = self._post(ana, "/tables", game=GAME, deck=None, options={}, player="Ana")
        self.home = f"/tables/{made['code']}"
        self._post(ben, f"{self.home}/seats", player="Ben")
        self.log("Ana", "kingdom_chosen", kingdom=KINGDOM)
        self.log("Ana", "deck_drawn", policy="agreed_list", cards=DECK)
        for name in self.phones:
            self.log(name, "deck_accepted", player=name)
        self.log("Ana", "first_player_chosen", player="Ana")
        self.log("Ana", "deck_agreed", order_held_by=held_by, anyway=True)
        for phone in self.phones.values():
            phone.open(self.home)
            phone.is_live()

    def log(self, by: str, event: str, **fields: Any) -> None:
        """Log an event that has no screen of this test."""
        self._post(self.phones[by], f"{self.home}/events", event=event, **fields)

    def view(self, by: str) -> Any:
        """The table as this player's phone may see it."""
        phone = self.phones[by]
        answer = phone.context.request.get(phone.url + self.home, headers=_json(phone))
        return answer.json()["view"]

    def _post(self, phone: Phone, path: str, **body: Any) -> Any:
        sent = json.dumps(body)
        answer = phone.context.request.post(phone.url + path, data=sent, headers=_json(phone))
        assert answer.ok, answer.text()
        return answer.json()

    def enter(self, by: str, cards: list[str]) -> None:
        """Find the real cards that lie open in the list."""
        phone = self.phones[by]
        phone.page.get_by_role("link", name=f"Enter the {len(cards)} cards").click()
        for card in cards[:-1]:
            phone.page.get_by_role("link", name=card).click()
        phone.press(cards[-1])

    def put_under(self, by: str, cards: list[str]) -> None:
        """Tap the cards in the order in which they go under."""
        phone = self.phones[by]
        for card in cards[:-1]:
            phone.page.get_by_role("link", name=card).first.click()
        phone.press("Done")


def _json(phone: Phone) -> dict[str, str]:
    kind = "application/json"
    return {"Accept": kind, "Content-Type": kind, "Origin": phone.url}


def test_the_phones_are_the_deck(phone: Callable[..., Phone], server: Server) -> None:
    market = Market(phone(PIXEL_7), phone(IPHONE_13, theme="light"), "app")
    ana, ben = market.phones.values()
    screen = phone(TELEVISION)
    screen.open(f"{market.home}/screen")
    ana.heading("Your turn, Ana")
    ana.press("Black Market played")
    ben.heading("Ana’s Black Market")
    first = market.view("Ana")["deck"]["revealed"]
    for card in first:
        screen.shows(card)
        expect(ben.page.get_by_role("heading", name=card)).to_be_visible()
    ana.press("Gold")
    expect(ana.page.locator(".ledger:visible").first).to_contain_text("$5")
    ana.press_dock("Undo")
    expect(ana.page.locator(".ledger:visible").first).to_contain_text("$2")
    ana.press("Buy nothing")
    ben.heading("Ana puts three under")
    market.put_under("Ana", [first[2], first[0], first[1]])
    ana.heading("Your turn, Ana")
    ana.open(f"{market.home}?tab=table")
    ana.shows(f"{first[2]}, then {first[0]}, then {first[1]}".replace("'", "’"))
    ben.open(f"{market.home}?tab=table")
    ben.shows("order unknown to you · Ana knows it")
    ana.open(market.home)
    ana.press("Ana’s turn ended")
    ben.open(market.home)
    ben.heading("Your turn, Ben")
    ben.press("Black Market played")
    ben.heading("Ben’s Black Market")
    second = market.view("Ben")["deck"]["revealed"]
    assert set(first) & set(second) == set()
    ben.press_dock("Undo")
    ben.heading("Your turn, Ben")
    ben.shows("On top, seen before")
    ben.press("Black Market played")
    ben.heading("Ben’s Black Market")
    assert market.view("Ben")["deck"]["revealed"] == second


def test_real_cards_are_the_deck_and_turns_break_a_tie(
    phone: Callable[..., Phone], server: Server
) -> None:
    market = Market(phone(PIXEL_7), phone(IPHONE_13), "cards")
    ana, ben = market.phones.values()
    ana.press("Black Market played")
    ben.heading("Which three lie open?")
    ben.page.get_by_role("link", name="Enter the 3 cards").click()
    ben.page.get_by_role("link", name="Stonemason").click()
    ben.page.get_by_role("link", name="Golem").click()
    ben.page.get_by_label("Find in the list").press_sequentially("pedd", delay=120)
    expect(ben.page.locator("#found .ord")).to_have_count(1)
    ben.press("Peddler")
    ana.shows("Yours for $2. Nothing is left over.")
    ana.shows("$6 short.")
    ana.press("Buy $2 Stonemason")
    ana.heading("Put two under the deck")
    market.put_under("Ana", ["Peddler", "Golem"])
    ana.press("Ana’s turn ended")
    ben.heading("Your turn, Ben")
    ben.open(f"{market.home}?tab=more&sheet=call")
    ben.press("Yes, count the points")
    for each in (ana, ben):
        each.open(f"{market.home}?tab=points")
        each.is_live()
        each.page.get_by_role("spinbutton", name="Province").fill("3")
        each.press("One Estate more")
        each.page.get_by_role("spinbutton", name="Cards in all Gardens").fill("20")
        each.press("Count them")
        each.shows("19 points" if each is ana else "Ben wins")
    ben.heading("Result")
    ben.shows("Ben wins")
    ben.shows("Ben and Ana are level with 19 points. Fewer turns wins: Ben.")


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_five_plays_with_purchases_and_one_taken_back(
    phone: Callable[..., Phone], server: Server, held_by: str
) -> None:
    market = Market(phone(PIXEL_7), phone(IPHONE_13), held_by)
    front = list(DECK)
    for turn, name in enumerate(["Ana", "Ben", "Ana", "Ben", "Ana"]):
        each = market.phones[name]
        each.open(market.home)
        each.heading(f"Your turn, {name}")
        each.press("Black Market played")
        if held_by == "cards":
            open_now, front = front[:3], front[3:]
            market.enter(name, open_now)
        each.heading(f"{name}’s Black Market")
        each.page.get_by_role("link", name="+ Other").click()
        each.page.get_by_role("textbox", name="Gold").fill("4")
        each.page.get_by_role("textbox", name="Potion", exact=True).fill("1")
        each.press("Play these")
        expect(each.page.locator(".ledger:visible").first).to_contain_text("$14")
        offers = market.view(name)["offers"]
        card = next(card for card, offer in offers.items() if not offer["asks"])
        each.press(card)
        each.heading("Put two under the deck")
        rest = [other for other in offers if other != card]
        market.put_under(name, rest)
        if turn == 2:
            each.heading(f"Your turn, {name}")
            each.press_dock("Undo")
            each.heading("Put two under the deck")
            market.put_under(name, rest)
        each.press(f"{name}’s turn ended")
        each.shows(f"{name}’s turn ended")
    bought = market.view("Ana")["deck"]["bought"]
    assert [player for _card, player, _price in bought] == ["Ana", "Ben", "Ana", "Ben", "Ana"]
    assert market.view("Ana")["deck"]["size"] == len(DECK) - 5


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_a_phone_that_watches_an_open_list_keeps_it_open(
    phone: Callable[..., Phone], server: Server, held_by: str
) -> None:
    market = Market(phone(PIXEL_7), phone(IPHONE_13), held_by)
    ben = market.phones["Ben"]
    ben.open(f"{market.home}?tab=points")
    ben.is_live()
    ben.page.locator("#score-1 summary").click()
    market.log("Ana", "market_played", player="Ana")
    ben.shows("Ana played Black Market")
    expect(ben.page.locator("#score-1")).to_have_attribute("open", "")
