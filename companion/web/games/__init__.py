"""The games that have screens, one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.web.games.black_market_warehouse import WarehousePages
from companion.web.games.contract import GamePages
from companion.web.games.dominion_black_market import DominionPages

GAME_PAGES: Mapping[str, GamePages] = MappingProxyType(
    {pages.key: pages for pages in (WarehousePages(), DominionPages())}
)
