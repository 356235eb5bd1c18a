"""Adding items by the grid, without script: one tap, by name, by a value without a column."""

from __future__ import annotations

from flask import Flask

from tests.web.duel_stand import a_started_duel
from tests.web.paper_browser import PaperBrowser
from tests.web.table_stand import a_duel


def test_one_tap_in_the_grid_adds_the_item_and_ends_the_turn(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    page = ana.tap("Artifact, 3 Million")
    assert ana.taps == 1
    assert page.status == 200
    view = ana.phone.view()
    assert view["players"]["Ana"]["in_play_types"] == ["Commodity", "Artifact"]
    assert view["active"] == "Ben"
    assert "Ana added Artifact, $3M" in page.seen


def test_a_cell_that_one_card_alone_fits_names_it(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    page = ana.tap("Commodity, 5 Million")
    assert "Ana added Uncut Diamonds, Commodity, $5M" in page.seen
    assert "Which card was it?" not in page.seen


def test_the_card_may_be_named_with_a_second_tap(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.taps = 0
    ana.tap("Commodity, 2 Million")
    ana.tap("Bathtub of Olive Oil")
    assert ana.taps == 2
    assert "Bathtub of Olive Oil" in ana.page.text
    assert "Which card was it?" not in ana.page.seen


def test_a_card_is_found_by_two_letters(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.tap("Find", q="pa")
    ana.tap("Panda")
    assert ana.phone.view()["players"]["Ana"]["in_play_types"] == ["Commodity", "Animal"]


def test_a_value_without_a_column_is_three_taps(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Other…")
    ana.tap("$7M", item_type="Animal")
    player = ana.phone.view()["players"]["Ana"]
    assert player["in_play_types"] == ["Commodity", "Animal"]
    assert player["in_play_money"] == 10_000_000


def test_a_value_may_be_typed_in_millions(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.follow("Other…")
    ana.tap("Add it", item_type="Weapon", millions="2,5")
    assert ana.phone.view()["players"]["Ana"]["in_play_money"] == 5_500_000


def test_no_item_this_turn_is_one_tap(app: Flask) -> None:
    ana, _ = a_started_duel(app)
    ana.tap("No item this turn")
    assert ana.phone.view()["active"] == "Ben"


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
