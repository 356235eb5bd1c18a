"""Makes the third game known, as the lines of the recipe would: for tests, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.core.games import GAMES
from companion.printing.pages import layout
from tests.toy_game.core.game import GAME

FOLDER = Path(__file__).parent
WORKER = ("-m", "tests.toy_game.worker")
"""What Python is started with for a press that has its print pages."""


@contextmanager
def known_to_the_core() -> Iterator[None]:
    """One line in companion/core/games/__init__.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, GAME.key, GAME)
        yield


@contextmanager
def known_to_the_press() -> Iterator[None]:
    """Its print pages as if they lay in print/pages."""
    pages = layout._templates()
    assert pages.loader is not None
    with pytest.MonkeyPatch.context() as patch:
        more = FileSystemLoader(FOLDER / "print" / "pages")
        patch.setattr(pages, "loader", ChoiceLoader([pages.loader, more]))
        yield


@contextmanager
def known_everywhere() -> Iterator[None]:
    """The lines in companion/web/games/__init__.py and companion/web/games/papers.py too, and the
    print pages."""
    from companion.web.games import GAME_PAGES
    from companion.web.games.papers import GAME_PAPER
    from tests.toy_game.web import PigPages
    from tests.toy_game.web.paper import PAPER

    with known_to_the_core(), known_to_the_press(), pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAME_PAGES, PigPages.key, PigPages())
        patch.setitem(GAME_PAPER, PigPages.key, PAPER)
        yield


def with_templates(app: Flask) -> None:
    """Its templates as if they lay in templates/games."""
    assert app.jinja_loader is not None
    more = FileSystemLoader(FOLDER / "templates")
    app.jinja_loader = ChoiceLoader([app.jinja_loader, more])
