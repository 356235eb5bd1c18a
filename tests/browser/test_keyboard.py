"""By keyboard alone, and by ear: whole turns, sheets, the focus that is never lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keyboard import Keyboard
from tests.browser.looking import MEASURES
from tests.browser.screens import dominion, warehouse
from tests.browser.screens.every import a_house
from tests.browser.screens.screen import House

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server; every test plays at a table of its own."""
    with a_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def pages(chrome: Browser, house: House) -> Iterator[Open]:
    """Opens pages as Ana; none of them may have met a fault."""
    opened = Open(chrome, house)
    yield opened
    opened.close()


class Open:
    """Opens tables as Ana, whose seats the house knows."""

    def __init__(self, chrome: Browser, house: House) -> None:
        self.chrome, self.house = chrome, house
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def __call__(self, path: str) -> Page:
        self.contexts.append(self.house.ana(self.chrome))
        page = self.contexts[-1].new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(self.house.url + path)
        expect(page.locator("[data-net=live]:visible")).to_have_count(1)
        return page

    def close(self) -> None:
        for each in self.contexts:
            each.close()
        assert self.faults == []


def titled(page: Page, words: str) -> None:
    expect(page.locator("h1:visible").filter(has_text=words)).to_have_count(1)


def test_a_turn_of_the_warehouse_by_keyboard(pages: Open, house: House) -> None:
    table = warehouse.dealt(house)
    page = pages(table.path)
    keys = Keyboard(page)
    keys.do("On the Level Storage")
    expect(page.locator("#live .wh h2:visible")).to_contain_text("On the Level Storage")
    keys.stands()
    keys.do("^Weapon, 3 Million", "Space")
    expect(page.locator(".dock")).to_contain_text("Ana added Weapon")
    keys.stands()
    page.wait_for_timeout(750)  # Undo rests for 0.7 s after its event changed
    keys.do("^Undo$")
    titled(page, "Your turn, Ana")
    keys.stands()
    keys.do("^Insider$", back=True)
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.do("^Market Whisperer")
    expect(page.locator(".dock")).to_contain_text("Ana played Market Whisperer")
    assert keys.unseen == []


def test_a_market_of_dominion_by_keyboard(pages: Open, house: House) -> None:
    table = dominion.agreed(house)
    page = pages(table.path)
    keys = Keyboard(page)
    keys.do("^Black Market played")
    titled(page, "Ana’s Black Market")
    keys.stands()
    keys.do("Gold", "Space")
    keys.stands()
    keys.do("Gold", "Space")
    expect(page.locator(".ledger:visible").first).to_contain_text("$8")
    keys.do("^Buy (?!Golem)", "Enter")  # which may come up: it costs a Potion, so that asks
    titled(page, "Put two under the deck")
    keys.stands()
    keys.do("goes under")
    keys.do("^Done")
    titled(page, "Your turn, Ana")
    keys.stands()
    keys.do("^Ana’s turn ended")
    titled(page, "Ben’s turn")
    keys.stands()
    assert keys.unseen == []


def test_escape_leaves_a_question_and_returns_to_what_asked(pages: Open, house: House) -> None:
    table = warehouse.running(house)
    warehouse.turn(table, "Ana", "Top Secret", 3)
    page = pages(table.path)
    keys = Keyboard(page)
    keys.do("^Animal, 2 Million")
    asked = page.get_by_role("alertdialog", name="It is Ben’s turn, not Ana’s.")
    expect(asked).to_be_visible()
    assert keys.at() == "Never mind"
    keys.press("Escape")
    expect(asked).to_be_hidden()
    assert keys.at().startswith("Animal, 2 Million")
    keys.press("Enter")
    expect(asked).to_be_visible()
    keys.do("^Log it anyway", back=True)
    expect(page.locator(".dock")).to_contain_text("Ana added Animal")
    keys.stands()
    assert keys.unseen == []


def test_a_sheet_holds_the_keyboard_and_escape_closes_it(pages: Open, house: House) -> None:
    page = pages(warehouse.running(house).path + "?sheet=insider")
    keys = Keyboard(page)
    inside = (
        "!!document.activeElement.closest('dialog') || document.activeElement === document.body"
    )
    for _ in range(30):
        keys.tab()
        assert page.evaluate(inside)
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_others_do_leaves_the_keyboard_where_it_is(pages: Open, house: House) -> None:
    table = warehouse.running(house)
    page = pages(table.path)
    keys = Keyboard(page)
    keys.to("^Commodity, 4 Million")
    warehouse.turn(table, "Ana", "Animal", 1)
    warehouse.turn(table, "Ben", "Weapon", 1)
    expect(page.locator(".dock")).to_contain_text("Ben added Weapon")
    assert keys.at() == "Commodity, 4 Million"
    keys.to("Undo")
    warehouse.turn(table, "Chloé", "Weapon", 2)
    expect(page.locator(".dock")).to_contain_text("Chloé added Weapon")
    assert keys.at() == "Undo"


@pytest.mark.parametrize("path", ["/", "?", "?tab=more", "/log"])
def test_the_first_stop_skips_what_every_page_begins_with(
    pages: Open, house: House, path: str
) -> None:
    home = warehouse.running(house).path
    page = house.ana(pages.chrome).new_page()
    page.goto(house.url + ("/" if path == "/" else home + path))
    keys = Keyboard(page)
    assert keys.tab() == "Skip to the content"
    assert keys.unseen == []
    keys.press("Enter")
    keys.tab()
    assert page.evaluate("!!document.activeElement.closest('main')")
    page.context.close()


