"""Taps counted at a 360 px phone, from the table's screen: none of the evening's flows takes more.

The flows and their numbers are those of the house: an item is one tap, Undo is one tap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.screens.every import a_house
from tests.browser.screens.screen import House, Table
from tests.browser.screens.warehouse import GAME, dealt, running

pytestmark = pytest.mark.browser
SMALL: ViewportSize = {"width": 360, "height": 740}
PATIENCE_MS = 8_000


@dataclass
class Finger:
    """Taps, types, and counts every tap and every letter."""

    page: Page
    table: Table
    count: int = 0

    def tap(self, where: Locator) -> None:
        where.first.click()
        self.count += 1

    def button(self, name: str, exact: bool = False) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def link(self, name: str, exact: bool = False) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=exact))

    def types(self, where: Locator, letters: str) -> None:
        where.press_sequentially(letters)
        self.count += len(letters)


def a_finger(table: Table, context: BrowserContext, address: str) -> Finger:
    """On a small phone's glass, which shows this address."""
    page = context.new_page()
    page.set_viewport_size(SMALL)
    page.set_default_timeout(PATIENCE_MS)
    page.goto(table.house.url + address)
    return Finger(page, table)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with a_house(tmp_path_factory.mktemp("taps") / "data") as house:
        yield house


def standing(finger: Finger) -> list[str]:
    """Names of the events that stand, as the page's own phone reads them."""
    log = f"{finger.table.house.url}{finger.table.path}/log"
    answer = finger.page.request.get(log, headers={"Accept": "application/json"})
    entries: list[dict[str, Any]] = answer.json()["events"]
    return [each["event"]["event"] for each in entries if each.get("struck_by") is None]


def said(finger: Finger, words: str) -> None:
    """The line of the last event says so: the tap is recorded."""
    expect(finger.page.locator(".dock")).to_contain_text(words)


# --- tables ---


