"""Insiders without script: how many taps each takes, and what each does."""

from __future__ import annotations

from flask import Flask

from tests.core.builders import starter
from tests.web.duel_stand import a_started_duel


def test_cat_burglar_by_name_takes_three_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.follow("Cat Burglar")
    ana.tap("$3M")
    assert ana.taps == 3
    assert ana.phone.view()["players"]["Ben"]["in_play"] == 0
    assert ana.phone.last_event()["card"] == "cat-burglar"


def test_cat_burglar_by_item_takes_three_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
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
    ana, ben = a_started_duel(app)
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
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.tap("Smooth Importer")
    assert ana.taps == 2
    assert ana.phone.last_event()["steps"] == [{"do": "draw", "count": 3}]


def test_an_insider_nobody_knows_takes_two_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.follow("Insider")
    ana.tap("just note it")
    assert ana.taps == 2
    assert ana.phone.last_event() == {"event": "insider_played", "player": "Ana", "steps": []}


def test_an_insider_may_have_changed_nothing(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Insider")
    ana.follow("Forklift Joyrider")
    ana.tap("nothing on the table changed")
    assert ana.phone.last_event()["card"] == "forklift-joyrider"
    assert ana.phone.last_event()["steps"] == []


def test_an_item_moves_between_warehouses_question_by_question(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Insider")
    ana.follow("Forklift Joyrider")
    ana.follow("Ben: Weapon")
    ana.tap("Ana")
    assert ana.phone.view()["players"]["Ana"]["in_play_types"] == ["Commodity", "Weapon"]


def test_an_item_from_the_hand_is_named_in_the_grid(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Insider")
    ana.follow("Eager Intern")
    ana.follow("Ben")
    sheet = [b for b in ana.page.buttons() if b.label == "Animal, $2 Million"]
    ana.tap(sheet[0])
    view = ana.phone.view()
    assert view["players"]["Ben"]["in_play_types"] == ["Weapon", "Animal"]
    assert view["players"]["Ben"]["in_play_money"] == 5_000_000


def test_a_block_in_the_own_turn_is_told_for_the_turn_that_it_binds(app: Flask) -> None:
    ana, ben = a_started_duel(app)
    block = {"do": "block", "player": "Ana"}
    ben.phone.log("insider_played", player="Ben", steps=[block], anyway=True)
    assert "Ana skips the next Drop and Fill." in ana.go().seen
    ana.phone.log("turn_ended", player="Ana")
    assert "Ana skips the next Drop and Fill." in ana.go().seen
    ana.phone.log("turn_ended", player="Ben")
    assert "Ana skips Drop and Fill this turn." in ana.go().seen


def test_an_item_is_swapped_with_a_card_of_the_own_hand_in_four_taps(app: Flask) -> None:
    deck = starter()
    effect = {
        "verb": "swap_items",
        "what": "item",
        "source": {"zone": "warehouse", "owner": "opponent", "state": "uncompleted"},
        "target": {"zone": "hand", "owner": "self"},
    }
    insider = {"id": "back-door", "kind": "insider", "name": "Back Door", "effect_text": "Swap."}
    deck["cards"].append({**insider, "count": 1, "effect": effect})
    ana, ben = a_started_duel(app, deck=deck)
    ana.taps = 0
    ana.follow("Insider")
    ana.follow("Back Door")
    ana.follow("$3M")
    ana.tap(next(each for each in ana.page.buttons() if each.label == "Animal, $2 Million"))
    assert ana.taps == 4
    assert ana.phone.view()["players"]["Ben"]["in_play_types"] == ["Animal"]
    assert "Back in Ana’s hand" in ana.go().seen
    assert "Back in Ana’s hand" not in ben.go().text
