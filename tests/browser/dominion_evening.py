"""Three people at a table of Dominion: what they do with their phones, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phones import IPHONE_13, PIXEL_7, TELEVISION, Phone

BOXES = {"Base": "2nd", "Cornucopia & Guilds": "1st"}
KINGDOM = "Black Market, Cellar, Village, Smithy, Market, Festival, Laboratory, Mine, Moat, Gardens"
DECK = (
    "Young Witch, Tournament, Baker, Artisan, Bandit, Bureaucrat, Chapel, Council Room, Harbinger,"
    " Library, Merchant, Militia, Moneylender, Poacher, Remodel, Sentry"
)
"""None of them costs more than $6: three Golds buy each."""


class Evening:
    """Ana hosts, Ben scans, Cleo scans with an old phone that runs no script."""

    def __init__(self, phone: Callable[..., Phone]) -> None:
        self.ana, self.ben = phone(PIXEL_7), phone(IPHONE_13, theme="light")
        self.cleo = phone(PIXEL_7, script=False)
        self.television = phone(TELEVISION)
        self.home = ""

    def open(self, phone: Phone, where: str = "") -> None:
        """A page of the table; one with a script is in touch with it."""
        phone.open(self.home + where)
        if phone is not self.cleo:
            phone.is_live()

    def sit_down(self) -> None:
        """From the start page; the others come by what their cameras read."""
        self.ana.open("/")
        self.ana.page.get_by_role("link", name="Dominion: Black Market").click()
        self.ana.page.get_by_role("textbox", name="Your name").fill("Ana")
        self.home = f"/tables/{self.ana.goes_in('Open the table')}"
        self.ana.heading("Getting ready")
        read = self.ana.scanned()
        assert read == f"{self.ana.url}/j/{self.home.rsplit('/', 1)[1]}"
        expect(self.ana.page.get_by_role("img", name=f"QR code of {read}")).to_be_visible()
        self.television.open(f"{self.home}/screen")
        for phone, name in ((self.ben, "Ben"), (self.cleo, "Cleo")):
            phone.page.goto(read)
            phone.page.get_by_role("textbox", name="Your name").fill(name)
            phone.goes_in("Join the table")
            phone.heading("Getting ready")
            self.television.shows(name)
        self.ana.hears("Cleo sat down.")
        self.ana.page.get_by_text("Name one").click()
        self.ana.press("Ana", exact=True)
        self.ben.shows("Ana begins")

    def choose(self) -> None:
        """Ana ticks the shelf, Ben brings the Kingdom, Ana the list of the deck."""
        ana, ben = self.ana.page, self.ben.page
        ana.get_by_role("link", name="Next: our shelf").click()
        for box, edition in BOXES.items():
            row = ana.get_by_role("group", name=box, exact=True)
            row.get_by_role("checkbox", name=edition).check(force=True)
        ana.get_by_role("checkbox", name="Black Market").check(force=True)
        self.ana.press("That is our shelf")
        self.ben.shows("The shelf holds 2 boxes")
        ben.get_by_role("link", name="Next: the Kingdom").click()
        ben.get_by_role("textbox", name="Ten names").fill(KINGDOM)
        self.ben.press("Read it")
        asked = ben.get_by_role("dialog", name="Is this your Kingdom?")
        expect(asked).to_contain_text(KINGDOM)
        asked.get_by_role("button", name="Take this Kingdom").click()
        expect(ben.locator("#kingdom-piles > li")).to_have_count(10)
        ana.get_by_role("link", name="On to the Kingdom").click()
        ana.get_by_role("link", name="On to the deck").click()
        ana.get_by_text("Other ways to make it").click()
        ana.get_by_role("radio", name="A list of our own").check()
        ana.get_by_text("Names for a list of our own").click()
        ana.get_by_role("textbox", name="Names with commas between").fill(DECK)
        ana.get_by_role("button", name="Make the deck").last.click()
        expect(ana.get_by_role("list", name="The deck").get_by_role("listitem")).to_have_count(16)
        self.ben.shows("A deck of 16 cards was drawn up")

    def agree(self) -> None:
        """Ben strikes a card, and everybody says yes to what is left, Cleo without a script."""
        self.open(self.ben, "?tab=deck")
        self.ana.press("Yes, play this deck")
        self.ben.shows("Ana said yes to the deck")
        self.ben.press("Strike Chapel")
        self.ana.hears("Ben struck Chapel from the deck.")
        self.ana.shows("Struck by Ben · everybody says yes anew")
        self.ana.press("Yes, play this deck")
        self.ben.press("Yes, play this deck")
        self.open(self.cleo, "?tab=deck")
        self.cleo.press("Yes, play this deck")
        self.cleo.shows("Everybody said yes")
        for phone in (self.ana, self.ben):
            phone.page.get_by_role("link", name="Everybody said yes. Set up").click()
            phone.heading("Set up the table")

    def set_up(self) -> None:
        """Both phones tick the same list, and a tick of the one can be taken away by the other."""
        self.ben.press("Draw the Bane first")
        expect(self.ana.button("Draw the Bane first")).to_be_hidden()
        lines = self.ana.page.get_by_role("checkbox").all_inner_texts()
        names = [line.splitlines()[0] for line in lines]
        assert len(names) >= 4, names
        for number, name in enumerate(names):
            here, there = (self.ana, self.ben) if number % 2 == 0 else (self.ben, self.ana)
            here.page.get_by_role("checkbox", name=name).click()
            expect(there.page.get_by_role("checkbox", name=name)).to_be_checked()
            there.shows(f"ticked by {'Ana' if here is self.ana else 'Ben'}")
        self.ben.page.get_by_role("checkbox", name=names[0]).click()
        expect(self.ana.page.get_by_role("checkbox", name=names[0])).not_to_be_checked()
        progress = self.ana.page.get_by_role("progressbar", name="Setup")
        expect(progress).to_have_attribute("aria-valuenow", str(len(names) - 1))
        self.ana.press("Our phones are the deck")
        self.ana.heading("Your turn, Ana")
        self.ben.heading("Ana’s turn")
        self.television.heading("Ana’s turn")

    # ---- the game ----

    def offered(self, phone: Phone) -> list[str]:
        """The cards that lie open, as a screen reader steps through their titles."""
        market = phone.page.get_by_role("region", name="The market")
        titles = market.get_by_role("link").get_by_role("heading", level=2)
        expect(titles).to_have_count(3)
        return titles.all_inner_texts()

    def play(self, phone: Phone, name: str) -> list[str]:
        """Black Market, and three Golds."""
        phone.press("Black Market played")
        phone.heading(f"{name}’s Black Market")
        for coins in (5, 8, 11):
            phone.page.get_by_role("group", name="Treasures played").get_by_role(
                "button", name="Gold"
            ).click()
            expect(phone.page.locator(".ledger:visible").first).to_contain_text(f"${coins}")
        return self.offered(phone)

    def put_under(self, phone: Phone, cards: list[str]) -> None:
        """Tap them in the order in which they go under the deck."""
        for number, card in enumerate(cards[:-1]):
            place = "next" if number else "first"
            phone.page.get_by_role("link", name=f"{card} tap: goes under {place}").click()
        dialog = phone.page.get_by_role("dialog", name="Under the deck")
        expect(dialog.get_by_role("listitem")).to_have_text([re.compile(card) for card in cards])
        dialog.get_by_role("button", name="Done").click()

    def end_turn(self, phone: Phone, name: str, following: str) -> None:
        """And the next one is at it, on every phone."""
        phone.press(f"{name}’s turn ended")
        for each, whose in ((self.ana, "Ana"), (self.ben, "Ben")):
            each.heading(f"Your turn, {following}" if whose == following else f"{following}’s turn")
        self.television.heading(f"{following}’s turn")