def test_the_keyboard_goes_as_one_reads(pages: Open, house: House) -> None:
    page = pages(warehouse.running(house).path)
    page.set_viewport_size({"width": 390, "height": 2000})
    keys = Keyboard(page)
    seen = []
    while (name := keys.tab()) and len(seen) < 90:
        box = page.evaluate(
            "(({ top, left }) => [top, left])(document.activeElement.getBoundingClientRect())"
        )
        seen.append((name, *box))
    in_main = [each for each in seen if each[0] != "Skip to the content"]
    back = [(one[0], other[0]) for one, other in pairwise(in_main) if other[1] < one[1] - 24]
    assert len(in_main) > 35
    assert back == []


def test_the_grid_is_a_table_by_ear(pages: Open, house: House) -> None:
    page = pages(warehouse.running(house).path)
    grid = page.get_by_role("table", name="Add an item: type by money")
    heads = grid.get_by_role("columnheader").all_inner_texts()
    assert [head.strip() for head in heads] == ["$ Million", "1", "2", "3", "4", "5"]
    rows = [row.splitlines()[0] for row in grid.get_by_role("rowheader").all_inner_texts()]
    assert rows == ["Weapon", "Commodity", "Animal", "Artifact", "Top Secret"]
    needed = grid.get_by_role("row").nth(5).get_by_role("button")
    labels = [cell.get_attribute("aria-label") for cell in needed.all()]
    assert labels == [f"Top Secret, {n} Million, needed" for n in range(1, 6)]
    expect(
        grid.get_by_role("button", name="Weapon, 5 Million, all copies on the table")
    ).to_have_count(1)


def test_slots_say_their_type_by_ear_on_the_smallest_phone(pages: Open, house: House) -> None:
    page = pages(warehouse.running(house).path)
    page.set_viewport_size({"width": 360, "height": 640})
    slots = page.locator(".wh .slots:visible")
    expect(slots.get_by_role("link", name="$4M Animal")).to_have_count(1)
    expect(slots.get_by_role("link", name="$3M Weapon")).to_have_count(1)


def test_places_have_names_by_ear(pages: Open, house: House) -> None:
    page = pages(warehouse.running(house).path)
    for role, name in (
        ("banner", ""),
        ("main", ""),
        ("contentinfo", ""),
        ("list", "Players and money"),
        ("region", "Ana’s warehouse"),
        ("navigation", "Table"),
        ("button", "Undo"),
    ):
        found = page.get_by_role(role, name=name) if name else page.get_by_role(role)  # type: ignore[arg-type]
        expect(found).to_have_count(1)


def test_many_events_of_others_are_read_out_as_few_sentences(pages: Open, house: House) -> None:
    table = warehouse.running(house)
    warehouse.turn(table, "Ana", "Top Secret", 3)
    page = pages(table.path)
    page.evaluate(
        """() => { window.heard = [];
        const status = document.getElementById("status");
        new MutationObserver(() => heard.push(status.textContent)).observe(status,
            { childList: true, characterData: true, subtree: true }); }"""
    )
    ben = table.phones["Ben"]
    for n in range(4):
        ben(
            {
                "event": "item_added",
                "player": "Ben",
                "item_type": "Animal",
                "money": (n + 1) * 10**6,
            }
        )
    expect(page.locator("#status")).to_have_text("Ben added Animal, $4 Million.")
    heard = page.evaluate("heard")
    assert len(heard) <= 2
    assert heard[-1] == "Ben added Animal, $4 Million."


def test_the_measures_find_what_is_wrong(pages: Open, house: House) -> None:
    page = house.guest(pages.chrome).new_page()
    page.set_content(BAD)
    page.evaluate(f"window.measures = {MEASURES}; 0")
    found = {
        check: page.evaluate(f"measures.{check}()") for check in ("room", "targets", "contrast")
    }
    assert [each.split(":")[0] for each in found["room"]] == [
        *("the page scrolls sideways", "outside the page", "outside its box", "over each other")
    ]
    assert [each.split(":")[0] for each in found["targets"]] == ["small", "close"]
    assert found["contrast"] == ["4.5 of 7: p.figure “$3M”", "3.0 of 4.5: p.faint “faint words”"]
    page.locator("button").first.focus()
    assert page.evaluate("measures.focus()") == ["no ring: button “A”"]
    page.context.close()


BAD = """<!doctype html><body style="margin:0;background:#fff;font:16px/1 sans-serif">
<p style="margin:0 0 20px;width:900px;white-space:nowrap">wide
<span style="margin-left:600px">out</span></p>
<div class="chip" style="width:20px;white-space:nowrap">boxed in</div>
<div style="position:relative;height:40px"><i style="position:absolute;left:0;top:0">under</i>
<b style="position:absolute;left:0;top:0">over</b></div>
<p style="color:#767676" class="figure">$3M</p>
<p style="color:#949494" class="faint">faint words</p>
<button style="width:30px;height:48px;outline:none">A</button>
<button style="width:48px;height:48px">B</button>
"""
