"""A whole evening: three players, two phones and a television, from the scan to the winner."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, TELEVISION, Phone
from tests.browser.server import Server

pytestmark = pytest.mark.browser
WAREHOUSES = {
    "Ana": ["Legit Exports Warehouse", "Nothing to See Sheds", "Honest Harbour Depot"],
    "Ben": ["On the Level Storage", "Petting Zoo Annex", "Perfectly Normal Pallets"],
    "Cleo": ["Museum Overflow Attic", "Totally Empty Hangar", "The Big Respectable Barn"],
}
"""In the order they are drawn. Three slots each, but the last ones of Ben (4) and Cleo (5)."""

ITEMS = {
    "Ana": "Artifact 1,Weapon 1,Commodity 1,Commodity 2,Animal 1,Animal 1,Weapon 2,Weapon 2,"
    "Weapon 3",
    "Ben": "Top Secret 3,Weapon 3,Animal 4,Animal 2,Animal 2,Commodity 2,Weapon 4,Commodity 3,"
    "Artifact 3,Animal 3",
    "Cleo": "Artifact 2,Artifact 2,Top Secret 2,Top Secret 4,Weapon 4,Artifact 4,Commodity 4,"
    "Animal 5,Top Secret 5",
}
SEATS = {"Ana": 1, "Ben": 2, "Cleo": 3}
LAST_CARD = "Above-Board Basement"


class Evening:
    """Ana's phone also taps for Cleo, who has none; Ben has his own."""

    def __init__(self, ana: Phone, ben: Phone) -> None:
        self.phones = {"Ana": ana, "Ben": ben, "Cleo": ana}
        self.items = {name: line.split(",") for name, line in ITEMS.items()}
        self.warehouses = {name: list(cards) for name, cards in WAREHOUSES.items()}
        self.warehouses["Ana"].append(LAST_CARD)

    def show(self, name: str) -> Phone:
        """The phone that taps for this player, with this player on screen."""
        phone = self.phones[name]
        if name == "Cleo":
            phone.open(f"/tables/{self.code}?seat={SEATS[name]}")
        elif name == "Ana":
            phone.open(f"/tables/{self.code}")
        return phone

    code = ""

    def describe(self, name: str) -> None:
        """Say which Warehouse card was drawn: one tap."""
        card = self.warehouses[name].pop(0)
        phone = self.show(name)
        phone.press(card)
        expect(phone.page.locator("#live .wh h2:visible")).to_contain_text(card)

    def add(self, name: str, nervous: bool = False) -> None:
        """Add the next item: one tap, or two by a nervous finger; it also ends the turn."""
        item_type, figure = self.items[name].pop(0).rsplit(" ", 1)
        phone = self.show(name)
        phone.heading(name)
        cell = f"{item_type}, {figure} Million"
        phone.taps_twice(cell) if nervous else phone.press(cell)
        expect(phone.page.locator(".dock")).to_contain_text(f"{name} added")
        expect(phone.page.locator(".dock")).to_contain_text(f"${figure}M")


def sit_down(ana: Phone, ben: Phone) -> str:
    """Ana opens a table, Ben scans, Cleo has no phone."""
    ana.open("/")
    ana.page.get_by_role("link", name="Black Market Warehouse").click()
    ana.page.get_by_label("Your name").fill("Ana")
    code = ana.goes_in("Open the table")
    ana.heading("Ana’s table")
    ben.open(f"/j/{code}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.goes_in("Join the table")
    ana.shows("Ben sat down")
    ana.page.get_by_text("Add a player without a phone").click()
    ana.page.get_by_label("Name", exact=False).last.fill("Cleo")
    ana.page.get_by_label("Name", exact=False).last.press("Enter")
    ben.shows("Cleo")
    ana.page.get_by_text("Name one").click()
    ana.press("Ana", exact=True)
    ana.shows("Ana draws first")
    return code


def deal(ana: Phone, ben: Phone) -> None:
    """One tap deals; both phones turn to the game."""
    ana.press_dock("Start the game")
    ana.heading("Your turn, Ana")
    ben.heading("Ana’s turn")


def one_phone_is_offline_and_one_asleep(evening: Evening) -> None:
    """A whole round; who comes back knows it at once, and no tap of meanwhile is there."""
    ana, ben = evening.phones["Ana"], evening.phones["Ben"]
    ben.goes_offline()
    evening.add("Ana")
    ben.heading("Ana’s turn")
    ben.button("Top Secret, 3 Million").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("That tap was not logged.")
    ben.comes_back_online()
    ben.heading("Your turn, Ben")
    assert ben.version() == ana.version()

    ana.falls_asleep()
    evening.add("Ben")
    ana.heading("Ben’s turn")
    ana.wakes_up()
    ana.heading("Cleo’s turn")
    ana.hears("Ben added Animal, $2 Million.")
    evening.add("Cleo")


def a_nervous_finger_and_back(evening: Evening) -> None:
    """A whole round; two taps are one item, and what Back brings is no older than the table."""
    ana, ben = evening.phones["Ana"], evening.phones["Ben"]
    first = ben.version()
    evening.add("Ana")
    ben.heading("Your turn, Ben")
    ana.page.get_by_role("link", name="Log", exact=True).click()
    before = ben.version()
    evening.add("Ben", nervous=True)
    ben.heading("Cleo’s turn")
    assert ben.version() - before == before - first
    ana.page.go_back()
    ana.is_live()
    ana.heading("Cleo’s turn")
    assert ana.version() == ben.version()
    ben.page.reload()
    ben.heading("Cleo’s turn")
    evening.add("Cleo")


def test_three_players_two_phones_and_a_television(
    phone: Callable[..., Phone], server: Server
) -> None:
    ana, ben = phone(PIXEL_7), phone(IPHONE_13, theme="light")
    television = phone(TELEVISION)
    evening = Evening(ana, ben)
    evening.code = sit_down(ana, ben)
    television.open(f"/tables/{evening.code}/screen")
    television.shows("Cleo")
    deal(ana, ben)
    television.heading("Ana’s turn")
    for name in SEATS:
        evening.describe(name)

    for name in SEATS:
        evening.add(name)
    television.shows("Cleo added")

    # Take the last event back, from the other phone, and do it again.
    ben.press_dock("Undo")
    television.heading("Cleo’s turn")
    evening.items["Cleo"].insert(0, "Artifact 2")
    evening.add("Cleo")

    for _round in range(2):
        for name in SEATS:
            evening.add(name)
            if name == "Ben" and _round == 1:
                # The rulebook's example: US NOC List, Abrahm's Tank, Panda, exact match.
                television.shows("exact match, $12 Million.")

    # The power fails; the phones find the table again, in the same seats.
    server.kill()
    ben.looks_for_the_table()
    server.start()
    ana.is_live()
    ben.is_live()
    television.shows("$12M")
    for name in SEATS:
        evening.describe(name)

    for name in SEATS:
        evening.add(name)
    one_phone_is_offline_and_one_asleep(evening)
    a_nervous_finger_and_back(evening)
    for name in SEATS:
        evening.describe(name)
    for _round in range(3):
        for name in SEATS:
            evening.add(name)
    evening.describe("Ana")
    ana.press("No item this turn")
    ben.heading("Your turn, Ben")
    evening.items["Ben"] = ["Animal 3"]
    ben.button("Animal, 3 Million").click()

    television.shows("wins")
    ben.open(f"/tables/{evening.code}/result")
    ben.shows("Ben wins")
    ben.shows(re.compile(r"\$\d+ Million"))
