"""Whatever comes in, the core answers: it never throws."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.decks.reading import read_deck
from companion.core.exports import imported
from companion.core.log import Recorded, Table, new_table
from companion.core.outcome import Asks, Json, Phrase, Refused
from companion.core.table import describe_entry, read_submission, record, view_json
from tests.properties.any_input import BODIES, EVENTS, SOUND, VALUES, damaged, places
from tests.properties.random_games import AT, GAME, OPTIONS, starter
from tests.properties.tables import RULES, a_table, dealt, told
from tests.properties.taps import NAMES


def running() -> Table:
    """A table in the middle of a game with items, an Insider and a completed warehouse."""
    return a_table(
        *dealt(*NAMES[:3]),
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
        deck=starter(),
    )


def check_answer(table: Table, body: Any) -> Recorded | Asks | Refused:
    """The core's answer, once it was seen to be one that can be told in words and as JSON."""
    submission = read_submission(body)
    if isinstance(submission, Refused):
        assert submission.code == "malformed"
        return submission
    outcome = record(table, submission, "Ana", AT)
    assert isinstance(outcome, (Recorded, Asks, Refused))
    if isinstance(outcome, Asks):
        assert outcome.asks
    if isinstance(outcome, Recorded):
        json.dumps([entry.event for entry in outcome.entries], allow_nan=False)
        for entry in outcome.entries:
            assert isinstance(describe_entry(outcome.table, entry, None), Phrase)
        json.dumps(view_json(outcome.table, ("Ana",)), allow_nan=False)
    return outcome


@given(damaged())
def test_no_damaged_event_makes_a_running_table_throw(body: Json) -> None:
    check_answer(running(), body)


@given(damaged())
def test_no_damaged_event_makes_a_lobby_throw(body: Json) -> None:
    check_answer(a_table(), body)


def test_every_sound_event_can_be_put_into_words() -> None:
    recorded = set()
    before_the_deal = a_table(*dealt("Ana", "Ben")[:-1])
    for table in (before_the_deal, running(), told(running(), {"event": "taken_back"})):
        for body in SOUND:
            answer = check_answer(table, {**body, "anyway": True})
            if isinstance(answer, Recorded):
                recorded.add(body["event"])
    assert recorded == {each["event"] for each in SOUND}
    assert recorded == RULES.event_names | {"taken_back", "put_back"}


@given(BODIES)
def test_no_input_makes_a_running_table_throw(body: Any) -> None:
    check_answer(running(), body)


@given(BODIES)
def test_no_input_makes_a_lobby_throw(body: Any) -> None:
    check_answer(a_table(), body)


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
