"""Tables where only piles are counted: one phone counts several, and nothing speaks of turns."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.paper_browser import Page, PaperBrowser
from tests.web.table_stand import HTML, Phone


def a_count(app: Flask, own: int = 1, deck: str = "none") -> Phone:
    """A table of scores with the players P1, P2, … on the host's one phone."""
    phone = Phone(app).start("P1", deck, track="scores")
    for number in range(2, own + 1):
        phone.sit(f"P{number}")
    return phone


def add_without_phone(browser: PaperBrowser, player: str) -> Page:
    add = next(each for each in browser.page.buttons() if each.label == "Add")
    return browser.tap(add, player=player)


def pick(browser: PaperBrowser, player: str) -> Page:
    """Tap a player among the piles to count here."""
    [place] = [where for said, where in browser.page.links if said == player]
    return browser.go(f"?{place.split('?')[1]}")


def pile_on(page: Page) -> str:
    """Whose pile the form on screen counts."""
    [title] = [line for line in page.seen.splitlines() if line.strip().endswith("’s pile")]
    return title.strip().removesuffix("’s pile")


@pytest.mark.parametrize(("own", "without"), [(1, 1), (2, 0), (3, 0), (1, 3), (3, 2), (1, 0)])
def test_the_form_turns_to_every_pile_of_the_phone_and_ends_at_the_result(
    app: Flask, own: int, without: int
) -> None:
    browser = PaperBrowser(a_count(app, own))
    for number in range(without):
        add_without_phone(browser, f"W{number + 1}")
    names = [f"P{n + 1}" for n in range(own)] + [f"W{n + 1}" for n in range(without)]
    counted = []
    for done, name in enumerate(names):
        assert pile_on(browser.page) == name
        if done:
            said = f"{names[done - 1]} is counted: ${done}M. Now {name}’s pile."
            assert said in browser.page.seen
        browser.tap("Count it", **{"count:1000000": str(done + 1)})
        counted.append(name)
    assert counted == names
    assert browser.page.address.endswith("/result")
    assert "wins" in browser.page.seen


def test_the_phone_that_is_done_says_whose_piles_are_missing(app: Flask) -> None:
    ana = a_count(app)
    Phone(app, ana.code).sit("Ben")
    Phone(app, ana.code).sit("Cleo")
    browser = PaperBrowser(ana)
    page = browser.tap("Count it", **{"count:5000000": "3"})
    assert "P1 is counted: $15M. Still to count: Ben and Cleo." in page.seen


def test_a_pile_of_the_phone_is_found_by_its_name(app: Flask) -> None:
    browser = PaperBrowser(a_count(app, own=3))
    page = pick(browser, "P3")
    assert pile_on(page) == "P3"
    assert "You tap for" not in page.seen
    page = browser.tap("Count it", **{"count:2000000": "1"})
    assert pile_on(page) == "P1"
    assert "P3 is counted: $2M. Now P1’s pile." in page.seen


def test_others_do_not_get_the_piles_of_those_without_a_phone_by_themselves(app: Flask) -> None:
    ana = a_count(app)
    ben = PaperBrowser(Phone(app, ana.code).sit("Ben"))
    add_without_phone(ben, "Zoe")
    page = ben.tap("Count it", **{"count:2000000": "1"})
    assert pile_on(page) == "Ben"
    assert pile_on(pick(ben, "Zoe")) == "Zoe"


def test_the_script_is_led_to_the_next_pile_too(app: Flask) -> None:
    phone = a_count(app, own=2)
    sent = {"event": '{"event": "pile_counted", "player": "P1"}', "count:1000000": "2", "id": "c1"}
    headers = {**HTML, "HX-Request": "true"}
    answer = phone.client.post(f"{phone.home}/events", data=sent, headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, phone.home)
    sent |= {"event": '{"event": "pile_counted", "player": "P2"}', "id": "c2"}
    answer = phone.client.post(f"{phone.home}/events", data=sent, headers=headers)
    assert answer.headers["Location"] == f"{phone.home}/result"


@pytest.mark.parametrize("fives", [0, 1, 2])
def test_a_tie_that_the_strips_decide_is_asked_about_no_more(app: Flask, fives: int) -> None:
    browser = PaperBrowser(a_count(app, own=2))
    browser.tap("Count it", **{"count:1000000": "5", "count:5000000": "1"})
    ones = {0: "9", 1: "5", 2: "0"}[fives]
    more = "1" if fives == 0 else ""
    browser.tap("Count it", **{"count:1000000": ones, "count:5000000": str(fives)}, bonus_more=more)
    for seat in ("1", "2"):
        assert "Tied!" not in browser.go(f"?seat={seat}").seen


def test_a_tie_of_totals_is_asked_about_until_the_fives_are_told(app: Flask) -> None:
    browser = PaperBrowser(a_count(app, own=2))
    browser.tap("Use these", total="16")
    browser.tap("Use these", total="16")
    assert "Tied!" in browser.go("?seat=1").seen
    assert "Tied!" in browser.go("?seat=2").seen
    browser.tap("Use these", total="16", fives="2")
    assert "Tied!" not in browser.go("?seat=2").seen
    assert "Tied!" in browser.go("?seat=1").seen


@pytest.mark.parametrize("players", range(1, 11))
def test_what_is_usual_reads_well_for_any_number_of_players(app: Flask, players: int) -> None:
    page = PaperBrowser(a_count(app, players)).page
    usual = [line.strip() for line in page.seen.splitlines() if "usual" in line]
    if players == 1:
        assert usual == []
    elif players == 10:
        assert usual == ["Together, one completed warehouse is usual for 10 players."]
    else:
        amount = f"{11 - players} completed warehouses are"
        assert usual == [f"Together, {amount} usual for {players} players."]


OF_TURNS = (
    "I end my turn by hand",
    "ends your turn",
    "passed on with each turn",
    "end my turn by hand",
)


@pytest.mark.parametrize("track", ["scores", "warehouses", "turns"])
def test_only_tables_with_turns_speak_of_turns(app: Flask, track: str) -> None:
    ana = Phone(app).start("Ana", track=track)
    Phone(app, ana.code).sit("Ben")
    if track != "scores":
        if track == "turns":
            ana.log("first_player_chosen", player="Ana")
        ana.log("game_dealt")
    said = ana.get("/seats") + ana.get("?tab=more") + ana.get("?tab=table")
    assert [each in said for each in OF_TURNS] == [track == "turns"] * len(OF_TURNS)
    assert ("When is a warehouse complete?" in said) == (track != "scores")
