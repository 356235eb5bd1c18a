"""The games that have screens, one line a game."""

from __future__ import annotations

from companion.web.games.black_market_warehouse import WarehousePages
from companion.web.games.contract import GamePages
from companion.web.games.dominion_black_market import DominionPages

GAME_PAGES: dict[str, GamePages] = {
    pages.key: pages for pages in (WarehousePages(), DominionPages())
}
