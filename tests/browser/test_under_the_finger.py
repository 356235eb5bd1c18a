"""What a tap does to the screen: nothing moves under the finger, and the count goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.phones import IPHONE_13, PIXEL_7, Phone
from tests.browser.server import Server
from tests.browser.tables import DealtTable

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]
SMALL = {"width": 320, "height": 568}


def places(things: Locator) -> list[FloatRect | None]:
    """Where each of them is on the glass."""
    return [each.bounding_box() for each in things.all()]


@pytest.mark.parametrize("size", [IPHONE_13, SMALL])
def test_the_question_for_the_card_moves_no_button(
    server: Server, phone: Make, size: dict[str, int]
) -> None:
    host = DealtTable(server, "Ana", "Ben")
    host.fill("Ana", 5, leave=5)
    watcher = host.on(phone(size))
    buttons = watcher.page.locator(".cell, .two > .b")
    before = places(buttons)
    host.tell(event="item_added", player="Ana", item_type="Weapon", money=1_000_000)
    expect(watcher.page.get_by_text("Which card was it?").first).to_be_visible()
    assert places(buttons) == before
    assert len(before) > 25


def test_counting_goes_on_with_the_next_pile_and_ends_at_the_result(phone: Make) -> None:
    tess = phone(SMALL)
    tess.open("/tables/new")
    tess.page.get_by_label("Your name").fill("Tess")
    tess.page.get_by_text("Just count the piles").click()
    tess.goes_in("Open the table")
    tess.shows("Tess’s pile")
    tess.adds_without_phone("Zoe")
    expect(tess.page.get_by_role("link", name="Zoe").first).to_be_visible()
    tess.press("Count it")
    tess.shows("Tess is counted: $0M. Now Zoe’s pile.")
    assert tess.page.evaluate("scrollY") == 0
    tess.press("Count it")
    tess.page.wait_for_url("**/result")


@pytest.mark.parametrize("size", [PIXEL_7, IPHONE_13, SMALL])
def test_neither_long_names_nor_stolen_cards_move_the_grid(
    server: Server, phone: Make, size: dict[str, int]
) -> None:
    host = DealtTable(server, "Ana", "Ben")
    host.fill("Ana", 3, leave=3)
    host.fill("Ben", 4, leave=3)
    watcher = host.on(phone(size))
    cells = watcher.page.locator(".cell")
    before = places(cells)

    theirs = {"zone": "warehouse", "player": "Ben", "slot": 0}
    theft = {"do": "move", "from": theirs, "to": {"zone": "hand", "player": "Ana"}}
    host.tell(event="insider_played", player="Ana", card="cat-burglar", steps=[theft])
    expect(watcher.page.get_by_text("Only this phone shows it.")).to_be_attached()
    host.tell(event="item_added", player="Ana", card="crown-of-a-very-small-kingdom")

    expect(watcher.page.locator(".wh .slot").first).to_contain_text("Crown of a Very Small Kingdom")
    assert places(cells) == before
    assert len(before) == 25


@pytest.mark.parametrize("size", [PIXEL_7, IPHONE_13])
def test_no_button_of_a_turn_breaks_its_words(
    server: Server, phone: Make, size: dict[str, int]
) -> None:
    host = DealtTable(server, "Ana", "Ben")
    host.fill("Ana", 3, leave=3)
    ana = host.on(phone(size))
    boxes = [box for box in places(ana.page.locator(".two > .b")) if box]
    assert len(boxes) > 1
    assert len({round(box["height"]) for box in boxes}) == 1
