"""What the deck maker's pages say of a deck, and of what is wrong with it."""

from __future__ import annotations

import html

import pytest

from companion.backroom import Backroom
from tests.security.phones import Fresh
from tests.web.deck_stand import Maker


def test_what_was_wrong_is_said_beside_what_was_typed(mine: Maker) -> None:
    answer = mine.do("change", card="golden-idol", name="Golden Idle", money="five")
    page = html.unescape(answer.text)

    assert answer.status_code == 422
    assert "five is no amount" in page
    assert 'value="Golden Idle"' in page
    assert mine.cards()["golden-idol"]["name"] == "Golden Idol"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand_size": "0"}, "Cards dealt to a hand must be a whole number from 1 to 60."),
        ({"hand_limit": "x"}, "Most cards in a hand: x is no whole number. Type one like 2."),
        ({"hand_size": " "}, "Cards dealt to a hand: nothing stands there. Type a number."),
        ({"currency": "€" * 9}, "Currency, sign or word has 9 letters. Shorten it to 8."),
    ],
)
def test_a_wrong_setting_is_said_by_the_name_of_its_field(
    mine: Maker, fields: dict[str, str], said: str
) -> None:
    answer = mine.do("deck", then="settings", **fields)

    assert (answer.status_code, said in html.unescape(answer.text)) == (422, True)


@pytest.mark.parametrize(
    ("card", "fields", "said"),
    [
        ("golden-idol", {"money": "lots"}, "Money: lots is no amount."),
        ("golden-idol", {"count": "two"}, "Copies: two is no whole number."),
        ("golden-idol", {"count": "61"}, "Copies must be a whole number from 1 to 60."),
        ("golden-idol", {"flavour": "x" * 401}, "Line in italics has 401 letters."),
    ],
)
def test_a_wrong_card_is_said_by_the_name_of_its_field(
    mine: Maker, card: str, fields: dict[str, str], said: str
) -> None:
    answer = mine.do("change", card=card, **fields)
    tried = mine.phone.post(f"{mine.address}/cards/{card}/preview", data=fields)

    assert answer.status_code == 422
    assert said in html.unescape(answer.text)
    assert said in html.unescape(tried.text)


def test_a_limit_below_the_dealt_hand_is_asked_once(mine: Maker) -> None:
    asked = mine.do("deck", then="settings", hand_size="3", hand_limit="2")
    assert asked.status_code == 422
    assert "3 cards are dealt, but only 2 may stay. Is that meant?" in html.unescape(asked.text)
    assert 'name="sure"' in asked.text

    meant = mine.do("deck", then="settings", hand_size="3", hand_limit="2", sure="yes")
    later = mine.do("deck", then="settings", hand_size="3", hand_limit="2", note="Mind your hand.")

    assert (meant.status_code, later.status_code) == (303, 303)
    assert (mine.told()["deck"]["hand_size"], mine.told()["deck"]["hand_limit"]) == (3, 2)
    assert "3 cards are dealt, 2 may stay" in mine.page()


def test_what_is_mended_at_a_card_leads_to_that_card(mine: Maker) -> None:
    in_use = mine.do("remove_type", then="settings", type="Weapon")
    mine.do("change", card="golden-idol", money="0.0005")
    no_whole = mine.do("deck", then="settings", money_unit="1000")

    weapon = next(i for i, card in mine.cards().items() if card.get("item_type") == "Weapon")
    assert (in_use.status_code, no_whole.status_code) == (422, 422)
    assert f'href="{mine.address}/cards/{weapon}"' in in_use.text
    assert f'href="{mine.address}/cards/golden-idol"' in no_whole.text


def test_a_type_too_many_is_said_in_words(mine: Maker) -> None:
    for number in range(6, 21):
        mine.do("add_type", name=f"Type {number}", colour="teal", icon="anchor")

    answer = mine.do("add_type", then="settings", name="One more", colour="teal", icon="anchor")

    assert answer.status_code == 422
    assert "A deck has room for 20 item types. Remove one first." in html.unescape(answer.text)


def test_one_card_is_one_and_an_insider_is_counted_among_insiders(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")
    mine.do("add_item", cell="3000000 Weapon")
    mine.do("add_insider")

    assert ("1 item, 1 Insider<" in mine.page(), "2 cards · revision" in mine.page()) == (
        True,
        True,
    )
    assert "Insider 1 of 1 · Quay Nights" in mine.page("/cards/new-insider")
    assert "Weapon 1 of 1 · Quay Nights" in mine.page("/cards/weapon")
    assert "2 Market cards, 0 Warehouse cards" in html.unescape(mine.phone.get("/decks").text)


def test_a_tiny_share_of_the_unit_is_shown_in_whole_money(mine: Maker) -> None:
    mine.do("change", card="golden-idol", money="0.0015")

    assert "$1,500<" in mine.page()
    assert "$0.0015M" not in mine.page()


def test_nothing_to_undo_is_said_on_the_deck_s_page(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")

    answer = mine.do("undo")

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f'href="{mine.address}/add"' in answer.text


def test_own_currency_stands_where_the_dollar_would(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="₽", money_unit="1000000", hand_size="5",
            hand_limit="5")  # fmt: skip
    mine.do("change", card="golden-idol", money="4")

    page = mine.page()

    assert "Golden Idol: ₽5M before, ₽4M now" in page
    assert "$" not in page.split("<body")[1]


def test_the_cap_of_decks_is_told_in_a_sentence(product: Backroom, browser: Fresh) -> None:
    phone = browser()
    answers = [phone.post("/decks", data={"from": "blank"}) for _ in range(11)]

    assert [each.status_code for each in answers] == [303] * 10 + [429]
    assert "10 new decks an hour are enough" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) > 3000
