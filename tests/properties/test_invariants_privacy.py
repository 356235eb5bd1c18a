"""Invariant 18: a card in a hand is named to nobody but the one who took it there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import event, given

from companion.core.exports import exported
from companion.core.log import Recorded, Table
from companion.core.outcome import Json, Phrase, Refused
from companion.core.table import describe_entry, read_submission, record, snapshot, view_json
from tests.properties.random_games import AT, Script, play, played, scripts
from tests.properties.tables import (
    RULES,
    a_table,
    dealt,
    told,
)

# --- 18: what nobody else may see

PLANTED = 123_456_789
"""A value that no other card has: wherever it shows up, the card was named."""
OWNER = "Ben"
TAKER = "Ana"


def move(source: Json, target: Json) -> Json:
    return {"do": "move", "from": source, "to": target}


HAND = {"zone": "hand", "player": TAKER}
TOLD = {"item_type": "Weapon", "money": PLANTED}
THEFTS: dict[str, list[Json]] = {
    "from a warehouse": [move({"zone": "warehouse", "player": OWNER, "slot": 0}, HAND)],
    "from a warehouse, named": [
        move({"zone": "warehouse", "player": OWNER, "slot": 0}, {**HAND, **TOLD})
    ],
    "from a warehouse, after a draw": [
        {"do": "draw", "count": 1},
        move({"zone": "warehouse", "player": OWNER, "slot": 0}, HAND),
    ],
    "from the discard pile, named": [move({"zone": "discard", **TOLD}, HAND)],
    "from a hand, named": [move({"zone": "hand", "player": OWNER, **TOLD}, HAND)],
    "from a hand, named on arrival": [move({"zone": "hand", "player": OWNER}, {**HAND, **TOLD})],
}
ROBBERIES = [theft for theft in THEFTS if theft.startswith("from a warehouse")]


def planted(theft: str) -> Table:
    """Ana plays an Insider; when it robs a warehouse, the planted item lay in Ben's."""
    item: list[Json] = [{"event": "item_added", "player": OWNER, **TOLD}]
    return a_table(
        *dealt(TAKER, OWNER, "Cleo"),
        *(item if theft in ROBBERIES else []),
        {"event": "insider_played", "player": TAKER, "steps": THEFTS[theft]},
    )


def texts(value: Any) -> Iterator[Any]:
    """Everything that a phrase, a view or an event can show."""
    if isinstance(value, Phrase):
        yield value.text
        yield from texts(dict(value.params))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)
    elif hasattr(value, "dollars"):
        yield value.dollars
    else:
        yield value


def names_it(value: Any) -> bool:
    return any(str(PLANTED) in str(each) for each in texts(value))


@pytest.mark.parametrize("theft", THEFTS)
def test_invariant_18_a_card_in_a_hand_is_named_to_its_taker_only(theft: str) -> None:
    table = planted(theft)
    entry = table.entries[-1]
    for seats in ((), (OWNER,), ("Cleo",), (OWNER, "Cleo")):
        assert not names_it(view_json(table, seats))
        assert not names_it(describe_entry(table, entry, seats))
    assert not names_it(describe_entry(table, entry, None))
    assert not names_it(RULES.masked(entry.event))
    assert not names_it(exported(table)[-1])
    assert not names_it([each.to_json() for each in entry.consequences])


@pytest.mark.parametrize("theft", ROBBERIES)
def test_invariant_18_the_taker_sees_the_own_chip(theft: str) -> None:
    table = planted(theft)
    chips = view_json(table, (TAKER,))["players"][TAKER]["own_chips"]
    assert [(chip["item_type"], chip["money"]) for chip in chips] == [("Weapon", PLANTED)]
    assert view_json(table, (OWNER,))["players"][TAKER]["own_chips"] == []


