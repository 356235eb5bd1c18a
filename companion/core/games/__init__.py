"""The games that a table can play: a third one adds one line here."""

from __future__ import annotations

from companion.core.games.black_market_warehouse.game import GAME as BLACK_MARKET_WAREHOUSE
from companion.core.games.contract import Game
from companion.core.games.dominion_black_market.game import GAME as DOMINION_BLACK_MARKET

GAMES: dict[str, Game] = {
    game.key: game for game in (BLACK_MARKET_WAREHOUSE, DOMINION_BLACK_MARKET)
}
