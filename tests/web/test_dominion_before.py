"""Dominion before the deck is agreed: shelf, Kingdom, deck and setup, tapped without script."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.core.games.dominion_black_market.rules import WHILE_PREPARING
from companion.web.parts import EXTENSION
from companion.web.tables import fragments
from tests.web.paper_browser import Control, PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone

GAME = "dominion_black_market"
KINGDOM = [
    "Black Market",
    "Chapel",
    "Gardens",
    "Laboratory",
    "Market",
    "Militia",
    "Mine",
    "Moat",
    "Smithy",
    "Village",
]
DECK = ["Bridge", "Caravan", "Duke", "Familiar", "Golem", "Peddler", "Tournament", "Wharf"]


def _pair(app: Flask) -> tuple[PaperBrowser, PaperBrowser]:
    """Ana, host, and Ben; nothing is chosen yet."""
    ana = Phone(app, game=GAME).start("Ana", "none")
    return PaperBrowser(ana), PaperBrowser(Phone(app, ana.code).sit("Ben"))


def _listed(app: Flask) -> tuple[PaperBrowser, PaperBrowser]:
    """The Kingdom lies, and a list of eight is on every phone."""
    ana, ben = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.phone.log("deck_drawn", policy="agreed_list", cards=DECK)
    return ana, ben


def _log(browser: PaperBrowser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.phone.client.get(
        f"{browser.phone.home}/log", headers=JSON
    ).json["events"]
    return found


def _last(browser: PaperBrowser) -> dict[str, Any]:
    event: dict[str, Any] = _log(browser)[-1]["event"]
    return event


def _field(browser: PaperBrowser, name: str, value: str) -> Control:
    """A control of the page by its name and value."""
    return next(c for c in browser.page.controls if (c.name, c.value) == (name, value))


# ---- the door and the seats ----


def test_a_table_starts_with_a_name_and_nothing_else(app: Flask) -> None:
    client = app.test_client()
    at = {"Host": "192.168.1.23:8000", **HTML}
    page = client.get("/tables/new?game=dominion_black_market", headers=at)
    assert "Dominion: Black Market" in page.get_data(as_text=True)
    body = {"game": GAME, "player": "Ana", "deck": "none", "id": "first"}
    made = client.post("/tables", data=body, headers=HTML)
    assert made.status_code == 303
    assert "Getting ready" in client.get(made.headers["Location"], headers=HTML).text


def test_the_start_page_leads_to_both_games(app: Flask) -> None:
    page = app.test_client().get("/", headers={"Host": "192.168.1.23:8000", **HTML}).text
    assert "/tables/new?game=dominion_black_market" in page
    assert "/tables/new?game=black_market_warehouse" in page


def test_the_door_is_open_while_the_table_gets_ready_and_shut_afterwards(app: Flask) -> None:
    ana, _ = _listed(app)
    before = Phone(app, ana.phone.code).client.post(
        f"{ana.phone.home}/seats", json={"player": "Cleo"}, headers=JSON
    )
    ana.phone.log("deck_agreed", order_held_by="app", anyway=True)
    later = Phone(app, ana.phone.code).client.post(
        f"{ana.phone.home}/seats", json={"player": "Dora"}, headers=JSON
    )
    assert before.status_code == 201
    assert later.status_code != 201
    assert list(ana.phone.view()["players"]) == ["Ana", "Ben", "Cleo"]


def test_a_player_without_a_phone_is_added_and_moved_and_starts(app: Flask) -> None:
    ana, _ = _pair(app)
    add = next(b for b in ana.page.buttons() if b.label == "Add")
    ana.tap(add, player="Cleo")
    ana.go()
    ana.tap("Move Cleo up")
    assert _last(ana) == {"event": "seats_arranged", "order": ["Ana", "Cleo", "Ben"]}
    ana.tap("Cleo")
    ana.go()
    ana.tap(next(b for b in ana.page.buttons() if b.label == "Cleo"))
    assert _last(ana) == {"event": "first_player_chosen", "player": "Cleo"}


def test_who_starts_is_drawn_by_the_server(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.tap("Draw who starts")
    assert _last(ana)["event"] == "first_player_chosen"
    assert _last(ana)["player"] in {"Ana", "Ben"}
    assert "starts" in ana.page.seen


def test_a_host_without_a_seat_prepares_too(app: Flask) -> None:
    host = Phone(app, game=GAME).start(None, "none")
    Phone(app, host.code).sit("Ben")
    host.log("kingdom_chosen", kingdom=KINGDOM)
    host.log("deck_drawn", policy="agreed_list", cards=DECK)
    browser = PaperBrowser(host)
    browser.go("?tab=deck")
    browser.tap("Strike Bridge")
    assert _last(browser) == {"event": "deck_card_struck", "player": "Ben", "card": "Bridge"}


# ---- the shelf ----


def test_the_shelf_is_ticked_and_remembered_by_this_phone(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.go("?tab=shelf")
    ana.tap("That is our shelf", own=["base_2e", "seaside_2e"], promo=["Stash"])
    assert _last(ana) == {
        "event": "shelf_set",
        "sets": ["base_2e", "seaside_2e"],
        "promos": ["Stash"],
        "without": [],
    }
    code = ana.phone.code
    ana.phone.start("Ana", "none")
    assert ana.phone.code != code
    assert "Take our shelf from last time" in ana.go("?tab=shelf").seen
    ana.go()
    ana.tap("Take our shelf from last time")
    assert _last(ana)["sets"] == ["base_2e", "seaside_2e"]
    assert _last(ana)["promos"] == ["Stash"]


def test_a_forged_memory_of_the_shelf_is_passed_over(app: Flask) -> None:
    ana, _ = _pair(app)
    for forged in ("~~", "x", "nobody~1.2~", "~99999~a", "a" * 4000):
        ana.phone.client.set_cookie("shelf", forged, path="/")
        assert "As last time" not in ana.go("?tab=shelf").seen


def test_two_phones_never_overwrite_each_others_shelf(app: Flask) -> None:
    ana, ben = _pair(app)
    ana.phone.log("shelf_set", sets=["base_2e", "alchemy"])
    ana.go("?tab=shelf")
    ben.go("?tab=shelf")
    ana.tap("That is our shelf", own=["base_2e", "alchemy", "allies"])
    ben.tap("That is our shelf", own=["base_2e", "nocturne"])
    assert sorted(_last(ben)["sets"]) == ["allies", "base_2e", "nocturne"]


def test_single_cards_are_ticked_off_and_on_again(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("shelf_set", sets=["base_2e"])
    ana.go("?tab=shelf&sheet=box&box=base_2e")
    there = [c.value for c in ana.page.controls if c.name == "there"]
    assert len(there) == 26
    ana.tap("That is in the box", there=[name for name in there if name != "Witch"])
    assert _last(ana)["without"] == ["Witch"]
    ana.go("?tab=shelf&sheet=box&box=base_2e")
    ana.tap("That is in the box", there=there)
    assert _last(ana)["without"] == []


# ---- the Kingdom ----


def test_a_kingdom_is_drawn_with_wishes(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("shelf_set", sets=["base_2e", "seaside_2e", "nocturne"])
    ana.go("?tab=kingdom")
    wishes = {"among": ["base_2e"], "need": ["buys", "trashing"], "ban": "Cellar, moat"}
    ana.tap("Draw a Kingdom", **wishes, include="Gardens", landscapes="0")
    event = _last(ana)
    assert len(event["kingdom"]) == 10
    assert {"Black Market", "Gardens"} <= set(event["kingdom"])
    assert not {"Cellar", "Moat"} & set(event["kingdom"])
    assert "wishes" not in event
    assert "Draw another for Gardens" in [b.label for b in ana.page.buttons()]


def test_what_was_wished_for_stays_typed_when_it_is_refused(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.go("?tab=kingdom")
    page = ana.tap("Draw a Kingdom", ban="Celar", include="Smithy", need=["attack"])
    assert page.status == 422
    assert "No card is called Celar. Did you mean Cellar?" in page.seen
    fields = {c.name: c.value for c in page.controls if c.name in ("ban", "include")}
    assert fields == {"ban": "Celar", "include": "Smithy"}
    assert "checked" in _field(ana, "need", "attack").attributes
    assert _log(ana)[-1]["event"]["event"] == "player_joined"


def test_one_pile_is_drawn_anew_and_the_others_stay(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM, landscapes=["Obelisk"], obelisk="Smithy")
    ana.go("?tab=kingdom")
    ana.tap("Draw another for Moat")
    event = _last(ana)
    assert set(KINGDOM) - set(event["kingdom"]) == {"Moat"}
    assert len(event["kingdom"]) == 10
    assert event["obelisk"] == "Smithy"
    assert event["landscapes"] == ["Obelisk"]


def test_a_kingdom_is_picked_card_by_card_without_a_question(app: Flask) -> None:
    ana, ben = _pair(app)
    for browser, name in ((ana, "Chapel"), (ben, "Village"), (ana, "Way of the Mouse")):
        browser.go(f"?tab=kingdom&q={name[:6].lower()}")
        adds = [b for b in browser.page.buttons() if name in b.value and "add" in b.value]
        browser.tap(adds[0])
    ana.go("?tab=kingdom")
    ana.tap("We play with Black Market")
    assert _last(ana)["kingdom"] == ["Chapel", "Village", "Black Market"]
    assert _last(ana)["landscapes"] == ["Way of the Mouse"]
    assert "Way of the Mouse" in ana.page.seen
    ana.tap("Take out Chapel")
    assert _last(ana)["kingdom"] == ["Village", "Black Market"]


def test_two_phones_that_pick_at_once_both_count(app: Flask) -> None:
    ana, ben = _pair(app)
    ana.go("?tab=kingdom&q=chapel")
    ben.go("?tab=kingdom&q=village")
    ana.tap("Add")
    ben.tap(next(b for b in ben.page.buttons() if '"Village"' in unescape(b.value)))
    assert _last(ben)["kingdom"] == ["Chapel", "Village"]


def test_a_pasted_kingdom_shows_what_is_unknown_with_the_nearest_name(app: Flask) -> None:
    ana, _ = _pair(app)
    text = ", ".join([*KINGDOM[:8], "Smithhy", "Vilage"])
    page = ana.go(f"?tab=kingdom&sheet=pasted&text={text}")
    assert "2 names are unknown" in page.seen
    assert [c.value for c in page.controls if c.name == "instead"] == ["Smithy", "Village"]
    ana.tap("Take this Kingdom")
    assert sorted(_last(ana)["kingdom"]) == KINGDOM


def test_a_link_of_the_randomizer_is_read(app: Flask) -> None:
    ana, _ = _pair(app)
    short = ",".join(name.lower().replace(" ", "") for name in KINGDOM)
    link = f"https://dominionrandomizer.com/?supply={short}".replace("&", "%26")
    ana.go(f"?tab=kingdom&sheet=pasted&text={link}")
    ana.tap("Take this Kingdom")
    assert sorted(_last(ana)["kingdom"]) == KINGDOM


def test_a_kingdom_of_nine_asks_and_is_taken_anyway(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.go(f"?tab=kingdom&sheet=pasted&text={', '.join(KINGDOM[:9])}")
    page = ana.tap("Take this Kingdom")
    assert page.status == 409
    assert "That is 9 Kingdom piles, not 10." in page.seen
    ana.tap("Log it anyway")
    assert _last(ana)["kingdom"] == KINGDOM[:9]


def test_an_extra_is_drawn_or_chosen(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=[*KINGDOM[:9], "Young Witch"])
    ana.go("?tab=kingdom")
    ana.tap("Draw")
    ana.go("?tab=kingdom&sheet=extra&pile=bane")
    ana.tap("Cellar")
    assert _last(ana) == {"event": "extra_chosen", "pile": "bane", "card": "Cellar"}
    assert "Bane: Cellar" in " ".join(ana.page.seen.split())


# ---- the deck ----


@pytest.mark.parametrize("policy", ["random_n", "all_owned", "sets_in_use", "online_60"])
def test_a_deck_is_drawn_by_every_policy(app: Flask, policy: str) -> None:
    ana, ben = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.go("?tab=deck")
    ana.tap("Make the deck", policy=policy, size="20", mixed_piles="none")
    event = _last(ana)
    assert (event["policy"], event["size"], event["mixed_piles"]) == (policy, 20, "none")
    assert 0 < len(event["cards"]) <= 20
    seen = ben.go("?tab=deck").seen
    assert [name for name in event["cards"] if name.replace("'", "’") not in seen] == []


def test_a_list_of_our_own_and_the_card_of_a_mixed_pile(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM)
    ana.go("?tab=deck")
    ana.tap("Make the deck", policy="agreed_list", names="Sir Martin; wharf", size="")
    assert _last(ana)["cards"] == ["Sir Martin", "Wharf"]
    assert "stands for the Knights pile" in ana.page.seen
    chosen = {"policy": "all_owned", "mixed_piles": "one_chosen", "member": "Fortune"}
    ana.tap("Make the deck", **chosen, size="")
    assert "Fortune" in _last(ana)["cards"]


def test_a_card_is_struck_put_back_and_added_from_every_phone(app: Flask) -> None:
    ana, ben = _listed(app)
    ana.go("?tab=deck")
    ana.tap("Yes, play this deck")
    assert ana.phone.view()["players"]["Ana"]["accepted"] is True
    ben.go("?tab=deck")
    ben.tap("Strike Bridge")
    assert _last(ben) == {"event": "deck_card_struck", "player": "Ben", "card": "Bridge"}
    assert ana.phone.view()["players"]["Ana"]["accepted"] is False
    assert "Struck by Ben" in ana.go("?tab=deck").seen
    ana.tap("Put Bridge back")
    assert _last(ana) == {"event": "deck_card_added", "player": "Ana", "card": "Bridge"}
    ben.go("?tab=deck&q=explorer")
    ben.tap("Add")
    assert _last(ben) == {"event": "deck_card_added", "player": "Ben", "card": "Explorer"}
    ben.go("?tab=deck")
    ben.tap("One more by chance")
    assert len(ben.phone.view()["deck"]["list"]) == 10


def test_a_card_that_may_not_enter_says_why_before_and_after_the_tap(app: Flask) -> None:
    ana, _ = _listed(app)
    page = ana.go("?tab=deck&q=smithy")
    assert "Smithy is in the Supply." in page.seen
    page = ana.tap("Add")
    assert page.status == 422
    assert "Smithy is in the Supply." in page.seen


def test_a_card_of_a_box_that_is_not_owned_offers_to_own_it(app: Flask) -> None:
    ana, _ = _listed(app)
    ana.phone.log("shelf_set", sets=["base_2e"])
    ana.go("?tab=deck&q=throne%20room")
    ana.go("?tab=deck&q=catacombs")
    page = ana.tap("Add")
    assert page.status == 422
    assert "Catacombs is not on your shelf. Add Dark Ages there." in page.seen
    ana.tap("We own Dark Ages")
    assert "Catacombs" in ana.phone.view()["deck"]["list"]
    assert [entry["event"]["event"] for entry in _log(ana)[-2:]] == ["shelf_set", "deck_card_added"]


def test_fewer_than_fifteen_warns(app: Flask) -> None:
    ana, _ = _listed(app)
    assert "8 cards; 15 or more are recommended." in ana.go("?tab=deck").seen


def test_a_player_without_a_phone_says_yes_through_another(app: Flask) -> None:
    ana, _ = _listed(app)
    ana.phone.log("player_joined", player="Cleo")
    ana.go("?tab=deck")
    ana.tap("Yes from Cleo")
    assert ana.phone.view()["players"]["Cleo"]["accepted"] is True


@pytest.mark.parametrize("held_by", [None, "app", "cards"])
def test_a_hidden_list_shows_on_no_phone_and_nowhere_else(app: Flask, held_by: str | None) -> None:
    """Neither while it is agreed nor while it is played, before a card was revealed."""
    ana, ben = _pair(app)
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


# ---- the setup and the agreement ----


def test_the_checklist_is_ticked_together_with_its_causes(app: Flask) -> None:
    ana, ben = _listed(app)
    page = ana.go("?tab=setup")
    assert "Potion pile, all 16; counts as a pile" in page.seen
    assert "In the Black Market deck: Familiar and Golem" in page.seen
    ana.tap("Potion pile")
    assert _last(ana) == {"event": "setup_step_done", "step": "supply_pile:Potion", "player": "Ana"}
    assert "ticked by Ana" in ben.go("?tab=setup").seen
    ben.tap("Potion pile")
    assert ana.phone.view()["steps_done"] == []


@pytest.mark.parametrize(("tab", "title"), [("deck", "Making the deck"), ("setup", "brings along")])
def test_the_rule_that_applies_is_one_tap_away(app: Flask, tab: str, title: str) -> None:
    ana, _ = _listed(app)
    ana.go(f"?tab={tab}")
    page = ana.follow("How it works")
    assert title in page.seen
    assert "Rulebook, Black Market" in page.seen
    assert page.link("Never mind").endswith(f"?tab={tab}")


def test_every_setup_entry_is_a_line_to_tick(app: Flask) -> None:
    ana, _ = _listed(app)
    page = ana.go("?tab=setup")
    steps = {json.loads(unescape(b.value)).get("step") for b in page.buttons() if "step" in b.value}
    entries = ana.phone.view()["setup"]
    assert steps == {f"{entry['kind']}:{entry['what']}" for entry in entries}


def test_the_pull_list_names_every_card_by_its_box(app: Flask) -> None:
    ana, _ = _listed(app)
    seen = " ".join(ana.go("?tab=setup").seen.split())
    assert "8 cards, in box order" in seen
    assert "Alchemy: Familiar, Golem" in seen
    assert "Seaside: Caravan, Wharf" in seen


@pytest.mark.parametrize(("button", "holder"), [("Our phones", "app"), ("Real cards", "cards")])
def test_the_table_begins_and_asks_what_is_open(app: Flask, button: str, holder: str) -> None:
    ana, ben = _listed(app)
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
    ana, _ = _listed(app)
    ana.phone.log("deck_card_added", player="Ana", card="Stash")
    ana.go("?tab=setup")
    real = ana.page.button("Real cards")
    ana.tap(real, **{"back:Stash": "3"})
    ana.tap("Log it anyway")
    assert _last(ana) == {
        "event": "deck_agreed",
        "order_held_by": "cards",
        "backs": {"Stash": 3},
    }


def test_no_answer_page_stream_or_export_holds_the_order(app: Flask) -> None:
    ana, ben = _listed(app)
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
    ana, _ = _listed(app)
    cards = DECK[::-1]
    ana.phone.log("deck_agreed", order_held_by="app", order=cards, salt="mine", anyway=True)
    live = app.extensions[EXTENSION].tables.doors.find(ana.phone.code)
    recorded = live.table.entries[-1].event
    assert sorted(recorded["order"]) == sorted(cards)
    assert recorded["salt"] != "mine"


def test_the_setup_stays_in_reach_while_the_game_runs(app: Flask) -> None:
    ana, _ = _listed(app)
    ana.phone.log("deck_agreed", order_held_by="app", anyway=True)
    ana.go("?tab=setup")
    ana.tap("Potion pile")
    assert ana.phone.view()["steps_done"] == ["supply_pile:Potion"]


# ---- JSON ----


def test_chance_is_drawn_by_the_server_and_recorded(app: Flask) -> None:
    ana = Phone(app, game=GAME).start("Ana", "none")
    kingdom = ana.log("kingdom_chosen")["recorded"]["event"]
    assert len(kingdom["kingdom"]) == 10
    deck = ana.log("deck_drawn", policy="random_n")["recorded"]["event"]
    assert len(deck["cards"]) == 15
    assert (
        deck["cards"]
        == ana.client.get(f"{ana.home}/log", headers=JSON).json["events"][-1]["event"]["cards"]
    )


@pytest.mark.parametrize(
    "event",
    [
        {"event": "deck_drawn", "policy": "random_n", "size": "many"},
        {"event": "deck_drawn", "policy": "best"},
        {"event": "deck_drawn"},
        {"event": "kingdom_chosen", "wishes": {"sparkle": True}},
        {"event": "kingdom_chosen", "change": ["x"]},
        {"event": "kingdom_chosen", "change": {"add": [1]}},
        {"event": "extra_chosen", "pile": "crown"},
        {"event": "deck_card_struck", "player": "Ana", "change": {}},
        {"event": "kingdom_chosen", "change": {"reroll": "Moat"}},
    ],
)
def test_what_cannot_be_drawn_is_refused_and_changes_nothing(
    app: Flask, event: dict[str, Any]
) -> None:
    ana = Phone(app, game=GAME).start("Ana", "none")
    before = ana.version()
    answer = ana.send(event)
    assert answer.status_code in (400, 422), answer.json
    assert answer.json["refused"]["message"]
    assert ana.version() == before


def test_the_same_tap_twice_draws_once(app: Flask) -> None:
    ana = Phone(app, game=GAME).start("Ana", "none")
    first = ana.send("kingdom_chosen", id="one").json
    again = ana.send("kingdom_chosen", id="one").json
    assert first["recorded"] == again["recorded"]
    assert ana.version() == first["version"]


def test_every_event_before_the_game_has_a_control(app: Flask) -> None:
    ana, _ = _listed(app)
    pages = [ana.go(f"?tab={tab}") for tab in ("players", "shelf", "kingdom", "deck", "setup")]
    pages.append(ana.go("?tab=kingdom&q=way"))
    values = [unescape(c.value) for page in pages for c in page.controls if c.name == "event"]
    named = {json.loads(v)["event"] if v.startswith("{") else v for v in values}
    shared = {
        "player_joined",
        "player_left",
        "seats_arranged",
        "first_player_chosen",
        "setup_step_done",
        "game_called",
        "taken_back",
    }
    assert named >= set(WHILE_PREPARING) | shared


def test_colony_and_shelters_are_set_by_hand(app: Flask) -> None:
    ana, _ = _pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM, shelters=True)
    ana.go("?tab=kingdom")
    ana.tap("Platinum and Colony")
    assert (_last(ana)["colony"], _last(ana)["shelters"]) == (True, True)
    ana.tap("Shelters")
    assert "shelters" not in _last(ana)
    assert {"Colony", "Platinum"} <= set(ana.phone.view()["supply"])
