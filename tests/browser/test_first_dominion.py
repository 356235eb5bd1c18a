"""What a family met on its first evening with Dominion: one gold button leads on, all in sight."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phones import IPHONE_13, Phone
from tests.web.dominion_stand import GAME, KINGDOM

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


class Family:
    """Ana hosts with an iPhone; what has no screen of a test is logged for her."""

    def __init__(self, phone: Make) -> None:
        self.phone = phone(IPHONE_13)
        made = self.post("/tables", game=GAME, deck=None, options={}, player="Ana")
        self.home = f"/tables/{made['code']}"

    def post(self, path: str, **body: Any) -> Any:
        kind = "application/json"
        headers = {"Accept": kind, "Content-Type": kind, "Origin": self.phone.url}
        sent = json.dumps(body)
        answer = self.phone.context.request.post(self.phone.url + path, data=sent, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def log(self, event: str, **fields: Any) -> None:
        self.post(f"{self.home}/events", event=event, **fields)

    def open(self, tab: str) -> Phone:
        self.phone.open(f"{self.home}?tab={tab}" if tab else self.home)
        self.phone.is_live()
        return self.phone


def box(thing: Locator) -> tuple[float, float]:
    """Where it begins and ends, from above."""
    found = thing.bounding_box()
    assert found is not None
    return found["y"], found["y"] + found["height"]


def in_sight(phone: Phone, thing: Locator) -> bool:
    """Whether all of it shows between the top line and the dock, without scrolling."""
    above, below = box(phone.page.locator("#top"))[1], box(phone.page.locator("#dock"))[0]
    begins, ends = box(thing)
    return above <= begins and ends <= below


def in_rows(phone: Phone, css: str) -> list[int]:
    """How many of them stand beside each other in each row."""
    return list(Counter(round(box(each)[0]) for each in phone.page.locator(css).all()).values())


def gold(phone: Phone) -> list[str]:
    """The words of the buttons and links that shine on the screen."""
    words: list[str] = phone.page.evaluate(
        """() => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.className = "b go"; const shine = getComputedStyle(probe).backgroundColor;
            probe.remove();
            return [...document.querySelectorAll("main .b")].filter((each) => each.offsetParent
                && getComputedStyle(each).backgroundColor === shine)
                .map((each) => each.innerText.trim()); }"""
    )
    return words


def test_who_sits_sees_the_own_seat_first_and_the_host_the_code(phone: Make) -> None:
    family = Family(phone)
    ben = phone(IPHONE_13)
    ben.open(f"{family.home}/join")
    ben.page.fill("input[name=player]", "Ben")
    ben.goes_in("Join the table")
    ben.is_live()
    assert in_sight(ben, ben.page.locator("#seat-2"))
    assert in_sight(ben, ben.page.get_by_role("link", name="Next: our shelf"))

    ana = family.open("players")

    assert in_sight(ana, ana.page.locator("svg.qr"))


def test_a_first_deck_is_one_tap_away_and_the_list_comes_before_a_second(phone: Make) -> None:
    family = Family(phone)
    family.log("kingdom_chosen", kingdom=KINGDOM)
    ana = family.open("deck")
    assert in_sight(ana, ana.button("Make the deck"))
    assert gold(ana) == ["Make the deck"]

    ana.press("Make the deck")

    expect(ana.page.locator("#deck-list > li")).to_have_count(15)
    assert gold(ana) == ["Yes, play this deck"]
    assert box(ana.page.locator("#add")) < box(ana.page.locator("#make"))


def test_one_gold_button_leads_from_the_shelf_to_the_deck(phone: Make) -> None:
    family = Family(phone)
    family.log("shelf_set", sets=["base_2e"], promos=["Black Market"])
    ana = family.open("shelf")
    assert gold(ana) == ["On to the Kingdom"]

    ana.page.get_by_role("link", name="On to the Kingdom").click()
    ana.is_live()
    assert gold(ana) == ["Draw a Kingdom"]
    ana.press("Draw a Kingdom")

    expect(ana.page.locator("#kingdom-piles > li")).to_have_count(10)
    assert gold(ana) == ["On to the deck"]


def a_market(phone: Make) -> Family:
    """Ana and Ben, who has no phone, with the deck on the phones."""
    family = Family(phone)
    family.log("player_joined", player="Ben")
    family.log("kingdom_chosen", kingdom=KINGDOM)
    family.log("deck_drawn", policy="agreed_list", cards=["Caravan", "Tunnel", "Wharf"])
    for player in ("Ana", "Ben"):
        family.log("deck_accepted", player=player)
    family.log("deck_agreed", order_held_by="app", anyway=True)
    return family


def test_the_three_cards_of_a_small_phone_are_on_one_screen(phone: Make) -> None:
    family = a_market(phone)
    ana = family.open("")
    ana.press("Black Market played")
    expect(ana.page.locator("[id^=offer-]")).to_have_count(3)
    assert in_rows(ana, ".coins > *") == [6]
    for number in (1, 2, 3):
        assert in_sight(ana, ana.page.locator(f"#buy-{number}")), number

    ana.page.get_by_role("link", name="another price, overpay, where to").first.click()

    ana.shows("Where does it go?")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    assert in_rows(ana, ".coins > *") == [3, 3]


def test_who_counts_sees_the_own_cards_first_and_then_the_points(phone: Make) -> None:
    family = Family(phone)
    family.log("player_joined", player="Ben")
    family.log("game_called")
    ana = family.open("points")
    cards, so_far = ana.page.locator("form.tallying"), ana.page.locator("#score-1")
    assert in_sight(ana, ana.page.get_by_label("Province", exact=False).first)
    assert box(cards) < box(so_far)

    ana.press("Count them")

    expect(cards.get_by_role("button", name="Count again")).to_be_visible()
    expect(ana.page.get_by_text("1 of 2 counted").locator("visible=true")).to_have_count(1)
    assert box(so_far) < box(cards)


def test_no_box_moves_when_a_box_is_ticked(phone: Make) -> None:
    ana = Family(phone).open("shelf")
    read = """all => all.map(({ offsetLeft, offsetTop, offsetWidth }) =>
        [offsetLeft, offsetTop, offsetWidth])"""
    chips = ana.page.locator(".tickchip")
    places = chips.evaluate_all(read)

    for value in ("base_1e", "dark_ages", "Black Market"):
        ana.page.locator(f"input[value='{value}']").check(force=True)

    assert len(places) > 30
    assert chips.evaluate_all(read) == places


def test_a_first_deck_of_ones_own_says_what_a_tap_does_and_keeps_the_cards_near(
    phone: Make,
) -> None:
    ben = phone(IPHONE_13)
    ben.open("/decks")
    ben.page.get_by_label("Name of the deck").fill("Ben’s deck")
    ben.press("From nothing")
    ben.page.get_by_role("link", name="Card", exact=True).click()
    hint = ben.page.get_by_text("A tap adds a card of that type and value.")
    assert box(hint) < box(ben.page.locator(".cell").first)
    for cell in ("Weapon, 1", "Weapon, 4", "Animal, 2", "Animal, 3"):
        ben.page.get_by_role("button", name=f"{cell} $ Million").click()
        ben.shows(f"{cell.split(',')[0]} added, ${cell[-1]}M")
    ben.press("A Warehouse card")
    word, sign = ben.page.locator("label[for=need-1]"), ben.page.locator("label[for=need-1] .i")
    assert abs(sum(box(word)) - sum(box(sign))) < 4  # side by side
    ben.press("Done")
    expect(ben.page.locator(".note:visible")).to_have_count(1)
    ben.page.get_by_text("more things to look at").click()
    ben.shows("2 cards are called Weapon.")


def test_the_sheet_to_come_keeps_its_room(phone: Make) -> None:
    ben = phone(IPHONE_13)
    ben.page.route("**/preview.png*", lambda route: route.abort())
    ben.open("/prints/new?deck=starter")
    begins, ends = box(ben.page.locator("img.proof").first)
    assert ends - begins > 400
