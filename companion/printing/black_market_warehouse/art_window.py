"""The picture that somebody supplied, in the art window of a card."""

from __future__ import annotations

from companion.core.decks.model import PICTURE, Card
from companion.printing.cards.picture_files import GOOD_DOTS_PER_INCH, dots_per_inch
from companion.printing.drawing import palette
from companion.printing.drawing.look import Work
from companion.printing.drawing.sketch import Picture, rectangle
from companion.printing.texts.fit import Box
from companion.printing.texts.fit_note import FitNote


def has_picture(work: Work, card: Card) -> bool:
    """True when the card brings a picture and it is there. A missing one is reported."""
    if card.picture is None:
        return False
    if work.pictures.size(card.picture) is not None:
        return True
    work.notes.append(FitNote("picture_missing", "picture"))
    return False


def supplied(work: Work, asset: str, box: Box) -> None:
    """The picture in its ledger frame; in grey where ink is to be saved."""
    size = work.pictures.size(asset)
    if size is None:
        return
    dots = dots_per_inch(size, box.width_mm, box.height_mm)
    if dots < GOOD_DOTS_PER_INCH:
        work.notes.append(FitNote("coarse_picture", "picture", dots_per_inch=int(dots)))
    grey = not work.canvas.look.pictures
    place = box.x_mm, box.y_mm, box.width_mm, box.height_mm
    work.sketch.picture(Picture(asset.removeprefix(PICTURE), *place, grey=grey))
    work.sketch.stroke(rectangle(*place), palette.INK, 0.3 * work.canvas.scale)
