"""A game lives in folders of its own: nothing that all games share has to name one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.games import GAMES
from companion.web.games import GAME_PAGES
from companion.web.games.papers import GAME_PAPER

PROJECT = Path(__file__).resolve().parents[1]
OWN = ("companion/core/games", "companion/web/games", "companion/printing", "templates/games",
       "print/games")  # fmt: skip
"""Where the folder of a game may lie."""
REGISTRIES = {
    "companion/core/games/__init__.py",
    "companion/web/games/__init__.py",
    "companion/web/games/papers.py",
    "companion/services/demos/scripts.py",
}
"""One line a game; the last two only for a game with pages on paper, or with a demo."""
OF_ONE_GAME = {
    "companion/core/decks/model.py": "decks that people make are decks of this game",
    "companion/printing/cards/faces.py": "the cards of such decks are drawn",
    "templates/decks/deck.html": "a table with such a deck",
    "templates/decks/maker/share.html": "a table with such a deck",
    "companion/web/style/tables.py": "the style guide shows both games",
    "templates/style/_controls.html": "the style guide shows both games",
    "companion/core/games/contract.py": "an example of a key",
}


def test_only_registries_and_a_game_s_own_files_name_it() -> None:
    named = {str(path.relative_to(PROJECT)) for path in shared_files() if names_a_game(path)}
    assert named == REGISTRIES | set(OF_ONE_GAME)


def shared_files() -> list[Path]:
    files = [
        path
        for folder in ("companion", "templates", "print", "static")
        for path in (PROJECT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".css", ".js") and "vendor" not in path.parts
    ]
    own = [PROJECT / folder / key for folder in OWN for key in GAMES]
    return [path for path in files if not any(path.is_relative_to(folder) for folder in own)]


def names_a_game(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(key in text for key in GAMES)


def test_every_game_has_screens_with_a_log_and_what_is_rarely_needed() -> None:
    assert set(GAME_PAGES) == set(GAMES)
    assert all(pages.tab_keys >= {"log", "more"} for pages in GAME_PAGES.values())
    assert set(GAME_PAPER) <= set(GAMES)


RECIPE = PROJECT / "docs/adding-a-game.md"
PATH = re.compile(r"`((?:companion|docs|print|static|templates|tests)/[\w./-]*)`")
TEMPLATE = re.compile(r"`(_[a-z_]+\.html)`")


def test_the_recipe_names_files_that_there_are() -> None:
    """Of the game that it adds, those of the worked example."""
    named = PATH.findall(RECIPE.read_text(encoding="utf-8"))
    real = [path for path in named if "/pig" not in path]
    assert len(real) > 15
    assert [path for path in real if not (PROJECT / path).exists()] == []


def test_the_recipe_names_every_template_of_the_third_game() -> None:
    told = {*TEMPLATE.findall(RECIPE.read_text(encoding="utf-8"))}
    folder = PROJECT / "tests/toy_game/templates/games/pig"
    ours = {path.name for path in folder.glob("*.html") if not path.name.startswith("_sheet_")}
    assert ours <= told


@pytest.mark.parametrize("part", ["core", "web"])
def test_the_third_game_has_no_file_that_the_real_ones_have_not(part: str) -> None:
    theirs = [
        {path.name for path in (PROJECT / f"companion/{part}/games" / key).glob("*.py")}
        for key in GAMES
    ]
    ours = {path.name for path in (PROJECT / "tests/toy_game" / part).glob("*.py")}
    assert ours - set().union(*theirs) == set()
