"""One card as it will be printed, for a page: its front as SVG, and how its texts fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from companion.core.decks import Card, Deck
from companion.printing.faces import draw_front
from companion.printing.fit_report import ReportLine, report
from companion.printing.keeping import Keeping
from companion.printing.look import DESIGN_HEIGHT_MM, DESIGN_WIDTH_MM, HOUSE, Canvas
from companion.printing.picture_files import PictureFiles
from companion.printing.svg_drawing import SvgWriter

KEPT_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class CardFace:
    """The front of a card."""

    svg: str
    """The elements inside its `<svg>`, in millimetres of the card; every text in it is escaped."""
    lines: tuple[ReportLine, ...]
    """What the fit report says about it."""


class CardPreviews:
    """Draws fronts in this process: measured, 1 ms a card, with no worker to wait for."""

    WIDTH_MM, HEIGHT_MM = DESIGN_WIDTH_MM, DESIGN_HEIGHT_MM

    def __init__(self, pictures_folder: Path | None = None) -> None:
        """Without a folder cards are drawn without their pictures."""
        self._pictures = PictureFiles(pictures_folder, Keeping(None, KEPT_BYTES))

    def face(self, deck: Deck, card: Card, prefix: str = "face") -> CardFace:
        """The front as the house style prints it at the size it was designed for.

        `card` may be another version of a card of the deck. `prefix` keeps the ids of several
        faces on one page apart.
        """
        canvas = Canvas(DESIGN_WIDTH_MM, DESIGN_HEIGHT_MM, 0.0, HOUSE)
        cards = tuple(card if each.id == card.id else each for each in deck.cards)
        drawing, notes = draw_front(deck, card, canvas, self._pictures)
        svg = SvgWriter(prefix, self._pictures).drawing(drawing)
        said = [notes if each is card else () for each in cards]
        return CardFace(svg, report(replace(deck, cards=cards), said).lines)
