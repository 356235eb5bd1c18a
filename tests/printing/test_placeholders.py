"""Placeholders: true to size, every card of every box fits, and never a card's text."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from companion.core.games.dominion_black_market.card_view import card_view
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.outcome import Json, Refused
from companion.printing.cards.placeholders import (
    SWAP,
    PlannedPlaceholders,
    placeholder_options,
    placeholder_report,
    plan_placeholders,
)
from companion.printing.formats import PrintOptions
from companion.printing.pages.table_product import TableSheet
from companion.web.games.dominion_black_market.paper_lists import shown_card
from companion.web.prints.table_sheets import sheet_of
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import run
from tests.printing.evenings import DECK, a_market, evening
from tests.printing.raster import middle_of_dark, page


def every_card() -> list[Card]:
    """All that a Black Market deck can hold, members of mixed piles among them."""
    known = catalogue().cards.values()
    return [card for card in known if card.kind in ("kingdom", "member") and not card.mixed]


def task(cards: list[Card], **given: str) -> Json:
    options = placeholder_options(given)
    assert isinstance(options, PrintOptions)
    shown = [shown_card(card_view(card)) for card in cards]
    return {"cards": shown, "options": options.to_json(), "title": "Placeholders", "swap": SWAP}


@pytest.mark.parametrize("size", ["59x91", "poker", "japanese", "bridge", "mini"])
def test_every_card_of_every_box_fits(size: str) -> None:
    cards = every_card()
    asked = task(cards, card=size)
    planned = plan_placeholders(asked)
    assert isinstance(planned, PlannedPlaceholders)
    assert len(cards) > 490
    assert placeholder_report(asked, planned)["lines"] == []


def test_a_card_too_small_for_its_words_is_told() -> None:
    asked = task(every_card()[:3], card="25x25")
    planned = plan_placeholders(asked)
    assert isinstance(planned, PlannedPlaceholders)
    report = placeholder_report(asked, planned)
    assert (report["cards"], report["fitting"], len(report["lines"])) == (3, 0, 3)


def test_a_wrong_size_is_refused() -> None:
    refused = placeholder_options({"card": "1x1"})
    assert isinstance(refused, Refused)
    assert refused.code == "bad_option"


def test_the_sheets_say_which_card_and_which_box(renderer: WorkerProcess, tmp_path: Path) -> None:
    sheet = sheet_of(evening(a_market()), {"sheet": "placeholders"})
    assert isinstance(sheet, TableSheet)
    made = renderer.run({**sheet.task, "task": "placeholders"})
    assert isinstance(made, TaskDone)
    path = tmp_path / "cards.pdf"
    path.write_bytes(made.data)
    text = " ".join(run("pdftotext", "-raw", path, "-").split())
    assert [name for name in DECK if name not in text] == []
    assert text.count("Swap for the real card in its box") == len(DECK)
    for said in ("$4P", "Action – Attack – Knight", "stands for Knights", "Cornucopia & Guilds"):
        assert said in text
    assert (made.said["pages"], sheet.pages, sheet.cards) == (2, 2, 16)
    fonts = run("pdffonts", path).splitlines()[2:]
    assert fonts != []
    assert [row for row in fonts if " yes yes yes " not in row] == []
    assert re.search("Title: +Placeholders", run("pdfinfo", path))


def test_the_cuts_lie_where_the_real_cards_end(renderer: WorkerProcess, tmp_path: Path) -> None:
    asked = task(every_card()[:9], marks="lines", style="plain")
    planned = plan_placeholders(asked)
    assert isinstance(planned, PlannedPlaceholders)
    made = renderer.run({**asked, "task": "placeholders"})
    assert isinstance(made, TaskDone)
    path = tmp_path / "cards.pdf"
    path.write_bytes(made.data)
    raster, grid = page(path, 1, 600), planned.grid
    cuts = [grid.cell(column).x_mm for column in range(grid.columns)]
    found = [
        x - 1 + middle_of_dark(raster.across(x - 1, grid.top_mm + 1, 2)) / raster.pixels_per_mm
        for x in cuts
    ]
    assert [round(b - a, 1) for a, b in itertools.pairwise(found)] == [59.0] * (grid.columns - 1)
    assert all(abs(a - b) < 0.06 for a, b in zip(found, cuts, strict=True))
