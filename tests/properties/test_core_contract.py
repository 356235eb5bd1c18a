"""What callers of the core rely on: it never throws, decides alike and comes back whole."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.decks.reading import read_deck
from companion.core.exports import exported, imported, table_from_json, table_to_json
from companion.core.games import GAMES
from companion.core.log import OWN_EVENTS, Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.replay import fold
from companion.core.table import describe_entry, read_submission, record, snapshot, view_json
from tests.properties.random_games import (
    AT,
    GAME,
    OPTIONS,
    Script,
    opened,
    play,
    played,
    scripts,
    starter,
)
from tests.properties.tables import a_table, dealt, told
from tests.properties.taps import NAMES

RULES = GAMES[GAME]
WORDS = (
    *NAMES[:3],
    "Weapon",
    "panda",
    "cat-burglar",
    "legit-exports-warehouse",
    "in_play",
    "warehouse",
    "hand",
    "discard",
    "move",
    "swap_items",
    "swap_warehouses",
    "draw",
    "block",
    "extra_fill",
    "5000000",
)
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from((1_000_000, 10**9, -1, 2**80))
    | st.sampled_from(WORDS)
    | st.text(max_size=4)
    | st.floats(allow_nan=False, width=32)
)
KEYS = st.sampled_from(
    (
        "player",
        "card",
        "item_type",
        "money",
        "count",
        "steps",
        "warehouse",
        "slot",
        "requires",
        "bonus",
        "order",
        "after",
        "items",
        "bonuses",
        "active",
        "warehouse_deck",
        "market_deck",
        "discard",
        "number",
        "do",
        "from",
        "to",
        "a",
        "b",
        "zone",
        "id",
        "seen",
        "anyway",
        "group",
        "by",
        "item",
    )
) | st.text(max_size=3)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)
EVENTS = st.builds(
    lambda name, fields: {**fields, "event": name},
    st.sampled_from((*sorted(RULES.event_names), *sorted(OWN_EVENTS), "dance")) | VALUES,
    st.dictionaries(KEYS, VALUES, max_size=7),
)
BODIES = (
    EVENTS
    | VALUES
    | st.builds(
        lambda events, more: {**more, "events": events},
        st.lists(EVENTS, max_size=3) | VALUES,
        st.dictionaries(KEYS, VALUES, max_size=2),
    )
)


HAND: Json = {"zone": "hand", "player": "Ana"}
WAREHOUSE: Json = {"zone": "warehouse", "player": "Ben", "slot": 0}
DISCARD: Json = {"zone": "discard", "item_type": "Weapon", "money": 1_000_000}
STEPS: tuple[Json, ...] = (
    {"do": "move", "from": WAREHOUSE, "to": HAND},
    {"do": "move", "from": {**HAND, "card": "panda"}, "to": WAREHOUSE},
    {"do": "move", "from": DISCARD, "to": WAREHOUSE},
    {"do": "swap_items", "a": WAREHOUSE, "b": {**WAREHOUSE, "player": "Ana"}},
    {"do": "swap_warehouses", "a": "Ana", "b": "Ben"},
    {"do": "draw", "count": 2},
    {"do": "extra_fill", "count": 1},
    {"do": "block", "player": "Ben"},
    {"do": "protect"},
    {"do": "return_warehouse"},
    {"do": "look"},
)
SOUND: tuple[Json, ...] = (
    {"event": "player_joined", "player": "Dan", "after": "Ana"},
    {"event": "player_left", "player": "Ben"},
    {"event": "seats_arranged", "order": ["Ana", "Ben"]},
    {"event": "first_player_chosen", "player": "Ana"},
    {"event": "game_dealt"},
    {"event": "game_called"},
    {"event": "warehouse_described", "player": "Ana", "card": "legit-exports-warehouse"},
    {"event": "warehouse_described", "player": "Ana", "requires": ["Weapon"], "bonus": 1_000_000},
    {"event": "item_added", "player": "Cleo", "card": "panda"},
    {"event": "item_added", "player": "Cleo", "item_type": "Weapon", "money": 1_000_000},
    {"event": "cards_discarded", "player": "Cleo", "count": 1},
    {"event": "turn_ended", "player": "Cleo"},
    {"event": "item_corrected", "player": "Ana", "warehouse": 0, "slot": 0, "card": "panda"},
    {
        "event": "item_corrected",
        "player": "Ana",
        "warehouse": "in_play",
        "slot": 0,
        "item_type": "Weapon",
        "money": 1_000_000,
    },
    {"event": "hand_corrected", "player": "Ana", "count": 3},
    {"event": "pile_counted", "player": "Ana", "items": {"5000000": 2}, "bonuses": [2_000_000]},
    {
        "event": "table_corrected",
        "player": "Ben",
        "active": "Ana",
        "warehouse_deck": 3,
        "market_deck": 9,
        "discard": 2,
        "items": [{"item_type": "Weapon", "money": 1_000_000}],
    },
    {"event": "taken_back", "number": 8},
    {"event": "put_back", "number": 8},
    *(
        {"event": "insider_played", "player": "Cleo", "card": "cat-burglar", "steps": [step]}
        for step in STEPS
    ),
    {"event": "insider_played", "player": "Cleo", "steps": list(STEPS)},
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    found: list[tuple[Any, Any]] = []
    pairs: Any = ()
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    for key, each in pairs:
        found.append((value, key))
        found += places(each)
    return found


@st.composite
def damaged(draw: Any) -> Json:
    """A sound event in which one place is missing or holds something else."""
    body: Json = json.loads(json.dumps({**draw(st.sampled_from(SOUND)), "anyway": True}))
    container, key = draw(st.sampled_from(places(body)))
    if draw(st.booleans()):
        container[key] = draw(VALUES)
    else:
        del container[key]
    return body


def running() -> Table:
    """A table in the middle of a game with items, an Insider and a completed warehouse."""
    table = new_table(GAME, {}, starter())
    assert isinstance(table, Table)
    logged: list[Json] = [
        *({"event": "player_joined", "player": name} for name in NAMES[:3]),
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
        {"event": "warehouse_described", "player": "Ana", "requires": ["Weapon"], "bonus": 0},
        {"event": "item_added", "player": "Ana", "card": "pocket-volcano"},
        {"event": "turn_ended", "player": "Ana"},
        {"event": "item_added", "player": "Ben", "card": "panda"},
        {"event": "turn_ended", "player": "Ben"},
        {
            "event": "insider_played",
            "player": "Cleo",
            "card": "cat-burglar",
            "steps": [
                {
                    "do": "move",
                    "from": {"zone": "warehouse", "player": "Ben", "slot": 0},
                    "to": {"zone": "hand", "player": "Cleo"},
                }
            ],
        },
    ]
    for body in logged:
        submission = read_submission(body)
        assert not isinstance(submission, Refused)
        outcome = record(table, submission, None, AT)
        assert isinstance(outcome, Recorded), outcome
        table = outcome.table
    return table


def lobby() -> Table:
    table = new_table(GAME, {}, None)
    assert isinstance(table, Table)
    return table


def check_answer(table: Table, body: Any) -> None:
    submission = read_submission(body)
    if isinstance(submission, Refused):
        assert submission.code == "malformed"
        return
    outcome = record(table, submission, "Ana", AT)
    assert isinstance(outcome, (Recorded, Asks, Refused))
    if isinstance(outcome, Asks):
        assert outcome.asks
    if isinstance(outcome, Recorded):
        json.dumps([entry.event for entry in outcome.entries], allow_nan=False)
        for entry in outcome.entries:
            assert isinstance(describe_entry(outcome.table, entry, None), Phrase)
        json.dumps(view_json(outcome.table, ("Ana",)), allow_nan=False)


@given(damaged())
def test_no_damaged_event_makes_a_running_table_throw(body: Json) -> None:
    check_answer(running(), body)


@given(damaged())
def test_no_damaged_event_makes_a_lobby_throw(body: Json) -> None:
    check_answer(lobby(), body)


def test_every_sound_event_can_be_put_into_words() -> None:
    for body in SOUND:
        check_answer(running(), {**body, "anyway": True})


@given(BODIES)
def test_no_input_makes_a_running_table_throw(body: Any) -> None:
    check_answer(running(), body)


@given(BODIES)
def test_no_input_makes_a_lobby_throw(body: Any) -> None:
    check_answer(lobby(), body)


@given(
    st.lists(
        st.builds(
            lambda row, event: {**row, "event": event},
            st.fixed_dictionaries({"seq": st.integers(1, 3), "at": st.just(AT)}),
            EVENTS | VALUES,
        ),
        max_size=3,
    )
    | VALUES
)
def test_no_import_throws(events: Any) -> None:
    outcome = imported(GAME, {}, None, events)
    assert isinstance(outcome, (Table, Refused))


@given(st.integers(0, 10**6), VALUES)
def test_no_deck_throws(place: int, value: Any) -> None:
    deck = json.loads(json.dumps(starter()))
    container, key = places(deck)[place % len(places(deck))]
    container[key] = value
    read = read_deck(deck)
    table = new_table(GAME, {}, deck)
    assert isinstance(read, Refused) == isinstance(table, Refused)


@given(
    st.dictionaries(
        st.sampled_from((*OPTIONS, "track", "color")) | st.text(max_size=3), VALUES, max_size=3
    )
    | VALUES
)
def test_no_options_throw(options: Any) -> None:
    assert isinstance(new_table(GAME, options, None), (Table, Refused))


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
            if isinstance(step.outcome, Refused):
                codes.add(step.outcome.code)
            if isinstance(step.outcome, Asks):
                codes |= {ask.code for ask in step.outcome.asks}
    assert events >= RULES.event_names | {"taken_back", "put_back"}
    assert ends >= {"called", "too_few_players", None}
    assert len(codes) >= 35, sorted(codes)
