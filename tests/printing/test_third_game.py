"""The third game's paper: its pad, its own page and its result, made by the real worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.games import GAMES
from companion.printing.pages.pad_options import PadOptions
from companion.printing.pages.pads import has_pad, pad_task
from companion.printing.pages.table_product import TableSheet
from companion.printing.products import PRODUCTS
from companion.web.games.papers import GAME_PAPER
from companion.web.prints.evening import Evening
from companion.web.prints.table_sheets import offered, sheet_of, sheet_words
from companion.worker_process import TaskDone, WorkerProcess
from tests.core.scripts import SCRIPTS
from tests.printing.conftest import run
from tests.printing.evenings import evening, played
from tests.printing.tagged import assert_tagged
from tests.toy_game.core.game import GAME as PIG
from tests.toy_game.registered import WORKER, known_everywhere


@pytest.fixture(scope="module")
def here() -> Iterator[Evening]:
    with known_everywhere():
        yield evening(played(PIG.key, SCRIPTS[PIG.key][1]))


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerProcess]:
    made = WorkerProcess(tmp_path_factory.mktemp("made"), worker=WORKER)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("score-pad", ("Pig", "Who has 100 points begins the last round.", "Ana", "Round")),
        ("fallback", ("Play on by paper", "17", "30", "Turns")),
        ("result", ("Ben wins", "30 points.", "Turn 1")),
    ],
)
def test_a_page_of_the_third_game_is_made(
    here: Evening, press: WorkerProcess, tmp_path: Path, sheet: str, words: tuple[str, ...]
) -> None:
    planned = sheet_of(here, {"sheet": sheet})
    assert isinstance(planned, TableSheet)
    made = press.run({**planned.task, "task": PRODUCTS[planned.product].make})
    assert isinstance(made, TaskDone), made
    path = tmp_path / "page.pdf"
    path.write_bytes(made.data)
    assert made.said["pages"] == 1
    assert_tagged(path, planned.task["content"]["title"], ("Table", "H1"))
    text = " ".join(run("pdftotext", "-layout", path, "-").split())
    assert [each for each in words if each not in text] == []


def test_its_table_offers_these_pages_and_no_others(here: Evening) -> None:
    assert [each.key for each in offered(here)] == ["poster", "score-pad", "fallback", "result"]
    assert sheet_words(PIG.key) == ("poster", "score-pad", "fallback", "result")


def test_a_game_without_pad_and_pages_still_has_its_poster(
    here: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(GAME_PAPER, PIG.key)
    monkeypatch.setattr(type(PIG), "pad", lambda self, state, room: None)
    assert [each.key for each in offered(here)] == ["poster"]
    assert not has_pad(PIG.key)
    for refused in (pad_task(PIG.key, PadOptions()), sheet_of(here, {"sheet": "result"})):
        assert getattr(refused, "code", None) == "no_sheet"


def test_the_third_game_has_a_pad_as_both_have_that_came_first(here: Evening) -> None:
    with_pads = {key for key in GAMES if has_pad(key)}
    assert with_pads >= {"black_market_warehouse", "dominion_black_market", PIG.key}
