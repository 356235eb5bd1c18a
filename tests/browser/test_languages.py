"""Every main screen in made-up languages: one with longer words, one that is read from the right.

The words come from tests.translations; no text may be cut or lie over another, no page may scroll
sideways, and a finger must hit everything, on a usual phone and on the narrowest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import MEASURES, TALL, opened
from tests.browser.screens import around, dominion, warehouse
from tests.browser.screens.every import a_house
from tests.browser.screens.screen import House, Screen
from tests.translations import FROM_THE_RIGHT, LONGER, write_language

pytestmark = pytest.mark.browser

WIDTHS = (390, 320)
AROUND = (
    "home",
    "doctor",
    "decks",
    "deck-maker",
    "prints",
    "print-deck",
)
WAREHOUSE = (
    "lobby",
    "seats",
    "door",
    "warehouse-turn",
    "warehouse-table",
    "warehouse-more",
    "sheet-player",
    "sheet-count",
    "history",
    "result-unfolded",
    "screen-warehouse",
)
DOMINION = (
    "dominion-shelf",
    "dominion-kingdom",
    "dominion-deck",
    "dominion-setup",
    "dominion-market",
    "dominion-reveal",
    "dominion-bottom",
    "dominion-tab-table",
    "dominion-tab-points",
    "dominion-result-unfolded",
    "screen-dominion",
)
MAIN = frozenset((*AROUND, *WAREHOUSE, *DOMINION))
"""Of both games and around them; `make soak` looks at every screen that speaks."""
BOTH = pytest.mark.parametrize(
    ("language", "direction"), [(LONGER, "ltr"), (FROM_THE_RIGHT, "rtl")]
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that speaks both languages."""
    languages = tmp_path_factory.mktemp("languages")
    for language in (LONGER, FROM_THE_RIGHT):
        write_language(languages, language)
    settings = {"BACKROOM_TRANSLATIONS": str(languages)}
    with a_house(tmp_path_factory.mktemp("house"), settings) as made:
        yield made


@pytest.fixture(scope="module")
def screens(house: House) -> tuple[Screen, ...]:
    """Every screen that needs no words of English to be reached."""
    every = (*warehouse.screens(house), *dominion.screens(house), *around.screens(house))
    unfolded = (warehouse.unfold, around.unfold)
    return tuple(each for each in every if each.plain or each.act in unfolded)


@BOTH
def test_every_main_screen_has_room_for_other_languages(
    house: House, screens: tuple[Screen, ...], chrome: Browser, language: str, direction: str
) -> None:
    main = tuple(each for each in screens if each.name in MAIN)
    assert {each.name for each in main} == MAIN
    assert _found(house, main, chrome, language, direction) == {}


@pytest.mark.soak
@BOTH
def test_every_screen_has_room_for_other_languages(
    house: House, screens: tuple[Screen, ...], chrome: Browser, language: str, direction: str
) -> None:
    assert _found(house, screens, chrome, language, direction) == {}


def _found(
    house: House, screens: tuple[Screen, ...], chrome: Browser, language: str, direction: str
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for screen, page in opened(house, chrome, screens, locale=language):
        root = page.locator("html")
        assert (root.get_attribute("lang"), root.get_attribute("dir")) == (language, direction)
        what = list(_findings(page, screen))
        if what:
            found[screen.name] = what
    return found


def _findings(page: Page, screen: Screen) -> Iterator[str]:
    page.evaluate(f"window.measures = {MEASURES}; 0")
    for width in (screen.size["width"],) if screen.television else WIDTHS:
        high = screen.size["height"] if screen.television else TALL
        page.set_viewport_size({"width": width, "height": high})
        fingers = not screen.television and screen.name != "style"  # there pieces stand in frames
        checks = ("room", "targets") if fingers else ("room",)
        for check in checks:
            for each in page.evaluate(f"measures.{check}()"):
                yield f"{width} px: {each}"


def test_what_points_turns_round_and_figures_do_not(house: House, chrome: Browser) -> None:
    table = warehouse.running(house)
    phone = house.ana(chrome, locale=FROM_THE_RIGHT)
    page = phone.new_page()
    page.goto(house.url + table.path)
    back, undo = page.locator(".top .ib .i"), page.locator("#undo .i")
    assert [each.evaluate("e => getComputedStyle(e).transform") for each in (back, undo)] == [
        "matrix(-1, 0, 0, 1, 0, 0)"
    ] * 2
    cell = page.locator("#grid .cell").first
    assert cell.evaluate("e => getComputedStyle(e).direction") == "ltr"
    head, first = (page.locator(f"#grid tbody tr >> nth=0 >> {tag}").first for tag in ("th", "td"))
    beside = [each.evaluate("e => e.getBoundingClientRect().left") for each in (first, head)]
    assert beside == sorted(beside), "the first column stands at the right"
    phone.close()


def test_the_switch_of_one_phone_leaves_the_other_as_it_is(house: House, chrome: Browser) -> None:
    table = warehouse.running(house)
    here, there = house.ana(chrome, locale="en"), house.guest(chrome, locale="en")
    mine, other = here.new_page(), there.new_page()
    mine.goto(f"{house.url}{table.path}?tab=more")
    other.goto(house.url + table.path)
    mine.get_by_role("button", name="Esperanto").click()
    expect(mine).to_have_url(f"{house.url}{table.path}?tab=more")
    expect(mine.locator("html")).to_have_attribute("lang", LONGER)
    expect(mine.locator("[data-net=live]:visible")).to_have_count(1)
    expect(other.locator("[data-net=live]:visible")).to_have_count(1)
    table.log({"event": "taken_back"})
    expect(other.locator("#dock")).not_to_contain_text("éł")
    expect(mine.locator("#dock")).to_contain_text("éł")
    for each in (here, there):
        each.close()
