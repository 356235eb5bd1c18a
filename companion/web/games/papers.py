"""The games that put pages of their own on paper, one line a game."""

from __future__ import annotations

from companion.web.games.black_market_warehouse import WarehousePages
from companion.web.games.black_market_warehouse.paper import PAPER as WAREHOUSE
from companion.web.games.dominion_black_market import DominionPages
from companion.web.games.dominion_black_market.paper import PAPER as DOMINION
from companion.web.games.paper_contract import GamePaper

GAME_PAPER: dict[str, GamePaper] = {
    WarehousePages.key: WAREHOUSE,
    DominionPages.key: DOMINION,
}
"""By game key. A game that is not here has the poster, and its pad if it has one."""


def paper_of(game_key: str) -> GamePaper:
    """The pages of a game; none for one that brings none."""
    return GAME_PAPER.get(game_key, GamePaper())
