"""Nothing that people type runs in Chromium, even with the content security policy off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.core.names import clean_name
from tests.browser.server import Server, running
from tests.browser.tables import Table
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


def a_table(server: Server, game: str, names: Sequence[str], deck: Any) -> Table:
    table = Table(server, game, names[0], deck=deck)
    table.log(*({"event": "player_joined", "player": name} for name in names[1:]))
    return table


def warehouse(server: Server, names: Sequence[str]) -> Table:
    table = a_table(server, WAREHOUSE, names, deck_of(names))
    table.log({"event": "first_player_chosen", "player": names[0]}, {"event": "game_dealt"})
    for number, name in enumerate(names):
        card = f"warehouse-{number}"
        table.log(
            {"event": "warehouse_described", "player": name, "card": card},
            {"event": "item_added", "player": name, "card": f"item-{number}"},
            {"event": "turn_ended", "player": name},
        )
    return table


def dominion(server: Server, names: Sequence[str]) -> Table:
    table = a_table(server, DOMINION, names, "none")
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
    with running(tmp_path / "data") as server:
        yield server


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
            [{"name": "seat", "value": table.token, "url": patient.url + table.path}]
        )
        for place in PLACES[play]:
            page.goto(patient.url + table.path + place)
            assert (names, place, page.evaluate(LOOK)) == (names, place, CLEAN)
    assert dialogs == []
