"""Dominion before the deck is agreed: the door, the seats, and what the server draws."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.core.games.dominion_black_market.rules import WHILE_PREPARING
from tests.web.dominion_preparing import DECK, GAME, KINGDOM, a_listed_pair, a_pair
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, JSON, Phone

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
    ana, _ = a_listed_pair(app)
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
    ana, _ = a_pair(app)
    add = next(b for b in ana.page.buttons() if b.label == "Add")
    ana.tap(add, player="Cleo")
    ana.go()
    ana.tap("Move Cleo up")
    assert ana.phone.last_event() == {"event": "seats_arranged", "order": ["Ana", "Cleo", "Ben"]}
    ana.tap("Cleo")
    ana.go()
    ana.tap(next(b for b in ana.page.buttons() if b.label == "Cleo"))
    assert ana.phone.last_event() == {"event": "first_player_chosen", "player": "Cleo"}


def test_who_starts_is_drawn_by_the_server(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.tap("Draw who starts")
    assert ana.phone.last_event()["event"] == "first_player_chosen"
    assert ana.phone.last_event()["player"] in {"Ana", "Ben"}
    assert "starts" in ana.page.seen


def test_a_host_without_a_seat_prepares_too(app: Flask) -> None:
    host = Phone(app, game=GAME).start(None, "none")
    Phone(app, host.code).sit("Ben")
    host.log("kingdom_chosen", kingdom=KINGDOM)
    host.log("deck_drawn", policy="agreed_list", cards=DECK)
    browser = PaperBrowser(host)
    browser.go("?tab=deck")
    browser.tap("Strike Bridge")
    assert browser.phone.last_event() == {
        "event": "deck_card_struck",
        "player": "Ben",
        "card": "Bridge",
    }


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
    ana, _ = a_listed_pair(app)
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
