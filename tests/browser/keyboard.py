"""A hand on a keyboard: Tab until it is there, and every stop on the way is seen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.looking import MEASURES

MOST_STOPS = 90
NAME = """() => {
  const e = document.activeElement;
  return e === document.body ? "" : (e.getAttribute("aria-label") || e.labels?.[0]?.innerText
    || e.innerText || e.value || "").trim().replace(/\\s+/g, " ");
}"""


class Keyboard:
    """The only way in which a test that uses it touches the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.unseen: list[str] = []
        """What was found wrong at any stop."""

    def at(self) -> str:
        """The words of what has the focus, "" for nothing."""
        return str(self.page.evaluate(NAME))

    def press(self, key: str) -> None:
        """One key."""
        self.page.keyboard.press(key)

    def tab(self, back: bool = False) -> str:
        """One stop on, looked at; gives its words."""
        self.press("Shift+Tab" if back else "Tab")
        if not self.page.evaluate("'measures' in window"):
            self.page.evaluate(f"window.measures = {MEASURES}; 0")
        if self.at():
            self.unseen += self.page.evaluate("measures.focus()")
        return self.at()

    def to(self, name: str, back: bool = False) -> None:
        """Tab until something of this name has the focus."""
        words = re.compile(name)
        stops = []
        for _ in range(MOST_STOPS):
            stops.append(self.tab(back))
            if words.search(stops[-1]):
                return
        raise AssertionError(f"no Tab leads to “{name}”: {stops}")

    def do(self, name: str, key: str = "Enter", back: bool = False) -> None:
        """Tab there and press it, once the tap before is answered."""
        self.to(name, back)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        if self.page.evaluate("document.activeElement.matches('a[href]')"):
            with self.page.expect_navigation():
                self.press(key)
        else:
            self.press(key)

    def stands(self) -> None:
        """The focus is somewhere, once the page is at rest."""
        expect(self.page.locator(":focus")).to_have_count(1)
