"""The starter deck can be looked through: counted right, every card named."""

from __future__ import annotations

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.services.decks.lookup import STARTER, built_in
from companion.web.decks.deck_page import deck_page
from tests.security.phones import Fresh


def starter() -> Deck:
    deck = read_deck(built_in().find(STARTER))
    assert isinstance(deck, Deck)
    return deck


def test_the_figures_add_up_to_the_deck() -> None:
    shown = deck_page(starter())
    items = sum(each.items for each in shown.types)
    assert (items, shown.insider_total, items + shown.insider_total) == (56, 14, 70)
    assert sum(count for _, count in shown.by_money) == items
    assert sum(each.money for each in shown.types) == sum(d * n for d, n in shown.by_money)
    slots = sum(len(card.requires) * card.count for card in shown.warehouses)
    assert sum(each.asked_for for each in shown.types) == slots


def test_the_list_leads_to_the_deck(browser: Fresh) -> None:
    assert 'href="/decks/starter"' in browser().get("/decks").text


def test_every_card_of_the_deck_is_on_its_page(browser: Fresh) -> None:
    page = browser().get("/decks/starter").text
    names = {card.name.replace("'", "’") for card in starter().cards}
    missing = {
        name for name in names if name.replace("&", "&amp;") not in page.replace("&#39;", "’")
    }
    assert missing == set()


def test_as_json_it_is_the_deck_file(browser: Fresh) -> None:
    assert browser().json("GET", "/decks/starter").json == starter().to_json()


def test_a_deck_that_nobody_has_is_a_page_with_a_way_on(browser: Fresh) -> None:
    answer = browser().get("/decks/nobody-has-it")
    assert (answer.status_code, "no deck by that name" in answer.text) == (404, True)


def test_card_texts_are_shown_without_their_markup(browser: Fresh) -> None:
    page = browser()
    with page.client.application.test_request_context():
        shown = page.client.application.jinja_env.from_string(
            "{{ words(plain_text(text, deck.item_types, deck.currency)) }}"
        ).render(text="**Lose** {coin}1, *or* a {WEAPON}; {nothing}*", deck=starter())
    assert shown == "Lose $1, or a Weapon; {nothing}*"
