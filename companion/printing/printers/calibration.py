"""Draws the calibration sheet: two crosses on the front, a millimetre scale behind each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.printing.drawing.sketch import Sketch, TextLine, circle, line
from companion.printing.formats import PAPERS, Size
from companion.printing.option_words import no_such
from companion.printing.own_words import ENGLISH, OwnWords, said
from companion.printing.printers.profiles import CROSS_EDGE_MM, EDGES
from companion.printing.sheets.grid import GUIDE_EDGE_MM, Rectangle
from companion.printing.sheets.guides import RULER_WITH_WORDS_MM, Strip
from companion.printing.sheets.sheet_marks import GUIDE_COLOUR, MARK_COLOUR, draw_ruler
from companion.printing.texts.fonts import MM_PER_POINT, choose, width_em

PAGE_TURNS = ("portrait", "landscape")
ARM_MM = 15
"""Of a cross on the front."""
SCALE_MM = 8
"""How far off a hole may be."""
FAINT = "#8a8a8a"
TEXT_EDGE_MM = 14.0
"""Room that words leave at the sides of the page."""


@dataclass(frozen=True, slots=True)
class CalibrationOptions:
    """How the sheet goes through the printer: as the cards will."""

    paper: str = "a4"
    backs: str = "long"
    turn: str = "portrait"

    def to_json(self) -> Json:
        """The options by name."""
        return asdict(self)

    @property
    def page(self) -> Size:
        """As it lies."""
        size = PAPERS[self.paper]
        return size if self.turn == "portrait" else size.turned

    @property
    def upper_is_first(self) -> bool:
        """Whether the upper cross of the front comes to lie behind the upper scale of the back.

        Not when the paper is flipped over its level edge: then above and below change places.
        """
        return (self.backs == "long") == (self.turn == "portrait")


def read_calibration_options(given: Mapping[str, Any]) -> CalibrationOptions | Refused:
    """The options; what is absent keeps its default. Refused as `bad_option`."""
    chosen = CalibrationOptions().to_json()
    known = {"paper": tuple(PAPERS), "backs": EDGES, "turn": PAGE_TURNS}
    for name, words in known.items():
        word = str(given.get(name) or chosen[name]).strip().lower()
        if word not in words:
            return no_such(name, word, ", ".join(words))
        chosen[name] = word
    return CalibrationOptions(**chosen)


def calibration_pages(
    options: CalibrationOptions, words: OwnWords = ENGLISH
) -> tuple[Sketch, Sketch]:
    """Front and back."""
    return _front(options, words), _back(options, words)


TITLE = N_("Calibration sheet")
FRONT, BACK = N_("Calibration sheet, front"), N_("Calibration sheet, back")
PRINT = {
    "long": N_("Print both pages on one sheet of {paper}, flipped on the long edge, at 100 %."),
    "short": N_("Print both pages on one sheet of {paper}, flipped on the short edge, at 100 %."),
}
THEN = (
    N_("Push a needle straight through the middle of both crosses."),
    N_("Turn the sheet over and read in each scale where the hole is."),
    N_("Type the four figures into the print shop, under Printers."),
)
READ = (
    N_("Read where each hole is, from the thick lines in the middle, in millimetres."),
    N_("Right and down count plus, left and up count minus."),
    N_("Half a millimetre between two lines can be read by eye."),
)
CALIBRATION_WORDS = (TITLE, FRONT, BACK, *PRINT.values(), *THEN, *READ)


def _points(page: Size) -> tuple[tuple[float, float], tuple[float, float]]:
    middle = page.width_mm / 2
    return (middle, CROSS_EDGE_MM), (middle, page.height_mm - CROSS_EDGE_MM)


def _front(options: CalibrationOptions, words: OwnWords) -> Sketch:
    sketch = Sketch()
    numbers = ("1", "2") if options.upper_is_first else ("2", "1")
    for (x, y), number in zip(_points(options.page), numbers, strict=True):
        _cross(sketch, x, y, number)
    first = said(words, PRINT[options.backs], paper=PAPERS[options.paper].name)
    steps = (first, *(said(words, each) for each in THEN))
    numbered = tuple(f"{number}.  {step}" for number, step in enumerate(steps, start=1))
    _words(sketch, options.page, said(words, FRONT), numbered)
    wide = RULER_WITH_WORDS_MM
    below = options.page.height_mm - GUIDE_EDGE_MM - 9.0
    place = Rectangle((options.page.width_mm - wide) / 2, below, wide, 4.4)
    draw_ruler(sketch, Strip(place, upright=False))
    return sketch


def _back(options: CalibrationOptions, words: OwnWords) -> Sketch:
    sketch = Sketch()
    for (x, y), number in zip(_points(options.page), ("1", "2"), strict=True):
        _scale(sketch, x, y, number)
    steps = tuple(said(words, each) for each in READ)
    _words(sketch, options.page, said(words, BACK), steps)
    return sketch


def _cross(sketch: Sketch, x: float, y: float, number: str) -> None:
    """A cross with a tick each millimetre, numbered each five, and a ring to aim at."""
    for across in (True, False):
        sketch.stroke(_through(x, y, ARM_MM, across), MARK_COLOUR, 0.12)
        for step in range(-ARM_MM, ARM_MM + 1):
            half = 1.4 if step % 5 == 0 else 0.7
            at = (x + step, y) if across else (x, y + step)
            if step:
                sketch.stroke(_through(*at, half, not across), GUIDE_COLOUR, 0.1)
            if step and step % 5 == 0:
                shift = (0.0, 3.4) if across else (2.6, 0.5)
                _letter(sketch, str(abs(step)), 5, at[0] + shift[0], at[1] + shift[1])
    sketch.stroke(circle(x, y, 1.0), MARK_COLOUR, 0.1)
    _letter(sketch, number, 16, x - ARM_MM - 5, y + 2)


def _scale(sketch: Sketch, x: float, y: float, number: str) -> None:
    """Lines a millimetre apart both ways, numbered at both ends."""
    for across in (True, False):
        for step in range(-SCALE_MM, SCALE_MM + 1):
            at = (x, y + step) if across else (x + step, y)
            wide, colour = (0.25, MARK_COLOUR) if step == 0 else (0.14, GUIDE_COLOUR)
            if step % 5:
                wide, colour = 0.07, FAINT
            sketch.stroke(_through(*at, SCALE_MM, across), colour, wide)
            if step % 2 == 0:
                said = f"+{step}" if step > 0 else f"−{-step}" if step else "0"
                if across:
                    _letter(sketch, said, 4.5, x + SCALE_MM + 2, at[1] + 0.5)
                else:
                    _letter(sketch, said, 4.5, at[0], y - SCALE_MM - 1)
    _letter(sketch, number, 16, x - SCALE_MM - 6, y + 2)


def _through(x: float, y: float, half: float, across: bool) -> Any:
    if across:
        return line(x - half, y, x + half, y)
    return line(x, y - half, x, y + half)


def _words(sketch: Sketch, page: Size, title: str, steps: tuple[str, ...]) -> None:
    """In the middle of the page, where no needle goes."""
    top = page.height_mm / 2 - 4 * len(steps)
    room = page.width_mm - 2 * TEXT_EDGE_MM
    _letter(sketch, title, 17, page.width_mm / 2, top)
    longest = max(width_em("label", choose("label", step).text) for step in steps)
    size = min(11.0, room / (longest * MM_PER_POINT))
    for number, step in enumerate(steps, start=1):
        _letter(sketch, step, round(size, 2), page.width_mm / 2, top + 3 + 8 * number)


def _letter(sketch: Sketch, words: str, size_pt: float, x: float, baseline: float) -> None:
    chosen = choose("label", words)
    wide = size_pt * MM_PER_POINT * len(words)
    sketch.letter(
        TextLine(chosen.text, chosen.font, size_pt, x, baseline, wide, MARK_COLOUR, "center")
    )
