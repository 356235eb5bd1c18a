"""Tables of Dominion: Black Market that are played already, for the tests of the screens."""

from __future__ import annotations

from typing import Any

from flask import Flask

from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import JSON, Phone

GAME = "dominion_black_market"
KINGDOM = (
    "Black Market",
    "Village",
    "Smithy",
    "Market",
    "Festival",
    "Laboratory",
    "Mine",
    "Moat",
    "Gardens",
    "Harem",
)
DECK = (
    "Baker",
    "Bridge",
    "Caravan",
    "Death Cart",
    "Familiar",
    "Golem",
    "Grand Market",
    "Herald",
    "Peddler",
    "Sir Martin",
    "Stonemason",
    "Tournament",
    "Trade Route",
    "Tunnel",
    "Wharf",
    "Wishing Well",
)

TELLING = ("Baker", "Death Cart", "Familiar", "Golem", "Tournament", "Trade Route")
"""Cards of DECK that give themselves away, so a hidden list leaves them out."""


def a_market(
    app: Flask,
    held_by: str,
    deck: tuple[str, ...] = DECK,
    players: tuple[str, ...] = ("Ana", "Ben"),
    landscapes: tuple[str, ...] = (),
    first: str | None = "Ana",
    hidden: bool = False,
) -> dict[str, Phone]:
    """Every player's phone at a table whose deck is agreed; the first player hosts."""
    host = Phone(app)
    body = {"game": GAME, "deck": None, "options": {}, "player": players[0]}
    made = host.client.post("/tables", json=body, headers=JSON)
    assert made.status_code == 201, made.json
    host.code = made.json["code"]
    phones = {players[0]: host}
    for name in players[1:]:
        phones[name] = Phone(app, host.code).sit(name)
    host.log("kingdom_chosen", kingdom=list(KINGDOM), landscapes=list(landscapes))
    quiet = [card for card in deck if card not in TELLING] if hidden else list(deck)
    host.log("deck_drawn", policy="agreed_list", cards=quiet, hidden=hidden)
    for name, phone in phones.items():
        phone.log("deck_accepted", player=name)
    if first is not None:
        host.log("first_player_chosen", player=first)
    agreed = host.send("deck_agreed", order_held_by=held_by, anyway=True)
    assert agreed.status_code == 200, agreed.json
    return phones


def browsers_of(phones: dict[str, Phone]) -> dict[str, PaperBrowser]:
    """A browser without script on every phone."""
    return {name: PaperBrowser(phone) for name, phone in phones.items()}


def enter_cards(browser: PaperBrowser, cards: list[str]) -> None:
    """Real cards: find each in the list and tap it; the last tap logs them all."""
    browser.follow(f"Enter the {len(cards)} cards")
    for card in cards[:-1]:
        browser.follow(card)
    browser.tap(cards[-1])


def put_under(browser: PaperBrowser, cards: list[str], **typed: Any) -> None:
    """Tap the rest in the order in which it goes under the deck; the last place is left over."""
    browser.follow(cards[0])
    for card in cards[1:-1]:
        browser.follow(card)
    browser.tap("Done", **typed)
