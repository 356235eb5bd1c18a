"""What callers of the core rely on: it decides alike, comes back whole and finds words."""

from __future__ import annotations

import json
import random

from hypothesis import given

from companion.core.exports import exported, imported, table_from_json, table_to_json
from companion.core.log import Table
from companion.core.outcome import Asks, Phrase, Refused
from companion.core.replay import fold
from companion.core.table import describe_entry, snapshot, view_json
from tests.properties.random_games import GAME, Script, opened, play, played, scripts
from tests.properties.tables import RULES, a_table, dealt, told


@given(scripts())
def test_deciding_is_deterministic(script: Script) -> None:
    assert [step.outcome for step in play(script)] == [step.outcome for step in play(script)]


@given(scripts())
def test_what_is_recorded_is_plain_json(script: Script) -> None:
    for entry in played(script)[-1].after.entries:
        assert json.loads(json.dumps(entry.event, allow_nan=False)) == entry.event


@given(scripts())
def test_a_snapshot_of_the_table_comes_back_whole(script: Script) -> None:
    steps = played(script)
    table, middle = steps[-1].after, steps[len(steps) // 2].after
    rows = [json.loads(json.dumps(entry.event)) for entry in table.entries]
    assert rows == [entry.event for entry in table.entries]
    for at in (table, middle):
        data = json.loads(json.dumps(table_to_json(at), allow_nan=False))
        again = table_from_json(opened(script), data, [entry.row() for entry in table.entries])
        assert again is not None
        assert again.entries == table.entries
        assert again.state == table.state
        assert snapshot(again) == snapshot(table)


def test_a_fold_that_goes_on_forgets_what_no_longer_follows() -> None:
    described = {
        "event": "warehouse_described",
        "player": "Ana",
        "requires": ["Weapon"],
        "bonus": 0,
    }
    item = {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 1_000_000}
    table = a_table(*dealt("Ana", "Ben"), described, item)
    assert [each.name for each in table.entries[-1].consequences] != []
    later = told(table, {"event": "taken_back", "number": table.entries[-2].seq})
    assert later.entries[-2].consequences == ()
    assert fold(table, [later.entries[-1].row()]).entries == later.entries


@given(scripts())
def test_the_state_comes_back_from_json(script: Script) -> None:
    for step in played(script)[::5]:
        state = step.after.state
        data = json.loads(json.dumps(RULES.state_to_json(state), allow_nan=False))
        assert RULES.state_from_json(data, opened(script).state) == state


@given(scripts())
def test_an_export_is_imported_as_it_was(script: Script) -> None:
    table = played(script)[-1].after
    rows = json.loads(json.dumps(exported(table), allow_nan=False))
    again = imported(GAME, script.options, script.deck, rows)
    assert isinstance(again, Table), again
    assert snapshot(again)["players"] == snapshot(table)["players"]
    assert snapshot(again) == snapshot(table)
    if RULES.is_over(table.state):
        # Nothing is masked any more: cards that only one player knew are told as well.
        assert again.state == table.state


@given(scripts())
def test_every_view_holds_at_least_the_snapshot(script: Script) -> None:
    for step in played(script)[::4]:
        shown, view = snapshot(step.after), view_json(step.after, ("Ana",))
        assert {key: view[key] for key in shown if key != "players"} == {
            key: value for key, value in shown.items() if key != "players"
        }
        for name, player in shown["players"].items():
            assert {key: view["players"][name][key] for key in player} == player


@given(scripts())
def test_every_answer_has_its_sentence(script: Script) -> None:
    for step in play(script):
        if isinstance(step.outcome, Refused):
            assert step.outcome.phrase.text
            assert _fills(step.outcome.phrase), step.outcome
        if isinstance(step.outcome, Asks):
            for ask in step.outcome.asks:
                assert _fills(ask.phrase), ask
        for entry in step.after.entries[len(step.before.entries) :]:
            assert _fills(describe_entry(step.after, entry, None)), entry
            for consequence in entry.consequences:
                said = RULES.describe_consequence(consequence)
                assert said is None or _fills(said)


def _fills(phrase: Phrase) -> bool:
    """True when every {place} of the sentence has its word."""
    try:
        phrase.text.format(**phrase.params)
    except (KeyError, IndexError):
        return False
    return all(_fills(each) for each in phrase.params.values() if isinstance(each, Phrase))


def test_the_random_games_reach_every_event_every_end_and_most_codes() -> None:
    chance = random.Random(7)
    events: set[str] = set()
    ends: set[str | None] = set()
    somebody_knows = False
    codes: set[str] = set()
    for _ in range(150):
        script = Script(
            chance.choice(("none", "starter")),
            {"track": "turns", "game_end": chance.choice(("at_once", "finish_round"))},
            chance.randint(2, 5),
            tuple(chance.getrandbits(80) for _ in range(60)),
        )
        steps = played(script)
        ends.add(snapshot(steps[-1].after)["reason"])
        for step in steps:
            events |= set(step.names)
            somebody_knows |= any(player.known for player in step.after.state.players)
            if isinstance(step.outcome, Refused):
                codes.add(step.outcome.code)
            if isinstance(step.outcome, Asks):
                codes |= {ask.code for ask in step.outcome.asks}
    assert events >= RULES.event_names | {"taken_back", "put_back"}
    assert ends >= {"called", "too_few_players", "last_warehouse", None}
    assert somebody_knows
    assert len(codes) >= 35, sorted(codes)
