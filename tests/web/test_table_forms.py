"""The table's forms without script: what asks, what is refused, and a control for every event."""

from __future__ import annotations

import json
from html import unescape

from flask import Flask

from companion.core.games import GAMES
from tests.web.duel_stand import a_started_duel
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, Phone

GAME = "black_market_warehouse"


def test_cards_discarded_outside_the_limit(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("▸ Ana")
    ana.tap("Discard", count=2)
    assert ana.phone.last_event() == {"event": "cards_discarded", "player": "Ana", "count": 2}


def test_a_pile_is_counted_by_hand_from_any_phone(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    ana.go("?tab=more")
    ana.follow("Count a pile by hand")
    ana.tap("Count it", **{"count:5000000": 2}, bonus_more="4")
    assert ana.phone.view()["players"]["Ana"]["total"] == 14_000_000
    ben.go()
    ben.follow("Ana")
    ben.follow("Count the pile")
    ben.tap("Count it")
    assert "Ben counted Ana’s pile too: $14 Million." in ben.go("/result").seen


def test_somebody_left_is_three_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("Ben")
    ana.follow("Has left")
    ana.tap("Yes")
    assert ana.taps == 3
    view = ana.phone.view()
    assert view["players"]["Ben"]["status"] == "left"
    assert view["reason"] == "too_few_players"


def test_leaving_is_three_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("More")
    ana.follow("Leave the game")
    ana.tap("Yes")
    assert ana.taps == 3
    assert ana.phone.view()["players"]["Ana"]["status"] == "left"


def test_the_table_calls_the_game(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("More")
    ana.follow("Call the game")
    page = ana.tap("Yes, count now")
    assert ana.phone.view()["reason"] == "called"
    assert "See the result" in page.seen
    assert "The table called the game." in ana.go("/result").seen


def test_an_ask_is_a_page_with_the_same_tap_once_more(app: Flask) -> None:
    _, ben = a_started_duel(app)
    page = ben.tap("Animal, 4 Million")
    assert page.status == 409
    assert "It is Ana’s turn, not Ben’s." in page.seen
    assert "You tapped: Ben added Panda, Animal, $4 Million" not in page.seen
    assert "You tapped: Ben added Animal, $4 Million" in page.seen
    assert ben.phone.view()["players"]["Ben"]["in_play"] == 1
    sent = {c.name: c.value for c in page.controls if c.form == page.button("Log it").form}
    assert json.loads(unescape(sent["event"]))["item_type"] == "Animal"
    assert sent["anyway"] == "not_your_turn"
    assert page.link("Never mind") == ben.phone.home
    page = ben.tap("Log it anyway")
    assert page.status == 200
    assert ben.phone.view()["players"]["Ben"]["in_play_types"] == ["Weapon", "Animal"]
    log = ben.go("/log")
    assert "logged anyway" in log.seen


def test_a_second_question_keeps_the_first_answer(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    ana.phone.log("insider_played", player="Ana", card="night-watchman", steps=[{"do": "protect"}])
    ben.follow("Insider")
    ben.follow("Cat Burglar")
    page = ben.tap("$3M")
    assert page.status == 409
    page = ben.tap("Log it anyway")
    assert page.status == 200
    assert ben.phone.view()["players"]["Ana"]["in_play"] == 0


def test_a_refusal_is_a_page_that_says_what_was_tapped(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    ana.follow("Commodity")
    page = ana.page
    ben.phone.log("taken_back", number=7)
    ana.page = page
    sheet = [b for b in page.buttons() if b.label == "Animal, $5 Million"]
    page = ana.tap(sheet[0])
    assert page.status == 422
    assert "That item is not there any more." in page.seen
    assert "Not logged:" in page.seen


def test_a_double_tap_without_script_counts_once(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    shown = ana.page
    ana.tap("Artifact, 4 Million")
    ana.page = shown
    page = ana.tap("Artifact, 4 Million")
    assert page.status == 200
    assert ana.phone.view()["players"]["Ana"]["in_play"] == 2


def test_a_form_of_nonsense_is_a_page_too(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    for event in ("", "{", "[1]", '{"event": 5}', "no_such_event", '{"events": [7]}'):
        answer = ana.phone.client.post(
            f"{ana.phone.home}/events", data={"event": event}, headers=HTML
        )
        assert answer.status_code == 400, event
        assert "could not" in answer.get_data(as_text=True)


def test_the_script_gets_roots_and_answers(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    script = {**HTML, "HX-Request": "true"}
    event = json.dumps({"event": "item_added", "item_type": "Weapon", "money": 2_000_000})
    taps = {"event": event, "player": "Ana", "id": "s1"}
    answer = ana.phone.client.post(f"{ana.phone.home}/events", data=taps, headers=script)
    assert answer.status_code == 200
    for root in ('id="top"', 'id="live"', 'id="dock"', 'id="mine"', 'id="which"', 'id="door"'):
        assert root in answer.get_data(as_text=True)
    asked = ana.phone.client.post(
        f"{ana.phone.home}/events", data={**taps, "id": "s2"}, headers=script
    )
    assert asked.status_code == 409
    assert asked.headers["Backroom-Answer"] == "not_your_turn"
    assert asked.get_data(as_text=True).strip().startswith('<div id="answers">')
    logged = ana.phone.client.post(
        f"{ana.phone.home}/events",
        data={"event": "hand_corrected", "player": "Ben", "count": 3, "id": "s3", "then": "log"},
        headers=script,
    )
    assert logged.status_code == 303
    assert logged.headers["Location"].endswith("/log")


def test_every_event_has_a_control_on_a_screen(app: Flask) -> None:
    """Those of the lobby are its own: see the tests of the lobby."""
    ana, _ = a_started_duel(app)
    places = [
        "",
        "?tab=table",
        "/log",
        "?sheet=insider",
        "?sheet=player&of=Ben",
        "?sheet=right&of=Ben",
        "?sheet=count",
        "?sheet=call",
        "?sheet=leave&of=Ben",
        "?sheet=warehouse",
        "?sheet=item&of=Ben&at=in_play&slot=0",
    ]
    ana.phone.log("taken_back")
    found: set[str] = set()
    for place in places:
        for control in ana.go(place).controls:
            if control.name == "event":
                found.add(json.loads(control.value)["event"])
    lobby = {"player_joined", "seats_arranged", "first_player_chosen", "game_dealt"}
    assert found == (GAMES[GAME].event_names - lobby) | {"taken_back", "put_back"}


def test_a_stranger_can_only_watch(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    stranger = PaperBrowser(Phone(app, ana.phone.code))
    assert "You are watching." in stranger.page.seen
    taps = [b for b in stranger.page.buttons() if b.form == "tap" and b.label != "Undo"]
    assert taps == []
    assert "tap" not in stranger.page.forms


def test_a_phone_folds_the_money_away(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    ana.go("?tab=more")
    ana.tap("Fold away")
    assert "data-folded" in ana.go().text.split("<body")[1].split(">")[0]
    assert "data-folded" not in ben.go().text.split("<body")[1].split(">")[0]
    ana.go("?tab=more")
    ana.tap("Show")
    assert "data-folded" not in ana.go().text.split("<body")[1].split(">")[0]
