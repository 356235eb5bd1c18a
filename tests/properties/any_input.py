"""Anything at all as input of the core: odd values, events of odd fields, damaged sound events."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from companion.core.log import OWN_EVENTS
from companion.core.outcome import Json
from tests.properties.tables import RULES
from tests.properties.taps import NAMES

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
    {"event": "taken_back", "number": 11},
    {"event": "put_back", "number": 11},
    *(
        {"event": "insider_played", "player": "Cleo", "card": "cat-burglar", "steps": [step]}
        for step in STEPS
    ),
    {"event": "insider_played", "player": "Cleo", "steps": list(STEPS)},
)
"""Events that a phone sends; each can be recorded at some moment of a game."""


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
