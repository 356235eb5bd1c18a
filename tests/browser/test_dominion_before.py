"""From the shelf to the first Black Market on two phones: sets, Kingdom, deck, setup, order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, Phone

pytestmark = pytest.mark.browser
BOXES = ("base_2e", "seaside_2e", "cornucopia_guilds_1e", "alchemy")


def _two_at_a_table(phone: Callable[..., Phone]) -> tuple[Phone, Phone, str]:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13, theme="light")
    ana.open("/tables/new?game=dominion_black_market")
    ana.page.fill("#player", "Ana")
    home = f"/tables/{ana.goes_in('Open the table')}"
    ana.heading("Getting ready")
    ben.open(f"{home}/join")
    ben.page.fill("input[name=player]", "Ben")
    ben.page.locator("button.go").first.click()
    ben.heading("Getting ready")
    expect(ana.page.locator("#seated")).to_contain_text("Ben")
    return ana, ben, home


def test_an_evening_is_prepared_on_two_phones(phone: Callable[..., Phone]) -> None:
    ana, ben, home = _two_at_a_table(phone)
    ana.page.locator(".tabs a", has_text="Shelf").click()
    for box in BOXES:
        ana.page.locator(f"input[name=own][value={box}]").check(force=True)
    ana.press("That is our shelf")
    ana.heading("Our shelf")
    ana.shows("4 boxes are yours")
    ben.page.locator(".tabs a", has_text="Kingdom").click()
    ben.press("Draw a Kingdom")
    expect(ben.page.locator("#kingdom-piles > li")).to_have_count(10)
    ana.page.locator(".tabs a", has_text="Deck").click()
    ana.page.fill("#size", "25")
    ana.press("Make the deck")
    expect(ana.page.locator("#deck-list > li")).to_have_count(25)
    ben.page.locator(".tabs a", has_text="Deck").click()
    _put_young_witch_in(ana, ben, home)
    for each in (ana, ben):
        each.open(f"{home}?tab=deck")
        each.is_live()
        each.page.locator("button:visible", has_text="Yes, play this deck").click()
        expect(each.page.locator("button:visible", has_text="Yes, play this deck")).to_have_count(0)
    ana.page.get_by_role("link", name="Everybody said yes. Set up").click()
    ana.shows("Bane pile: ")
    ben.open(f"{home}?tab=setup")
    bane = ana.page.locator("button.line", has_text="Bane pile: ")
    bane.click()
    expect(ben.page.locator("button.line", has_text="Bane pile: ")).to_have_attribute(
        "aria-checked", "true"
    )
    ana.press("Our phones are the deck")
    for each in (ana, ben):
        expect(each.page.locator("body")).to_have_attribute("data-page", "table")
        expect(each.page.get_by_role("button", name="Black Market played")).to_be_visible()


def _put_young_witch_in(ana: Phone, ben: Phone, home: str) -> None:
    """Whatever chance drew: Young Witch is in the deck, and a Bane is drawn for her."""
    if not ben.page.locator("#deck-list > li", has_text="Young Witch").count():
        ben.page.locator("#deck-list button").first.click()
        expect(ana.page.locator("#deck-list .struck")).to_have_count(1)
        ben.open(f"{home}?tab=deck&q=young+witch")
        if ben.page.locator("#found", has_text="is in the Supply").count():
            return
        ben.is_live()
        ben.page.locator("#found button").first.click()
    expect(ana.page.locator("#deck-list > li", has_text="Young Witch")).to_have_count(1)
    draw = ana.page.locator("#deck-draw-bane")
    if "?" in ana.page.locator("#deck-extra-bane .coin").inner_text():
        draw.click()
    expect(ana.page.locator("#deck-extra-bane .coin")).not_to_contain_text("?")