def own_cards(house: House) -> Table:
    """Ana and Ben play with cards of their own, no catalogue; Ben's item can be taken."""
    table = Table(house, GAME, deck="none")
    table.sit("Ben")
    table.log({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"})
    item = {"item_type": "Weapon", "money": 2_000_000}
    table.log({"event": "turn_ended", "player": "Ana"})
    table.log(
        {"event": "item_added", "player": "Ben", **item}, {"event": "turn_ended", "player": "Ben"}
    )
    return table


def robbed(house: House) -> Table:
    """Ana's Cat Burglar took the Commodity out of Ben's warehouse."""
    table = running(house)
    source = {"zone": "warehouse", "player": "Ben", "slot": 0}
    step = {"do": "move", "from": source, "to": {"zone": "hand", "player": "Ana"}}
    table.log({"event": "insider_played", "player": "Ana", "card": "cat-burglar", "steps": [step]})
    return table


def scores(house: House) -> Table:
    """Piles are counted at the end, nothing else; Ben counts his own."""
    table = Table(house, GAME, options={"track": "scores"})
    table.sit("Ben")
    return table


def one_phone(house: House) -> Table:
    """Ana's phone is Ben's too."""
    table = Table(house, GAME)
    table.add("Ben")
    table.log({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"})
    return table


# --- flows ---


def fill_a_slot(finger: Finger) -> None:
    finger.button("Artifact, 2 Million")
    said(finger, "Ana added")
    assert standing(finger)[-2:] == ["item_added", "turn_ended"]


def add_another_value(finger: Finger) -> None:
    finger.link("Other…")
    finger.tap(finger.page.locator("dialog label").filter(has_text="Animal"))
    finger.button("$7M")
    said(finger, "Ana added Animal, $7M")


def describe_a_card_of_ones_own(finger: Finger) -> None:
    for name in ("Weapon", "Animal", "Artifact"):
        finger.tap(finger.page.locator("main, dialog").get_by_role("link", name=name, exact=True))
        finger.page.wait_for_url("**type=*")
    finger.button("$2M")
    said(finger, "Ana has a warehouse")


def describe_a_card_of_the_deck(finger: Finger) -> None:
    finger.button("Petting Zoo Annex")
    said(finger, "Ana has Petting Zoo Annex")


def name_the_card_by_its_chip(finger: Finger) -> None:
    finger.button("Top Secret, 3 Million")
    said(finger, "Ana added")
    finger.button("US NOC List")
    said(finger, "US NOC List")


def find_a_card_by_two_letters(finger: Finger) -> None:
    field = finger.page.get_by_placeholder("Find a card by name")
    finger.tap(field)
    finger.types(field, "pe")
    finger.button("Penguin")
    said(finger, "Ana added Penguin")


def play_back_what_was_stolen(finger: Finger) -> None:
    finger.tap(finger.page.locator("#mine button").filter(has_text="Commodity"))
    said(finger, "Ana added")


def take_an_item_object_first(finger: Finger) -> None:
    finger.link("Table", exact=True)
    finger.tap(finger.page.locator("a:visible").filter(has_text="$2M").filter(has_text="Commodity"))
    finger.button("Cat Burglar")
    said(finger, "Ana played Cat Burglar")


def take_an_item_verb_first(finger: Finger) -> None:
    finger.link("Insider")
    finger.link("Cat Burglar")
    finger.button("Ben: Commodity")
    said(finger, "Ana played Cat Burglar")


def take_an_item_with_cards_of_ones_own(finger: Finger) -> None:
    finger.link("Insider")
    finger.link("Take an item")
    finger.button("Ben: Weapon")
    said(finger, "Ana played")


def play_an_insider_that_moves_nothing(finger: Finger) -> None:
    finger.link("Insider")
    finger.tap(finger.page.locator("dialog").get_by_text("Market Whisperer"))
    said(finger, "Ana played Market Whisperer")


def play_an_insider_without_a_name(finger: Finger) -> None:
    finger.link("Insider")
    finger.button("just note it")
    said(finger, "Ana played")


def undo_the_last(finger: Finger) -> None:
    expect(finger.page.get_by_role("button", name="Undo")).to_be_enabled()
    finger.page.wait_for_timeout(750)  # Undo is deaf for 0.7 s after its event changed
    finger.button("Undo")
    said(finger, "took back")
    assert standing(finger)[-1] == "taken_back"


def correct_a_wrong_cell(finger: Finger) -> None:
    finger.tap(finger.page.locator("#live .wh a.slot").filter(has_text="Weapon"))
    finger.button("Weapon, $2 Million")
    said(finger, "is really")


def take_an_older_event_back(finger: Finger) -> None:
    """Chloé's second item, which nothing after it builds on."""
    finger.link("Log", exact=True)
    finger.tap(finger.page.get_by_role("button", name="Take back"))
    said(finger, "took back")
    assert standing(finger)[-1] == "taken_back"


def end_a_turn_without_an_item(finger: Finger) -> None:
    finger.button("No item this turn")
    said(finger, "Ana")
    assert standing(finger)[-1] == "turn_ended"


def count_a_pile(finger: Finger) -> None:
    """Nine items of four values and one bonus. A fifth value would be one tap more."""
    for money, count in ((1, 2), (2, 3), (3, 3), (5, 1)):
        finger.tap(finger.page.locator(f"[name='count:{money}000000'][value='{count}']"))
    finger.tap(finger.page.locator("[name='bonus_chip']"))
    finger.button("Count it")
    said(finger, "pile was counted")


def say_ones_totals(finger: Finger) -> None:
    finger.tap(finger.page.get_by_text("I know my totals"))
    money = finger.page.get_by_label("Money on the items")
    finger.types(money, "21")
    finger.types(finger.page.get_by_label("Bonuses, $ Million"), "2")
    finger.button("Use these")
    said(finger, "pile was counted")


def pass_the_one_phone_on(finger: Finger) -> None:
    """Two turns on one phone: an item each, nothing in between."""
    finger.button("Animal, 1 Million")
    said(finger, "Ana added")
    expect(finger.page.locator("h1:visible").first).to_contain_text("Ben")
    finger.page.wait_for_timeout(2_100)  # a tap right after another is no turn of its own
    finger.button("Weapon, 1 Million")
    said(finger, "Ben added")


def join_late_and_be_let_in(finger: Finger) -> None:
    """The newcomer's taps and those of whoever lets them in."""
    table, browser = finger.table, finger.page.context.browser
    assert browser is not None
    late = a_finger(table, table.house.guest(browser, has_touch=True), f"/j/{table.code}")
    late.page.get_by_label("Your name").fill("Dora")
    late.tap(late.page.locator("form button.go"))
    finger.button("Let in", exact=True)
    expect(late.page.locator("h1:visible").first).to_be_visible()
    late.page.wait_for_url(f"**{table.path}**")
    finger.count += late.count


def leave(finger: Finger) -> None:
    finger.link("More", exact=True)
    finger.link("Leave the game")
    finger.button("Yes")
    said(finger, "Ana left")


def say_that_somebody_left(finger: Finger) -> None:
    finger.link("Ben")
    finger.link("Has left")
    finger.button("Yes")
    said(finger, "Ben left")


FLOWS: tuple[tuple[Callable[[Finger], None], Callable[[House], Table], int], ...] = (
    (fill_a_slot, running, 1),
    (add_another_value, own_cards, 3),
    (describe_a_card_of_ones_own, own_cards, 4),
    (describe_a_card_of_the_deck, dealt, 1),
    (name_the_card_by_its_chip, running, 2),
    (find_a_card_by_two_letters, running, 4),
    (play_back_what_was_stolen, robbed, 1),
    (take_an_item_object_first, running, 3),
    (take_an_item_verb_first, running, 3),
    (take_an_item_with_cards_of_ones_own, own_cards, 3),
    (play_an_insider_that_moves_nothing, running, 2),
    (play_an_insider_without_a_name, running, 2),
    (undo_the_last, running, 1),
    (correct_a_wrong_cell, running, 2),
    (take_an_older_event_back, running, 3),
    (end_a_turn_without_an_item, running, 1),
    (count_a_pile, scores, 6),
    (say_ones_totals, scores, 6),
    (pass_the_one_phone_on, one_phone, 2),
    (join_late_and_be_let_in, running, 2),
    (leave, running, 3),
    (say_that_somebody_left, running, 3),
)
"""Each flow, the table at which it is tapped, and the most taps it may take."""


@pytest.mark.parametrize(
    ("flow", "table", "most"), FLOWS, ids=[flow.__name__ for flow, _table, _most in FLOWS]
)
def test_it_takes_no_more_taps_than_it_should(
    flow: Callable[[Finger], None],
    table: Callable[[House], Table],
    most: int,
    house: House,
    chrome: Browser,
) -> None:
    stands = table(house)
    finger = a_finger(stands, house.ana(chrome, has_touch=True), stands.path)

    flow(finger)

    assert 0 < finger.count <= most
