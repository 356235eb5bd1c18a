"""What each phone may see: never the hidden order, orders and odds of its own seats only."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from companion.core.exports import exported
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Phrase
from companion.core.table import describe_entry, view_json
from tests.core.dominion.builders import FIFTEEN, GAME, At, market, real_market, said, seated

HIDDEN = ("Thief", "Spy", "Feast", "Adventurer", "Moneylender", "Council Room")
"""Deck order of a test table: as no sorting would give it."""


def everything(value: Any) -> list[Any]:
    """Every list and tuple of names in a value, deep."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, (list, tuple)):
        parts = list(value)
    else:
        return []
    own = [list(value)] if isinstance(value, (list, tuple)) else []
    keys = [list(value)] if isinstance(value, dict) else []
    return own + keys + [each for part in parts for each in everything(part)]


def names_in_order(parts: list[Any], cards: tuple[str, ...]) -> list[Any]:
    """Every list in which these cards stand in this very order."""
    return [
        part
        for part in parts
        if [each for each in map(_name, part) if each in cards] == list(cards)
    ]


def _name(part: Any) -> Any:
    if isinstance(part, (list, tuple)) and part:
        return _name(part[0])
    for attribute in ("name", "card"):
        found = getattr(part, attribute, None)
        if found is not None:
            return _name(found) if not isinstance(found, str) else found
    return part


@pytest.mark.parametrize("seats", [(), ("Ana",), ("Ben",), ("Ana", "Ben")])
def test_no_view_holds_the_hidden_order(seats: tuple[str, ...]) -> None:
    """Rule 1.5: the order is secret, for every seat, in the page's values and in JSON."""
    at = market(*HIDDEN)
    shown = [*everything(at.view(*seats)), *everything(view_json(at.table, seats))]

    assert shown
    assert names_in_order(shown, HIDDEN) == []


def test_the_search_would_find_an_order_that_leaked() -> None:
    at = market(*HIDDEN).logs("deck_reshuffled", why="dropped", order=sorted(HIDDEN))

    assert names_in_order(everything(at.view()), tuple(sorted(HIDDEN))) != []


def test_no_export_and_no_history_holds_the_hidden_order() -> None:
    at = market(*HIDDEN)
    told = json.dumps(exported(at.table))
    words = [said(describe_entry(at.table, entry, ("Ana",))) for entry in at.table.entries]

    assert '"Thief", "Spy"' not in told
    assert not any("Thief, Spy" in line for line in words)


def test_when_the_game_is_over_the_order_is_told() -> None:
    at = market(*HIDDEN).logs("game_called")

    assert '"Thief", "Spy"' in json.dumps(exported(at.table))


@pytest.fixture
def bottomed() -> At:
    """Ana put three cards down and showed nobody the order."""
    at = market("Chapel", "Cellar", "Caravan", "Gardens", "Library")
    return at.plays().passes().puts_down("Chapel", "Caravan", "Cellar")


def test_only_who_put_cards_down_sees_their_order(bottomed: At) -> None:
    """Rules 8.1, 8.2 and 9.2."""
    assert bottomed.json("Ana")["deck"]["tail"] == [["Chapel", "Caravan", "Cellar"]]
    assert bottomed.json("Ana")["deck"]["tail_known"] == [True]
    for seats in ((), ("Ben",)):
        assert bottomed.json(*seats)["deck"]["tail"] == [["Caravan", "Cellar", "Chapel"]]
        assert bottomed.json(*seats)["deck"]["tail_known"] == [False]
    assert [b.order_known for b in bottomed.view("Ana").deck.tail] == [True]
    assert [b.order_known for b in bottomed.view("Ben").deck.tail] == [False]
    assert bottomed.view("Ben").deck.tail[0].by == "Ana"


def test_a_seat_has_its_own_odds_and_no_other(bottomed: At) -> None:
    """Rule 8.4: nobody's phone may show what its owner does not know."""
    ana, nobody = bottomed.json("Ana"), bottomed.json()

    assert "odds" not in ana["players"]["Ben"]
    assert ana["players"]["Ana"]["odds"]["Chapel"] == 1
    assert ana["own_odds"]["Chapel"] == 1
    assert ana["odds"]["Chapel"] == pytest.approx(0.333333)
    assert all("odds" not in player for player in nobody["players"].values())


