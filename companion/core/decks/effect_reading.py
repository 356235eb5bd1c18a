"""Reads the structured effect of an Insider: a closed vocabulary, every word of it checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.decks.fields import Fields, is_word
from companion.core.decks.model import COPIES_LIMIT
from companion.core.outcome import Json
from companion.core.phrases import N_

VERBS = frozenset(
    [
        "move",
        "swap_items",
        "swap_warehouses",
        "draw",
        "look_and_take",
        "extra_fill",
        "block",
        "protect",
        "return_warehouse",
    ]
)
ZONES = frozenset(
    ["warehouse", "hand", "discard", "market_deck", "warehouse_deck", "insider", "player"]
)
WORDS: Mapping[str, frozenset[str]] = {
    "what": frozenset({"item", "card", "warehouse", "fill"}),
    "choice": frozenset({"random", "chosen"}),
    "condition": frozenset({"same_item_count"}),
    "duration": frozenset({"this_turn", "targets_next_turn", "until_own_next_turn"}),
    "owner": frozenset({"self", "opponent", "any", "any_other"}),
    "state": frozenset({"uncompleted", "completed"}),
    "position": frozenset({"top", "bottom"}),
}
"""The closed vocabulary of a structured effect, by key."""


def read_effect(fields: Fields, value: Any, nested: bool = False) -> Json | None:
    """The effect as it stands, its problems noted; None when it is no object at all."""
    if not isinstance(value, dict):
        fields.problem(N_("effect must be an object with a verb."))
        return None
    keys = "verb what count look choice source target rest condition duration items_to"
    fields.known_keys(value, keys if nested else f"{keys} first then")
    if not is_word(value.get("verb"), VERBS):
        fields.problem(N_("The effect has no verb that the app knows. Leave effect out."))
    for key in ("count", "look"):
        if key in value:
            fields.whole(value, key, 1, COPIES_LIMIT)
    _closed_words(fields, value, "what choice condition duration")
    for key in ("source", "target", "rest", "items_to"):
        if key in value:
            _zone(fields, key, value[key])
    for key in ("first", "then"):
        if key in value and not nested:
            read_effect(fields, value[key], nested=True)
    return value


def _zone(fields: Fields, key: str, value: Any) -> None:
    if not isinstance(value, dict) or not is_word(value.get("zone"), ZONES):
        fields.problem(N_("{key} of the effect names no zone that the app knows."), key=key)
        return
    fields.known_keys(value, "zone owner state position")
    _closed_words(fields, value, "owner state position")


def _closed_words(fields: Fields, value: Json, keys: str) -> None:
    for key in keys.split():
        if key in value and not is_word(value[key], WORDS[key]):
            fields.problem(N_("{key} of the effect holds a word that is not known."), key=key)
