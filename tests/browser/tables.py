"""A table of Ana's at the real server, played by JSON beside the phones of a test."""

from __future__ import annotations

import json
import urllib.request
from typing import Any
from urllib.error import HTTPError

from tests.browser.server import Server


class Table:
    """A table in the middle of a game, made by JSON."""

    def __init__(self, server: Server, game: str) -> None:
        self.server = server
        made = self.post("/tables", {"game": game, "player": "Ana"})
        self.code, self.token = made["code"], made["seat_token"]

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.server.url + path, json.dumps(body).encode(), headers, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused

    def log(self, *events: dict[str, Any]) -> Any:
        return self.post(f"/tables/{self.code}/events", {"events": list(events), "anyway": True})

    def begin(self) -> None:
        self.log(
            {"event": "player_joined", "player": "Ben"},
            {"event": "player_joined", "player": "Chloé"},
            {"event": "first_player_chosen", "player": "Ana"},
        )
