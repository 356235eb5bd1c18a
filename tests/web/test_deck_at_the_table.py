"""Tables that play with a deck of one's own: its cards, types and money as they were."""

from __future__ import annotations

import html
import json
import re

from tests.core.builders import starter
from tests.security.phones import GAME
from tests.web.deck_stand import Maker

DEALT = (
    {"event": "player_joined", "player": "Ben"},
    {"event": "first_player_chosen", "player": "Ana"},
    {"event": "game_dealt"},
)


def a_table_with(mine: Maker, *events: dict[str, object]) -> str:
    """The address of Ana's table with this deck, after these events."""
    started = mine.phone.json("POST", "/tables", {"game": GAME, "deck": mine.id, "player": "Ana"})
    assert started.status_code == 201, started.json
    home = f"/tables/{started.json['code']}"  # type: ignore[index]
    if events:
        body = {"events": events, "anyway": True}
        logged = mine.phone.json("POST", f"{home}/events", body)
        assert logged.status_code == 200, logged.json
    return home


def test_the_options_of_a_table_count_in_the_unit_of_the_deck(mine: Maker) -> None:
    mine.do("deck", currency="€", money_unit="1000")

    page = mine.phone.get(f"/tables/new?game=black_market_warehouse&deck={mine.id}").text

    assert "Still tied after the €5 Thousand items" in page
    assert "Count €4K items, then €3K, and so on" in page


def test_five_million_items_break_ties_however_the_deck_prints_its_figures(mine: Maker) -> None:
    deck = starter()
    body = {"deck": {**deck, "money_unit": 1}, "options": {"track": "scores"}}
    started = mine.phone.json("POST", "/tables", {"game": GAME, "player": "Ana", **body})
    assert started.status_code == 201, started.json
    home = f"/tables/{started.json['code']}"  # type: ignore[index]
    ben = {"event": "player_joined", "player": "Ben"}
    of_ben = {"event": "pile_counted", "player": "Ben", "items": {"5000000": 2, "3000000": 2}}
    logged = mine.phone.json("POST", f"{home}/events", {"events": [ben, of_ben]})
    assert logged.status_code == 200, logged.json

    of_ana = {"event": json.dumps({"event": "pile_counted", "player": "Ana"}), "total": "16000000"}
    mine.phone.post(f"{home}/events", data=of_ana)
    page = html.unescape(mine.phone.get(f"{home}?seat=1").text)
    mine.phone.post(f"{home}/events", data={**of_ana, "fives": "3", "anyway": "true"})
    view = mine.phone.json("GET", home).json["view"]  # type: ignore[index]

    assert "How many items worth $5,000,000?" in page
    assert view["five"] == 5_000_000
    assert (view["winners"], view["decided_by"]) == (["Ana"], "five_millions")
    assert "A tie goes to more items worth $5,000,000." in html.unescape(
        mine.phone.get(f"{home}?sheet=rule&about=end").text
    )


def test_a_table_plays_with_the_deck_as_it_was_when_it_started(mine: Maker) -> None:
    mine.do("add_type", name="Sauce", colour="teal", icon="flask-conical")
    mine.do("add_item", cell="7000000 Sauce")
    home = a_table_with(mine)
    mine.do("change_type", type="Sauce", name="Gravy", colour="teal", icon="flask-conical")
    mine.phone.post(f"{mine.address}/delete")

    view = mine.phone.json("GET", home).json["view"]  # type: ignore[index]

    assert (view["deck_id"], view["deck_name"]) == (mine.id, "Quay Nights")
    assert view["item_types"][-1] == "Sauce"
    assert view["type_marks"][-1] == {"colour": "teal", "icon": "flask-conical"}
    assert mine.phone.json("GET", f"/decks/{mine.id}").status_code == 404
    assert "Quay Nights" not in mine.phone.get("/decks").text


def test_the_tables_grid_shows_an_own_type_with_its_colour_icon_and_word(mine: Maker) -> None:
    mine.do("add_type", name="Sauce", colour="teal", icon="flask-conical")
    mine.do("add_item", cell="3000000 Sauce")
    home = a_table_with(mine, *DEALT)

    page = mine.phone.get(home).text
    row = re.search(r'<tr data-type="Sauce".*?</tr>', page, re.DOTALL)

    assert row is not None
    assert 'class="mark-of c-teal"' in row[0]
    assert "#flask-conical" in row[0]
    assert '<span class="what">Sauce</span>' in row[0]


def test_own_currency_is_the_tables_too(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="₽", money_unit="1000000", hand_size="5",
            hand_limit="5")  # fmt: skip
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000}
    home = a_table_with(mine, *DEALT, item)

    for place in ("", "?tab=table", "/log", "/screen", "?sheet=item&of=Ana&at=in_play&slot=0"):
        page = mine.phone.get(f"{home}{place}").text.split("<body")[1]
        assert ("$" in page, "₽" in page) == (False, True), place


def test_a_deck_without_millions_is_played_without_them(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="G", money_unit="1", hand_size="5",
            hand_limit="5")  # fmt: skip
    home = a_table_with(mine, *DEALT)
    other = html.unescape(mine.phone.get(f"{home}?sheet=other").text)
    typed = {"event": '{"event": "item_added", "player": "Ana"}', "item_type": "Weapon"}
    logged = mine.phone.post(f"{home}/events", data={**typed, "millions": "7", "anyway": "true"})

    assert "Or type it, G" in other
    assert "G0M" not in mine.phone.get(home).text
    assert logged.status_code in (200, 303), logged.text
    view = mine.phone.json("GET", home).json["view"]  # type: ignore[index]
    assert view["players"]["Ana"]["in_play_money"] == 7
    assert "Weapon, G7" in html.unescape(mine.phone.get(f"{home}/log").text)
