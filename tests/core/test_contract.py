"""What every game promises to the tables, run over all games and over a toy."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.games import GAMES
from companion.core.games.contract import Game, TableView
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.table import (
    OWN_EVENTS,
    Recorded,
    Table,
    describe_entry,
    exported,
    fold,
    imported,
    new_table,
    read_submission,
    record,
    sentences,
    snapshot,
    table_from_json,
    table_to_json,
    view_json,
)
from tests.core.builders import AT, MILLION, starter
from tests.core.toy_game import ToyGame

SCRIPTS: dict[str, tuple[Json | None, list[Json]]] = {
    "black_market_warehouse": (
        starter(),
        [
            {"event": "player_joined", "player": "Ana"},
            {"event": "player_joined", "player": "Ben"},
            {"event": "player_joined", "player": "Cleo"},
            {"event": "seats_arranged", "order": ["Ben", "Ana", "Cleo"]},
            {"event": "first_player_chosen", "player": "Ana"},
            {"event": "game_dealt"},
            {"event": "warehouse_described", "player": "Ana", "card": "petting-zoo-annex"},
            {"event": "item_added", "player": "Ana", "card": "panda"},
            {"event": "item_corrected", "player": "Ana", "slot": 0, "card": "last-known-dodo"},
            {"event": "turn_ended", "player": "Ana"},
            {"event": "insider_played", "player": "Cleo", "card": "cat-burglar", "steps": [
                {"do": "move", "from": {"zone": "warehouse", "player": "Ana", "slot": 0},
                 "to": {"zone": "hand", "player": "Cleo"}}]},
            {"event": "cards_discarded", "player": "Cleo", "count": 1},
            {"event": "hand_corrected", "player": "Ben", "count": 4},
            {"event": "table_corrected", "player": "Ben", "discard": 1, "items": [
                {"item_type": "Weapon", "money": MILLION}]},
            {"event": "pile_counted", "player": "Ben", "items": {"5000000": 1}, "bonuses": [1]},
            {"event": "player_left", "player": "Ben"},
            {"event": "game_called"},
        ],
    ),
    "dominion_black_market": (
        None,
        [
            {"event": "player_joined", "player": "Ana"},
            {"event": "player_joined", "player": "Ben"},
            {"event": "player_joined", "player": "Cleo"},
            {"event": "seats_arranged", "order": ["Ben", "Ana", "Cleo"]},
            {"event": "shelf_set", "sets": ["base_2e", "cornucopia_guilds_1e"], "promos": []},
            {"event": "kingdom_chosen", "kingdom": ["Black Market", "Moat"], "colony": True,
             "landscapes": ["Arena"], "traits": {"Rich": "Moat"}, "boons": ["The Sea's Gift"]},
            {"event": "deck_drawn", "policy": "agreed_list", "cards": ["young witch", "Mine"]},
            {"event": "extra_chosen", "pile": "bane", "card": "chapel"},
            {"event": "deck_card_added", "player": "Ana", "card": "Library"},
            {"event": "deck_card_added", "player": "Ben", "card": "Witch"},
            {"event": "deck_card_struck", "player": "Ben", "card": "Mine"},
            {"event": "deck_accepted", "player": "Ana"},
            {"event": "setup_step_done", "step": "tokens:Arena", "player": "Cleo"},
            {"event": "deck_agreed", "order_held_by": "cards", "backs": {"Witch": 2}},
            {"event": "first_player_chosen", "player": "Ana"},
            {"event": "market_played", "player": "Ana", "coins": 4, "phase": "buy"},
            {"event": "cards_revealed", "cards": ["Library", "witch", "Young Witch"]},
            {"event": "treasures_played", "treasures": {"Gold": 1}, "forbidden": ["Mine"]},
            {"event": "card_bought", "player": "Ana", "card": "Library", "to": "hand"},
            {"event": "rest_bottomed", "order": ["Young Witch", "Witch"], "shown": True},
            {"event": "market_played", "player": "Ana"},
            {"event": "cards_revealed", "cards": ["Young Witch", "Witch"]},
            {"event": "nothing_bought", "player": "Ana"},
            {"event": "rest_bottomed", "order": ["Young Witch", "Witch"], "shown": True},
            {"event": "turn_ended", "player": "Ana", "again": True},
            {"event": "deck_reshuffled", "why": "all_seen", "backs": {"Witch": 1}},
            {"event": "deck_corrected", "why": "found", "added": ["Mine"], "removed": ["Witch"]},
            {"event": "player_left", "player": "Ben"},
            {"event": "game_called"},
            {"event": "pile_counted", "player": "Ana", "cards": {"Province": 2}, "turns": 9,
             "pieces": {"empty_piles": ["Moat"]}},
        ],
    ),
    "toy": (
        None,
        [
            {"event": "coins_added", "count": 2},
            {"event": "pot_emptied"},
            {"event": "coins_added", "count": 5},
            {"event": "coins_added", "count": 5},
        ],
    ),
}  # fmt: skip
"""For each game a deck and a script that logs every event it has."""


@pytest.fixture(params=sorted({*GAMES, "toy"}))
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    toy = ToyGame()
    monkeypatch.setitem(GAMES, toy.key, toy)
    return GAMES[request.param]


def empty(game: Game) -> Table:
    table = new_table(game.key, {}, SCRIPTS[game.key][0])
    assert isinstance(table, Table)
    return table


def told(table: Table, event: Json) -> Table:
    submission = read_submission({**event, "anyway": True})
    assert not isinstance(submission, Refused)
    answer = record(table, submission, "Ana", AT)
    assert isinstance(answer, Recorded), (event, answer)
    return answer.table


def tables(game: Game) -> Iterator[Table]:
    """The table after every event of the script."""
    table = empty(game)
    yield table
    for event in SCRIPTS[game.key][1]:
        table = told(table, event)
        yield table


def test_the_script_logs_every_event(game: Game) -> None:
    *_, table = tables(game)
    assert {entry.event["event"] for entry in table.entries} == game.event_names
    assert not game.event_names & OWN_EVENTS


def test_replay_equals_live(game: Game) -> None:
    for table in tables(game):
        assert fold(empty(game), [entry.row() for entry in table.entries]) == table


def test_a_state_comes_back_from_json(game: Game) -> None:
    for table in tables(game):
        data = json.loads(json.dumps(game.state_to_json(table.state)))
        assert game.state_from_json(data, table.start) == table.state
        assert game.state_from_json({**data, "schema": 0}, table.start) is None
        whole = json.loads(json.dumps(table_to_json(table)))
        rows = [entry.row() for entry in table.entries]
        assert table_from_json(empty(game), whole, rows) == table


def test_every_event_taken_back_restores_and_put_back_restores_again(game: Game) -> None:
    before: Table | None = None
    for table in tables(game):
        if before is not None:
            back = told(table, {"event": "taken_back"})
            assert back.state == before.state
            assert told(back, {"event": "put_back"}).state == table.state
        before = table


def test_recorded_events_are_decided_alike_again(game: Game) -> None:
    for table in tables(game):
        for entry in table.entries[-1:]:
            assert game.read(entry.event) == entry.event
            json.dumps(entry.event, allow_nan=False)


ODD: tuple[Any, ...] = (None, True, -1, 10**30, float("nan"), "", "dance", [], ["Ana"], {}, [{}])
"""What no phone sends in any field."""


def test_anything_is_read_or_refused(game: Game) -> None:
    """Pages ask a game to read what was tapped before anybody has judged it."""
    logged = SCRIPTS[game.key][1]
    names = [{}, *({"event": name} for name in (*ODD, *game.event_names, *OWN_EVENTS))]
    fields = [{**event, key: odd} for event in logged for key in event for odd in ODD]
    lacking = [{k: v for k, v in event.items() if k != key} for event in logged for key in event]
    for event in (*names, *fields, *lacking):
        read = game.read(event)
        assert isinstance(read, Refused) or read["event"] in game.event_names, event


def test_every_event_has_its_words(game: Game) -> None:
    for table in tables(game):
        for entry in table.entries[-1:]:
            for viewer in (None, ("Ana",)):
                assert describe_entry(table, entry, viewer).text
            for each in entry.consequences:
                said = game.describe_consequence(each)
                assert said is None or isinstance(said, Phrase)


def test_every_code_has_a_sentence(game: Game) -> None:
    assert all(sentences(game.key).values())
    assert game.tolerated() <= set(game.sentences)


def test_every_place_in_a_sentence_is_written_small(game: Game) -> None:
    """The web fills {small_letters} only; any other place would be shown as it stands."""
    for sentence in game.sentences.values():
        for place in re.findall(r"{(.*?)}", sentence):
            assert re.fullmatch(r"[a-z_]+", place), sentence


def test_a_view_is_plain_json(game: Game) -> None:
    for table in tables(game):
        json.dumps(view_json(table, ("Ana",)), allow_nan=False)
        json.dumps(snapshot(table), allow_nan=False)
        assert game.tally(table.state) is not None
        assert set(game.players_of(table.state)) <= {"Ana", "Ben", "Cleo"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_holds_what_the_screens_of_all_games_read(game: Game) -> None:
    promised = [name for name in vars(TableView) if not name.startswith("_")]
    assert {"status", "players", "active", "winners", "to_json"} <= set(promised)
    for table in tables(game):
        view = game.view(table.state, ())
        assert [name for name in promised if not hasattr(view, name)] == []


def test_an_export_imports(game: Game) -> None:
    for table in tables(game):
        rows = json.loads(json.dumps(exported(table)))
        again = imported(game.key, {}, SCRIPTS[game.key][0], rows)
        assert isinstance(again, Table), again
        assert again.state == table.state


def test_the_toy_asks_and_refuses_through_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", ToyGame())
    table = new_table("toy", {"limit": 4}, None)
    assert isinstance(table, Table)
    for event, kind in (
        ({"event": "coins_added", "count": 4}, Asks),
        ({"event": "coins_added", "count": 0}, Refused),
        ({"event": "coins_added"}, Refused),
        ({"event": "coins_added", "count": 3}, Recorded),
    ):
        submission = read_submission(event)
        assert not isinstance(submission, Refused)
        assert isinstance(record(table, submission, "Ana", AT), kind)
    signed = told(table, {"event": "coins_added", "count": 3, "by": "Zoe"})
    assert signed.entries[-1].event["by"] == "Ana"
