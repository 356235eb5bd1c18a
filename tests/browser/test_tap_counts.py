"""Taps counted at a 360 px phone, from the table's screen: none of the evening's flows takes more.

The flows and their numbers are those of the house: an item is one tap, Undo is one tap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.screens.every import a_house
from tests.browser.screens.screen import House, Table
from tests.browser.screens.warehouse import GAME, dealt, running

SMALL: ViewportSize = {"width": 360, "height": 740}
PATIENCE_MS = 8_000


@dataclass
class Finger:
    """Taps, types, and counts every tap and every letter."""

    page: Page
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


@dataclass(frozen=True)
class Stand:
    """Tables in a house, and a phone of Ana's for each."""

    house: House
    chrome: Browser

    def at(self, table: Table, where: str = "") -> Page:
        page = self.house.ana(self.chrome, has_touch=True).new_page()
        page.set_viewport_size(SMALL)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(self.house.url + table.path + where)
        return page


@pytest.fixture(scope="module")
def stand(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with a_house(tmp_path_factory.mktemp("taps") / "data") as house:
        yield Stand(house, chrome)


def standing(finger: Finger, table: Table) -> list[str]:
    """Names of the events that stand, as the page's own phone reads them."""
    answer = finger.page.request.get(
        f"{table.house.url}{table.path}/log", headers={"Accept": "application/json"}
    )
    entries: list[dict[str, Any]] = answer.json()["events"]
    return [each["event"]["event"] for each in entries if each.get("struck_by") is None]


def said(finger: Finger, words: str) -> None:
    """The line of the last event says so: the tap is recorded."""
    expect(finger.page.locator(".dock")).to_contain_text(words)


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


def fill_a_slot(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.button("Artifact, 2 Million")
    said(finger, "Ana added")
    assert standing(finger, table)[-2:] == ["item_added", "turn_ended"]
    return finger.count


def add_another_value(stand: Stand) -> int:
    table = own_cards(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Other…")
    finger.tap(finger.page.locator("dialog label").filter(has_text="Animal"))
    finger.button("$7M")
    said(finger, "Ana added Animal, $7M")
    return finger.count


def describe_a_card_of_ones_own(stand: Stand) -> int:
    table = own_cards(stand.house)
    finger = Finger(stand.at(table))
    for name in ("Weapon", "Animal", "Artifact"):
        finger.tap(finger.page.locator("main, dialog").get_by_role("link", name=name, exact=True))
        finger.page.wait_for_url("**type=*")
    finger.button("$2M")
    said(finger, "Ana has a warehouse")
    return finger.count


def describe_a_card_of_the_deck(stand: Stand) -> int:
    table = dealt(stand.house)
    finger = Finger(stand.at(table))
    finger.button("Petting Zoo Annex")
    said(finger, "Ana has Petting Zoo Annex")
    return finger.count


def name_the_card_by_its_chip(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.button("Top Secret, 3 Million")
    said(finger, "Ana added")
    finger.button("US NOC List")
    said(finger, "US NOC List")
    return finger.count


def find_a_card_by_two_letters(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    field = finger.page.get_by_placeholder("Find a card by name")
    finger.tap(field)
    finger.types(field, "pe")
    finger.button("Penguin")
    said(finger, "Ana added Penguin")
    return finger.count


def play_back_what_was_stolen(stand: Stand) -> int:
    table = running(stand.house)
    steal(table)
    finger = Finger(stand.at(table))
    finger.tap(finger.page.locator("#mine button").filter(has_text="Commodity"))
    said(finger, "Ana added")
    return finger.count


def steal(table: Table) -> None:
    """Ana's Cat Burglar took the Commodity out of Ben's warehouse."""
    source = {"zone": "warehouse", "player": "Ben", "slot": 0}
    step = {"do": "move", "from": source, "to": {"zone": "hand", "player": "Ana"}}
    table.log({"event": "insider_played", "player": "Ana", "card": "cat-burglar", "steps": [step]})


def take_an_item_object_first(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Table", exact=True)
    finger.tap(finger.page.locator("a:visible").filter(has_text="$2M").filter(has_text="Commodity"))
    finger.button("Cat Burglar")
    said(finger, "Ana played Cat Burglar")
    return finger.count


def take_an_item_verb_first(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Insider")
    finger.link("Cat Burglar")
    finger.button("Ben: Commodity")
    said(finger, "Ana played Cat Burglar")
    return finger.count


def take_an_item_with_cards_of_ones_own(stand: Stand) -> int:
    table = own_cards(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Insider")
    finger.link("Take an item")
    finger.button("Ben: Weapon")
    said(finger, "Ana played")
    return finger.count


def play_an_insider_that_moves_nothing(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Insider")
    finger.tap(finger.page.locator("dialog").get_by_text("Market Whisperer"))
    said(finger, "Ana played Market Whisperer")
    return finger.count


def play_an_insider_without_a_name(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Insider")
    finger.button("just note it")
    said(finger, "Ana played")
    return finger.count


def undo_the_last(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    expect(finger.page.get_by_role("button", name="Undo")).to_be_enabled()
    finger.page.wait_for_timeout(750)  # Undo is deaf for 0.7 s after its event changed
    finger.button("Undo")
    said(finger, "took back")
    assert standing(finger, table)[-1] == "taken_back"
    return finger.count


def correct_a_wrong_cell(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.tap(finger.page.locator("#live .wh a.slot").filter(has_text="Weapon"))
    finger.button("Weapon, $2 Million")
    said(finger, "is really")
    return finger.count


def take_an_older_event_back(stand: Stand) -> int:
    """Chloé's second item, which nothing after it builds on."""
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Log", exact=True)
    finger.tap(finger.page.get_by_role("button", name="Take back"))
    said(finger, "took back")
    assert standing(finger, table)[-1] == "taken_back"
    return finger.count


def end_a_turn_without_an_item(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.button("No item this turn")
    said(finger, "Ana")
    assert standing(finger, table)[-1] == "turn_ended"
    return finger.count


def scores(house: House) -> Table:
    """Piles are counted at the end, nothing else; Ben counts his own."""
    table = Table(house, GAME, options={"track": "scores"})
    table.sit("Ben")
    return table


def count_a_pile(stand: Stand) -> int:
    """Nine items of four values and one bonus. A fifth value would be one tap more."""
    table = scores(stand.house)
    finger = Finger(stand.at(table))
    for money, count in ((1, 2), (2, 3), (3, 3), (5, 1)):
        finger.tap(finger.page.locator(f"[name='count:{money}000000'][value='{count}']"))
    finger.tap(finger.page.locator("[name='bonus_chip']"))
    finger.button("Count it")
    said(finger, "pile was counted")
    return finger.count


def say_ones_totals(stand: Stand) -> int:
    table = scores(stand.house)
    finger = Finger(stand.at(table))
    finger.tap(finger.page.get_by_text("I know my totals"))
    money = finger.page.get_by_label("Money on the items")
    finger.types(money, "21")
    finger.types(finger.page.get_by_label("Bonuses, $ Million"), "2")
    finger.button("Use these")
    said(finger, "pile was counted")
    return finger.count


def pass_the_one_phone_on(stand: Stand) -> int:
    """Two turns on one phone: an item each, nothing in between."""
    table = Table(stand.house, GAME)
    table.add("Ben")
    table.log({"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"})
    finger = Finger(stand.at(table))
    finger.button("Animal, 1 Million")
    said(finger, "Ana added")
    expect(finger.page.locator("h1:visible").first).to_contain_text("Ben")
    finger.page.wait_for_timeout(2_100)  # a tap right after another is no turn of its own
    finger.button("Weapon, 1 Million")
    said(finger, "Ben added")
    return finger.count


def join_late_and_be_let_in(stand: Stand) -> int:
    table = running(stand.house)
    host = Finger(stand.at(table))
    late = Finger(stand.house.guest(stand.chrome, has_touch=True).new_page())
    late.page.set_viewport_size(SMALL)
    late.page.goto(f"{stand.house.url}/j/{table.code}")
    late.page.get_by_label("Your name").fill("Dora")
    late.tap(late.page.locator("form button.go"))
    host.button("Let in", exact=True)
    expect(late.page.locator("h1:visible").first).to_be_visible()
    late.page.wait_for_url(f"**{table.path}**")
    return late.count + host.count


def leave(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("More", exact=True)
    finger.link("Leave the game")
    finger.button("Yes")
    said(finger, "Ana left")
    return finger.count


def say_that_somebody_left(stand: Stand) -> int:
    table = running(stand.house)
    finger = Finger(stand.at(table))
    finger.link("Ben")
    finger.link("Has left")
    finger.button("Yes")
    said(finger, "Ben left")
    return finger.count


FLOWS: dict[Callable[[Stand], int], int] = {
    fill_a_slot: 1,
    add_another_value: 3,
    describe_a_card_of_ones_own: 4,
    describe_a_card_of_the_deck: 1,
    name_the_card_by_its_chip: 2,
    find_a_card_by_two_letters: 4,
    play_back_what_was_stolen: 1,
    take_an_item_object_first: 3,
    take_an_item_verb_first: 3,
    take_an_item_with_cards_of_ones_own: 3,
    play_an_insider_that_moves_nothing: 2,
    play_an_insider_without_a_name: 2,
    undo_the_last: 1,
    correct_a_wrong_cell: 2,
    take_an_older_event_back: 3,
    end_a_turn_without_an_item: 1,
    count_a_pile: 6,
    say_ones_totals: 6,
    pass_the_one_phone_on: 2,
    join_late_and_be_let_in: 2,
    leave: 3,
    say_that_somebody_left: 3,
}
"""Each flow and the most taps it may take."""


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_it_takes_no_more_taps_than_it_should(flow: Callable[[Stand], int], stand: Stand) -> None:
    assert flow(stand) <= FLOWS[flow]
