"""Dominion's Black Market deck, tapped without script: made, struck, added to, agreed."""

from __future__ import annotations

import json
from html import unescape

import pytest
from flask import Flask

from companion.web.parts import EXTENSION
from companion.web.tables import fragments
from tests.web.dominion_preparing import KINGDOM, a_listed_pair, a_pair
from tests.web.table_stand import JSON


@pytest.mark.parametrize("policy", ["random_n", "all_owned", "sets_in_use", "online_60"])
def test_a_deck_is_drawn_by_every_policy(app: Flask, policy: str) -> None:
    ana, ben = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.go("?tab=deck")
    ana.tap("Make the deck", policy=policy, size="20", mixed_piles="none")
    event = ana.phone.last_event()
    assert (event["policy"], event["size"], event["mixed_piles"]) == (policy, 20, "none")
    assert 0 < len(event["cards"]) <= 20
    seen = ben.go("?tab=deck").seen
    assert [name for name in event["cards"] if name.replace("'", "’") not in seen] == []


def test_a_list_of_our_own_and_the_card_of_a_mixed_pile(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.go("?tab=deck")
    ana.tap("Make the deck", policy="agreed_list", names="Sir Martin; wharf", size="")
    assert ana.phone.last_event()["cards"] == ["Sir Martin", "Wharf"]
    assert "stands for the Knights pile" in ana.page.seen
    chosen = {"policy": "all_owned", "mixed_piles": "one_chosen", "member": "Fortune"}
    ana.tap("Make the deck", **chosen, size="")
    assert "Fortune" in ana.phone.last_event()["cards"]


def test_a_card_is_struck_put_back_and_added_from_every_phone(app: Flask) -> None:
    ana, ben = a_listed_pair(app)
    ana.go("?tab=deck")
    ana.tap("Yes, play this deck")
    assert ana.phone.view()["players"]["Ana"]["accepted"] is True
    ben.go("?tab=deck")
    ben.tap("Strike Bridge")
    assert ben.phone.last_event() == {
        "event": "deck_card_struck",
        "player": "Ben",
        "card": "Bridge",
    }
    assert ana.phone.view()["players"]["Ana"]["accepted"] is False
    assert "Struck by Ben" in ana.go("?tab=deck").seen
    ana.tap("Put Bridge back")
    assert ana.phone.last_event() == {"event": "deck_card_added", "player": "Ana", "card": "Bridge"}
    ben.go("?tab=deck&q=explorer")
    ben.tap("Add")
    assert ben.phone.last_event() == {
        "event": "deck_card_added",
        "player": "Ben",
        "card": "Explorer",
    }
    ben.go("?tab=deck")
    ben.tap("One more by chance")
    assert len(ben.phone.view()["deck"]["list"]) == 10


def test_a_card_that_may_not_enter_says_why_before_and_after_the_tap(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    page = ana.go("?tab=deck&q=smithy")
    assert "Smithy is in the Supply." in page.seen
    page = ana.tap("Add")
    assert page.status == 422
    assert "Smithy is in the Supply." in page.seen


def test_a_card_of_a_box_that_is_not_owned_offers_to_own_it(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    ana.phone.log("shelf_set", sets=["base_2e"])
    ana.go("?tab=deck&q=throne%20room")
    ana.go("?tab=deck&q=catacombs")
    page = ana.tap("Add")
    assert page.status == 422
    assert "Catacombs is not on your shelf. Add Dark Ages there." in page.seen
    ana.tap("We own Dark Ages")
    assert "Catacombs" in ana.phone.view()["deck"]["list"]
    assert [entry["event"]["event"] for entry in ana.phone.entries()[-2:]] == [
        "shelf_set",
        "deck_card_added",
    ]


def test_fewer_than_fifteen_warns(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    assert "8 cards; 15 or more are recommended." in ana.go("?tab=deck").seen


def test_a_player_without_a_phone_says_yes_through_another(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    ana.phone.log("player_joined", player="Cleo")
    ana.go("?tab=deck")
    ana.tap("Yes from Cleo")
    assert ana.phone.view()["players"]["Cleo"]["accepted"] is True


@pytest.mark.parametrize("held_by", [None, "app", "cards"])
def test_a_hidden_list_shows_on_no_phone_and_nowhere_else(app: Flask, held_by: str | None) -> None:
    """Neither while it is agreed nor while it is played, before a card was revealed."""
    ana, ben = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    answer = ana.phone.log(
        "deck_drawn", policy="random_n", size=40, hidden=True, mixed_piles="none"
    )
    live = app.extensions[EXTENSION].tables.doors.find(ana.phone.code)
    cards = live.table.state.deck.cards
    assert len(cards) == 40
    told = [json.dumps(answer)]
    if held_by:
        told.append(json.dumps(ana.phone.log("deck_agreed", order_held_by=held_by, anyway=True)))
        live = app.extensions[EXTENSION].tables.doors.find(ana.phone.code)
    with app.test_request_context("/"):
        streamed = fragments.shared(live, "en")
    pages = [streamed]
    tabs = ("players", "deck", "setup", "mine", "table", "points", "more")
    for browser in (ana, ben):
        pages += [browser.phone.get(f"?tab={tab}") for tab in tabs]
        pages += [browser.phone.get(place) for place in ("/log", "/screen", "/mine", "/result")]
        told += [
            browser.phone.client.get(browser.phone.home + place, headers=JSON).text
            for place in ("", "/log", "/export", "/result")
        ]
    quoted = {json.dumps(card) for card in cards}
    assert [[name for name in quoted if name in text] for text in told] == [[]] * len(told)
    named = {card for card in cards if " " in card}
    texts = [unescape(page).replace("’", "'") for page in pages]
    assert [[n for n in named if n in text] for text in texts] == [[]] * len(texts)