def identities(value: Any) -> Iterator[str]:
    """Every item identity that a JSON value names."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("id", "item") and isinstance(each, str):
                yield each
            yield from identities(each)
    elif isinstance(value, list):
        for each in value:
            yield from identities(each)


def test_invariant_18_the_masked_theft_does_not_point_at_the_item_either() -> None:
    table = planted("from a warehouse")
    item = table.state.players[0].known[0]
    told_of = [RULES.masked(table.entries[-1].event), exported(table)[-1]["event"]]
    assert item.id not in identities(told_of)


def test_invariant_18_items_taken_back_with_the_letting_agent_are_the_owners_secret() -> None:
    table = a_table(
        *dealt(OWNER, TAKER, "Cleo"),
        {"event": "item_added", "player": OWNER, **TOLD},
        {"event": "insider_played", "player": OWNER, "steps": [{"do": "return_warehouse"}]},
    )
    for seats in ((), (TAKER,), (TAKER, "Cleo")):
        assert not names_it(view_json(table, seats))
        assert not names_it(describe_entry(table, table.entries[-1], seats))
    assert not names_it(RULES.masked(table.entries[-1].event))
    chips = view_json(table, (OWNER,))["players"][OWNER]["own_chips"]
    assert [chip["money"] for chip in chips] == [PLANTED]


def test_invariant_18_who_receives_the_card_knows_it_and_who_played_the_insider_does_not() -> None:
    to_cleo = move(
        {"zone": "warehouse", "player": OWNER, "slot": 0}, {"zone": "hand", "player": "Cleo"}
    )
    table = a_table(
        *dealt(TAKER, OWNER, "Cleo"),
        {"event": "item_added", "player": OWNER, **TOLD},
        {"event": "insider_played", "player": TAKER, "steps": [to_cleo]},
    )
    assert not names_it(view_json(table, (TAKER, OWNER)))
    assert names_it(view_json(table, ("Cleo",))["players"]["Cleo"]["own_chips"])


def test_invariant_18_what_a_later_event_builds_on_is_listed_without_the_card() -> None:
    table = planted("from a warehouse")
    added = table.entries[-2].seq
    submission = read_submission({"event": "taken_back", "number": added, "anyway": True})
    assert not isinstance(submission, Refused)
    refused = record(table, submission, OWNER, AT)
    assert isinstance(refused, Refused)
    assert refused.code == "others_build_on_it"
    assert refused.fields["events"] == [table.entries[-1].seq]
    assert not names_it(refused.phrase)


def test_invariant_18_after_the_end_the_theft_may_be_told() -> None:
    table = told(planted("from a warehouse"), {"event": "game_called"})
    # The item added first tells it anyway; after the end the log is whole again.
    assert exported(table)[-2]["event"] == table.entries[-2].event


def test_invariant_18_what_moved_on_says_names_no_card() -> None:
    table = planted("from a warehouse")
    submission = read_submission({"event": "taken_back", "seen": 0})
    assert not isinstance(submission, Refused)
    asked = record(table, submission, OWNER, AT)
    assert not isinstance(asked, (Recorded, Refused))
    assert not any(names_it(ask.phrase) for ask in asked.asks)


def test_invariant_18_placed_again_the_item_is_public_again() -> None:
    table = told(
        planted("from a warehouse"),
        {"event": "item_added", "player": TAKER, **TOLD, "anyway": True},
    )
    assert snapshot(table)["players"][TAKER]["in_play_money"] == PLANTED
    assert view_json(table, (TAKER,))["players"][TAKER]["own_chips"] == []
    assert names_it(describe_entry(table, table.entries[-1], None))


@given(scripts(track="turns"))
def test_invariant_18_no_view_shows_anothers_chips(script: Script) -> None:
    for step in play(script):
        known = {each.name: {item.id for item in each.known} for each in step.after.state.players}
        hidden = set().union(*known.values())
        if not hidden:
            continue
        event("somebody holds a card that only they know")
        assert hidden.isdisjoint(identities(snapshot(step.after)))
        assert hidden.isdisjoint(identities(view_json(step.after, ())["players"]))
        for name, own in known.items():
            players = view_json(step.after, (name,))["players"]
            assert {chip["id"] for chip in players[name]["own_chips"]} == own
            assert (hidden - own).isdisjoint(identities(players))


@given(scripts(track="turns"))
def test_invariant_18_no_masked_event_tells_what_came_to_a_hand(script: Script) -> None:
    for entry in played(script)[-1].after.entries:
        for step in RULES.masked(entry.event).get("steps", []):
            if step["do"] == "move" and step["to"]["zone"] == "hand":
                assert {*step["from"], *step["to"]} <= {"zone", "player", "slot"}
