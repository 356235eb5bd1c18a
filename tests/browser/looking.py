"""Looks at every screen with a finger's, an eye's and a screen reader's measure; gives findings.

Of each screen: axe-core (WCAG 2.2 AA and best practices) in both themes, contrast in both themes,
text and targets at every width, in landscape and with text at 200 %, in two ways: the browser's own
font size, to which media queries answer, and the root's, to which only lengths answer.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.screens.every import GROUPS, a_house
from tests.browser.screens.screen import House, Screen

Findings = dict[str, dict[str, list[str]]]
"""Of each check: of each screen: what was found."""

CHECKS = ("axe", "contrast", "room", "targets", "view")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MEASURES = (Path(__file__).parent / "measures.js").read_text(encoding="utf-8")
TALL = 4000
"""So that nothing lies under the dock: what is under it is one scroll away."""
USUAL, DOUBLE = 16, 32
"""Font sizes of the browser, px."""
LEAST_VIEW = 0.5
"""Of the height, between top line and dock, wherever they stay in place."""
LAYOUTS = (
    ("320 px", 320, USUAL, ("room", "targets")),
    ("640 px", 640, USUAL, ("room", "targets")),
    ("768 px", 768, USUAL, ("room",)),
    ("1280 px", 1280, USUAL, ("room",)),
    ("200 %", 390, DOUBLE, ("room", "targets")),
)
VIEWS = (("in landscape", 640, 360, USUAL), ("at 200 %", 390, 844, DOUBLE))
AXE = "how => axe.run(how).then(({ violations }) => violations.flatMap(({ id, nodes }) =>" + (
    " nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary}`)))"
)


def seen_in(group: str, chrome: Browser, folder: Path) -> Findings:
    """All that is found on the screens of one group."""
    found: Findings = {check: {} for check in CHECKS}
    looked_at = 0
    with a_house(folder) as house:
        for screen, page in opened(house, chrome, GROUPS[group](house)):
            looked_at += 1
            for check, what in _look(page, screen).items():
                if what:
                    found[check][screen.name] = what
    assert looked_at > 0, f"no screens of {group}"
    return found


def opened(
    house: House, chrome: Browser, screens: Iterable[Screen], pictures: bool = False, **how: Any
) -> Iterable[tuple[Screen, Page]]:
    """Each screen on a page of its own, in its state; `pictures`: with the print previews."""
    phones = (
        house.ana(chrome, has_touch=True, is_mobile=True, **how),
        house.guest(chrome, has_touch=True, is_mobile=True, **how),
    )
    pages: dict[bool, Page] = {}
    for screen in screens:
        context = phones[screen.guest]
        page = pages.pop(screen.guest, None) or _page(context, pictures)
        _open(page, house, screen)
        yield screen, page
        if screen.plain:
            pages[screen.guest] = page  # a new one takes a tenth of a second
        else:
            context.set_offline(False)
            page.close()
    for each in phones:
        each.close()


def _page(context: BrowserContext, pictures: bool) -> Page:
    page = context.new_page()
    if not pictures:
        blank = _blank()
        page.route(
            "**/preview.png*", lambda route: route.fulfill(body=blank, content_type="image/png")
        )
    return page


def _open(page: Page, house: House, screen: Screen) -> None:
    page.set_viewport_size(screen.size)
    page.emulate_media(color_scheme="dark")
    if screen.body is not None:
        body = screen.body
        page.route("**/trouble/*", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(house.url + screen.path)
    screen.act(page)


def _blank() -> bytes:
    """A white card, instead of one that the worker draws for half a second."""
    file = io.BytesIO()
    Image.new("L", (744, 1052), 255).save(file, "PNG")
    return file.getvalue()


def _look(page: Page, screen: Screen) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {check: [] for check in CHECKS}
    wide = screen.size["width"]
    page.set_viewport_size({"width": wide, "height": TALL if not screen.television else 1080})
    page.evaluate(AXE_SCRIPT)
    found["axe"] += page.evaluate(AXE, {"runOnly": TAGS, "resultTypes": ["violations"]})
    page.evaluate(f"window.measures = {MEASURES}; 0")
    _measure(page, f"{wide} px", ("room",) if screen.television else ("room", "targets"), found)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        _measure(page, theme, ("contrast",), found)
    found["axe"] += page.evaluate(AXE, {"runOnly": ["color-contrast"]})
    if screen.television:
        page.set_viewport_size({"width": 1280, "height": 720})
        _measure(page, "1280 px", ("room",), found)
    else:
        _on_other_phones(page, found)
    if screen.exhibits:
        found["targets"].clear()
    return found


def _on_other_phones(page: Page, found: dict[str, list[str]]) -> None:
    browser = page.context.new_cdp_session(page)
    for name, width, font, checks in LAYOUTS:
        page.set_viewport_size({"width": width, "height": TALL})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": font}})
        _measure(page, name, checks, found)
    for name, width, height, font in VIEWS:
        page.set_viewport_size({"width": width, "height": height})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": font}})
        free = page.evaluate("measures.view()")
        if free < LEAST_VIEW:
            found["view"].append(f"{name}: {free:.0%} of the height is free")
    page.set_viewport_size({"width": 390, "height": TALL})
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    _measure(page, "root at 200 %", ("room",), found)


def _measure(page: Page, name: str, checks: tuple[str, ...], found: Mapping[str, Any]) -> None:
    said = page.evaluate("checks => checks.map((check) => measures[check]())", list(checks))
    for check, what in zip(checks, said, strict=True):
        found[check].extend(f"{name}: {each}" for each in what)
