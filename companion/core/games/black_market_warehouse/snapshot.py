"""The snapshot of a table: the full public state as JSON, as transcripts compare it."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.state import Player, State
from companion.core.games.black_market_warehouse.tally import Tally, score, tally
from companion.core.games.recent import Kept
from companion.core.outcome import Json

_players: Kept[Json] = Kept()


def snapshot(state: State, counted: Tally | None = None) -> Json:
    """JSON shapes, snapshot. Counts are null where they are not tracked.

    `counted` is the tally of this state, for who has it already.
    """
    counts = state.options.track == "turns"
    result = counted or tally(state)
    return {
        "status": state.status,
        "active": state.active,
        "turn": state.turn if counts else None,
        "warehouse_deck": state.warehouse_deck,
        "market_deck": state.market_deck if counts else None,
        "discard": state.discard if counts else None,
        "drift": state.drift if counts else None,
        "warehouse_drift": state.warehouse_drift,
        "last_round": state.last_round,
        "reason": state.reason,
        "winners": None if result.winners is None else list(result.winners),
        "decided_by": result.decided_by,
        "ranking": [list(each) for each in result.ranking],
        "players": {player.name: _player(state, player, counts) for player in state.players},
    }


def _player(state: State, player: Player, counts: bool) -> Json:
    """One player; the very same object as long as the player is the same."""
    return _players.of((player, state.catalogue), counts, lambda: _made(state, player, counts))


def _made(state: State, player: Player, counts: bool) -> Json:
    won = score(player)
    warehouse = player.warehouse
    items = warehouse.items if warehouse is not None else ()
    requires = warehouse.requires if warehouse is not None else None
    return {
        "status": "left" if player.left else "playing",
        "hand": player.hand if counts else None,
        "in_play": len(items),
        "in_play_types": [item.item_type for item in items],
        "in_play_money": sum(item.money for item in items),
        "has_warehouse": warehouse is not None,
        "requires": None if requires is None else list(requires),
        "blocked": player.blocked or player.blocked_next,
        "protected": player.protected,
        "completed": len(player.pile),
        "items_money": won.items_money,
        "bonus_money": won.bonus_money,
        "total": won.total,
        "fives": won.how_many(state.catalogue.five),
        "exact": won.exact,
    }
