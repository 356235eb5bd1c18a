"""What exports and answers show of an event while the game runs."""

from __future__ import annotations

import hashlib
import json

from companion.core.exports import exported, imported
from companion.core.log import Recorded, Table
from companion.core.outcome import Asks, Refused
from companion.core.table import snapshot
from tests.core.dominion.builders import FIFTEEN, GAME, KEY, market, real_market, seated


def test_the_apps_order_is_sealed_with_its_salt() -> None:
    event = {"event": "deck_agreed", "order_held_by": "app", "order": ["B", "A"], "salt": "s3cret"}
    sealed = hashlib.sha256(b'["s3cret",["B","A"]]').hexdigest()

    assert GAME.masked(event) == {
        "event": "deck_agreed",
        "order_held_by": "app",
        "order": {"sha256": sealed},
    }


def test_without_a_salt_there_is_no_digest_to_try_out() -> None:
    event = {"event": "deck_reshuffled", "why": "dropped", "order": ["B", "A"]}

    assert GAME.masked(event)["order"] == {"sha256": None}


def test_an_untold_bottom_order_is_the_set_of_its_cards() -> None:
    event = {"event": "rest_bottomed", "order": ["B", "A"], "shown": False, "player": "Ana"}

    assert GAME.masked(event) == {
        "event": "rest_bottomed", "cards": ["A", "B"], "shown": False, "player": "Ana",
    }  # fmt: skip
    assert GAME.masked({**event, "shown": True})["order"] == ["B", "A"]


def test_an_export_of_real_cards_can_be_played_on_without_the_untold_order() -> None:
    at = real_market().plays().reveals("Chapel", "Mine", "Witch").passes()
    at = at.puts_down("Witch", "Mine", "Chapel")
    again = imported(KEY, {}, None, json.loads(json.dumps(exported(at.table))))

    assert isinstance(again, Table)
    assert snapshot(again)["deck"] == at.shown["deck"]
    assert [block.known for block in again.state.deck.tail] == [False]


def test_a_running_deck_of_our_phones_cannot_be_imported() -> None:
    rows = json.loads(json.dumps(exported(market().table)))
    refused = imported(KEY, {}, None, rows)

    assert isinstance(refused, Refused)
    assert refused.fields == {"number": 5}


def test_a_hidden_draw_tells_its_number_only() -> None:
    event = {"event": "deck_drawn", "policy": "random_n", "cards": ["B", "A"], "hidden": True}

    assert GAME.masked(event)["cards"] == {"count": 2}
    assert GAME.masked({**event, "hidden": False})["cards"] == ["B", "A"]


def test_other_events_are_as_they_are() -> None:
    event = {"event": "card_bought", "player": "Ana", "card": "Mine"}

    assert GAME.masked(event) == event


def test_salt_is_recorded_beside_the_order_and_nowhere_else() -> None:
    at = seated().kingdom().drawn(*FIFTEEN)
    agreed = at.logs("deck_agreed", order_held_by="app", order=list(FIFTEEN), salt="s3cret")
    by_cards = at.logs("deck_agreed", order_held_by="cards", salt="s3cret")

    assert agreed.table.entries[-1].event["salt"] == "s3cret"
    assert "salt" not in by_cards.table.entries[-1].event


def test_a_state_comes_back_from_json() -> None:
    at = market().plays(coins=3, phase="buy").buys("Chapel").puts_down("Cellar", "Laboratory")
    at = at.logs("pile_counted", player="Ana", cards={"Province": 2}, turns=4)
    data = json.loads(json.dumps(GAME.state_to_json(at.state)))

    assert GAME.state_from_json(data, at.table.start) == at.state
    assert GAME.state_from_json({**data, "schema": 0}, at.table.start) is None
    assert GAME.state_from_json([], at.table.start) is None


def test_a_player_who_takes_the_end_back_is_told_to_shuffle() -> None:
    """At the end every order is open: a game that goes on must not be read ahead."""
    at = market().logs("game_called")
    answer = at.says("taken_back", by="Ben")
    assert isinstance(answer, Asks)
    assert [each.code for each in answer.asks] == ["big_take_back"]
    back = at.says("taken_back", by="Ben", anyway=["big_take_back"])
    assert isinstance(back, Recorded)
    assert not GAME.is_over(back.table.state)
