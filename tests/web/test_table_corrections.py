"""Putting right without script: undo, the log, hands, items, decks, the whole table."""

from __future__ import annotations

from flask import Flask

from tests.web.duel_stand import a_started_duel
from tests.web.table_stand import HTML


def test_a_wrong_cell_is_put_right_in_two_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("Commodity")
    sheet = [b for b in ana.page.buttons() if b.label == "Animal, $5 Million"]
    ana.tap(sheet[0])
    assert ana.taps == 2
    player = ana.phone.view()["players"]["Ana"]
    assert player["in_play_types"] == ["Animal"]
    assert player["in_play_money"] == 5_000_000


def test_undo_is_one_tap_and_takes_back_the_whole_tap(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.tap("Artifact, 4 Million")
    ana.taps = 0
    page = ana.tap("Undo")
    assert ana.taps == 1
    view = ana.phone.view()
    assert view["active"] == "Ana"
    assert view["players"]["Ana"]["in_play_types"] == ["Commodity"]
    assert "took back" in page.seen


def test_a_stale_undo_takes_back_what_it_showed(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    ana.tap("Artifact, 4 Million")
    shown = ana.page
    ben.go()
    ben.tap("Animal, 1 Million")
    ana.page = shown
    ana.tap("Undo")
    view = ana.phone.view()
    assert view["players"]["Ben"]["in_play_types"] == ["Weapon", "Animal"]


def test_older_events_are_taken_and_put_back_from_the_log(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.phone.log("hand_corrected", player="Ben", count=3)
    number = ana.phone.version()
    ana.phone.log("hand_corrected", player="Ana", count=4)
    ana.taps = 0
    ana.follow("Log")
    page = ana.tap(f"Take back {number}")
    assert ana.taps == 2
    assert page.address.endswith("/log")
    assert "taken back by Ana" in page.seen
    assert ana.phone.view()["players"]["Ben"]["hand"] == 5
    ana.tap(f"Put back {number}")
    assert ana.phone.view()["players"]["Ben"]["hand"] == 3


def test_what_later_events_need_is_refused_over_the_log(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.tap("Artifact, 4 Million")
    ana.phone.log("item_corrected", player="Ana", slot=1, item_type="Animal", money=1_000_000)
    number = ana.phone.version() - 2
    ana.go("/log")
    page = ana.tap(f"Take back {number}")
    assert page.status == 422
    assert "Later events need this one" in page.seen
    assert "Not logged: take back “Ana added" in page.seen
    assert "History" in page.seen


def test_history_shows_one_player(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    assert "Ben added Weapon" in ana.go("/log").seen
    page = ana.tap("Show", player="Ben")
    lines = page.text.split('id="lines"')[1].split("</ol>")[0]
    assert "Ben added Weapon" in lines
    assert "Ana added" not in lines


def test_a_hand_is_corrected_one_up_or_down(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Ben")
    ana.tap("One more")
    assert ana.phone.view()["players"]["Ben"]["hand"] == 6
    ana.follow("Ben")
    ana.tap("One less")
    assert ana.phone.view()["players"]["Ben"]["hand"] == 5


def test_what_lies_in_a_warehouse_is_put_right(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Ben")
    ana.follow("Put it right")
    ana.tap(
        "This is what lies there", **{"place:0": "Artifact|4000000", "place:1": "Animal|1000000"}
    )
    player = ana.phone.view()["players"]["Ben"]
    assert player["in_play_types"] == ["Artifact", "Animal"]
    assert player["in_play_money"] == 5_000_000


def test_turn_and_decks_are_put_right(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("More")
    ana.follow("Put the table right")
    ana.tap("These are right", active="Ben", market_deck="33", warehouse_deck="6")
    view = ana.phone.view()
    assert (view["active"], view["market_deck"], view["warehouse_deck"]) == ("Ben", 33, 6)


def test_a_described_warehouse_may_be_another(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Perfectly Normal Pallets")
    ana.tap("Above-Board Basement")
    assert ana.phone.view()["players"]["Ana"]["requires"] == [
        "Top Secret",
        "Commodity",
        "Weapon",
        "Artifact",
    ]


def test_the_host_puts_the_table_back_to_an_event(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    before = ana.phone.view()
    number = ana.phone.version()
    ana.tap("Artifact, 3 Million")
    ben.go()
    ben.tap("Animal, 4 Million")
    ana.go("/log")
    ana.page = ana._open(f"{ana.phone.home}/log?back_to={number}")
    ana.tap("Put it back")
    assert ana.phone.view()["players"] == before["players"]
    assert "Back to here" not in ben.go("/log").seen
    refused = ben.phone.client.post(f"{ben.phone.home}/rewind", data={"to": 4}, headers=HTML)
    assert refused.status_code == 403
    answer = ana.phone.client.post(f"{ana.phone.home}/rewind", data={"to": "x"}, headers=HTML)
    assert answer.status_code == 400
