"""The demo of Black Market Warehouse: three players, half an hour into a game with our deck."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.core.outcome import Json
from companion.services.decks.lookup import STARTER, built_in
from companion.services.demos.steps import BEN, CLEO, PLAYERS, Step, ends_turn, tap
from companion.services.demos.steps import VISITOR as ANA

_WRONG_TAP = 20
"""Number of Ana's wrong item in the log: it is taken back, with the turn that it ended."""


@cache
def deck() -> Json | None:
    """The deck that every demo is played with; shared, and never to be changed."""
    return built_in().find(STARTER)


def _gets(player: str, card: str) -> Step:
    return tap(player, "warehouse_described", card=card)


def _adds(player: str, card: str) -> Step:
    return tap(player, "item_added", card=card)


OPENING: tuple[Step, ...] = (
    *(tap(player, "player_joined") for player in PLAYERS),
    Step(ANA, {"event": "first_player_chosen", "player": BEN}),
    Step(ANA, {"event": "game_dealt"}),
    _gets(BEN, "honest-harbour-depot"),
    _adds(BEN, "trebuchet-kit"),
    _gets(CLEO, "museum-overflow-attic"),
    _adds(CLEO, "golden-idol"),
    _gets(ANA, "on-the-level-storage"),
    _adds(ANA, "the-big-red-button"),
    _adds(BEN, "truffle-shipment"),
    tap(CLEO, "insider_played", card="smooth-importer", steps=[{"do": "draw", "count": 3}]),
    _adds(CLEO, "pharaohs-spare-mask"),
    _adds(ANA, "getaway-ostrich"),
    Step(ANA, {"event": "taken_back", "number": _WRONG_TAP}),
    _adds(ANA, "panda"),
    _adds(BEN, "penguin-string-quartet"),
    _gets(BEN, "legit-exports-warehouse"),
    _adds(CLEO, "us-noc-list"),
    _gets(CLEO, "totally-empty-hangar"),
)
"""Two warehouses are complete, and one tap of Ana's completes hers."""


def next_step(view: Any, players: frozenset[str]) -> Step | None:
    """Describe a Warehouse card that lies there unread, else add an item that is needed."""
    if view.status != "playing":
        return None
    for player in view.players:
        if player.name in players and player.status == "playing" and _is_unread(player):
            free = next((card for card in view.warehouse_cards if card.copies_left), None)
            if free is not None:
                return _gets(player.name, free.id)
    if view.active not in players:
        return None
    card = _next_item(view)
    return ends_turn(view.active) if card is None else _adds(view.active, card)


def _is_unread(player: Any) -> bool:
    return player.warehouse is not None and player.warehouse.requires is None


def _next_item(view: Any) -> str | None:
    """The card that the active player adds: of a type that they need, worth more now and less
    then, so that no two games of the table look alike."""
    warehouse = view.player(view.active).warehouse
    if warehouse is None or view.items_added >= view.items_allowed:
        return None
    needed = _left(view, warehouse.still_needed) or _left(view, view.item_types)
    return needed[view.turn * 7 % len(needed)] if needed else None


def _left(view: Any, types: tuple[str, ...]) -> list[str]:
    """The cards of these types that do not all lie on the table."""
    return [
        card.id
        for row in view.grid
        if row.item_type in types
        for cell in row.cells
        for card in cell.cards
        if card.copies_left
    ]
