"""Whole games tapped through the forms, without script, as on an old phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask

from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import Phone


def _three(app: Flask, deck: Any = "starter", **options: Any) -> dict[str, PaperBrowser]:
    ana = Phone(app).start("Ana", deck, **options)
    phones = {"Ana": ana}
    for name in ("Ben", "Cleo"):
        phones[name] = Phone(app, ana.code).sit(name)
    return {name: PaperBrowser(phone) for name, phone in phones.items()}


def test_three_play_a_starter_deck_game_to_its_end_by_forms(app: Flask) -> None:
    browsers = _three(app)
    ana = browsers["Ana"]
    ana.phone.log("first_player_chosen", player="Ana")
    ana.go()
    ana.tap("Start the game")
    taps = 0
    for _turn in range(200):
        view = ana.phone.view()
        if view["status"] != "playing":
            break
        active = view["active"]
        browser = browsers[active]
        page = browser.go()
        if view["players"][active]["requires"] is None:
            browser.tap(_first_card(page))
            taps += 1
            view = ana.phone.view()
        needed = _needed(view["players"][active])
        browser.tap(_cell(browser.page, needed or view["players"][active]["requires"][0]))
        taps += 1
    view = ana.phone.view()
    assert view["status"] == "over"
    assert view["reason"] == "last_warehouse"
    assert sum(p["completed"] for p in view["players"].values()) == 8
    assert 25 <= taps <= 70
    result = ana.go("/result")
    winner = view["winners"][0] if len(view["winners"]) == 1 else None
    assert (f"{winner} wins" if winner else "A shared win") in result.seen
    assert "See the result" in ana.go().seen


def _first_card(page: Any) -> Any:
    """The first Warehouse card that is offered."""
    return next(
        button
        for button in page.buttons()
        if button.name == "event" and "warehouse_described" in button.value
    )


def _needed(player: dict[str, Any]) -> str | None:
    """A type that this warehouse still lacks for an exact match."""
    lying = list(player["in_play_types"])
    for item_type in player["requires"]:
        if item_type in lying:
            lying.remove(item_type)
        else:
            return str(item_type)
    return None


def _cell(page: Any, item_type: str) -> Any:
    """A cell of this type whose cards do not all lie on the table."""
    cells = [b for b in page.buttons() if b.attributes.get("data-cell", "").startswith(item_type)]
    free = [cell for cell in cells if "gone" not in cell.attributes["class"]]
    return (free or cells)[-1]


def test_one_phone_with_two_seats_follows_the_turn(app: Flask) -> None:
    phone = Phone(app).start("Ana")
    phone.sit("Ben")
    phone.log("first_player_chosen", player="Ana")
    phone.log("game_dealt")
    browser = PaperBrowser(phone)
    assert 'data-shown="1"' in browser.page.text
    page = browser.tap(_cell(browser.page, "Weapon"))
    assert page.status == 200
    assert 'data-shown="2"' in page.text
    assert "Pass to Ben" in page.seen
    browser.tap(_cell(page, "Animal"))
    view = phone.view()
    assert view["players"]["Ana"]["in_play_types"] == ["Weapon"]
    assert view["players"]["Ben"]["in_play_types"] == ["Animal"]


def test_any_phone_taps_for_a_player_without_one(app: Flask) -> None:
    phone = Phone(app).start("Ana")
    phone.log("player_joined", player="Dora")
    phone.log("first_player_chosen", player="Dora")
    phone.log("game_dealt")
    browser = PaperBrowser(phone)
    browser.go("?tab=table")
    browser.follow("Dora")
    browser.follow("Tap for Dora")
    browser.tap(_cell(browser.page, "Weapon"))
    assert phone.view()["players"]["Dora"]["in_play_types"] == ["Weapon"]
    assert phone.view()["active"] == "Ana"


def test_a_host_without_a_seat_taps_for_whose_turn_it_is(app: Flask) -> None:
    phone = Phone(app).start(None)
    for name in ("Ana", "Ben"):
        phone.log("player_joined", player=name)
    phone.log("first_player_chosen", player="Ben")
    phone.log("game_dealt")
    browser = PaperBrowser(phone)
    browser.tap(_cell(browser.page, "Artifact"))
    browser.tap(_cell(browser.page, "Animal"))
    view = phone.view()
    assert view["players"]["Ben"]["in_play_types"] == ["Artifact"]
    assert view["players"]["Ana"]["in_play_types"] == ["Animal"]


def test_own_cards_are_described_type_by_type_in_four_taps(app: Flask) -> None:
    browsers = _three(app, "none")
    ana = browsers["Ana"]
    ana.phone.log("first_player_chosen", player="Ana")
    ana.phone.log("game_dealt")
    ana.go()
    ana.taps = 0
    for item_type in ("Weapon", "Animal", "Weapon"):
        ana.follow(item_type)
    ana.tap("$4M")
    player = ana.phone.view()["players"]["Ana"]
    assert player["requires"] == ["Weapon", "Animal", "Weapon"]
    assert ana.taps == 4


def test_own_deck_insider_takes_an_item_in_three_taps(app: Flask) -> None:
    ana = _three(app, "none")["Ana"]
    ana.phone.log("first_player_chosen", player="Ben")
    ana.phone.log("game_dealt")
    ana.phone.log("item_added", player="Ben", item_type="Weapon", money=3_000_000)
    ana.phone.log("turn_ended", player="Ben")
    ana.phone.log("turn_ended", player="Cleo")
    ana.go()
    ana.taps = 0
    ana.follow("Insider")
    ana.follow("Take an item")
    ana.tap("$3M")
    assert ana.taps == 3
    view = ana.phone.view()
    assert view["players"]["Ben"]["in_play"] == 0
    assert view["players"]["Ana"]["hand"] == 6


def test_counting_only_piles_gives_the_result_with_the_last_pile(app: Flask) -> None:
    browsers = _three(app, "none", track="scores")
    piles = {"Ana": {5: 2, 3: 1}, "Ben": {5: 1, 4: 2}, "Cleo": {1: 3}}
    for name, pile in piles.items():
        browser = browsers[name]
        browser.go("?tab=mine")
        typed = {f"count:{millions}000000": count for millions, count in pile.items()}
        browser.tap("Count it", **typed, bonus_more="2" if name == "Ana" else "")
    view = browsers["Ana"].phone.view()
    assert view["winners"] == ["Ana"]
    assert view["players"]["Ana"]["total"] == 15_000_000
    assert view["players"]["Ben"]["total"] == 13_000_000
    assert "Ana wins" in browsers["Ben"].go("/result").seen


def test_totals_alone_are_enough_and_fives_are_asked_when_tied(app: Flask) -> None:
    browsers = _three(app, "none", track="scores")
    for name in ("Ana", "Ben", "Cleo"):
        browsers[name].go("?tab=mine")
        assert "Tied!" not in browsers[name].page.seen
        browsers[name].tap("Use these", total="9" if name == "Cleo" else "21", bonus_total="2")
        if name == "Ana":
            continue
    view = browsers["Ana"].phone.view()
    assert view["decided_by"] == "shared"
    page = browsers["Ben"].go("?tab=mine")
    assert "Tied!" in page.seen
    browsers["Ben"].tap("Use these", total="21", bonus_total="2", fives="3")
    view = browsers["Ana"].phone.view()
    assert view["winners"] == ["Ben"]
    assert view["players"]["Ben"]["fives"] == 3
    assert view["players"]["Ben"]["total"] == 23_000_000


def test_without_turns_everybody_adds_at_any_time(app: Flask) -> None:
    browsers = _three(app, track="warehouses")
    browsers["Ana"].phone.log("first_player_chosen", player="Ana")
    browsers["Ana"].phone.log("game_dealt")
    for name in ("Cleo", "Ana", "Cleo"):
        browsers[name].go()
        assert browsers[name].tap(_cell(browsers[name].page, "Weapon")).status == 200
    view = browsers["Ana"].phone.view()
    assert [view["players"][n]["in_play"] for n in ("Ana", "Ben", "Cleo")] == [1, 0, 2]
    assert "No item this turn" not in browsers["Ana"].go().seen


def test_the_export_holds_the_whole_log(app: Flask, tmp_path: Path) -> None:
    ana = _three(app)["Ana"]
    answer = ana.phone.client.get(f"{ana.phone.home}/export", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    file = json.loads(answer.get_data(as_text=True))
    assert file["schema"] == "backroom-table/1"
    assert [each["event"]["player"] for each in file["events"]] == ["Ana", "Ben", "Cleo"]
