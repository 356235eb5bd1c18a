"""All screens in their groups, and a server on which they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.browser.screens import around, dominion, warehouse
from tests.browser.screens.screen import House, Screen
from tests.browser.server import Server

GROUPS: Mapping[str, Callable[[House], tuple[Screen, ...]]] = {
    "warehouse": warehouse.screens,
    "dominion": dominion.screens,
    "around": around.screens,
}
TITLES: Mapping[str, str] = {
    "warehouse": "Black Market Warehouse",
    "dominion": "Dominion: Black Market",
    "around": "Around the tables",
}


@contextmanager
def a_house(data: Path, settings: Mapping[str, str] | None = None) -> Iterator[House]:
    """A server on a fresh folder in which some prints went wrong before; taps come fast here."""
    around.prepare(data)
    server = Server(data, settings={"BACKROOM_EVENTS_BURST": "1000", **(settings or {})})
    server.start()
    yield House(server.url)
    server.stop()
