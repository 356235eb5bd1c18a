"""A visitor looks around: one tap from the start page, and the others play by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, TELEVISION, Phone

pytestmark = pytest.mark.browser


def test_a_visitor_taps_once_and_the_others_answer(phone: Callable[..., Phone]) -> None:
    visitor = phone(IPHONE_13)
    visitor.open("/")
    visitor.press("Black Market Warehouse")
    visitor.heading("Your turn, Ana")
    visitor.is_live()
    band = visitor.page.locator(".demo")
    expect(band).to_contain_text("Demo. Nothing here counts. You play for Ana.")

    visitor.press("Weapon, 5 Million, needed")
    visitor.heading("Ben’s turn")
    visitor.page.evaluate("scrollTo(0, 9999)")
    expect(band).to_be_in_viewport()
    visitor.heading("Cleo’s turn")
    visitor.heading("Your turn, Ana")

    television = phone(TELEVISION)
    television.open("/tables/" + visitor.page.url.rpartition("/")[2] + "/screen")
    expect(television.page.locator(".demo")).to_be_in_viewport()
    expect(television.page.locator(".qr")).to_have_count(0)
