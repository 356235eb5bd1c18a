"""Contact sheet of what is made for print services, screens and cutting machines.

Made as those of the card faces are; see test_contact_sheets.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from companion.core.decks.model import Deck
from companion.printing.exports.products import CUT, PICTURES, SERVICE, TABLETOP
from companion.printing.page_picture import page_picture
from companion.printing.product import Product
from companion.services.prints.offers import PrintDraft
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.contact_sheets import Row, kept, sheet

pytestmark = pytest.mark.soak

DOTS_PER_INCH = 80


def made(
    renderer: WorkerProcess, deck: Deck, product: Product, task: str = "", **options: Any
) -> Any:
    draft = product.draft(deck.to_json(), options)
    assert isinstance(draft, PrintDraft), draft
    done = renderer.run({**draft.task, "task": task or product.make, "dots_per_inch": 60})
    assert isinstance(done, TaskDone), done
    return done


def pages(
    renderer: WorkerProcess, deck: Deck, numbers: tuple[int, ...], **options: Any
) -> list[Image.Image]:
    """Pages for a service, with a line where their boxes say that they are cut."""
    data = made(renderer, deck, SERVICE, **options).data
    shown = []
    for number in numbers:
        drawn = page_picture(data, DOTS_PER_INCH, number)
        picture = Image.open(io.BytesIO(drawn)).convert("RGB")
        cut = 3 / 25.4 * DOTS_PER_INCH
        far = picture.width - cut, picture.height - cut
        ImageDraw.Draw(picture).rectangle((cut, cut, *far), outline="#e00000")
        shown.append(picture)
    return shown


def pieces(
    renderer: WorkerProcess, deck: Deck, product: Product, names: tuple[str, ...], **options: Any
) -> list[Image.Image]:
    """Pictures out of a ZIP, made smaller."""
    done = made(renderer, deck, product, **options)
    with zipfile.ZipFile(done.said["path"]) as bundle:
        pictures = [Image.open(io.BytesIO(bundle.read(name))).convert("RGB") for name in names]
    for picture in pictures:
        picture.thumbnail((330, 330), Image.Resampling.LANCZOS)
    return pictures


def test_what_is_made_for_others(renderer: WorkerProcess, starter: Deck, tmp_path: Path) -> None:
    cuts = [
        Image.open(io.BytesIO(made(renderer, starter, CUT, "cut_preview", **options).data)).convert(
            "RGB"
        )
        for options in ({}, {"gutter_mm": 4, "paper": "letter"}, {"backs": "fold"})
    ]
    for picture in cuts:
        picture.thumbnail((330, 330), Image.Resampling.LANCZOS)
    two = ("017-pigeon-with-a-badge-front.png", "back-market.png", "back-warehouse.png")
    slots = ("market-1.png", "market-back.png", "warehouse-1.png")
    rows: list[Row] = [
        ("for a print service: 3 mm over the cut (red, not printed); the plain style",
         pages(renderer, starter, (0, 1, 150)) + pages(renderer, starter, (0,), style="plain")),
        ("pictures, 600 dots to the inch",
         pieces(renderer, starter, PICTURES, two, dots_per_inch="600")),
        ("Tabletop Simulator: 69 cards and, last, the back; its back; the warehouses",
         pieces(renderer, starter, TABLETOP, slots)),
        ("cuts: cards that touch, 4 mm apart on Letter, folded over", cuts),
    ]  # fmt: skip
    kept(sheet(rows), "exports", tmp_path)
