"""A whole evening at the real server: it calls nobody, and its log tells of nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.fault_report import report
from tests.security.whole_server import WholeServer, whole_server

NAMES = ("Ottoline", "Bartholomew", "Wilhelmina")
HARMLESS = {
    # Chooses the interface that leads out, and sends nothing: companion/serve/addresses.py.
    ("socket.connect", "('192.0.2.1', 9)"),
}
PAGES = ("", "?tab=table", "?tab=more", "/log", "/screen", "/seats", "/result", "/join")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WholeServer, list[str]]]:
    """The server after an evening, and everything that its log must not tell."""
    folder = tmp_path_factory.mktemp("evening")
    with whole_server(folder) as server:
        body = {"game": "black_market_warehouse", "player": NAMES[0]}
        made = server.send("POST", "/tables", body)
        home, token = f"/tables/{made['code']}", made["seat_token"]
        joined = server.send("POST", f"{home}/seats", {"player": NAMES[1]})
        events = [
            {"event": "player_joined", "player": NAMES[2]},
            {"event": "first_player_chosen", "player": NAMES[0]},
            {"event": "game_dealt"},
            {"event": "item_added", "player": NAMES[0], "item_type": "Animal", "money": 3_000_000},
            {"event": "turn_ended", "player": NAMES[0]},
            {"event": "game_called"},
        ]
        server.send("POST", f"{home}/events", {"events": events, "anyway": True}, token)
        server.send("POST", f"{home}/events", {"event": "nothing", "player": NAMES[1]}, token)
        server.send("GET", f"{home}/export", token=token)
        server.send("GET", f"/tables/BCDFGH/{NAMES[1]}")
        server.send("POST", "/prints", {"deck": "starter"})
        for page in PAGES:
            server.send("GET", home + page, token=token, accept="html")
        for page in ("/", "/decks", "/decks/starter", "/prints", "/prints/new?deck=starter"):
            server.send("GET", page, accept="html")
        knock = server.send("POST", f"{home}/knocks", {"player": "Philippa"})
        yield server, [*NAMES, "Philippa", made["code"], token, joined["seat_token"], str(knock)]


def test_a_whole_evening_connects_to_nobody(evening: tuple[WholeServer, list[str]]) -> None:
    server, _ = evening

    assert server.calls() - HARMLESS == set()


def test_no_name_token_or_address_is_logged(evening: tuple[WholeServer, list[str]]) -> None:
    server, secrets = evening
    server.end()
    log = server.said.replace(f"http://127.0.0.1:{server.port}", "").replace("localhost", "")

    assert log != ""
    assert [secret for secret in secrets if secret in log] == []
    assert re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", log) == []


def test_the_report_of_a_fault_quotes_nothing(tmp_path: Path) -> None:
    def typed(name: str) -> None:
        try:
            {}[name]
        except KeyError as cause:
            raise ValueError(f"no {name} here") from cause

    with pytest.raises(ValueError, match="Ottoline") as raised:
        typed("Ottoline")
    told = report(raised.value)

    assert "Ottoline" not in told
    assert re.findall(r"KeyError|ValueError|in typed", told) == [
        "KeyError", "in typed", "ValueError", "in typed",
    ]  # fmt: skip
    assert "tests/security/test_whole_evening.py:" in told
