"""Evenings of Dominion: Black Market tapped through the forms, without script, on every phone."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.dominion_stand import DECK, a_market, browsers_of, enter_cards, put_under
from tests.web.paper_browser import PaperBrowser


def test_two_play_and_count_with_the_phones_as_the_deck(app: Flask) -> None:
    phones = a_market(app, "app")
    browsers = browsers_of(phones)
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
    put_under(ana, [rest[1], rest[0]])
    assert phones["Ana"].view()["market"] == "idle"
    ana.tap("Ana’s turn ended")
    assert "Ben’s turn" in ben.go().seen
    ben.tap("Black Market played")
    ben.tap("Buy nothing")
    three = phones["Ben"].view()["deck"]["revealed"]
    put_under(ben, three, shown="yes")
    assert phones["Ana"].view()["deck"]["tail_shown"] == [False, True]
    assert phones["Ana"].view()["deck"]["tail"][1] == three
    ben.go("?tab=more&sheet=call")
    ben.tap("Yes, count the points")
    ana.go("?tab=points")
    ana.tap("Count them", **{"copies:Province": 4, "copies:Duchy": 3, "size": 30})
    assert "Total" in ana.page.seen
    ben.go("?tab=points")
    page = ben.tap("Count them", **{"copies:Province": 4, "size": 30})
    assert page.address.endswith("/result")
    view = ana.phone.view()
    assert (view["winners"], view["decided_by"]) == (["Ana"], "points")
    assert view["players"]["Ben"]["tally"]["total"] == 24
    assert view["status"] == "over"
    result = ana.go("/result")
    assert "4 × Province, 6 each" in result.seen
    assert "Bought at the Black Market" in result.seen


def test_a_card_that_was_bought_is_fetched_from_its_box(app: Flask) -> None:
    ana = browsers_of(a_market(app, "app", deck=("Caravan", "Tunnel", "Wharf")))["Ana"]
    ana.tap("Black Market played")
    ana.phone.send("card_bought", player="Ana", card="Caravan", anyway=True)
    assert "Fetch Caravan from its box: Seaside." in ana.go().seen


def test_two_play_with_real_cards_and_a_tie_is_broken_by_turns(app: Flask) -> None:
    phones = a_market(app, "cards")
    browsers = browsers_of(phones)
    ana, ben = browsers["Ana"], browsers["Ben"]
    ana.tap("Black Market played")
    ben.go()  # any phone may enter the open cards
    enter_cards(ben, ["Stonemason", "Golem", "Peddler"])
    assert phones["Ana"].view()["deck"]["revealed"] == ["Stonemason", "Golem", "Peddler"]
    page = ana.go()
    assert "$2 and a Potion short" in page.seen
    assert "It gets cheaper only in a Buy phase." in page.seen
    ana.tap("Silver")
    ana.tap("Buy $2")
    put_under(ana, ["Peddler", "Golem"])
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
    enter_cards(ben, ["Tunnel", "Wharf", "Baker"])
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
    browsers = browsers_of(a_market(app, "app", first=None))
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
    ana = browsers_of(a_market(app, "app", players=names))["Ana"]
    assert "any four piles are gone" in ana.go("?tab=more&sheet=call").seen


def test_landmarks_tokens_and_formulas_are_asked_for_and_explained(app: Flask) -> None:
    phones = a_market(app, "cards", landscapes=("Wall", "Tower"), deck=("Monument", *DECK))
    ana = browsers_of(phones)["Ana"]
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


def test_turns_can_be_followed_by_an_extra_turn(app: Flask) -> None:
    phones = a_market(app, "app")
    ana = browsers_of(phones)["Ana"]
    ana.tap("An extra turn follows")
    assert "An extra turn" in ana.page.seen
    ana.tap("Ana’s turn ended")
    view = phones["Ana"].view()
    assert (view["active"], view["players"]["Ana"]["turns"]) == ("Ben", 1)


def test_who_begins_can_be_told_later(app: Flask) -> None:
    phones = a_market(app, "app", first=None)
    ben = browsers_of(phones)["Ben"]
    ben.go("?tab=more&sheet=turn")
    ben.tap("Ben")
    assert phones["Ana"].view()["active"] == "Ben"


def test_without_turns_a_new_turn_begins_with_no_money(app: Flask) -> None:
    phones = a_market(app, "app", first=None)
    ana = browsers_of(phones)["Ana"]
    ana.tap("Black Market played")
    ana.tap("Gold")
    ana.tap("Buy nothing")
    put_under(ana, phones["Ana"].view()["deck"]["revealed"])
    assert phones["Ana"].view()["ledger"]["coins"] == 5
    ana.tap("Once more in the same turn")
    assert phones["Ana"].view()["ledger"]["coins"] == 7
    ana.tap("Buy nothing")
    put_under(ana, phones["Ana"].view()["deck"]["revealed"])
    ana.tap("Black Market played")
    assert phones["Ana"].view()["ledger"] == {"coins": 2, "potions": 0, "debt": 0, "buys": 1}
