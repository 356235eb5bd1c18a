"""Contact sheets of the card faces, and the figures beside them.

`CONTACT_SHEETS=docs/prints` writes the pictures there; else they are thrown away. Without that
variable this is a soak test: what it checks is checked piece by piece in test_looks.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

from companion.core.decks.model import Deck
from companion.printing.formats import CARD_SIZES, PrintOptions, read_options
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.contact_sheets import Row, kept, sheet

pytestmark = pytest.mark.soak

DOTS_PER_INCH = 96


SHOWN = ("industrial-glitter-cannon", "panda", "letting-agent", "nothing-to-see-sheds")
BACKS = ("panda", "nothing-to-see-sheds")


class Camera:
    """Takes single cards of a deck."""

    def __init__(self, renderer: WorkerProcess, pictures: Path) -> None:
        self._renderer = renderer
        self._pictures = pictures

    def card(self, deck: Deck, card_id: str, side: str = "front", **options: Any) -> Image.Image:
        chosen = read_options(options)
        assert isinstance(chosen, PrintOptions)
        number = [card.id for card in deck.cards].index(card_id) + 1
        task = {
            "task": "card_preview",
            "card": number,
            "side": side,
            "dots_per_inch": DOTS_PER_INCH / 2,
            "deck": deck.to_json(),
            "options": chosen.to_json(),
            "pictures_folder": str(self._pictures),
        }
        made = self._renderer.run(task)
        assert isinstance(made, TaskDone), made
        return Image.open(io.BytesIO(made.data)).convert("RGB")

    def row(self, deck: Deck, fronts: Sequence[str], backs: Sequence[str], **options: Any) -> Any:
        return [
            *(self.card(deck, card_id, **options) for card_id in fronts),
            *(self.card(deck, card_id, "back", **options) for card_id in backs),
        ]


@pytest.fixture
def camera(renderer: WorkerProcess, pictures: Path) -> Camera:
    return Camera(renderer, pictures)


def test_the_two_styles(camera: Camera, starter: Deck, tmp_path: Path) -> None:
    rows: list[Row] = []
    inks = {}
    for style in ("house", "plain"):
        cards = camera.row(starter, SHOWN, BACKS, style=style)
        inks[style] = [1 - ImageStat.Stat(card.convert("L")).mean[0] / 255 for card in cards]
        front, back = sum(inks[style][:4]) / 4, sum(inks[style][4:]) / 2
        line = f"{style}: ink on {front:.0%} of a front, {back:.0%} of a back"
        rows.append((line, cards))
        grey = [card.convert("L").convert("RGB") for card in cards]
        rows.append((f"{style}, from a printer without colour", grey))
    kept(sheet(rows), "cards-styles", tmp_path)
    assert sum(inks["plain"]) < sum(inks["house"])


def test_scan_marks(camera: Camera, starter: Deck, tmp_path: Path) -> None:
    rows: list[Row] = []
    for mark, style, size in (
        ("10", "house", "poker"),
        ("8", "plain", "poker"),
        ("8", "house", "mini"),
    ):
        cards = camera.row(starter, SHOWN, [], scan_marks=mark, style=style, card=size)
        rows.append((f"scan marks of {mark} mm, {style}, {size}", cards))
    kept(sheet(rows), "cards-scan-marks", tmp_path)


def test_every_size(camera: Camera, starter: Deck, tmp_path: Path) -> None:
    rows = [
        (
            f"{name}, {size.width_mm:g} × {size.height_mm:g} mm",
            camera.row(starter, SHOWN[1:], BACKS, card=name),
        )
        for name, size in CARD_SIZES.items()
    ]
    for number in (0, 1):
        kept(sheet(rows[number::2]), f"cards-sizes-{number + 1}", tmp_path)


def test_a_deck_of_one_s_own(camera: Camera, own: Deck, tmp_path: Path) -> None:
    ids = [card.id for card in own.cards]
    rows: list[Row] = []
    for style in ("house", "plain"):
        line = f"own types, pictures, markup: {style}"
        rows.append((line, camera.row(own, ids[:5], [], style=style)))
        rows.append(("", camera.row(own, ids[5:], [], style=style)))
    kept(sheet(rows), "cards-own-deck", tmp_path)
