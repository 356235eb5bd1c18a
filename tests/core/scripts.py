"""For each game a deck and an evening that logs every event it has."""

from __future__ import annotations

from companion.core.outcome import Json
from tests.core.builders import MILLION, starter

SEATED: list[Json] = [
    *({"event": "player_joined", "player": name} for name in ("Ana", "Ben", "Cleo")),
    {"event": "seats_arranged", "order": ["Ben", "Ana", "Cleo"]},
]
SCRIPTS: dict[str, tuple[Json | None, list[Json]]] = {
    "black_market_warehouse": (
        starter(),
        [
            *SEATED,
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
            *SEATED,
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
    "pig": (
        None,
        [
            *SEATED,
            {"event": "first_player_chosen", "player": "Ana"},
            {"event": "game_dealt"},
            {"event": "turn_scored", "player": "Ana", "points": 17},
            {"event": "turn_scored", "player": "Ben", "points": 30},
            {"event": "player_left", "player": "Cleo"},
            {"event": "game_called"},
        ],
    ),
}  # fmt: skip
"""By game key: what its tables play with, and the events in order; all asks are answered."""
