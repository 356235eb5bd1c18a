"""What a family met on its first evening: the end of the game, the next one, the way there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, TELEVISION, Phone
from tests.browser.server import Server, post
from tests.browser.tables import DealtTable

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


def test_the_end_shows_the_winner_and_nothing_more_to_add(server: Server, phone: Make) -> None:
    host = DealtTable(server, "Ana", "Ben")
    host.fill("Ana", 3)
    watcher = host.on(phone(IPHONE_13))
    watcher.page.evaluate("scrollTo(0, 9999)")

    host.tell(event="game_called")

    expect(watcher.page.get_by_role("heading", name="Ana wins")).to_be_in_viewport()
    expect(watcher.page.get_by_role("link", name="See the result")).to_be_in_viewport()
    expect(watcher.page.locator(".strip")).to_be_visible()
    expect(watcher.page.locator("#grid")).to_have_count(0)
    watcher.press_dock("Undo")
    expect(watcher.page.locator("#grid")).to_be_visible()


def test_a_rematch_takes_the_television_along_and_calls_every_phone(
    server: Server, phone: Make
) -> None:
    host = DealtTable(server, "Ana", "Ben")
    host.tell(event="game_called")
    watcher, television = host.on(phone(IPHONE_13)), phone(TELEVISION)
    television.open(f"{host.path}/screen")
    television.shows("Ana and Ben share the win")

    there = f"/tables/{post(f'{server.url}{host.path}/rematch', {}, host.token)['code']}"

    television.page.wait_for_url(f"**{there}/screen")
    watcher.press("Come along")
    watcher.page.wait_for_url(f"**{there}")
    expect(watcher.page.locator("#seated")).to_contain_text("Ana you, host")


def test_a_guest_is_never_offered_what_only_the_host_may_do(phone: Make) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13)
    ana.open("/tables/new")
    ana.page.get_by_label("Your name").fill("Ana")
    ben.open(f"/j/{ana.goes_in('Open the table')}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.goes_in("Join the table")
    expect(ben.page.locator("#seated")).to_be_in_viewport()
    ana.page.locator("#draw").click()

    expect(ana.page.locator("#deal")).to_be_visible()
    expect(ben.page.locator("#dealing")).to_be_visible()
    expect(ben.page.locator("#deal")).to_be_hidden()
    ben.shows("Next, the host starts the game.")
    ana.shows("Deal everybody 5 cards and one Warehouse card, face up.")


def test_who_starts_is_asked_once_and_its_choice_leaves_no_hole(
    server: Server, phone: Make
) -> None:
    ana = phone(IPHONE_13)
    ana.open("/tables/new")
    ana.page.get_by_label("Your name").fill("Ana")
    ana.goes_in("Open the table")
    ana.page.get_by_text("Add a player without a phone").click()
    ana.page.locator("#no-phone").fill("Ben")
    ana.page.locator("#no-phone").press("Enter")

    expect(ana.page.get_by_role("button", name="Draw who starts")).to_have_count(1)
    ana.page.locator("#draw").click()
    ana.page.get_by_text("Name one").click()

    widths = {
        round(box["width"])
        for each in ana.page.locator(".two .b:visible").all()
        if (box := each.bounding_box())
    }
    assert len(widths) == 1


def whole(phone: Phone, css: str) -> bool:
    """Whether the part of the last event's line is on the screen to its end."""
    fits: bool = phone.page.locator("#dock > p").evaluate(
        """(line, css) => [...line.querySelectorAll(css)].every((part) => [...part.getClientRects()]
            .every((each) => each.bottom <= line.getBoundingClientRect().bottom + 1))""",
        css,
    )
    return fits


def test_what_a_completed_warehouse_brings_is_never_cut_off(server: Server, phone: Make) -> None:
    host = DealtTable(server, "Annabella Maria", "Ben")
    host.fill("Annabella Maria", 5, leave=1)
    watcher = host.on(phone(IPHONE_13))
    item = {"item_type": "Top Secret", "money": 5_000_000}

    host.tell(event="item_added", player="Annabella Maria", anyway=True, **item)

    line = watcher.page.locator("#dock > p")
    expect(line.locator("b")).to_have_text(re.compile(r"completed .*match, \$\d+M\.$"))
    assert whole(watcher, "b")


def test_after_undo_the_event_that_undo_means_stands_whole_beside_it(
    server: Server, phone: Make
) -> None:
    host = DealtTable(server, "Annabella Maria", "Ben")
    host.tell(event="item_added", player="Annabella Maria", item_type="Weapon", money=3_000_000)
    host.tell(event="turn_ended", player="Annabella Maria")
    host.tell(event="item_added", player="Ben", card="crown-of-a-very-small-kingdom")
    watcher = host.on(phone(IPHONE_13))

    host.tell(event="taken_back")

    line = watcher.page.locator("#dock > p")
    expect(line).to_contain_text("took back")
    expect(line.locator("span")).to_have_text("Annabella Maria’s turn ended")
    assert whole(watcher, "span")


def test_the_television_gets_to_the_table_by_the_code_alone(phone: Make) -> None:
    ana, television, guest = phone(PIXEL_7), phone(TELEVISION), phone(IPHONE_13)
    ana.open("/tables/new")
    ana.page.get_by_label("Your name").fill("Ana")
    code = ana.goes_in("Open the table")
    guest.open(f"/j/{code}")
    expect(guest.page.get_by_text("Show it on this screen")).to_be_hidden()

    television.open("/")
    television.page.get_by_label("Join with a code").fill(code)
    television.press("Join")
    television.page.get_by_text("Show it on this screen").click()

    television.page.wait_for_url("**/screen")
    qr = television.page.locator(".qr").bounding_box()
    assert qr is not None
    assert qr["width"] > 0.28 * TELEVISION["width"]
    assert qr["y"] + qr["height"] < TELEVISION["height"]
    expect(television.page.get_by_text("and type the code", exact=False).last).to_be_in_viewport()


def test_the_big_screen_in_a_hand_says_how_the_television_gets_it(
    server: Server, phone: Make
) -> None:
    host = DealtTable(server, "Ana", "Ben")
    ana = phone(IPHONE_13)
    ana.open(f"{host.path}/screen")

    expect(ana.page.get_by_role("img", name="Code").first).to_be_in_viewport()
    expect(ana.page.locator(".tv > #live")).to_be_hidden()
    ana.page.get_by_role("link", name="Back to the table").click()
    ana.heading("Ana’s turn")


def test_the_result_shows_every_rank_at_one_glance(server: Server, phone: Make) -> None:
    host = DealtTable(server, "Ana", "Ben", "Cleo")
    host.fill("Cleo", 3)
    host.fill("Ben", 4)
    host.tell(event="game_called")
    ana = host.on(phone(IPHONE_13))
    ana.page.get_by_role("link", name="See the result").click()

    ranks = ana.page.locator("summary .sum")
    expect(ranks).to_have_count(3)
    for place in range(3):
        expect(ranks.nth(place)).to_be_in_viewport(ratio=1)
