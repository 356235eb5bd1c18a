"""Nothing that people type runs in Chromium, even with the content security policy off."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, Page

from companion.core.names import clean_name
from tests.browser.server import Server
from tests.security.evenings import DECK, DOMINION, KINGDOM, WAREHOUSE, deck_of
from tests.security.payloads import PAYLOADS

NAMES = [str(clean_name(text)) for text in PAYLOADS.values() if clean_name(text)]
AT_ONE_TABLE = 6
LOOK = """() => ({
  hits: window.hits,
  handlers: [...document.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => /^on|^srcdoc$/.test(name))),
  scripts: [...document.scripts].filter((script) => !script.src).length,
  frames: document.querySelectorAll('iframe, object, embed, base, math').length,
  strange: [...document.querySelectorAll('[href], [src], [action]')]
    .map((element) => element.href || element.src || element.action)
    .filter((address) => typeof address === 'string' && !address.startsWith(location.origin)
      && !address.startsWith('data:image/')),
})"""
CLEAN = {"hits": 0, "handlers": [], "scripts": 0, "frames": 0, "strange": []}


class Program:
    """Plays through JSON, as the host."""

    def __init__(self, server: Server, game: str, names: Sequence[str]) -> None:
        self.url, self.names = server.url, names
        deck: Any = deck_of(names) if game == WAREHOUSE else "none"
        made = self.send("/tables", {"game": game, "deck": deck, "player": names[0]})
        self.code, self.token = made["code"], made["seat_token"]
        for name in names[1:]:
            self.log({"event": "player_joined", "player": name})

    def send(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused

    def log(self, *events: dict[str, Any]) -> None:
        self.send(f"/tables/{self.code}/events", {"events": list(events), "anyway": True})


def warehouse(server: Server, names: Sequence[str]) -> Program:
    table = Program(server, WAREHOUSE, names)
    table.log({"event": "first_player_chosen", "player": names[0]}, {"event": "game_dealt"})
    for number, name in enumerate(names):
        card = f"warehouse-{number}"
        table.log(
            {"event": "warehouse_described", "player": name, "card": card},
            {"event": "item_added", "player": name, "card": f"item-{number}"},
            {"event": "turn_ended", "player": name},
        )
    return table


def dominion(server: Server, names: Sequence[str]) -> Program:
    table = Program(server, DOMINION, names)
    table.log(
        {"event": "kingdom_chosen", "kingdom": list(KINGDOM), "landscapes": []},
        {"event": "deck_drawn", "policy": "agreed_list", "cards": list(DECK), "hidden": False},
        *({"event": "deck_accepted", "player": name} for name in names),
        {"event": "first_player_chosen", "player": names[0]},
        {"event": "deck_agreed", "order_held_by": "app"},
    )
    return table


PLACES = {
    warehouse: ("", "?tab=table", "?tab=more", "?sheet=insider", "/log", "/screen", "/seats"),
    dominion: ("", "?tab=list", "?tab=points", "/log", "/screen", "/seats"),
}


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that lets a program log a whole evening at once."""
    monkeypatch.setenv("BACKROOM_EVENTS_BURST", "10000")
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def unguarded(chrome: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page without a policy, and the addresses outside of us that it asked for."""
    context = chrome.new_context(bypass_csp=True, viewport={"width": 390, "height": 844})
    context.add_init_script("window.hits = 0; window.hit = () => { window.hits += 1; };")
    page = context.new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    yield page, dialogs
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("play", [warehouse, dominion])
def test_nothing_typed_runs(patient: Server, unguarded: tuple[Page, list[str]], play: Any) -> None:
    page, dialogs = unguarded
    for start in range(0, len(NAMES), AT_ONE_TABLE):
        names = (NAMES + NAMES)[start : start + AT_ONE_TABLE]
        table = play(patient, names)
        page.context.clear_cookies()
        page.context.add_cookies(
            [{"name": "seat", "value": table.token, "url": f"{patient.url}/tables/{table.code}"}]
        )
        for place in PLACES[play]:
            page.goto(f"{patient.url}/tables/{table.code}{place}")
            assert (names, place, page.evaluate(LOOK)) == (names, place, CLEAN)
    assert dialogs == []
