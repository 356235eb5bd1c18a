"""The events of the game, their fields, and how what a phone sent is read into them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import EXTRAS
from companion.core.games.fields import (
    Reader,
    flag,
    new_name,
    number,
    numbers,
    one_of,
    read_fields,
    word,
    words,
)
from companion.core.outcome import Json, Refused


def traits(value: Any) -> str | None:
    """Trait names, or an object of Traits with their piles."""
    if isinstance(value, dict):
        return words(list(value)) or words(list(value.values()))
    return words(value)


def pieces(value: Any) -> str | None:
    """What else lies there when a pile is counted."""
    if not isinstance(value, dict):
        return "malformed"
    known = {"empty_piles": words, "tavern": number}
    return next(
        (code for name, read in known.items() if name in value and (code := read(value[name]))),
        None,
    )


EXTRA_FIELDS: Mapping[str, Reader] = {f"{extra}?": word for extra in EXTRAS}
PLAYER: Mapping[str, Reader] = {"player": word}
HOLDERS = one_of("app", "cards")

FIELDS: Mapping[str, Mapping[str, Reader]] = {
    "player_joined": {"player": new_name, "after?": word},
    "player_left": PLAYER,
    "seats_arranged": {"order": words},
    "first_player_chosen": PLAYER,
    "turn_ended": {**PLAYER, "again?": flag},
    "game_called": {},
    "shelf_set": {"sets": words, "promos?": words, "without?": words},
    "kingdom_chosen": {
        "kingdom": words,
        "landscapes?": words,
        "colony?": flag,
        "shelters?": flag,
        **EXTRA_FIELDS,
        "boons?": words,
        "traits?": traits,
    },
    "extra_chosen": {"pile": one_of(*EXTRAS), "card": word},
    "deck_drawn": {
        "policy": one_of("all_owned", "agreed_list", "random_n", "sets_in_use", "online_60"),
        "cards": words,
        "size?": number,
        "mixed_piles?": one_of("none", "one_random", "one_chosen"),
        "leave_out_telling?": flag,
        "hidden?": flag,
        **EXTRA_FIELDS,
    },
    "deck_card_added": {**PLAYER, "card": word},
    "deck_card_struck": {**PLAYER, "card": word},
    "deck_accepted": PLAYER,
    "deck_agreed": {"order_held_by": HOLDERS, "order?": words, "backs?": numbers, "salt?": word},
    "setup_step_done": {"step": word, **PLAYER},
    "market_played": {
        **PLAYER,
        "phase?": one_of("action", "buy", "start", "night"),
        "coins?": number,
        "potions?": number,
        "debt?": number,
        "buys?": number,
        "mission?": flag,
        "minus_coin?": flag,
        "cheaper?": number,
        "actions_in_play?": number,
        "revealed?": words,
    },
    "cards_revealed": {"cards": words},
    "treasures_played": {
        "treasures?": numbers,
        "coins?": number,
        "potions?": number,
        "buys?": number,
        "forbidden?": words,
        "player?": word,
    },
    "card_bought": {
        **PLAYER,
        "card": word,
        "price?": number,
        "overpay?": number,
        "overpay_potions?": number,
        "to?": one_of("discard", "deck", "hand", "set_aside", "trash"),
    },
    "nothing_bought": PLAYER,
    "rest_bottomed": {"order?": words, "shown?": flag, "player?": word},
    "deck_reshuffled": {
        "why": one_of("all_seen", "dropped"),
        "order?": words,
        "backs?": numbers,
        "salt?": word,
    },
    "deck_corrected": {
        "why": word,
        "added?": words,
        "removed?": words,
        "order?": words,
        "salt?": word,
    },
    "pile_counted": {
        **PLAYER,
        "cards": numbers,
        "size?": number,
        "tokens?": number,
        "favors?": number,
        "turns?": number,
        "pieces?": pieces,
    },
}
"""Every event with its fields; `?` marks what may be left out."""


def read(event: Json) -> Json | Refused:
    """The event with its known fields only; `malformed` or `bad_number` when it cannot be read."""
    found = read_fields(FIELDS, event)
    return refused(found) if isinstance(found, str) else found
