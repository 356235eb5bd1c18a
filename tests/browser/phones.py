"""People at the table: what a hand does on a phone, by the words that stand on the screen."""

from __future__ import annotations

import io
import re
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Error, Locator, Page, expect

PIXEL_7 = {"width": 412, "height": 839}
IPHONE_13 = {"width": 390, "height": 664}
TELEVISION = {"width": 1920, "height": 1080}


ON_ITS_WAY = ("ERR_ABORTED", "interrupted by another navigation")
"""What the driver says when the page itself was just leading somewhere else."""

TABLE = re.compile(r"/tables/[0-9A-Z]+$")
"""The address of a table's first page."""


class Phone:
    """One browser with cookies of its own, which notes every fault of the page."""

    def __init__(
        self, browser: Browser, url: str, size: Any, theme: str = "dark", script: bool = True
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            viewport=size,
            color_scheme=theme,  # type: ignore[arg-type]
            java_script_enabled=script,
            has_touch=size is not TELEVISION,
            is_mobile=size is not TELEVISION,
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.strange: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.strange.append(request.url)

    def open(self, path: str) -> None:
        """Go to an address of the table.

        The page may be on its way to somewhere else by itself (a turn that moved on), and then the
        driver gives our own way up. The browser goes it nevertheless, so that a second try at once
        would meet the first: only when all have arrived does one more get there.
        """
        for arrive in (500, 2_000, 0):
            try:
                self.page.goto(self.url + path)
                return
            except Error as cut_short:
                if not arrive or not any(words in cut_short.message for words in ON_ITS_WAY):
                    raise
                self.page.wait_for_timeout(arrive)

    def button(self, name: str, exact: bool = False) -> Locator:
        """A button by its accessible name."""
        return self.page.get_by_role("button", name=name, exact=exact).first

    def press(self, name: str, exact: bool = False) -> None:
        """Tap a button."""
        self.button(name, exact).click()

    def goes_in(self, name: str) -> str:
        """Tap a button that leads to a table, and wait until it has; the table's code."""
        self.press(name)
        self.page.wait_for_url(TABLE)
        return self.page.url.rsplit("/", 1)[1]

    def shows(self, words: str | re.Pattern[str]) -> None:
        """The words stand on the screen, now or within a few seconds."""
        expect(self.page.locator("body")).to_contain_text(words)

    def heading(self, words: str) -> None:
        """The title of the screen, once its style sheet hides the titles of the other tabs."""
        self.page.wait_for_load_state()
        expect(self.page.locator("h1:visible").filter(has_text=words)).to_have_count(1)

    def press_dock(self, name: str) -> None:
        """Tap what stands in the dock, once it takes taps: it does not for 0.7 s after a change."""
        self.page.wait_for_timeout(750)
        self.press(name)

    def is_live(self) -> None:
        """The page is in touch with the table and takes taps."""
        expect(self.page.locator("[data-net=live]:visible")).to_have_count(1)

    def looks_for_the_table(self) -> None:
        """The page says that it has lost the table."""
        expect(self.page.locator("[data-net=live]:visible")).to_have_count(0)

    def hears(self, words: str | re.Pattern[str]) -> None:
        """A screen reader says it: what others logged, in the page's one status line."""
        expect(self.page.get_by_role("status")).to_have_text(words)

    def version(self) -> int:
        """How much of the log this phone knows."""
        return int(self.page.locator("body").get_attribute("data-version") or 0)

    def scanned(self) -> str:
        """What the camera of another phone reads on this screen."""
        photo = Image.open(io.BytesIO(self.page.screenshot()))
        (found,) = zxingcpp.read_barcodes(photo)
        return str(found.text)

    def taps_twice(self, name: str) -> None:
        """A nervous finger: the second tap at the same place, before the answer is there."""
        self.button(name).dblclick()

    def adds_without_phone(self, player: str) -> None:
        """Somebody without a phone gets a seat, on this one."""
        self.page.get_by_text("Add a player without a phone").click()
        self.page.get_by_label("Name", exact=True).fill(player)
        self.press("Add", exact=True)

    def goes_offline(self) -> None:
        """The Wi-Fi is gone."""
        self.context.set_offline(True)
        self.looks_for_the_table()

    def comes_back_online(self) -> None:
        """The Wi-Fi is there again, and the page finds the table by itself."""
        self.context.set_offline(False)
        self.is_live()

    def falls_asleep(self) -> None:
        """The screen goes dark and the clock goes on until the page has given up its stream."""
        with self.page.expect_event("requestfailed", _is_stream):
            self.page.evaluate(ASLEEP)

    def wakes_up(self) -> None:
        """Somebody picks it up."""
        with self.page.expect_request(_is_stream):
            self.page.evaluate(AWAKE)
        self.is_live()


ASLEEP = """() => { const now = Date.now.bind(Date);
  Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  Date.now = () => now() + 3600_000; }"""
"""The page is hidden, and then an hour goes by."""
AWAKE = """() => { delete document.hidden;
  document.dispatchEvent(new Event("visibilitychange")); }"""


def _is_stream(request: Any) -> bool:
    return str(request.url).endswith("/stream")
