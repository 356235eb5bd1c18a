"""Evenings of Dominion: Black Market tapped through the forms, without script, on every phone."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask import Flask

from companion.web.games.dominion_black_market.forms_of_play import EVENTS, event_from_form
from tests.web.dominion_stand import DECK, a_market
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone


def _browsers(phones: dict[str, Phone]) -> dict[str, PaperBrowser]:
    return {name: PaperBrowser(phone) for name, phone in phones.items()}


def _enter(browser: PaperBrowser, cards: list[str]) -> None:
    """Real cards: find each in the list and tap it; the last tap logs them all."""
    browser.follow(f"Enter the {len(cards)} cards")
    for card in cards[:-1]:
        browser.follow(card)
    browser.tap(cards[-1])


def _put_under(browser: PaperBrowser, cards: list[str], **typed: Any) -> None:
    browser.follow(cards[0])
    for card in cards[1:-1]:
        browser.follow(card)
    browser.tap("Done", **typed)


def test_two_play_and_count_with_the_phones_as_the_deck(app: Flask) -> None:
    phones = a_market(app, "app")
    browsers = _browsers(phones)
    ana, ben = browsers["Ana"], browsers["Ben"]
    ana.tap("Black Market played")
    revealed = phones["Ana"].view()["deck"]["revealed"]
    assert len(revealed) == 3
    for _ in range(3):
        ana.tap("Gold")
    cheap = next(c for c, o in phones["Ana"].view()["offers"].items() if not o["asks"])
    ana.tap(f"Buy ${phones['Ana'].view()['offers'][cheap]['price']}")
    bought = phones["Ana"].view()["deck"]["bought"][0]
    rest = [card for card in revealed if card != bought[0]]
    _put_under(ana, [rest[1], rest[0]])
    assert phones["Ana"].view()["market"] == "idle"
    ana.tap("Ana’s turn ended")
    assert "Ben’s turn" in ben.go().seen
    ben.tap("Black Market played")
    ben.tap("Buy nothing")
    three = phones["Ben"].view()["deck"]["revealed"]
    _put_under(ben, three, shown="yes")
    assert phones["Ana"].view()["deck"]["tail_shown"] == [False, True]
    assert phones["Ana"].view()["deck"]["tail"][1] == three
    ben.go("?tab=more&sheet=call")
    ben.tap("Yes, count the points")
    ana.go("?tab=points")
    ana.tap("Count them", **{"copies:Province": 4, "copies:Duchy": 2, "size": 30})
    assert "Total" in ana.page.seen
    ben.go("?tab=points")
    page = ben.tap("Count them", **{"copies:Province": 5, "size": 30})
    assert page.address.endswith("/result")
    view = ana.phone.view()
    assert (view["winners"], view["decided_by"]) == (["Ana"], "points") or (
        view["players"]["Ana"]["tally"]["total"] == view["players"]["Ben"]["tally"]["total"]
    )
    assert view["status"] == "over"
    result = ana.go("/result")
    assert "4 × Province, 6 each" in result.seen
    assert "Bought at the Black Market" in result.seen


def test_a_card_that_was_bought_is_fetched_from_its_box(app: Flask) -> None:
    ana = _browsers(a_market(app, "app", deck=("Caravan", "Tunnel", "Wharf")))["Ana"]
    ana.tap("Black Market played")
    ana.phone.send("card_bought", player="Ana", card="Caravan", anyway=True)
    assert "Fetch Caravan from its box: Seaside." in ana.go().seen


def test_two_play_with_real_cards_and_a_tie_is_broken_by_turns(app: Flask) -> None:
    phones = a_market(app, "cards")
    browsers = _browsers(phones)
    ana, ben = browsers["Ana"], browsers["Ben"]
    ana.tap("Black Market played")
    _enter(ben_enters(ben), ["Stonemason", "Golem", "Peddler"])
    assert phones["Ana"].view()["deck"]["revealed"] == ["Stonemason", "Golem", "Peddler"]
    page = ana.go()
    assert "$2 and a Potion short" in page.seen
    assert "It gets cheaper only in a Buy phase." in page.seen
    ana.tap("Silver")
    ana.tap("Buy $2")
    _put_under(ana, ["Peddler", "Golem"])
    assert "Peddler, then Golem" in ana.go("?tab=table").seen
    assert "Golem and Peddler" in ben.go("?tab=table").seen
    block = re.search(r"<li>((?:(?!<li>).)*?)Golem and Peddler", ben.page.text, re.DOTALL)
    assert block is not None
    assert "coin" not in block.group(1)
    assert "Ana knows it" in ben.page.seen
    ana.go()
    ana.tap("Ana’s turn ended")
    ben.go()
    ben.tap("Black Market played")
    _enter(ben, ["Tunnel", "Wharf", "Baker"])
    ben.tap("Buy nothing")
    ben.tap("Mixed, nobody knows the order")
    assert "nobody knows the order" in ana.go("?tab=table").seen
    ana.go("?tab=more&sheet=call")
    ana.tap("Yes, count the points")
    for browser in (ana, ben):
        browser.go("?tab=points")
        browser.tap("Count them", **{"copies:Province": 2, "copies:Curse": 1, "size": 20})
    view = ana.phone.view()
    assert (view["winners"], view["decided_by"]) == (["Ben"], "turns")
    assert "Ben and Ana are level with 11 points. Fewer turns wins: Ben." in ben.go("/result").seen


def test_a_tie_asks_for_the_turns_that_nobody_told(app: Flask) -> None:
    browsers = _browsers(a_market(app, "app", first=None))
    ana, ben = browsers["Ana"], browsers["Ben"]
    ana.go("?tab=more&sheet=call")
    assert "any three piles are gone" in ana.page.seen
    ana.tap("Yes, count the points")
    assert "0 of 2 counted" in ana.page.seen
    for browser in (ana, ben):
        browser.go("?tab=points")
        browser.tap("Count them", **{"copies:Province": 2, "size": 20})
    assert "Did one of them take fewer turns?" in ana.go("/result").seen
    for browser, turns in ((ana, 14), (ben, 13)):
        browser.go("?tab=points")
        browser.tap("Count again", **{"copies:Province": 2, "size": 20, "turns": turns})
    page = ana.go("/result").seen
    assert "Ben wins" in page
    seen = ana.follow("Put these away").seen
    assert seen.index("Seaside: Caravan") < seen.index("As for 2 players")
    assert "In the deck" not in ana.go("/screen").seen
    assert "Did one of them take fewer turns?" not in page


def test_five_players_end_with_four_empty_piles(app: Flask) -> None:
    names = ("Ana", "Ben", "Cleo", "Dan", "Eve")
    ana = _browsers(a_market(app, "app", players=names))["Ana"]
    assert "any four piles are gone" in ana.go("?tab=more&sheet=call").seen


def ben_enters(browser: PaperBrowser) -> PaperBrowser:
    """Any phone may enter the open cards."""
    browser.go()
    return browser


def test_all_that_can_be_told_about_a_play_stands_behind_one_link(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = _browsers(phones)["Ana"]
    ana.follow("For somebody else")
    ana.tap("Black Market played", coins="3", potions="1", buys="2", phase="buy", cheaper="1")
    event = _last_event(phones["Ana"])
    told = {name: event[name] for name in ("coins", "potions", "buys", "phase", "cheaper")}
    assert told == {"coins": 3, "potions": 1, "buys": 2, "phase": "buy", "cheaper": 1}
    assert phones["Ana"].view()["ledger"] == {"coins": 5, "potions": 1, "debt": 0, "buys": 2}


def test_a_purchase_with_price_and_place_stands_behind_the_card(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Stonemason", "Golem", "Peddler", "Wharf"))
    ana = _browsers(phones)["Ana"]
    ana.tap("Black Market played")
    _enter(ana, ["Stonemason", "Golem", "Peddler"])
    ana.follow("another price, overpay, where to")
    ana.tap("Ana buys Stonemason", price="1", overpay="1", to="deck")
    event = _last_event(phones["Ana"])
    assert (event["price"], event["overpay"], event["to"]) == (1, 1, "deck")
    assert phones["Ana"].view()["deck"]["bought"] == [["Stonemason", "Ana", 1]]


def test_several_treasures_other_money_and_contraband_at_once(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = _browsers(phones)["Ana"]
    ana.tap("Black Market played")
    ana.follow("Other")
    ana.tap("Play these", **{"copies:Copper": "2", "copies:Gold": "1", "coins": "1"})
    assert phones["Ana"].view()["ledger"]["coins"] == 2 + 2 + 3 + 1
    ana.follow("Other")
    ana.tap("Play these", forbidden="Baker, Wharf")
    assert _last_event(phones["Ana"])["forbidden"] == ["Baker", "Wharf"]
    assert "Named this turn: Baker and Wharf" in ana.page.seen


def test_an_unaffordable_card_asks_and_can_be_bought_anyway(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Stonemason", "Golem", "Peddler", "Wharf"))
    ana = _browsers(phones)["Ana"]
    ana.tap("Black Market played")
    _enter(ana, ["Wharf", "Golem", "Peddler"])
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


def test_landmarks_tokens_and_formulas_are_asked_for_and_explained(app: Flask) -> None:
    phones = a_market(app, "cards", landscapes=("Wall", "Tower"), deck=("Monument", *DECK))
    ana = _browsers(phones)["Ana"]
    ana.go("?tab=more&sheet=call")
    ana.tap("Yes, count the points")
    asked = ana.go("?tab=points")
    assert "Empty Supply piles" in asked.seen
    counts = {"copies:Province": 2, "copies:Gardens": 1, "copies:Village": 3, "size": 20}
    ana.tap("Count them", **counts, empty_piles="Village")
    ben = PaperBrowser(phones["Ben"])
    told = ben.go("/result").seen
    assert "2 × Province, 6 each12" in told
    assert "1 × Gardens, 1 for every 10 cards in all2" in told
    assert "Wall, −1 for each card after the fifteenth−5" in told
    assert "Tower, 1 for each card of an empty pile, no Victory3" in told
    assert phones["Ben"].view()["players"]["Ana"]["tally"]["total"] == 12


def test_chances_for_several_plays_and_wanted_cards(app: Flask) -> None:
    phones = a_market(app, "cards")
    ana = _browsers(phones)["Ana"]
    page = ana.go("?tab=table&sheet=chances&plays=3&want=Baker&want=Wharf")
    # 16 cards, 9 places: at least one 1 - C(14,9)/C(16,9), both C(14,7)/C(16,9).
    assert "at least one of them" in page.seen
    assert "82%" in page.seen
    assert "30%" in page.seen


def test_each_viewer_has_the_chances_of_what_it_knows(app: Flask) -> None:
    phones = a_market(app, "cards", deck=("Baker", "Golem", "Peddler", "Wharf"))
    browsers = _browsers(phones)
    ana = browsers["Ana"]
    ana.tap("Black Market played")
    _enter(ana, ["Baker", "Golem", "Peddler"])
    ana.tap("Buy nothing")
    _put_under(ana, ["Peddler", "Baker", "Golem"])
    own, other = ana.go("?tab=table"), browsers["Ben"].go("?tab=table")
    assert "Peddler, then Baker, then Golem" in own.seen
    assert "Peddler, then Baker" not in other.seen
    known = phones["Ana"].view()["players"]["Ana"]["odds"]
    assert known == {"Baker": 1, "Golem": 0, "Peddler": 1, "Wharf": 1}
    assert phones["Ben"].view()["players"]["Ben"]["odds"]["Golem"] == 0.666667
    assert "odds" not in phones["Ben"].view()["players"]["Ana"]


def test_turns_can_be_followed_by_an_extra_turn(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = _browsers(phones)["Ana"]
    ana.tap("An extra turn follows")
    assert "An extra turn" in ana.page.seen
    ana.tap("Ana’s turn ended")
    view = phones["Ana"].view()
    assert (view["active"], view["players"]["Ana"]["turns"]) == ("Ben", 1)


def test_who_begins_can_be_told_later(app: Flask) -> None:
    phones = a_market(app, "app", first=None)
    ben = _browsers(phones)["Ben"]
    ben.go("?tab=more&sheet=turn")
    ben.tap("Ben")
    assert phones["Ana"].view()["active"] == "Ben"


@pytest.mark.parametrize("held_by", ["app", "cards"])
def test_the_deck_is_shuffled_and_put_right_by_forms(app: Flask, held_by: str) -> None:
    phones = a_market(app, held_by)
    ana = _browsers(phones)["Ana"]
    ana.go("?tab=more&sheet=reshuffle")
    ana.tap("It was dropped or mixed up")
    assert _last_event(phones["Ana"])["why"] == "dropped"
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


def test_without_turns_a_new_turn_begins_with_no_money(app: Flask) -> None:
    phones = a_market(app, "app", first=None)
    ana = _browsers(phones)["Ana"]
    ana.tap("Black Market played")
    ana.tap("Gold")
    ana.tap("Buy nothing")
    _put_under(ana, phones["Ana"].view()["deck"]["revealed"])
    assert phones["Ana"].view()["ledger"]["coins"] == 5
    ana.tap("Once more in the same turn")
    assert phones["Ana"].view()["ledger"]["coins"] == 7
    ana.tap("Buy nothing")
    _put_under(ana, phones["Ana"].view()["deck"]["revealed"])
    ana.tap("Black Market played")
    assert phones["Ana"].view()["ledger"] == {"coins": 2, "potions": 0, "debt": 0, "buys": 1}


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


def _last_event(phone: Phone) -> dict[str, Any]:
    log = json.loads(phone.client.get(phone.home + "/log", headers=JSON).text)
    found: dict[str, Any] = log["events"][-1]["event"]
    return found


def test_events_of_the_other_game_are_refused_and_never_break(app: Flask) -> None:
    ana = a_market(app, "app")["Ana"]
    for event in ("item_added", "insider_played", "cards_discarded", "warehouse_described"):
        fields = {"player": "Ana", "item_type": "Animal", "money": 1_000_000, "count": 1}
        answer = ana.form(event=json.dumps({"event": event, **fields}))
        assert answer.status_code == 400, (event, answer.status_code)
