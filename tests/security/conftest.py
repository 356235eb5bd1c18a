"""The whole product on a temporary data folder, and phones of every standing at its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.backroom import Backroom
from tests.security.phones import GAME, Browser, build_at


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Backroom]:
    made = build_at(tmp_path)
    yield made
    made.close()


@pytest.fixture
def browser(product: Backroom) -> Callable[[], Browser]:
    """Makes a fresh browser without cookies."""
    return lambda: Browser(product.app.test_client())


@pytest.fixture
def tables_of(browser: Callable[[], Browser]) -> Callable[[], tuple[str, dict[str, Browser]]]:
    """Makes a table with one phone of every standing: (code, {standing: browser})."""

    def make() -> tuple[str, dict[str, Browser]]:
        phones = {
            name: browser()
            for name in ("nobody", "spectator", "seat", "other seat", "host", "other host")
        }
        started = phones["host"].json("POST", "/tables", {"game": GAME, "player": "Ana"})
        code = str(started.json["code"])  # type: ignore[index]
        for standing, player in (("seat", "Ben"), ("other seat", "Cleo")):
            sat = phones[standing].json("POST", f"/tables/{code}/seats", {"player": player})
            assert sat.status_code == 201, sat.json
        other = phones["other host"].json("POST", "/tables", {"game": GAME, "player": "Olga"})
        assert other.status_code == 201
        return code, phones

    return make
