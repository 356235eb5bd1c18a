"""A view that is put together from what was kept is the view of the state, whatever came before."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from companion.core.games import GAMES
from companion.core.games.black_market_warehouse.view_making import view
from tests.properties.random_games import GAME, Script, played, scripts


def _afresh(state: Any) -> Any:
    """An equal state of which nothing was ever kept."""
    game = GAMES[GAME]
    copy = game.state_from_json(game.state_to_json(state), state)
    assert copy is not None
    return copy


@given(scripts())
def test_kept_parts_never_show_another_state(script: Script) -> None:
    for step in played(script):
        for seats in ((), tuple(player.name for player in step.after.state.players[:1])):
            kept = GAMES[GAME].view(step.after.state, seats)
            fresh = view(_afresh(step.after.state), seats)
            assert kept == fresh
            assert kept.to_json() == fresh.to_json()
