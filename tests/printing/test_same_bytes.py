"""The same input gives the same file, whichever process makes it and whatever it made before."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from companion.core.decks.model import Deck
from companion.printing.formats import PrintOptions, read_options
from companion.printing.products import PRODUCTS
from companion.services.prints.offers import PrintDraft
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.decks import deck_of, insider, item, warehouse

KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"backs": "long"},
    {"backs": "short", "style": "plain"},
    {"backs": "fold", "paper": "letter"},
    {"backs": "separate", "marks": "lines", "marks_on": "both"},
    {"backs": "long", "offset_x_mm": 0.3, "offset_y_mm": -0.2, "angle_degrees": 0.1},
    {"card": "mini-us", "copies": 3, "marks": "none", "gutter_mm": 2},
)

EXPORTS = ("service", "pictures", "tabletop", "cut")


def sums(deck: Deck, kinds: tuple[dict[str, Any], ...]) -> list[str]:
    """The sha256 of every kind of print, made by one process of its own."""
    worker = WorkerProcess(None)
    found = []
    try:
        for kind in kinds:
            options = read_options(kind)
            assert isinstance(options, PrintOptions)
            task = {"task": "deck", "deck": deck.to_json(), "options": options.to_json()}
            made = worker.run(task)
            assert isinstance(made, TaskDone), made
            found.append(hashlib.sha256(made.data).hexdigest())
        sheet = {"paper": "a4", "backs": "short", "turn": "portrait"}
        made = worker.run({"task": "calibration", "options": sheet})
        assert isinstance(made, TaskDone), made
        found.append(hashlib.sha256(made.data).hexdigest())
        for kind in EXPORTS:
            draft = PRODUCTS[kind].draft(deck.to_json(), {})
            assert isinstance(draft, PrintDraft)
            made = worker.run({**draft.task, "task": PRODUCTS[kind].make})
            assert isinstance(made, TaskDone), made
            data = Path(made.said["path"]).read_bytes() if "path" in made.said else made.data
            found.append(hashlib.sha256(data).hexdigest())
    finally:
        worker.close()
    return found


def test_every_kind_of_print_is_the_same_in_two_processes() -> None:
    deck = deck_of(
        item("Panda", flavour="Undercover.", count=3),
        item("Łódź", item_type="Weapon"),
        insider("Steal a **card** from an opponent."),
        warehouse(["Weapon", "Animal"]),
    )
    first = sums(deck, KINDS)
    second = sums(deck, KINDS[::-1])
    sheets = len(KINDS)
    assert first == [*second[:sheets][::-1], *second[sheets:]]
    assert len(set(first)) == sheets + 1 + len(EXPORTS)
