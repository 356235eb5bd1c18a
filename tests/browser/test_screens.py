"""The list of all screens leaves nothing out: no page, no sheet, no picture."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.screens.every import GROUPS, a_house
from tests.browser.screens.screen import House, Screen
from tests.security.phones import build_at

pytestmark = pytest.mark.browser
PROJECT = Path(__file__).resolve().parents[2]
NO_PAGES = {
    "/static/<path:path>": "files",
    "/j": "leads on",
    "/j/<code>": "leads on",
    "/decks/<deck>/deck.json": "a file",
    "/decks/<deck>/cards.csv": "a file",
    "/decks/pictures/<picture>": "a picture",
    "/prints/preview.png": "a picture",
    "/prints/browser": "paper",
    "/prints/css/<name>": "a file",
    "/prints/fonts/<name>": "a file",
    "/prints/<key>/<name>": "a file",
    "/tables/<code>/stream": "an event stream",
    "/tables/<code>/mine": "a piece of a page",
    "/tables/<code>/export": "a file",
    "/tables/<code>/knocks/mine": "door-knocked leads there",
    "/tables/<code>/prints/preview.png": "a picture",
    "/tables/<code>/prints/browser": "paper",
    "/tables/<code>/prints/<key>": "the same page as /prints/<key>",
    "/tables/<code>/prints/<key>/<name>": "a file",
}
NO_SHEETS = {"grid": "a piece of other sheets"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server that has all of them."""
    with a_house(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture(scope="module")
def screens(house: House) -> list[Screen]:
    """All of them."""
    return [screen for make in GROUPS.values() for screen in make(house)]


def test_every_page_has_a_screen(screens: list[Screen], tmp_path: Path) -> None:
    product = build_at(tmp_path)
    ways = product.app.url_map.bind("backroom.example")
    real = [screen for screen in screens if screen.body is None and screen.path != "/nowhere"]
    seen = {ways.match(urlsplit(each.path).path, return_rule=True)[0].rule for each in real}
    pages = {
        rule.rule for rule in product.app.url_map.iter_rules() if "GET" in (rule.methods or set())
    }
    product.close()
    assert pages - seen - NO_PAGES.keys() == set()
    assert NO_PAGES.keys() - pages == set()


def test_every_sheet_has_a_screen(screens: list[Screen]) -> None:
    asked = {
        name for each in screens for name in parse_qs(urlsplit(each.path).query).get("sheet", ())
    }
    files = (PROJECT / "templates" / "games").glob("*/_sheet_*.html")
    sheets = {path.stem.removeprefix("_sheet_") for path in files}
    assert sheets - asked - NO_SHEETS.keys() == set()


def test_every_sheet_that_is_asked_for_lies_open(house: House, screens: list[Screen]) -> None:
    sheets = [each for each in screens if "sheet=" in each.path and "/prints/" not in each.path]
    shut = [each.name for each in sheets if "<dialog" not in opened(house, each)]
    assert len(sheets) > 30
    assert shut == []


def opened(house: House, screen: Screen) -> str:
    """The page of this screen, for Ana."""
    tokens = dict(house.seats)
    table = "/".join(urlsplit(screen.path).path.split("/")[:3])
    cookie = {} if screen.guest or table not in tokens else {"Cookie": f"seat={tokens[table]}"}
    asked = urllib.request.Request(house.url + screen.path, headers=cookie)
    with urllib.request.urlopen(asked) as page:
        return str(page.read().decode())


def test_every_screen_has_a_name_of_its_own(screens: list[Screen]) -> None:
    names = [screen.name for screen in screens]
    assert sorted(names) == sorted(set(names))


def test_every_screen_has_its_picture(screens: list[Screen]) -> None:
    folder = PROJECT / "docs" / "screens"
    index = (folder / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\(([\w-]+)\.webp\)", index)
    assert sorted(shown) == sorted(screen.name for screen in screens)
    assert [name for name in shown if not (folder / f"{name}.webp").is_file()] == []
    assert sum(path.stat().st_size for path in folder.glob("*.webp")) <= 6_000_000
