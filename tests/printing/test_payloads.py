"""Whatever stands in a deck's texts, its PDF does nothing and its sheet holds no formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.names import clean_name
from companion.core.spreadsheets.reading import read_sheet
from companion.core.spreadsheets.writing import write_sheet
from companion.printing.pages.pad_options import PadOptions
from companion.printing.pages.pads import PadSays, pad_task
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import Printed
from tests.security.evenings import deck_of
from tests.security.payloads import PAYLOADS

TEXTS = [str(clean_name(text)) for text in PAYLOADS.values() if clean_name(text)]
ACTIVE = {
    "/JS", "/JavaScript", "/OpenAction", "/AA", "/Launch", "/URI", "/SubmitForm", "/ImportData",
    "/GoToR", "/GoToE", "/EmbeddedFile", "/EmbeddedFiles", "/RichMedia", "/XFA", "/AcroForm",
    "/Annots",
}  # fmt: skip
"""What makes a PDF do something (ISO 32000-1, 12.6) or carry something along."""


@pytest.fixture(scope="module")
def poisoned() -> Deck:
    deck = read_deck(deck_of(TEXTS))
    assert isinstance(deck, Deck), deck
    return deck


def names_in(path: Path) -> set[str]:
    """Every key and name of every object of the file."""
    found: set[str] = set()
    reader = PdfReader(path)
    for number in range(1, int(reader.trailer["/Size"])):
        _gather(reader.get_object(number), found)
    return found


def _gather(value: Any, found: set[str]) -> None:
    if isinstance(value, dict):
        found.update(value.keys())
        for each in value.values():
            _gather(each, found)
    elif isinstance(value, list):
        for each in value:
            _gather(each, found)
    elif isinstance(value, str) and value.startswith("/"):
        found.add(value)


def test_a_sheet_of_cards_does_nothing(printed: Printed, poisoned: Deck) -> None:
    _, odd, _ = printed(poisoned)
    assert "/XObject" in names_in(odd)
    assert names_in(odd) & ACTIVE == set()


def test_a_score_pad_does_nothing(renderer: WorkerProcess, tmp_path: Path) -> None:
    path = tmp_path / "pad.pdf"
    for start in range(0, len(TEXTS), 10):
        says = PadSays(tuple(TEXTS[start : start + 10]))
        task = pad_task("black_market_warehouse", PadOptions(players=10), says)
        assert isinstance(task, dict)
        made = renderer.run({"task": "paper", **task})
        assert isinstance(made, TaskDone), made
        path.write_bytes(made.data)
        assert names_in(path) & ACTIVE == set(), TEXTS[start : start + 10]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_of_a_sheet_is_a_formula(poisoned: Deck, separator: str) -> None:
    text = write_sheet(poisoned, separator)
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]

    assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")] == []
    read = read_sheet(text, "x")
    assert getattr(read, "deck", read).to_json() == poisoned.to_json()
