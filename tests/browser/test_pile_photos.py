"""A pile counted by photo: printed with marks, laid out, taken with a phone, mended, counted."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.decks.model import Deck, ItemCard, WarehouseCard
from companion.core.decks.reading import read_deck
from companion.printing.formats import PrintOptions, read_options
from tests.browser.phones import IPHONE_13, Phone
from tests.core.builders import MILLION, starter
from tests.scan.photos import Card, Conditions, Laid, cut_out, middle_of_mark, photo, printed_cards

pytestmark = pytest.mark.browser
Make = Callable[..., Phone]


def test_a_printed_pile_is_counted_by_photo(phone: Make, tmp_path: Path) -> None:
    ana = phone(IPHONE_13)
    deck, options, cards = printed_on(ana)
    pile, items, bonus = a_pile(deck, cards)
    code = a_finished_game(ana)
    file = taken(pile, options, tmp_path)

    ana.open(f"/tables/{code}/result")
    ana.page.locator("[data-photo] input").first.set_input_files(file)  # the first tap
    ana.shows(f"{len(items) + 1} cards read")
    expect(ana.page.locator("img.photo")).to_have_js_property("complete", True)
    ana.shows("match, +")
    mended(ana, items, bonus)
    ana.press("Count it")  # the second
    ana.page.wait_for_url("**/result")
    total = sum(item.money for item in items) - items[0].money + 5 * MILLION
    matched = bonus if items[0].item_type == "Animal" else 0
    ana.shows(f"${(total + matched) // MILLION}M")
    ana.shows("counted by hand")


def test_without_script_the_same_pile_is_counted(phone: Make, tmp_path: Path) -> None:
    ana = phone(IPHONE_13)
    deck, options = read_deck(starter()), PrintOptions(scan_marks="8")
    assert isinstance(deck, Deck)
    cards = printed_cards(deck, options)
    pile, items, bonus = a_pile(deck, cards)
    code = a_finished_game(ana)
    plain = phone(IPHONE_13, script=False)
    plain.context.add_cookies(ana.context.cookies())  # type: ignore[arg-type]
    plain.open(f"/tables/{code}/piles/1/photo")
    plain.page.locator("[data-photo] input").set_input_files(taken(pile, options, tmp_path))
    plain.press("Read this photo")
    plain.shows(f"{len(items) + 1} cards read")
    mended(plain, items, bonus)
    expect(plain.page.locator("img.photo")).to_have_js_property("complete", True)
    plain.press("Count it")
    plain.page.wait_for_url("**/result")
    plain.shows("counted by hand")


def printed_on(ana: Phone) -> tuple[Deck, PrintOptions, list[Card]]:
    """The cards of a print that was chosen and ordered in the print shop."""
    ana.open("/prints/new?deck=starter")
    ana.page.get_by_label("Marks to count by photo").select_option("10")
    expect(ana.page.locator("#proof img.proof").first).to_have_attribute(
        "src", re.compile("scan_marks=10")
    )
    ana.press("Make the PDF")
    link = ana.page.locator('a[href$="/sheets.pdf"]').first
    expect(link).to_be_visible(timeout=60_000)
    sheets = ana.page.request.get(ana.url + str(link.get_attribute("href"))).body()
    deck, options = read_deck(starter()), read_options({"scan_marks": "10"})
    assert isinstance(deck, Deck)
    assert isinstance(options, PrintOptions)
    return deck, options, cut_out(sheets, deck, options)


def a_pile(deck: Deck, cards: list[Card]) -> tuple[list[Card], list[ItemCard], int]:
    """A Warehouse card with what it asks for: the cut cards, the items, and its bonus."""
    order = [card for card in deck.cards for _ in range(card.count)]
    house = next(n for n, card in enumerate(order) if isinstance(card, WarehouseCard))
    warehouse = order[house]
    assert isinstance(warehouse, WarehouseCard)
    numbers: list[int] = []
    for item_type in warehouse.requires:
        numbers.append(
            next(
                n
                for n, card in enumerate(order)
                if isinstance(card, ItemCard) and card.item_type == item_type and n not in numbers
            )
        )
    items = [card for n in numbers if isinstance(card := order[n], ItemCard)]
    return [cards[house], *(cards[n] for n in numbers)], items, warehouse.bonus


def taken(pile: list[Card], options: PrintOptions, folder: Path) -> str:
    """The photo of the pile, spread out over the table, as a file of the phone."""
    chance = random.Random(5)
    spread = [
        Laid(card, number * 70, chance.uniform(-8, 8), chance.uniform(-8, 8))
        for number, card in enumerate(pile)
    ]
    file = folder / "pile.jpg"
    file.write_bytes(photo(spread, middle_of_mark(options), Conditions(8), 5).jpeg)
    return str(file)


def a_finished_game(ana: Phone) -> str:
    """A tracked game of two that the table called; its code."""
    ana.open("/")
    made: Any = ana.page.evaluate(
        """async () => {
          const post = async (place, body) => (await fetch(place, { method: "POST",
            headers: { "Content-Type": "application/json", Accept: "application/json" },
            body: JSON.stringify(body) })).json();
          const table = await post("/tables",
            { game: "black_market_warehouse", deck: "starter", player: "Ana", options: {} });
          for (const event of [{ event: "player_joined", player: "Ben" },
            { event: "first_player_chosen", player: "Ana" }, { event: "game_dealt" },
            { event: "game_called" }]) await post(`/tables/${table.code}/events`, event);
          return table.code;
        }"""
    )
    return str(made)


def mended(ana: Phone, items: list[ItemCard], bonus: int) -> None:
    """Say that the first item is another card: an Animal of $5 Million."""
    line = ana.page.locator("details.card-line", has_text=items[0].name).first
    line.locator("summary").first.click()
    line.get_by_role("button", name="It is another card").click()
    opened = ana.page.locator("details.card-line", has=ana.page.locator(".photo-grid"))
    opened.get_by_role("button", name="Animal, $5 Million").click()
    expect(ana.page.locator(".photo-grid:visible")).to_have_count(0)
    worth = sum(item.money for item in items) - items[0].money + 5 * MILLION
    matched = bonus if items[0].item_type == "Animal" else 0
    expect(ana.page.locator("#proposal .total")).to_have_text(f"${(worth + matched) // MILLION}M")
