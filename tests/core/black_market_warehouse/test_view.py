"""The view: everything the snapshot holds and what a screen needs, and nobody else's chips."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.view import WarehouseTableView
from companion.core.games.black_market_warehouse.view_making import view
from companion.core.table import view_json
from tests.core.builders import (
    MILLION,
    At,
    changed,
    dealt,
    hand,
    lobby,
    move,
    quick,
    starter,
    warehouse,
)


def seen(at: At, *seats: str) -> WarehouseTableView:
    return view(at.state, seats)


def test_the_json_holds_the_snapshot_and_more() -> None:
    at = quick("Ana", "Ben", deck=starter()).adds("Ana", millions=3)
    shown, more = at.shown, view_json(at.table, ("Ana",))
    for key, value in shown.items():
        if key != "players":
            assert more[key] == value
    for name, player in shown["players"].items():
        assert {key: more["players"][name][key] for key in player} == player
    assert more["consequences"] == ["warehouse_completed", "warehouse_drawn"]
    assert more["players"]["Ana"]["pile"][0]["items"][0]["id"] == "7"
    assert more["seats"] == ["Ana"]


def test_a_warehouse_tells_what_keeps_a_match_possible() -> None:
    at = dealt("Ana", "Ben").needs("Ana", "Animal", "Animal", "Commodity")
    at = at.adds("Ana", "Animal")
    mine = seen(at).players[0].warehouse
    assert mine is not None
    assert (mine.still_needed, mine.slots_left, mine.can_match) == (
        ("Animal", "Commodity"), 2, True,
    )  # fmt: skip
    missed = seen(at.adds("Ana", "Weapon", anyway=True)).players[0].warehouse
    assert missed is not None
    assert (missed.still_needed, missed.slots_left, missed.can_match) == ((), 1, False)
    unknown = seen(at).players[1].warehouse
    assert unknown is not None
    assert (unknown.requires, unknown.slots_left, unknown.can_match) == (None, None, False)


def test_completed_warehouses_lie_in_the_pile_with_their_money() -> None:
    at = quick("Ana", "Ben", deck=starter()).logs("item_added", player="Ana", card="pocket-volcano")
    (done,) = seen(at).players[0].pile
    assert (done.number, done.exact, done.money) == (0, True, 7 * MILLION)
    assert done.items[0].name == "Pocket Volcano"
    miss = seen(quick("Ana", "Ben").adds("Ana", "Animal")).players[0].pile[0]
    assert (miss.exact, miss.money) == (False, MILLION)


def test_a_counted_pile_shows_who_counted() -> None:
    at = dealt("Ana", "Ben")
    for by in ("Ana", "Ben"):
        at = at.logs("pile_counted", by, player="Ana", items={"5000000": 1}, bonuses=[MILLION])
    counted = seen(at).players[0].counted
    assert counted is not None
    assert (counted.items, counted.total, counted.by, counted.confirmed_by) == (
        ((5 * MILLION, 1),), 6 * MILLION, "Ana", ("Ben",),
    )  # fmt: skip
    assert seen(at).players[1].counted is None


def test_chips_are_shown_to_their_holder_only() -> None:
    at = dealt("Ana", "Ben", "Cleo").adds("Ben", "Animal", 4, anyway=True)
    at = at.plays("Ana", move(warehouse("Ben"), hand("Ana")))
    for seats in ((), ("Ben",), ("Ben", "Cleo")):
        assert all(not player.own_chips for player in seen(at, *seats).players)
    (chip,) = seen(at, "Cleo", "Ana").players[0].own_chips
    assert (chip.id, chip.item_type, chip.money) == ("6", "Animal", 4 * MILLION)


def test_the_grid_of_own_cards_is_five_types_by_five_values() -> None:
    shown = seen(dealt("Ana", "Ben"))
    assert shown.deck_id is None
    assert shown.money_values == tuple(n * MILLION for n in (1, 2, 3, 4, 5))
    assert [row.item_type for row in shown.grid] == list(shown.item_types)
    cell = shown.grid[0].cells[0]
    assert (cell.cards, cell.all_used, cell.card) == ((), False, None)
    assert (shown.warehouse_cards, shown.insiders) == ((), ())


def test_a_cell_names_the_one_card_that_fits() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    grid = {row.item_type: row.cells for row in seen(at).grid}
    single = [cell.card for cells in grid.values() for cell in cells if cell.card]
    assert len(single) == 11
    assert grid["Weapon"][4].card == "pocket-volcano"
    first = grid["Weapon"][0]
    assert [(card.id, card.copies_left) for card in first.cards] == [
        ("crates-of-ak-47s", 2), ("bent-boomerang", 1),
    ]  # fmt: skip
    at = at.logs("item_added", player="Ana", card="bent-boomerang")
    assert seen(at).grid[0].cells[0].card == "crates-of-ak-47s"


def test_a_cell_with_all_copies_on_the_table_says_so() -> None:
    at = dealt("Ana", "Ben", deck=starter()).adds("Ana", "Weapon", 5)
    cell = seen(at).grid[0].cells[4]
    assert (cell.all_used, cell.card) == (True, "pocket-volcano")
    named = dealt("Ana", "Ben", deck=starter()).logs(
        "item_added", player="Ana", card="pocket-volcano"
    )
    cell = seen(named).grid[0].cells[4]
    assert (cell.all_used, cell.card, cell.cards[0].copies_left) == (True, None, 0)


def test_a_deck_of_many_values_shows_the_usual_five() -> None:
    deck = starter()
    for number, card in enumerate(deck["cards"][:12]):
        card["money"] = number
    assert seen(dealt("Ana", "Ben", deck=deck)).money_values == tuple(
        n * MILLION for n in (1, 2, 3, 4, 5)
    )
    deck = changed(starter(), cards=[c for c in starter()["cards"] if c["kind"] == "warehouse"])
    deck["cards"].append({**starter()["cards"][0], "count": 60})
    assert seen(dealt("Ana", "Ben", deck=deck)).money_values == (MILLION,)


def test_warehouse_cards_tell_who_has_them() -> None:
    at = dealt("Ana", "Ben", deck=starter())
    at = at.logs("warehouse_described", player="Ben", card="petting-zoo-annex")
    cards = {card.id: card for card in seen(at).warehouse_cards}
    assert len(cards) == 10
    taken, free = cards["petting-zoo-annex"], cards["legit-exports-warehouse"]
    assert (taken.copies_left, taken.with_player) == (0, "Ben")
    assert (free.copies_left, free.with_player) == (1, None)


def test_insiders_tell_how_many_are_out_of_the_discard_pile() -> None:
    at = dealt("Ana", "Ben", deck=starter()).plays("Ana", card="cat-burglar")
    insiders = {each.id: each for each in seen(at).insiders}
    assert len(insiders) == 14
    assert (insiders["cat-burglar"].copies_left, insiders["pickpocket"].copies_left) == (0, 1)
    assert insiders["cat-burglar"].effect is not None


def test_a_lobby_shows_both_decks_whole() -> None:
    shown = seen(lobby("Ana", "Ben"))
    assert (shown.warehouse_deck, shown.market_deck, shown.turn) == (10, 70, 0)
    assert shown.usual_completed == 9
    assert [player.rank for player in shown.players] == [None, None]
    assert shown.first is None


def test_a_table_without_turns_shows_no_counts() -> None:
    shown = seen(dealt("Ana", "Ben", track="warehouses"))
    assert [shown.turn, shown.round, shown.market_deck, shown.discard, shown.drift] == [None] * 5
    assert [player.hand for player in shown.players] == [None, None]
    assert shown.options["track"] == "warehouses"


def test_a_seat_is_found_by_its_name() -> None:
    shown = seen(dealt("Ana", "Ben"))
    ben = shown.player("Ben")
    assert ben is not None
    assert (ben.number, ben.status) == (2, "playing")
    assert shown.player("Zoe") is None


def test_an_insider_s_effect_is_shown_without_its_markup() -> None:
    deck = starter()
    cards = [card for card in deck["cards"] if card["kind"] != "insider"]
    text = "**Take** a {animal} for {coin}2. *Or not.*"
    insider = {"id": "new", "kind": "insider", "name": "New", "effect_text": text, "count": 1}
    at = quick("Ana", "Ben", deck=changed(deck, cards=[*cards, insider]))
    assert [each.effect_text for each in seen(at).insiders] == ["Take a Animal for $2. Or not."]