def test_the_market_list_tells_chances_as_the_viewer_knows_them(bottomed: At) -> None:
    """Rule 8.4: seen, not seen, bought by whom; chances per viewer and for k plays."""
    rows = {row.card.name: row for row in bottomed.view("Ana").deck.cards}
    others = {row.card.name: row for row in bottomed.view("Ben").deck.cards}

    assert rows["Chapel"].chances == (1, 1, 1, 1, 1)
    assert rows["Cellar"].chances == (0, 1, 1, 1, 1)
    assert others["Cellar"].chances[0] == pytest.approx(1 / 3)
    assert (rows["Gardens"].where, rows["Chapel"].where) == ("front", "bottom")
    assert (rows["Gardens"].seen, rows["Chapel"].seen) == (False, True)
    assert rows["Gardens"].mean_plays == 1


def test_history_tells_the_order_to_who_knows_it(bottomed: At) -> None:
    entry = bottomed.table.entries[-1]

    told = {
        seats: said(describe_entry(bottomed.table, entry, seats)) for seats in (("Ana",), ("Ben",))
    }
    assert told[("Ana",)] == "Ana put under the deck, in this order: Chapel, Caravan and Cellar"
    assert told[("Ben",)] == "Ana put under the deck: Caravan, Cellar and Chapel"
    assert said(describe_entry(bottomed.table, entry, None)) == told[("Ben",)]


def test_real_cards_nobody_told_stay_unknown_to_all() -> None:
    at = real_market().plays().reveals("Chapel", "Mine", "Witch").passes()
    at = at.logs("rest_bottomed")

    assert at.json("Ana")["deck"]["tail_known"] == [False]
    assert at.view("Ana").deck.tail[0].by is None


def test_a_hidden_list_is_in_no_view() -> None:
    """Rule 3.8: its views carry neither list nor leaks."""
    cards = ("Chapel", "Mine", "Witch", "Library")
    at = seated().kingdom().drawn(*cards, hidden=True).by_app(*cards).plays().passes()
    at = at.puts_down("Chapel", "Mine", "Witch")
    shown = at.json("Ana")

    assert (shown["deck"]["list"], shown["leaks"], shown["hidden"]) == (None, None, True)
    assert set(shown["odds"]) == {"Chapel", "Mine", "Witch"}
    assert "Library" not in json.dumps(shown)
    assert "Library" not in json.dumps(exported(at.table))
    view = at.view("Ana")
    assert (view.deck.cards, view.pull_list, view.deck.affordable) == (None, (), ())
    assert [row.card.name for row in view.deck.seen_cards] == ["Chapel", "Mine", "Witch"]
    assert "Library" not in {
        n for part in everything(view) for n in map(_name, part) if isinstance(n, str)
    }


def test_the_view_is_more_than_the_snapshot_never_less() -> None:
    at = market()

    assert set(at.shown) <= set(at.json("Ana"))


def test_a_stranger_sees_what_everybody_sees() -> None:
    at = market()

    assert at.view("Zoe").seats == ()
    assert at.json("Zoe") == at.json()


def test_money_and_offers_in_the_view() -> None:
    at = market().plays(coins=1).logs("treasures_played", treasures={"Silver": 1})
    offers = {offer.card.name: offer for offer in at.view().play.offers}

    assert (at.view().ledger.coins, at.view().market) == (5, "revealed")
    assert (offers["Laboratory"].left_over, offers["Laboratory"].short) == (0, 0)
    assert (offers["Chapel"].left_over, offers["Chapel"].asks) == (3, ())
    assert offers["Laboratory"].card.cost == "$5"


def test_what_is_short_is_told_in_dollars_and_potions() -> None:
    at = market("Golem", "Peddler", "Chapel").plays(coins=5)
    offers = {offer.card.name: offer for offer in at.view().play.offers}

    assert (offers["Golem"].short, offers["Golem"].short_potions) == (0, 1)
    assert (offers["Peddler"].short, offers["Peddler"].short_potions) == (1, 0)
    assert [each.code for each in offers["Peddler"].asks] == ["cannot_afford"]


def test_known_treasures_of_this_table_only() -> None:
    at = market(*FIFTEEN, colony=True)
    plain = {row.name for row in at.view().treasures}
    with_curses = {row.name for row in market("Charlatan", "Capital", "Baker").view().treasures}

    assert plain == {"Copper", "Silver", "Gold", "Platinum"}
    assert with_curses == {"Copper", "Silver", "Gold", "Curse", "Capital"}


