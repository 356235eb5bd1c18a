"""Dominion tables that get ready, on two phones without script."""

from __future__ import annotations

from flask import Flask

from tests.web.dominion_stand import GAME
from tests.web.paper_browser import Control, PaperBrowser
from tests.web.table_stand import Phone

KINGDOM = [
    "Black Market",
    "Chapel",
    "Gardens",
    "Laboratory",
    "Market",
    "Militia",
    "Mine",
    "Moat",
    "Smithy",
    "Village",
]
DECK = ["Bridge", "Caravan", "Duke", "Familiar", "Golem", "Peddler", "Tournament", "Wharf"]


def a_pair(app: Flask) -> tuple[PaperBrowser, PaperBrowser]:
    """Ana, host, and Ben; nothing is chosen yet."""
    ana = Phone(app, game=GAME).start("Ana", "none")
    return PaperBrowser(ana), PaperBrowser(Phone(app, ana.code).sit("Ben"))


def a_listed_pair(app: Flask) -> tuple[PaperBrowser, PaperBrowser]:
    """The Kingdom lies, and a list of eight is on every phone."""
    ana, ben = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.phone.log("deck_drawn", policy="agreed_list", cards=DECK)
    return ana, ben


def control_of(browser: PaperBrowser, name: str, value: str) -> Control:
    """A control of the page by its name and value."""
    return next(c for c in browser.page.controls if (c.name, c.value) == (name, value))
