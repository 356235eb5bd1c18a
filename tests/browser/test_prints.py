"""The print shop on a phone: the preview follows every option, a printer is measured."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import PIXEL_7, Phone
from tests.browser.server import Server
from tests.browser.tables import Table

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]

LINES = """button => {
  const words = document.createRange();
  words.selectNodeContents([...button.childNodes].findLast((each) => each.nodeType === 3));
  return words.getClientRects().length;
}"""


def drawn(phone: Phone, *words: str) -> None:
    """Wait until as many pictures are there, each asking for what its word says."""
    pictures = phone.page.locator("#proof img.proof")
    expect(pictures).to_have_count(len(words))
    for number, word in enumerate(words):
        expect(pictures.nth(number)).to_have_attribute("src", re.compile(re.escape(word)))
        expect(pictures.nth(number)).to_have_js_property("complete", True)
        assert pictures.nth(number).evaluate("picture => picture.naturalWidth") > 0


def test_the_preview_follows_every_choice(phone: Make) -> None:
    ana = phone(PIXEL_7)
    ana.open("/prints/new?deck=starter&backs=long")
    drawn(ana, "paper=a4")
    ana.page.get_by_label("Paper", exact=True).select_option("letter")
    drawn(ana, "paper=letter")
    ana.page.get_by_label("Look at").select_option("17")
    drawn(ana, "alone=17", "side=back")
    ana.page.get_by_label("Backs").select_option("none")
    drawn(ana, "alone=17")
    ana.page.get_by_label("Look at").select_option("0")
    ana.page.get_by_label("Backs").select_option("fold")
    drawn(ana, "backs=fold")
    expect(ana.page.locator("#pages")).to_have_text("20 pages")


def test_a_printer_is_measured_and_chosen(phone: Make) -> None:
    ana = phone(PIXEL_7)
    ana.open("/prints/new?calibration=a4")
    ana.page.get_by_label("Backs").select_option("short")
    ana.press("Type what you read")
    expect(ana.page.get_by_label("Flipped on")).to_have_value("short")
    ana.page.get_by_label("Name").fill("Kitchen")
    for hole in ("1", "2"):
        ana.page.get_by_label(f"Hole {hole}, right, mm").fill("0,5")
        ana.page.get_by_label(f"Hole {hole}, down, mm").fill("-1")
    ana.press("Save the profile")
    expect(ana.page.locator(".printer")).to_contain_text("0.5 mm right, −1 mm down")
    ana.open("/prints/new?deck=starter&backs=long")
    ana.page.get_by_label("Printer", exact=True).select_option("Kitchen")
    drawn(ana, "profile=Kitchen")
    expect(ana.page.locator("#proof")).to_contain_text("Kitchen was measured with the paper")


def test_a_figure_that_cannot_be_is_marked_where_it_was_typed(phone: Make) -> None:
    ana = phone(PIXEL_7)
    ana.open("/prints/new?deck=starter&backs=long")
    drawn(ana, "paper=a4")
    ana.page.get_by_label("Paper", exact=True).select_option("letter")
    drawn(ana, "paper=letter")
    ana.page.locator("summary").click()
    margin = ana.page.get_by_label("Edge the printer leaves white, mm")
    margin.fill("40")
    margin.blur()
    said = "Edge the printer leaves white cannot be “40”. It can be 0 to 30 mm."
    expect(margin).to_have_attribute("aria-invalid", "true")
    expect(margin).to_have_accessible_description(said)
    expect(ana.page.locator("#proof")).to_contain_text(said)
    expect(ana.page.locator("#pages")).to_have_text("Mend what is marked first.")
    expect(ana.page.get_by_label("Paper", exact=True)).to_have_value("letter")
    expect(margin).to_have_value("40")
    margin.fill("6")
    margin.blur()
    drawn(ana, "margin_mm=6")
    expect(margin).not_to_have_attribute("aria-invalid", "true")
    expect(ana.page.locator(".wrong")).to_have_count(0)
    expect(ana.page.locator("#pages")).to_have_text("18 pages")


@pytest.mark.parametrize("width", [390, 320])
def test_what_a_result_can_be_printed_as_is_said_on_one_line_each(
    phone: Make, server: Server, width: int
) -> None:
    table = Table(server, "black_market_warehouse")
    table.begin()
    ana = phone({"width": width, "height": 844})
    seat = {"name": "seat", "value": table.token, "domain": server.host}
    ana.context.add_cookies([{**seat, "path": f"/tables/{table.code}"}])
    for language in ("en", "de", "es", "fr", "it", "nl"):
        ana.context.set_extra_http_headers({"Accept-Language": language})
        ana.open(f"/tables/{table.code}/result")
        expect(ana.page.locator("html")).to_have_attribute("lang", language)
        prints = ana.page.locator(".two > .b[href*='/prints/']")
        expect(prints).to_have_count(2)
        assert [prints.nth(each).evaluate(LINES) for each in (0, 1)] == [1, 1], language
