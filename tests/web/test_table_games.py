"""Every game that a table can play has its screens: a third one is a folder away."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.games import GAMES
from companion.web.games import GAME_PAGES

PROJECT = Path(__file__).resolve().parents[2]
TEMPLATES = PROJECT / "templates"
PARTS = (
    "_top.html",
    "_live.html",
    "_which.html",
    "_private.html",
    "_tap.html",
    "_more.html",
    "_result.html",
    "_screen.html",
    "_screen_count.html",
)
SHARED = ("table", "history", "result", "screen")


def test_every_game_has_pages() -> None:
    assert set(GAME_PAGES) == set(GAMES)


@pytest.mark.parametrize("key", sorted(GAME_PAGES))
def test_every_game_has_its_templates(key: str) -> None:
    folder = TEMPLATES / "games" / key
    assert [part for part in PARTS if not (folder / part).is_file()] == []
    assert GAME_PAGES[key].tab_keys >= {"log", "more"}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_shared_screens_name_no_game(key: str) -> None:
    files = [path for folder in SHARED for path in (TEMPLATES / folder).glob("*.html")]
    files += (PROJECT / "companion" / "web").glob("*.py")
    assert [path.name for path in files if key in path.read_text(encoding="utf-8")] == []
