"""How true prints are: edges, backs behind fronts, nothing that overflows unsaid, equal bytes.

`python -m tests.bench.print_truth` prints one JSON object; tests/printing holds the same for
every paper, size and turn.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import ImageChops, ImageOps

from companion.core.decks.model import Deck
from companion.printing.cache import Cache
from companion.printing.cards.faces import draw_front
from companion.printing.cards.picture_files import PictureFiles
from companion.printing.formats import PrintOptions
from companion.printing.in_worker import prepare
from companion.printing.sheets.deck_print import canvas_of
from companion.printing.sheets.planning import Planned, plan
from companion.printing.texts.fit_report import SERIOUS
from tests.bench import print_decks
from tests.bench.print_child import Backroom
from tests.printing.decks import hostile_deck
from tests.printing.raster import frame_errors, outlines, page

WIDER_MM = 0.05
"""A line that is wider than its room by more than this overflows."""


def edge_error(shop: Backroom, deck: Deck) -> float:
    """The farthest that any edge of a full sheet is from its place, in mm, at 600 dpi."""
    worst = 0.0
    for paper in ("a4", "letter"):
        pdf = shop.folder / f"{paper}.pdf"
        pdf.write_bytes(shop.printed(deck, paper=paper).data)
        planned = plan(deck, PrintOptions(paper=paper))
        assert isinstance(planned, Planned)
        raster = page(pdf, 1, 600)
        errors = [frame_errors(raster, each) for each in planned.sheets[0].placements]
        worst = max(worst, *(error for four in errors for error in four))
    return worst


def duplex_error(shop: Backroom, deck: Deck) -> int:
    """Pixels that differ between a sheet's outlines and its flipped back's, full and half full."""
    wrong = 0
    for edge, flip in (("long", ImageOps.mirror), ("short", ImageOps.flip)):
        pdf = shop.folder / f"{edge}.pdf"
        data = shop.printed(deck, backs=edge, marks="lines", marks_on="both").data
        pdf.write_bytes(data)
        for number in (1, 17):
            front, back = outlines(pdf, number), flip(outlines(pdf, number + 1))
            wrong += ImageChops.difference(front, back).histogram()[255]
    return wrong


def silent(shop: Backroom) -> int:
    """Lines of the hostile deck that overflow, and letters without a glyph, that nobody names."""
    prepare({"folder": str(shop.folder)})
    from companion.printing.texts.typesetting import typeset

    planned = plan(hostile_deck(), PrintOptions())
    assert isinstance(planned, Planned)
    canvas, pictures = canvas_of(planned), PictureFiles(None, Cache(None))
    drawn = [draw_front(planned.deck, card, canvas, pictures) for card in planned.deck.cards]
    layers = typeset([drawing.texts for drawing, _ in drawn], canvas.width_mm, canvas.height_mm)
    found = 0
    for (drawing, notes), layer in zip(drawn, layers, strict=True):
        if any(note.code in SERIOUS for note in notes):
            continue
        widths = [0.0] * len(drawing.texts)
        for run in layer.runs:
            widths[run.line] += run.width_mm
        found += sum(
            width > text.width_mm + WIDER_MM
            for width, text in zip(widths, drawing.texts, strict=True)
        )
        found += sum(0 in glyphs for glyphs in layer.glyphs.values())
    return found


def main() -> int:
    """Measure all of it."""
    with tempfile.TemporaryDirectory(prefix="backroom-truth-") as made:
        shop, deck = Backroom(Path(made)), print_decks.starter()
        told: dict[str, Any] = {
            "edge_mm": edge_error(shop, deck),
            "duplex_pixels": duplex_error(shop, deck),
            "silent": silent(shop),
        }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
