"""Contact sheets of everything that is a page: pads, posters, lists, the table on paper.

`CONTACT_SHEETS=docs/prints` writes the pictures there; else they are thrown away. Without that
variable this is a soak test: what it checks is checked piece by piece in test_table_sheets.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.games import GAMES
from companion.core.outcome import Refused
from companion.printing.pages.pad_options import PadOptions, read_pad_options
from companion.printing.pages.pads import PadSays, pad_task
from companion.printing.pages.table_options import Wifi
from companion.printing.pages.table_product import TableSheet
from companion.printing.products import PRODUCTS
from companion.web.prints.evening import Evening
from companion.web.prints.table_sheets import sheet_of
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import run
from tests.printing.evenings import DOMINION, WAREHOUSE, a_duel, a_market, evening

pytestmark = pytest.mark.soak

DOTS_PER_INCH, GAP, GROUND = 62, 10, (226, 222, 212)
LARGEST_BYTES = 400_000
FOUR = ("Ana", "Ben", "Cleo", "Wwwwwwwwwwwwwwwwwwwwwwww")
PLAYED = [
    {"event": "market_played", "player": "Ana", "coins": 4},
    {"event": "card_bought", "player": "Ana", "card": "Wharf"},
    {"event": "rest_bottomed", "player": "Ana", "order": ["Wishing Well", "Tunnel"]},
]
Page = tuple[str, Any]


class Press:
    """Makes pages and photographs them."""

    def __init__(self, renderer: WorkerProcess, folder: Path) -> None:
        self._renderer, self._folder = renderer, folder
        self._count = 0

    def photograph(self, task: dict[str, Any], grey: bool = False) -> Image.Image:
        made = self._renderer.run(task)
        assert isinstance(made, TaskDone), made
        self._count += 1
        path = self._folder / f"{self._count}.pdf"
        path.write_bytes(made.data)
        run("pdftoppm", "-r", str(DOTS_PER_INCH), "-f", "1", "-l", "1", "-png", path, path)
        (picture,) = self._folder.glob(f"{path.name}-*.png")
        image = Image.open(picture).convert("L" if grey else "RGB")
        return image.convert("RGB")

    def sheet(
        self, here: Evening, sheet: str, wifi: Wifi | None = None, grey: bool = False, **given: Any
    ) -> Image.Image:
        found = sheet_of(here, {"sheet": sheet, **given}, wifi)
        assert isinstance(found, TableSheet)
        return self.photograph({**found.task, "task": PRODUCTS[found.product].make}, grey)

    def pad(self, game: str, says: PadSays | None, **given: Any) -> Image.Image:
        options = read_pad_options(given, GAMES[game].players)
        assert isinstance(options, PadOptions)
        task = pad_task(game, options, says)
        assert not isinstance(task, Refused)
        return self.photograph({**task, "task": "paper"})


@pytest.fixture
def press(renderer: WorkerProcess, tmp_path: Path) -> Press:
    return Press(renderer, tmp_path)


def shown(name: str, pages: list[Image.Image]) -> None:
    """All pages beside each other; kept where the environment says so."""
    width = sum(page.width + GAP for page in pages) + GAP
    made = Image.new("RGB", (width, max(page.height for page in pages) + 2 * GAP), GROUND)
    x = GAP
    for page in pages:
        made.paste(page, (x, GAP))
        x += page.width + GAP
    folder = os.environ.get("CONTACT_SHEETS")
    path = Path(folder or ".") / f"{name}.png"
    if folder:
        made.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
        assert path.stat().st_size < LARGEST_BYTES
    assert min(page.getextrema()[0][0] for page in pages) < 60, "a page without ink"


def test_pads(press: Press) -> None:
    here = evening(a_duel(FOUR))
    shown(
        "pads",
        [
            press.pad(WAREHOUSE, None, players=4),
            press.sheet(here, "score-pad"),
            press.sheet(evening(a_market(FOUR[:3])), "score-pad", per_page=2),
            press.pad(DOMINION, None, players=3, per_page=4, paper="letter"),
        ],
    )


def test_posters(press: Press) -> None:
    here, wifi = evening(a_duel()), Wifi("Hinterhof", "brass-and-paper")
    shown(
        "posters",
        [
            press.sheet(here, "poster"),
            press.sheet(here, "poster", wifi),
            press.sheet(here, "poster", wifi, form="cards", paper="letter"),
            press.sheet(here, "poster", paper="a6"),
        ],
    )


def test_the_table_on_paper(press: Press) -> None:
    shown(
        "table-on-paper",
        [
            press.sheet(evening(a_duel(FOUR, rounds=4)), "fallback"),
            press.sheet(evening(a_market(FOUR[:3], held_by="app", more=PLAYED)), "fallback"),
            press.sheet(evening(a_duel(FOUR, rounds=8)), "result", grey=True),
        ],
    )


def test_lists(press: Press) -> None:
    here = evening(a_market(FOUR[:3], held_by="app", more=PLAYED))
    shown(
        "dominion-lists",
        [press.sheet(here, sheet) for sheet in ("list", "checklist", "pull", "placeholders")],
    )
