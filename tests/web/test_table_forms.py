"""Every control of the table's screens, tapped without script."""

from __future__ import annotations

import json
from html import unescape

from flask import Flask

from companion.core.games import GAMES
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import HTML, Phone, a_duel

GAME = "black_market_warehouse"


def _started(app: Flask) -> tuple[PaperBrowser, PaperBrowser]:
    """Ana's turn; both warehouses described; Ben has a Weapon and an Animal, Ana a Commodity."""
    ana, ben = a_duel(app)
    ana.log("warehouse_described", player="Ana", card="perfectly-normal-pallets")
    ana.log("warehouse_described", player="Ben", card="the-big-respectable-barn")
    for player, item_type in (("Ana", "Commodity"), ("Ben", "Weapon")):
        ana.log("item_added", player=player, item_type=item_type, money=3_000_000)
        ana.log("turn_ended", player=player)
    return PaperBrowser(ana), PaperBrowser(ben)


def _last(browser: PaperBrowser) -> dict[str, object]:
    log = browser.phone.client.get(
        f"{browser.phone.home}/log", headers={"Accept": "application/json"}
    ).json
    events: list[dict[str, dict[str, object]]] = log["events"]
    return events[-1]["event"]


def test_one_tap_in_the_grid_adds_the_item_and_ends_the_turn(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    page = ana.tap("Artifact, 3 Million")
    assert ana.taps == 1
    assert page.status == 200
    view = ana.phone.view()
    assert view["players"]["Ana"]["in_play_types"] == ["Commodity", "Artifact"]
    assert view["active"] == "Ben"
    assert "Ana added Artifact, $3M" in page.seen


def test_a_cell_that_one_card_alone_fits_names_it(app: Flask) -> None:
    ana, _ = _started(app)
    page = ana.tap("Commodity, 5 Million")
    assert "Ana added Uncut Diamonds, Commodity, $5M" in page.seen
    assert "Which card was it?" not in page.seen


def test_the_card_may_be_named_with_a_second_tap(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.tap("Commodity, 2 Million")
    ana.tap("Bathtub of Olive Oil")
    assert ana.taps == 2
    assert "Bathtub of Olive Oil" in ana.page.text
    assert "Which card was it?" not in ana.page.seen


def test_a_card_is_found_by_two_letters(app: Flask) -> None:
    ana, _ = _started(app)
    ana.tap("Find", q="pa")
    ana.tap("Panda")
    assert ana.phone.view()["players"]["Ana"]["in_play_types"] == ["Commodity", "Animal"]


def test_a_value_without_a_column_is_three_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Other…")
    ana.tap("$7M", item_type="Animal")
    player = ana.phone.view()["players"]["Ana"]
    assert player["in_play_types"] == ["Commodity", "Animal"]
    assert player["in_play_money"] == 10_000_000


def test_a_value_may_be_typed_in_millions(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Other…")
    ana.tap("Add it", item_type="Weapon", millions="2,5")
    assert ana.phone.view()["players"]["Ana"]["in_play_money"] == 5_500_000


def test_no_item_this_turn_is_one_tap(app: Flask) -> None:
    ana, _ = _started(app)
    ana.tap("No item this turn")
    assert ana.phone.view()["active"] == "Ben"


def test_cat_burglar_by_name_takes_three_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.follow("Cat Burglar")
    ana.tap("$3M")
    assert ana.taps == 3
    assert ana.phone.view()["players"]["Ben"]["in_play"] == 0
    assert _last(ana)["card"] == "cat-burglar"


def test_cat_burglar_by_item_takes_three_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Table")
    on_table = [where for _, where in ana.page.links if "tab=table" in where]
    link = next(where for where in on_table if "of=Ben" in where and "slot=0" in where)
    ana.taps += 1
    ana.page = ana._open(link)
    ana.tap("Cat Burglar: to the hand")
    assert ana.taps == 3
    assert ana.phone.view()["players"]["Ben"]["in_play"] == 0


def test_a_stolen_card_is_one_tap_for_its_taker_alone(app: Flask) -> None:
    ana, ben = _started(app)
    ana.follow("Insider")
    ana.follow("Cat Burglar")
    ana.tap("$3M")
    assert "Back in Ana’s hand" in ana.go().seen
    assert "Back in Ana’s hand" not in ben.go().text
    ana.taps = 0
    chip = [b for b in ana.page.buttons() if b.label == "Weapon $3M"]
    ana.tap(chip[0])
    assert ana.taps == 1
    assert ana.phone.view()["players"]["Ana"]["in_play_types"] == ["Commodity", "Weapon"]
    assert "Back in Ana’s hand" not in ana.go().seen


def test_an_insider_that_touches_nothing_takes_two_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.tap("Smooth Importer")
    assert ana.taps == 2
    assert _last(ana)["steps"] == [{"do": "draw", "count": 3}]


def test_an_insider_nobody_knows_takes_two_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.tap("just note it")
    assert ana.taps == 2
    assert _last(ana) == {"event": "insider_played", "player": "Ana", "steps": []}


def test_an_insider_may_have_changed_nothing(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Insider")
    ana.follow("Forklift Joyrider")
    ana.tap("nothing on the table changed")
    assert _last(ana)["card"] == "forklift-joyrider"
    assert _last(ana)["steps"] == []


def test_an_item_moves_between_warehouses_question_by_question(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Insider")
    ana.follow("Forklift Joyrider")
    ana.follow("Ben: Weapon")
    ana.tap("Ana")
    assert ana.phone.view()["players"]["Ana"]["in_play_types"] == ["Commodity", "Weapon"]


def test_an_item_from_the_hand_is_named_in_the_grid(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Insider")
    ana.follow("Eager Intern")
    ana.follow("Ben")
    sheet = [b for b in ana.page.buttons() if b.label == "Animal, $2 Million"]
    ana.tap(sheet[0])
    view = ana.phone.view()
    assert view["players"]["Ben"]["in_play_types"] == ["Weapon", "Animal"]
    assert view["players"]["Ben"]["in_play_money"] == 5_000_000


def test_a_wrong_cell_is_put_right_in_two_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Commodity")
    sheet = [b for b in ana.page.buttons() if b.label == "Animal, $5 Million"]
    ana.tap(sheet[0])
    assert ana.taps == 2
    player = ana.phone.view()["players"]["Ana"]
    assert player["in_play_types"] == ["Animal"]
    assert player["in_play_money"] == 5_000_000


def test_undo_is_one_tap_and_takes_back_the_whole_tap(app: Flask) -> None:
    ana, _ = _started(app)
    ana.tap("Artifact, 4 Million")
    ana.taps = 0
    page = ana.tap("Undo")
    assert ana.taps == 1
    view = ana.phone.view()
    assert view["active"] == "Ana"
    assert view["players"]["Ana"]["in_play_types"] == ["Commodity"]
    assert "took back" in page.seen


def test_a_stale_undo_takes_back_what_it_showed(app: Flask) -> None:
    ana, ben = _started(app)
    ana.tap("Artifact, 4 Million")
    shown = ana.page
    ben.go()
    ben.tap("Animal, 1 Million")
    ana.page = shown
    ana.tap("Undo")
    view = ana.phone.view()
    assert view["players"]["Ben"]["in_play_types"] == ["Weapon", "Animal"]


def test_older_events_are_taken_and_put_back_from_the_log(app: Flask) -> None:
    ana, _ = _started(app)
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
    ana, _ = _started(app)
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
    ana, _ = _started(app)
    assert "Ben added Weapon" in ana.go("/log").seen
    page = ana.tap("Show", player="Ben")
    lines = page.text.split('id="lines"')[1].split("</ol>")[0]
    assert "Ben added Weapon" in lines
    assert "Ana added" not in lines


def test_a_hand_is_corrected_one_up_or_down(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Ben")
    ana.tap("One more")
    assert ana.phone.view()["players"]["Ben"]["hand"] == 6
    ana.follow("Ben")
    ana.tap("One less")
    assert ana.phone.view()["players"]["Ben"]["hand"] == 5


def test_cards_discarded_outside_the_limit(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("▸ Ana")
    ana.tap("Discard", count=2)
    assert _last(ana) == {"event": "cards_discarded", "player": "Ana", "count": 2}


def test_what_lies_in_a_warehouse_is_put_right(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Ben")
    ana.follow("Put it right")
    ana.tap(
        "This is what lies there", **{"place:0": "Artifact|4000000", "place:1": "Animal|1000000"}
    )
    player = ana.phone.view()["players"]["Ben"]
    assert player["in_play_types"] == ["Artifact", "Animal"]
    assert player["in_play_money"] == 5_000_000


def test_turn_and_decks_are_put_right(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("More")
    ana.follow("Put the table right")
    ana.tap("These are right", active="Ben", market_deck="33", warehouse_deck="6")
    view = ana.phone.view()
    assert (view["active"], view["market_deck"], view["warehouse_deck"]) == ("Ben", 33, 6)


def test_a_described_warehouse_may_be_another(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("Perfectly Normal Pallets")
    ana.tap("Above-Board Basement")
    assert ana.phone.view()["players"]["Ana"]["requires"] == [
        "Top Secret",
        "Commodity",
        "Weapon",
        "Artifact",
    ]


def test_too_many_items_for_a_card_are_moved_on_with_one_button(app: Flask) -> None:
    ana = PaperBrowser(a_duel(app)[0])
    for item_type in ("Weapon", "Animal", "Artifact", "Weapon"):
        ana.phone.log("item_added", player="Ana", item_type=item_type, money=1_000_000, anyway=True)
    ana.go()
    page = ana.tap("Legit Exports Warehouse")
    assert page.status == 422
    assert "4 items lie there, this card asks for 3." in page.seen
    page = ana.tap("Do that for me")
    assert page.status == 200
    player = ana.phone.view()["players"]["Ana"]
    assert (player["completed"], player["items_money"]) == (1, 3_000_000)
    assert player["in_play_types"] == ["Weapon"]
    ana.tap("Undo")
    assert ana.phone.view()["players"]["Ana"]["in_play"] == 4


def test_later_folds_the_question_away(app: Flask) -> None:
    ana = PaperBrowser(a_duel(app)[0])
    assert "Which one did Ana draw?" in ana.page.seen
    ana.follow("Later")
    assert "data-later" in ana.page.text.split("<body")[1].split(">")[0]


def test_a_pile_is_counted_by_hand_from_any_phone(app: Flask) -> None:
    ana, ben = _started(app)
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
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("Ben")
    ana.follow("Has left")
    ana.tap("Yes")
    assert ana.taps == 3
    view = ana.phone.view()
    assert view["players"]["Ben"]["status"] == "left"
    assert view["reason"] == "too_few_players"


def test_leaving_is_three_taps(app: Flask) -> None:
    ana, _ = _started(app)
    ana.taps = 0
    ana.follow("More")
    ana.follow("Leave the game")
    ana.tap("Yes")
    assert ana.taps == 3
    assert ana.phone.view()["players"]["Ana"]["status"] == "left"


def test_the_table_calls_the_game(app: Flask) -> None:
    ana, _ = _started(app)
    ana.follow("More")
    ana.follow("Call the game")
    page = ana.tap("Yes, count now")
    assert ana.phone.view()["reason"] == "called"
    assert "See the result" in page.seen
    assert "The table called the game." in ana.go("/result").seen


def test_an_ask_is_a_page_with_the_same_tap_once_more(app: Flask) -> None:
    _, ben = _started(app)
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
    ana, ben = _started(app)
    ana.phone.log("insider_played", player="Ana", card="night-watchman", steps=[{"do": "protect"}])
    ben.follow("Insider")
    ben.follow("Cat Burglar")
    page = ben.tap("$3M")
    assert page.status == 409
    page = ben.tap("Log it anyway")
    assert page.status == 200
    assert ben.phone.view()["players"]["Ana"]["in_play"] == 0


def test_a_refusal_is_a_page_that_says_what_was_tapped(app: Flask) -> None:
    ana, ben = _started(app)
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
    ana, _ = _started(app)
    shown = ana.page
    ana.tap("Artifact, 4 Million")
    ana.page = shown
    page = ana.tap("Artifact, 4 Million")
    assert page.status == 200
    assert ana.phone.view()["players"]["Ana"]["in_play"] == 2


def test_a_form_of_nonsense_is_a_page_too(app: Flask) -> None:
    ana, _ = _started(app)
    for event in ("", "{", "[1]", '{"event": 5}', "no_such_event", '{"events": [7]}'):
        answer = ana.phone.client.post(
            f"{ana.phone.home}/events", data={"event": event}, headers=HTML
        )
        assert answer.status_code == 400, event
        assert "could not" in answer.get_data(as_text=True)


def test_the_script_gets_roots_and_answers(app: Flask) -> None:
    ana, _ = _started(app)
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
    ana, _ = _started(app)
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
    ana, _ = _started(app)
    stranger = PaperBrowser(Phone(app, ana.phone.code))
    assert "You are watching." in stranger.page.seen
    taps = [b for b in stranger.page.buttons() if b.form == "tap" and b.label != "Undo"]
    assert taps == []
    assert "tap" not in stranger.page.forms


def test_the_host_puts_the_table_back_to_an_event(app: Flask) -> None:
    ana, ben = _started(app)
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


def test_a_phone_folds_the_money_away(app: Flask) -> None:
    ana, ben = _started(app)
    ana.go("?tab=more")
    ana.tap("Fold away")
    assert "data-folded" in ana.go().text.split("<body")[1].split(">")[0]
    assert "data-folded" not in ben.go().text.split("<body")[1].split(">")[0]
    ana.go("?tab=more")
    ana.tap("Show")
    assert "data-folded" not in ana.go().text.split("<body")[1].split(">")[0]
