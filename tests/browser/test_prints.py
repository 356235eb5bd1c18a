"""The print shop on a phone: the preview follows every option, a printer is measured."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import PIXEL_7, Phone

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


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
