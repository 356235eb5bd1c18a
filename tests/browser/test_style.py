"""The style guide in a browser: both themes without script, nothing sideways, everything named."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server

pytestmark = pytest.mark.browser
DARK, LIGHT = "rgb(13, 19, 23)", "rgb(239, 229, 207)"
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
WIDTHS = (320, 390, 1280)
KEPT = (390, 1280)
COLOURS = 20
"""Enough for flat colours and icons: a page of 30,000 px in some 400 kB."""

NAMELESS = """() =>
  [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary)")]
  .filter((e) => !e.closest("[inert]") && e.type !== "hidden")
  .filter((e) => !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim()))
  .map((e) => e.outerHTML)"""
SMALL = """() => [...document.querySelectorAll("main :is(a, button, select, summary, textarea)")]
  .filter((e) => !e.closest("[inert]"))
  .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
  .filter(([box]) => box.height && Math.min(box.width, box.height) < 44)
  .map(([box, html]) => `${box.width} x ${box.height} ${html}`)"""
CUT = """() =>
  [...document.querySelectorAll(".stage .b, .stage .cell, .stage .chip, .stage h2, .stage p")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== "hidden")
  .filter((e) => getComputedStyle(e).display !== "inline" && !e.matches(".sr"))
  .map((e) => e.textContent.trim().slice(0, 60))"""


def guide(chrome: Browser, server: Server, **how: Any) -> Page:
    """The guide in a browser of its own."""
    context = chrome.new_context(viewport={"width": 390, "height": 844}, **how)
    page = context.new_page()
    page.goto(server.url + "/style")
    return page


def ground(page: Page) -> str:
    """The colour of the page."""
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_chosen_on_the_page_without_script(
    chrome: Browser, server: Server, theme: Literal["dark", "light"]
) -> None:
    page = guide(chrome, server, color_scheme=theme)
    assert ground(page) == {"dark": DARK, "light": LIGHT}[theme]
    page.context.close()
    page = guide(chrome, server, color_scheme=theme, java_script_enabled=False)
    page.get_by_role("radio", name="Dark" if theme == "light" else "Light").check()
    body = page.locator("body")
    expect(body).to_have_css("background-color", DARK if theme == "light" else LIGHT)
    page.get_by_role("radio", name="as the phone").check()
    expect(body).to_have_css("background-color", DARK if theme == "dark" else LIGHT)
    page.context.close()


def test_both_themes_stand_beside_each_other(chrome: Browser, server: Server) -> None:
    page = guide(chrome, server, color_scheme="light")
    expect(page.locator(".ground.dark")).to_have_css("background-color", DARK)
    expect(page.locator(".ground.light")).to_have_css("background-color", LIGHT)
    page.context.close()


def test_every_state_looks_its_own_way(chrome: Browser, server: Server) -> None:
    page = guide(chrome, server)
    looks: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#part-buttons .stage")].slice(0, 3).map((stage) => {
          const style = getComputedStyle(stage.querySelector(".b:not(.go, .plain)"));
          return [style.backgroundColor, style.borderStyle, style.outlineStyle].join(" ");
        })"""
    )
    assert len(set(looks)) == 3
    busy = page.locator("#part-buttons .b[aria-busy]").nth(1)
    expect(busy).to_have_css("border-style", "dotted")
    fresh = page.locator(".just-changed .b")
    expect(fresh).to_have_css("border-style", "dotted")
    expect(page.locator("#part-undo .dock [data-number]")).to_have_css("border-style", "solid")
    for name in ("again", "lost", "rested", "pending"):
        expect(page.locator(f"#part-contact [data-when={name}]")).to_be_visible()
    page.context.close()


def test_the_guide_fits_every_width_and_names_everything(chrome: Browser, server: Server) -> None:
    page = guide(chrome, server)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(CUT) == [], width
        photograph(page, width)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(SMALL) == []
    page.context.close()


def photograph(page: Page, width: int) -> None:
    """`PHOTOGRAPHS=docs/screens` writes the whole guide there, in both themes."""
    folder = os.environ.get("PHOTOGRAPHS")
    for theme in THEMES if folder and width in KEPT else ():
        page.emulate_media(color_scheme=theme)
        picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
        path = Path(folder or "") / f"style-{width}-{theme}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
