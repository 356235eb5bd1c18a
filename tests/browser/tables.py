"""A table of Ana's at the real server, played by JSON beside the phones of a test."""

from __future__ import annotations

from typing import Any

from tests.browser.phones import Phone
from tests.browser.server import Server, post


class Table:
    """A table that its host plays by JSON."""

    def __init__(self, server: Server, game: str, player: str = "Ana", **more: Any) -> None:
        self.server = server
        made = post(f"{server.url}/tables", {"game": game, "player": player, **more})
        self.code, self.token = made["code"], made["seat_token"]
        self.path = f"/tables/{self.code}"

    def log(self, *events: dict[str, Any]) -> Any:
        """Log events as the host, whatever the rules ask."""
        body = {"events": list(events), "anyway": True}
        return post(f"{self.server.url}{self.path}/events", body, self.token)

    def begin(self) -> None:
        """Two more sit down, and Ana starts."""
        self.log(
            {"event": "player_joined", "player": "Ben"},
            {"event": "player_joined", "player": "Chloé"},
            {"event": "first_player_chosen", "player": "Ana"},
        )

    def on(self, phone: Phone) -> Phone:
        """The phone with the host's seat, open at the table and in touch with it."""
        where = {"domain": self.server.host, "path": self.path}
        phone.context.add_cookies(
            [{"name": "seat", "value": self.token, **where}]  # type: ignore[typeddict-item]
        )
        phone.open(self.path)
        phone.is_live()
        return phone


class DealtTable(Table):
    """The warehouse game with the starter deck, dealt; the first player hosts and begins."""

    def __init__(self, server: Server, *players: str) -> None:
        super().__init__(server, "black_market_warehouse", players[0], deck="starter")
        for player in players[1:]:
            self.tell(event="player_joined", player=player)
        self.tell(event="first_player_chosen", player=players[0])
        self.view = self.tell(event="game_dealt")

    def tell(self, **event: Any) -> dict[str, Any]:
        """Log an event that the rules take without a question; the view after it."""
        answer = post(f"{self.server.url}{self.path}/events", event, self.token)
        found: dict[str, Any] = answer["view"]
        return found

    def fill(self, player: str, slots: int, leave: int = 0) -> None:
        """Describe a card of that many slots and fill it, but for the last few."""
        cards = self.view["warehouse_cards"]
        card = next(each for each in cards if len(each["requires"]) == slots)
        self.tell(event="warehouse_described", player=player, card=card["id"])
        for kind in card["requires"][: slots - leave]:
            item = {"item_type": kind, "money": 5_000_000}
            self.tell(event="item_added", player=player, anyway=True, **item)
