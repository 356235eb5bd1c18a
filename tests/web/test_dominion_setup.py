"""Dominion's setup and the agreement on its deck, tapped without script."""

from __future__ import annotations

import json
from html import unescape

import pytest
from flask import Flask

from companion.web.parts import EXTENSION
from tests.web.dominion_preparing import DECK, a_listed_pair
from tests.web.table_stand import JSON


def test_the_checklist_is_ticked_together_with_its_causes(app: Flask) -> None:
    ana, ben = a_listed_pair(app)
    page = ana.go("?tab=setup")
    assert "Potion pile, all 16; counts as a pile" in page.seen
    assert "In the Black Market deck: Familiar and Golem" in page.seen
    ana.tap("Potion pile")
    assert ana.phone.last_event() == {
        "event": "setup_step_done",
        "step": "supply_pile:Potion",
        "player": "Ana",
    }
    assert "ticked by Ana" in ben.go("?tab=setup").seen
    ben.tap("Potion pile")
    assert ana.phone.view()["steps_done"] == []


@pytest.mark.parametrize(("tab", "title"), [("deck", "Making the deck"), ("setup", "brings along")])
def test_the_rule_that_applies_is_one_tap_away(app: Flask, tab: str, title: str) -> None:
    ana, _ = a_listed_pair(app)
    ana.go(f"?tab={tab}")
    page = ana.follow("How it works")
    assert title in page.seen
    assert "Rulebook, Black Market" in page.seen
    assert page.link("Never mind").endswith(f"?tab={tab}")


def test_every_setup_entry_is_a_line_to_tick(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    page = ana.go("?tab=setup")
    steps = {json.loads(unescape(b.value)).get("step") for b in page.buttons() if "step" in b.value}
    entries = ana.phone.view()["setup"]
    assert steps == {f"{entry['kind']}:{entry['what']}" for entry in entries}


def test_the_pull_list_names_every_card_by_its_box(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    seen = " ".join(ana.go("?tab=setup").seen.split())
    assert "8 cards, in box order" in seen
    assert "Alchemy: Familiar, Golem" in seen
    assert "Seaside: Caravan, Wharf" in seen


@pytest.mark.parametrize(("button", "holder"), [("Our phones", "app"), ("Real cards", "cards")])
def test_the_table_begins_and_asks_what_is_open(app: Flask, button: str, holder: str) -> None:
    ana, ben = a_listed_pair(app)
    ana.go("?tab=setup")
    page = ana.tap(button)
    assert page.status == 409
    assert "have not said yes" in page.seen
    assert "8 cards; 15 or more are recommended." in page.seen
    ana.tap("Log it anyway")
    assert ana.phone.view()["status"] == "playing"
    assert ana.phone.view()["deck"]["order_held_by"] == holder
    assert ben.go().status == 200
    assert ben.go("?tab=setup").status == 200


def test_places_of_cards_with_their_own_back_are_told(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    ana.phone.log("deck_card_added", player="Ana", card="Stash")
    ana.go("?tab=setup")
    real = ana.page.button("Real cards")
    ana.tap(real, **{"back:Stash": "3"})
    ana.tap("Log it anyway")
    assert ana.phone.last_event() == {
        "event": "deck_agreed",
        "order_held_by": "cards",
        "backs": {"Stash": 3},
    }


def test_no_answer_page_stream_or_export_holds_the_order(app: Flask) -> None:
    ana, ben = a_listed_pair(app)
    answer = ana.phone.log("deck_agreed", order_held_by="app", anyway=True)
    live = app.extensions[EXTENSION].tables.doors.find(ana.phone.code)
    order = list(live.table.state.deck.front)
    salt = next(e.event["salt"] for e in live.table.entries if "salt" in e.event)
    assert sorted(order) == DECK
    told = [json.dumps(answer)]
    for browser in (ana, ben):
        for place in ("", "/log", "/export", "/result"):
            got = browser.phone.client.get(browser.phone.home + place, headers=JSON)
            told.append(json.dumps(got.json))
        told += [browser.phone.get(place) for place in ("", "?tab=setup", "/log", "/screen")]
    hidden = json.dumps(order)
    assert [text for text in told if hidden in text or salt in text] == []


def test_a_player_who_names_the_order_gets_another_one(app: Flask) -> None:
    """Whoever sends it would know what comes up."""
    ana, _ = a_listed_pair(app)
    cards = DECK[::-1]
    ana.phone.log("deck_agreed", order_held_by="app", order=cards, salt="mine", anyway=True)
    live = app.extensions[EXTENSION].tables.doors.find(ana.phone.code)
    recorded = live.table.entries[-1].event
    assert sorted(recorded["order"]) == sorted(cards)
    assert recorded["salt"] != "mine"


def test_the_setup_stays_in_reach_while_the_game_runs(app: Flask) -> None:
    ana, _ = a_listed_pair(app)
    ana.phone.log("deck_agreed", order_held_by="app", anyway=True)
    ana.go("?tab=setup")
    ana.tap("Potion pile")
    assert ana.phone.view()["steps_done"] == ["supply_pile:Potion"]
