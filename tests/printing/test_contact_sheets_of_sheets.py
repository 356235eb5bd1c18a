"""Contact sheets of whole pages: every kind of backs, papers and marks, the calibration sheet.

Made as those of the card faces are; see test_contact_sheets.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.printing.page_picture import page_picture
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import Printed
from tests.printing.contact_sheets import Row, kept, sheet

pytestmark = pytest.mark.soak

DOTS_PER_INCH = 40


def picture(data: bytes, number: int) -> Image.Image:
    return Image.open(io.BytesIO(page_picture(data, DOTS_PER_INCH, number))).convert("RGB")


def shown(printed: Printed, *numbers: int, **options: Any) -> list[Image.Image]:
    _, pdf, _ = printed(**options)
    return [picture(pdf.read_bytes(), number) for number in numbers]


def test_every_kind_of_backs(printed: Printed, tmp_path: Path) -> None:
    _, pdf, _ = printed(backs="separate", style="plain")
    backs = picture(pdf.with_name(f"{pdf.stem}-backs.pdf").read_bytes(), 0)
    both: dict[str, Any] = {"marks_on": "both"}
    rows: list[Row] = [
        (
            "last sheet, flipped on the long edge; and on the short edge",
            shown(printed, 16, 17, backs="long", **both)
            + shown(printed, 17, backs="short", **both),
        ),
        (
            "fold over: beside its front; below it",
            shown(printed, 0, backs="fold")
            + shown(printed, 0, backs="fold", card="63x44", turn="portrait"),
        ),
        (
            "backs in a file of their own",
            [*shown(printed, 0, backs="separate", style="plain"), backs],
        ),
    ]
    kept(sheet(rows), "sheets-backs", tmp_path)


def test_papers_and_marks(printed: Printed, tmp_path: Path) -> None:
    rows: list[Row] = [
        (
            "A4: crop marks; hairlines; no marks and 4 mm between the cards",
            shown(printed, 0)
            + shown(printed, 0, marks="lines")
            + shown(printed, 0, marks="none", gutter_mm=4),
        ),
        (
            "Letter, mini; Legal, business",
            shown(printed, 0, paper="letter", card="mini")
            + shown(printed, 0, paper="legal", card="business"),
        ),
        (
            "A3, tarot; Tabloid, Japanese",
            shown(printed, 0, paper="a3", card="tarot")
            + shown(printed, 0, paper="tabloid", card="japanese"),
        ),
    ]
    kept(sheet(rows), "sheets-papers", tmp_path)


def test_the_calibration_sheet(printed: Printed, renderer: WorkerProcess, tmp_path: Path) -> None:
    options = {"paper": "a4", "backs": "long", "turn": "portrait"}
    made = renderer.run({"task": "calibration", "options": options})
    assert isinstance(made, TaskDone), made
    moved = shown(
        printed, 1, backs="long", marks_on="both",
        offset_x_mm=2.5, offset_y_mm=-2, angle_degrees=1.2,
    )  # fmt: skip
    rows: list[Row] = [
        ("front and back; a back moved 2.5 mm right, 2 mm up, 1.2° clockwise",
         [picture(made.data, 0), picture(made.data, 1), *moved]),
    ]  # fmt: skip
    kept(sheet(rows), "sheets-calibration", tmp_path)
