"""A deck made on a phone: cards, a picture, an own type; its fit, its print, a table with it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.phones import IPHONE_13, PIXEL_7, Phone

pytestmark = pytest.mark.browser
TOO_HEAVY = 5_000_000
"""What no card's picture may weigh; the page makes a phone's photo lighter before it goes out."""
MakePhone = Callable[..., Phone]


def new_deck(phone: Phone, name: str, source: str) -> str:
    """A new deck; gives its edit address."""
    phone.open("/decks")
    phone.page.get_by_label("Name of the deck").fill(name)
    phone.press(source)
    phone.page.wait_for_url("**/edit/**")
    return phone.page.url


def tap_cell(phone: Phone, type_: str, figure: int) -> None:
    """One tap into the grid, and its answer in the dock."""
    dock = phone.page.locator("#dock [role=status]")
    before = dock.inner_text()
    phone.page.get_by_role("button", name=f"{type_}, {figure} $ Million").click()
    expect(dock).not_to_have_text(before)


def test_a_deck_made_on_a_phone_is_printed_and_played(phone: MakePhone, tmp_path: Path) -> None:
    ana = phone(IPHONE_13)
    address = new_deck(ana, "Quay Nights", "From nothing")

    ana.page.get_by_role("link", name="Types and settings").click()
    ana.page.get_by_text("An own type").click()
    own = ana.page.locator("#type-new")
    own.get_by_label("Name of the type").fill("Sauce")
    own.get_by_label("Teal").check()
    own.get_by_label("Flask").check()
    ana.press("Add the type")
    ana.shows("Type Sauce added")
    ana.page.get_by_role("link", name="Done").click()

    ana.page.get_by_role("link", name="Card", exact=True).click()
    for type_, figure in (("Weapon", 1), ("Weapon", 2), ("Animal", 3), ("Animal", 4), ("Sauce", 3)):
        tap_cell(ana, type_, figure)
    for figure in (5, 5, 4, 4):
        tap_cell(ana, "Sauce", figure)
    ana.press("An Insider")
    ana.page.get_by_label("Name").fill("Cook’s Mate")
    ana.page.get_by_label("Effect, as printed").fill("Take **one** {Sauce}.")
    ana.page.get_by_label("What the table does").select_option(
        label="Take an opponent’s item into the hand"
    )
    expect(ana.page.locator("#preview svg.face")).to_contain_text("Cook’s Mate")
    ana.press("Done")
    for _ in range(2):
        ana.page.get_by_role("link", name="Card", exact=True).click()
        ana.press("A Warehouse card")
        ana.page.get_by_role("button", name="One Sauce more").click()
        ana.press("Done")
    ana.heading("Quay Nights")
    ana.shows("12 cards")

    card = ana.page.get_by_role("link", name=re.compile("Sauce.*3M"))
    card.click()
    ana.page.get_by_label("Name").fill("Secret Sauce")
    expect(ana.page.locator("#preview svg.face")).to_contain_text("Secret Sauce")
    ana.press("Done")
    ana.shows("Sauce is now called Secret Sauce")
    ana.page.get_by_role("link", name=re.compile("Secret Sauce")).click()
    ana.page.get_by_role("link", name="Picture").click()
    picture = tmp_path / "sauce.png"
    noise = [Image.effect_noise((1900, 1400), 90) for _ in range(3)]
    Image.merge("RGB", noise).save(picture)
    assert picture.stat().st_size > TOO_HEAVY
    ana.page.get_by_label("A picture for").set_input_files(picture)
    expect(ana.page.locator("[data-window] image")).to_have_count(1)
    expect(ana.page.get_by_label("A picture for")).to_have_value(re.compile(r"picture\.jpg$"))
    ana.press("Put it on the card")
    ana.shows("Secret Sauce has a new picture")
    expect(ana.page.locator("#preview image")).to_have_count(1)

    changes_copies_in_place(ana, address)
    counts_every_quick_tap(ana, address)
    prints_it(ana, address)
    plays_with_it(ana, address)
    makes_one_without_script(phone(PIXEL_7, script=False))


def prints_it(ana: Phone, address: str) -> None:
    """The fit report, then both sides on A4, with progress and a PDF of four pages."""
    ana.page.goto(f"{address}/share")
    ana.page.get_by_role("link", name=re.compile("Print the cards")).click()
    ana.shows("Fit report")
    ana.shows(re.compile(r"[1-9]\d* different cards? fits?"))
    ana.page.get_by_label("Paper", exact=True).select_option("a4")
    ana.page.get_by_label("Backs", exact=True).select_option(
        label="Both sides, flip on the long edge"
    )
    with ana.page.expect_response(re.compile(r"/prints/[0-9a-f]+$")) as answered:
        ana.press("Make the PDF")
    assert 'role="progressbar"' in answered.value.text()
    expect(ana.page.locator("#job")).to_contain_text("4 pages are ready", timeout=60_000)
    link = ana.page.get_by_role("link", name="Open the PDF").get_attribute("href")
    pdf = PdfReader(io.BytesIO(ana.page.request.get(ana.url + str(link)).body()))
    assert len(pdf.pages) == 4
    assert [round(float(side) / 72 * 25.4) for side in pdf.pages[0].mediabox[2:]] == [210, 297]
    assert "Secret Sauce" in "".join(page.extract_text() for page in pdf.pages)


def plays_with_it(ana: Phone, address: str) -> None:
    """A table with the deck: its own type in the grid, by icon and word, and a tap on it."""
    ana.page.goto(f"{address}/share")
    ana.page.get_by_role("link", name=re.compile("Start a table with it")).click()
    ana.page.get_by_label("Your name").fill("Ana")
    expect(ana.page.get_by_label(re.compile("^Quay Nights"))).to_be_checked()
    code = ana.goes_in("Open the table")
    events = [
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    ]
    headers = {"Origin": ana.url, "Accept": "application/json"}
    answer = ana.page.request.post(
        f"{ana.url}/tables/{code}/events",
        data={"events": events, "anyway": True},
        headers=headers,
    )
    assert answer.status == 200, answer.text()
    ana.open(f"/tables/{code}")
    row = ana.page.locator("#grid tr", has_text="Sauce")
    expect(row.locator(".mark-of.c-teal")).to_have_count(1)
    row.get_by_role("button", name=re.compile("^Sauce, 3")).click()
    ana.shows("Secret Sauce")


def changes_copies_in_place(ana: Phone, address: str) -> None:
    """A tap in the list moves nothing: neither the page, nor the focus, nor the filter."""
    ana.page.goto(address)
    more = ana.page.get_by_role("button", name="One copy more of Secret Sauce")
    more.scroll_into_view_if_needed()
    top = ana.page.evaluate("scrollY")
    more.click()
    ana.shows("Copies of Secret Sauce: 2 now, 1 before")
    assert (top > 0, ana.page.evaluate("scrollY")) == (True, top)
    expect(more).to_be_focused()
    ana.page.get_by_label("Find a card").fill("secret")
    expect(ana.page.locator("[data-find]:visible")).to_have_count(1)
    less = ana.page.get_by_role("button", name="One copy less of Secret Sauce")
    ana.context.set_offline(True)
    less.click()
    expect(ana.page.get_by_role("alert")).to_contain_text("No contact")
    ana.context.set_offline(False)
    ana.faults = [each for each in ana.faults if not each.startswith("htmx:")]
    less.click()
    ana.shows("Copies of Secret Sauce: 1 now, 2 before")
    expect(ana.page.locator("[data-find]:visible")).to_have_count(1)


def counts_every_quick_tap(ana: Phone, address: str) -> None:
    """Three taps without waiting are three copies more."""
    ana.page.goto(address)
    more = ana.page.get_by_role("button", name="One copy more of Secret Sauce")
    more.evaluate("button => { button.click(); button.click(); button.click(); }")
    ana.shows("Copies of Secret Sauce: 4 now, 3 before")


def makes_one_without_script(ana: Phone) -> None:
    """The same by plain forms, up to deleting the deck."""
    new_deck(ana, "Plain Nights", "From nothing")
    ana.page.get_by_role("link", name="Card", exact=True).click()
    for _ in range(2):
        ana.page.get_by_role("button", name="Artifact, 5 $ Million").click()
    ana.page.get_by_role("link", name="Done").click()
    ana.page.get_by_role("link", name=re.compile("Artifact")).click()
    ana.page.get_by_label("Name").fill("Golden Idol")
    ana.press("Done")
    ana.shows("Artifact is now called Golden Idol")
    ana.page.get_by_label("Find a card").fill("nothing of that name")
    ana.press("Find")
    ana.shows("No card with these words.")
    ana.press("Undo")
    ana.shows("Artifact")
    ana.page.get_by_role("link", name="Share and print").click()
    ana.page.get_by_text("Delete the deck", exact=True).click()
    ana.press("Delete “Plain Nights”")
    ana.heading("Decks")
    expect(ana.page.get_by_text("Plain Nights")).to_have_count(0)
