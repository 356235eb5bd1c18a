"""What lies where in Dominion's deck: each phone is told what its player knows, and no more."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from tests.web.dominion_stand import DECK, a_market, browsers_of, enter_cards, put_under
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone


def test_chances_for_several_plays_and_wanted_cards(app: Flask) -> None:
    phones = a_market(app, "cards")
    ana = browsers_of(phones)["Ana"]
    page = ana.go("?tab=table&sheet=chances&plays=3&want=Baker&want=Wharf")
    # 16 cards, 9 places: at least one 1 - C(14,9)/C(16,9), both C(14,7)/C(16,9).
    assert "at least one of them" in page.seen
    assert "82%" in page.seen
    assert "30%" in page.seen


def test_each_viewer_has_the_chances_of_what_it_knows(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Baker", "Golem", "Peddler", "Wharf"))
    browsers = browsers_of(phones)
    ana = browsers["Ana"]
    ana.tap("Black Market played")
    enter_cards(ana, ["Baker", "Golem", "Peddler"])
    ana.tap("Buy nothing")
    put_under(ana, ["Peddler", "Baker", "Golem"])
    own, other = ana.go("?tab=table"), browsers["Ben"].go("?tab=table")
    assert "Peddler, then Baker, then Golem" in own.seen
    assert "Peddler, then Baker" not in other.seen
    known = phones["Ana"].view()["players"]["Ana"]["odds"]
    assert known == {"Baker": 1, "Golem": 0, "Peddler": 1, "Wharf": 1}
    assert phones["Ben"].view()["players"]["Ben"]["odds"]["Golem"] == 0.666667
    assert "odds" not in phones["Ben"].view()["players"]["Ana"]


def test_nothing_that_others_get_depends_on_the_order_under_the_deck(app: Flask) -> None:
    told = {}
    for order in (["Stonemason", "Golem", "Peddler"], ["Peddler", "Stonemason", "Golem"]):
        phones = a_market(app, "cards")
        ana = phones["Ana"]
        ana.log("market_played", player="Ana")
        ana.log("cards_revealed", cards=["Stonemason", "Golem", "Peddler"])
        ana.log("nothing_bought", player="Ana")
        ana.log("rest_bottomed", player="Ana", order=order)
        own = ana.get("?tab=table")
        assert f"{order[0]}, then {order[1]}, then {order[2]}" in own
        told[order[0]] = _all_that_is_told(app, phones["Ben"])
    first, second = told.values()
    assert first == second


def test_no_page_stream_json_or_export_tells_the_order_of_the_phones_deck(app: Flask) -> None:
    phones = a_market(app, "app")
    phones["Ana"].log("market_played", player="Ana")
    live = app.extensions["backroom"].tables.doors.find(phones["Ana"].code)
    front = list(live.table.state.deck.front)
    assert len(front) == 13
    for phone in phones.values():
        assert " ".join(front) not in _all_that_is_told(app, phone)


def _all_that_is_told(app: Flask, phone: Phone) -> str:
    """Deck cards in the order in which everything that this phone may fetch names them."""
    told = []
    pages = ["", "?tab=table", "?tab=points", "/log", "/mine", "/result", "/screen"]
    for place in [*pages, f"?since={phone.version() - 1}", "/screen?since=1"]:
        answer = phone.client.get(phone.home + place, headers=HTML)
        assert answer.status_code == 200
        told.append(_in_a_row(answer.get_data(as_text=True)))
    told += [
        _in_a_row(phone.client.get(phone.home + place, headers=JSON).text)
        for place in ("", "/log", "/result", "/export")
    ]
    watcher = Phone(app, phone.code)
    for place in ("", "?tab=table", "/mine"):
        answer = watcher.client.get(watcher.home + place, headers=HTML)
        told.append(_in_a_row(answer.get_data(as_text=True)))
    broadcaster = app.extensions["backroom"].broadcaster
    live = app.extensions["backroom"].tables.doors.find(phone.code)
    told += [_in_a_row(broadcaster.fragment(live, read)) for read in ("en", "en+screen")]
    return " | ".join(told)


def _in_a_row(text: str) -> str:
    """Only names of deck cards, in their order."""
    plain = re.sub(r"\\u2019|’", "'", html.unescape(text))
    return " ".join(re.findall("|".join(re.escape(card) for card in DECK), plain))


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_a_hidden_list_names_only_what_was_seen(app: Flask, held_by: str) -> None:
    phones = a_market(app, held_by, hidden=True)
    ana = phones["Ana"]
    listed = app.extensions["backroom"].tables.doors.find(ana.code).table.state.deck.cards
    places = ["", "?tab=table", "?tab=points", "?tab=more", "?tab=setup", "/screen", "/log"]
    places += ["?tab=table&sheet=chances", "?tab=more&sheet=correct", "?sheet=reveal"]
    for place in places:
        text = html.unescape(ana.get(place))
        assert [card for card in listed if card in text] == []
    ana.log("market_played", player="Ana")
    if held_by == "cards":
        typed = [c for c in PaperBrowser(ana).follow("Enter the 3").controls if c.name == "cards"]
        assert len(typed) == 3
        assert ana.form(event="cards_revealed", cards=list(listed[:3])).status_code == 303
    revealed = ana.view()["deck"]["revealed"]
    for place in ("", "?tab=table", "/screen"):
        text = html.unescape(ana.get(place))
        assert sorted(card for card in listed if card in text) == sorted(revealed)
