"""Dominion's forms of play, without script: what each tells, asks, advises and refuses."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask import Flask

from companion.web.games.dominion_black_market.forms_of_play import EVENTS, event_from_form
from tests.web.dominion_stand import a_market, browsers_of, enter_cards
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import Phone


def test_all_that_can_be_told_about_a_play_stands_behind_one_link(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = browsers_of(phones)["Ana"]
    ana.follow("For somebody else")
    ana.tap("Black Market played", coins="3", potions="1", buys="2", phase="buy", cheaper="1")
    event = phones["Ana"].last_event()
    told = {name: event[name] for name in ("coins", "potions", "buys", "phase", "cheaper")}
    assert told == {"coins": 3, "potions": 1, "buys": 2, "phase": "buy", "cheaper": 1}
    assert phones["Ana"].view()["ledger"] == {"coins": 5, "potions": 1, "debt": 0, "buys": 2}


def test_a_purchase_with_price_and_place_stands_behind_the_card(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Stonemason", "Golem", "Peddler", "Wharf"))
    ana = browsers_of(phones)["Ana"]
    ana.tap("Black Market played")
    enter_cards(ana, ["Stonemason", "Golem", "Peddler"])
    ana.follow("another price, overpay, where to")
    ana.tap("Ana buys Stonemason", price="1", overpay="1", to="deck")
    event = phones["Ana"].last_event()
    assert (event["price"], event["overpay"], event["to"]) == (1, 1, "deck")
    assert phones["Ana"].view()["deck"]["bought"] == [["Stonemason", "Ana", 1]]


def test_several_treasures_other_money_and_contraband_at_once(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = browsers_of(phones)["Ana"]
    ana.tap("Black Market played")
    ana.follow("Other")
    ana.tap("Play these", **{"copies:Copper": "2", "copies:Gold": "1", "coins": "1"})
    assert phones["Ana"].view()["ledger"]["coins"] == 2 + 2 + 3 + 1
    ana.follow("Other")
    ana.tap("Play these", forbidden="Baker, Wharf")
    assert phones["Ana"].last_event()["forbidden"] == ["Baker", "Wharf"]
    assert "Named this turn: Baker and Wharf" in ana.page.seen


def test_an_unaffordable_card_asks_and_can_be_bought_anyway(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Stonemason", "Golem", "Peddler", "Wharf"))
    ana = browsers_of(phones)["Ana"]
    ana.tap("Black Market played")
    enter_cards(ana, ["Wharf", "Golem", "Peddler"])
    asked = ana.tap("Buy Wharf")
    assert asked.status == 409
    assert "Wharf costs $5; Ana has $2. Is there a reduction?" in asked.seen
    ana.tap("Log it anyway")
    assert phones["Ana"].view()["deck"]["bought"] == [["Wharf", "Ana", 5]]


def test_a_refusal_brings_its_remedy(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = phones["Ana"]
    answer = ana.form(event="treasures_played", **{"copies:Gold": "1"})
    text = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert "Play Black Market first." in text
    assert "Ana played Black Market</button>" in text


@pytest.mark.parametrize(
    ("typed", "sentence", "button"),
    [
        ({"event": "turn_ended", "player": "Ben"}, "It is Ana’s turn", "Ana’s turn ended"),
        ({"event": "deck_reshuffled", "why": "dropped"}, "still lie open", "Buy nothing"),
        ({"event": "rest_bottomed", "order": "Baker"}, "Buy or pass first.", "Buy nothing"),
        ({"event": "card_bought", "player": "Ana", "card": "Gollem"}, "Golem?", "Yes, Golem"),
    ],
)
def test_what_a_refusal_advises_is_one_tap(
    app: Flask, typed: dict[str, str], sentence: str, button: str
) -> None:
    phones = a_market(app, "app")
    phones["Ana"].log("market_played", player="Ana")
    answer = phones["Ana"].form(**typed)
    text = html.unescape(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert sentence in text
    assert f"{button}</button>" in text


def test_a_decided_play_of_real_cards_can_be_put_down_mixed(app: Flask) -> None:
    phones = a_market(app, "cards")
    ana = phones["Ana"]
    ana.log("market_played", player="Ana")
    ana.log("cards_revealed", cards=["Baker", "Golem", "Wharf"])
    ana.log("nothing_bought", player="Ana")
    answer = ana.form(event="nothing_bought", player="Ana")
    assert "Put the rest down, mixed</button>" in answer.get_data(as_text=True)


def test_rulings_name_their_sources_in_words(app: Flask) -> None:
    phones = a_market(app, "cards")
    ana = phones["Ana"]
    ana.log("market_played", player="Ana")
    ana.log("cards_revealed", cards=["Peddler", "Stonemason", "Golem"])
    page = html.unescape(ana.get("?sheet=card&card=Stonemason"))
    assert "You may overpay. What it brings comes from the Supply only." in page
    assert "probably" in page
    assert "From: the players’ wiki and the rulebook" in page


def test_who_watches_reads_the_rulings_and_gets_no_form(app: Flask) -> None:
    phones = a_market(app, "cards")
    ana = phones["Ana"]
    ana.log("market_played", player="Ana")
    ana.log("cards_revealed", cards=["Peddler", "Stonemason", "Golem"])
    page = PaperBrowser(Phone(app, ana.code)).go("?sheet=card&card=Stonemason")
    assert "You may overpay." in page.seen
    assert [form for form in page.forms.values() if "events" in form.get("action", "")] == []


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_the_deck_is_shuffled_and_put_right_by_forms(app: Flask, held_by: str) -> None:
    phones = a_market(app, held_by)
    ana = browsers_of(phones)["Ana"]
    ana.go("?tab=more&sheet=reshuffle")
    ana.tap("It was dropped or mixed up")
    assert phones["Ana"].last_event()["why"] == "dropped"
    ana.go("?tab=more&sheet=correct")
    ana.tap("So it is", added="Swindler, Ironworks", removed="Baker")
    listed = phones["Ana"].view()["deck"]["list"]
    assert "Swindler" in listed
    assert "Ironworks" in listed
    assert "Baker" not in listed


def test_every_event_of_the_playing_game_has_a_control(app: Flask) -> None:
    offered: set[str] = set()
    for held_by in ("app", "cards"):
        phones = a_market(app, held_by)
        ana = phones["Ana"]
        pages = ["", "?tab=points", "?tab=more&sheet=call", "?tab=more&sheet=reshuffle"]
        offered |= _offered(ana, [*pages, "?tab=more&sheet=correct", "?sheet=played"])
        ana.log("market_played", player="Ana")
        if held_by == "cards":
            two = "?sheet=reveal&card=Stonemason&card=Golem"
            offered |= _offered(ana, ["", two])
            ana.log("cards_revealed", cards=["Stonemason", "Golem", "Peddler"])
        offered |= _offered(ana, [""])
        ana.log("nothing_bought", player="Ana")
        first, second, _third = ana.view()["deck"]["revealed"]
        offered |= _offered(ana, ["", f"?sheet=under&order={first}&order={second}"])
    assert EVENTS - offered == set()


def _offered(phone: Phone, places: list[str]) -> set[str]:
    names: set[str] = set()
    for place in places:
        page = html.unescape(phone.get(place))
        names |= set(re.findall(r'"event": ?"([a-z_]+)"', page))
        names |= set(re.findall(r'name="event" value="([a-z_]+)"', page))
    return names


def test_a_form_reads_numbers_flags_lists_and_copies() -> None:
    fields = {
        "coins": (" 3 ",),
        "price": ("x",),
        "mission": ("yes",),
        "forbidden": ("Baker; Wharf",),
        "copies:Silver": ("2",),
        "copies:Gold": ("0",),
        "debt": ("",),
    }
    assert event_from_form({"event": "treasures_played"}, fields) == {
        "event": "treasures_played",
        "coins": 3,
        "price": "x",
        "mission": True,
        "forbidden": ["Baker", "Wharf"],
        "treasures": {"Silver": 2},
    }


def test_a_count_is_read_with_its_pieces() -> None:
    fields = {
        "copies:Province": ("2",),
        "size": ("20",),
        "tavern": ("1",),
        "empty_piles": ("Village", "Moat"),
    }
    assert event_from_form({"event": "pile_counted", "player": "Ana"}, fields) == {
        "event": "pile_counted",
        "player": "Ana",
        "cards": {"Province": 2},
        "size": 20,
        "pieces": {"empty_piles": ["Village", "Moat"], "tavern": 1},
    }


def test_events_of_the_other_game_are_refused_and_never_break(app: Flask) -> None:
    ana = a_market(app, "app")["Ana"]
    for event in ("item_added", "insider_played", "cards_discarded", "warehouse_described"):
        fields = {"player": "Ana", "item_type": "Animal", "money": 1_000_000, "count": 1}
        answer = ana.form(event=json.dumps({"event": event, **fields}))
        assert answer.status_code == 400, (event, answer.status_code)