def test_capital_sends_the_buy_that_the_known_values_leave_out() -> None:
    row = next(
        each for each in market("Capital", "Mine").view().treasures if each.name == "Capital"
    )

    assert (row.coins, row.buys, row.send_buys) == (6, 1, 1)


def test_chances_to_find_something_for_the_money_are_an_estimate() -> None:
    """Rule 9.10."""
    at = market("Chapel", "Gardens", "Laboratory", "Golem", "City Quarter", "Artisan")
    chances = dict(at.view().deck.affordable)

    assert chances[2] == pytest.approx(1 - 4 / 20)
    assert chances[4] == pytest.approx(1 - 1 / 20)
    assert chances[5] == 1
    assert at.plays().view().deck.affordable == ()


def test_every_line_of_the_checklist_has_its_words_and_cause() -> None:
    at = seated().kingdom("Young Witch", bane="Bauble", ally="Island Folk")
    at = at.drawn("Poet", "Cultist", prophecy="Growth")
    lines = {line.step: line for line in at.view().setup}

    assert said(lines["extra_supply_pile:Bane"].sentence) == "Bane pile: Bauble, in the Supply"
    assert said(lines["extra_supply_pile:Bane"].because) == "Because of Young Witch"
    assert said(lines["supply_pile:Ruins"].because) == "In the Black Market deck: Cultist"
    assert said(lines["ally:Ally"].sentence) == "Deal one Ally: Island Folk"
    assert lines["supply_pile:Ruins"].from_deck == ("Cultist",)
    assert all("{" not in said(line.sentence) for line in lines.values())


def test_an_extra_that_is_missing_offers_what_could_be_it() -> None:
    at = seated().logs("shelf_set", sets=["alchemy"]).kingdom("Young Witch")
    (bane,) = at.view().extras

    assert (bane.needed, bane.card, bane.causes) == (True, None, ("Young Witch",))
    assert bane.choices == ("Herbalist",)


def test_supply_piles_with_their_sizes() -> None:
    """Rule 3.5: each Heirloom leaves a Copper in the pile."""
    at = seated("Ana", "Ben", "Cleo").kingdom("Gardens", "Rats", "Knights", colony=True)
    at = at.drawn("Tracker", "Secret Cave", "Cultist")
    sizes = {row.card.name: row.size for row in at.view().supply}

    assert sizes["Gardens"] == 12
    assert (sizes["Rats"], sizes["Knights"], sizes["Smithy"]) == (20, 10, 10)
    assert (sizes["Estate"], sizes["Province"], sizes["Curse"], sizes["Ruins"]) == (12, 12, 20, 20)
    assert (sizes["Copper"], sizes["Silver"], sizes["Gold"]) == (60 - 3 * 5, 40, 30)
    two = {row.card.name: row.size for row in seated().kingdom("Gardens", "Castles").view().supply}
    assert (two["Gardens"], two["Castles"], two["Estate"]) == (8, 8, 8)


@pytest.mark.parametrize(("players", "provinces"), [(2, 8), (3, 12), (4, 12), (5, 15), (6, 18)])
def test_provinces_by_players(players: int, provinces: int) -> None:
    at = seated(*["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"][:players]).kingdom()

    sizes = {row.card.name: row.size for row in at.view().supply}
    assert sizes["Province"] == provinces


def test_the_pull_list_goes_by_box() -> None:
    at = seated().kingdom().drawn("Witch", "Caravan", "Chapel", "Sir Martin")
    boxes = [(box.set_name, [card.name for card in box.cards]) for box in at.view().pull_list]

    assert boxes == [
        ("Base", ["Chapel", "Witch"]),
        ("Seaside", ["Caravan"]),
        ("Dark Ages", ["Sir Martin"]),
    ]
    assert at.view().pull_list[2].cards[0].pile == "Knights"


def test_a_view_can_be_made_at_every_moment() -> None:
    at = seated("Ana")
    assert isinstance(at.view("Ana"), DominionTableView)
    assert isinstance(GAME.name, Phrase)
    for step in (at.kingdom(), market(), market().plays(), market().logs("game_called")):
        json.dumps(step.json("Ana"))
        assert step.view("Ana").player("Ana") is not None
        assert step.view("Ana").player("Zoe") is None
