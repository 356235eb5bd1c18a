"""What every game promises to the tables, run over all games and over the third one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.exports import exported, imported, table_from_json, table_to_json
from companion.core.games import GAMES
from companion.core.games.contract import Game, TableView
from companion.core.games.pad import PadRoom
from companion.core.games.plain import PlainGame
from companion.core.log import OWN_EVENTS, Recorded, Table, new_table
from companion.core.outcome import Json, Phrase, Refused
from companion.core.replay import fold
from companion.core.table import (
    describe_entry,
    read_submission,
    record,
    sentences,
    snapshot,
    view_json,
)
from companion.core.transcripts import run_transcripts
from tests.core.builders import AT
from tests.core.said_codes import answers_said
from tests.core.scripts import SCRIPTS
from tests.toy_game.core.game import GAME as PIG
from tests.toy_game.registered import FOLDER, known_to_the_core

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=sorted({*GAMES, PIG.key}))
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with known_to_the_core():
        yield GAMES[request.param]


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


def test_every_answer_that_the_rules_write_out_has_a_sentence(game: Game) -> None:
    known, lacking = sentences(game.key), []
    said = tuple(answers_said(game))
    for where, built in said:
        try:
            answer = built()
        except KeyError:  # as at the table, where nothing would be said
            lacking.append(where)
        else:
            lacking += [] if answer.code in known and answer.phrase.text else [where]
    assert said != ()
    assert lacking == []


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


def test_deciding_twice_decides_alike(game: Game) -> None:
    table = empty(game)
    for event in SCRIPTS[game.key][1]:
        once = game.decide(table.state, event, table.version + 1)
        assert game.decide(table.state, event, table.version + 1) == once
        table = told(table, event)


def test_screens_find_in_a_view_what_all_games_share(game: Game) -> None:
    known = {"lobby", "preparing", "playing", "over"}
    for table in tables(game):
        shown = game.view(table.state, ())
        told_of = snapshot(table)
        statuses = {each.name: each.status for each in shown.players}
        assert shown.status in known
        assert told_of["status"] == shown.status
        assert {name: each["status"] for name, each in told_of["players"].items()} == statuses
        assert shown.active is None or statuses[shown.active] != "left"
        assert (shown.winners is not None) <= game.is_over(table.state)
        assert {*told_of} <= {*view_json(table, ())}


def test_what_everybody_may_see_of_an_event_decides_alike(game: Game) -> None:
    """A masked log is what exports hold while a game runs."""
    for table in tables(game):
        for entry in table.entries[-1:]:
            masked = game.masked(entry.event)
            assert masked["event"] == entry.event["event"]
            if not game.secret_orders & {masked["event"]}:
                assert not isinstance(game.read(masked), Refused)


def test_a_pad_has_lines_for_its_room_or_there_is_none(game: Game) -> None:
    room = PadRoom(players=game.players[0], easy=6, most=40)
    for state in (None, *(table.state for table in tables(game))):
        pad = game.pad(state, room)
        assert pad is None or 0 < len(pad.lines) <= room.most


def test_a_game_that_says_nothing_of_it_has_no_pad() -> None:
    assert PlainGame().pad(None, PadRoom(players=2, easy=6, most=40)) is None


def test_every_game_has_transcripts_that_run(game: Game) -> None:
    files = [*(ROOT / "tests" / "transcripts").glob("*.json"), *FOLDER.glob("transcripts/*.json")]
    read = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    own = [data for data in read if data["game"] == game.key]
    assert own != []
    if game is PIG:  # the others run in tests/test_transcripts.py
        assert [failed for data in own for failed in run_transcripts(data, {}).failures] == []
