"""How a face is painted: the house style in colour, or the plain one that saves ink."""

from __future__ import annotations

from dataclasses import dataclass

from companion.printing.cards.picture_files import PictureFiles
from companion.printing.drawing import palette
from companion.printing.drawing.sketch import Path, Sketch, TextLine, rectangle
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.fonts import MM_PER_POINT, SHAPED, choose, width_em
from companion.printing.texts.typed_text import reads_from_the_right

DESIGN_WIDTH_MM = 63.0
DESIGN_HEIGHT_MM = 88.0
"""The faces are designed on the poker size; other sizes scale lettering and rules."""
READABLE_PT, READABLE_LABEL_PT = 6.5, 5.0
"""Below these sizes the report speaks up however small the card: eyes do not scale."""
SAFE_ZONE_MM = 3.0
"""Of the design, and unless the print says otherwise."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the style allows. Everything that says something stays in both."""

    style: str
    tinted: bool
    """Paper tint under the whole face, and its bleed."""
    pictures: bool
    solid: bool
    """Bands and medallions filled with colour; otherwise outlined."""


HOUSE = Look("house", tinted=True, pictures=True, solid=True)
PLAIN = Look("plain", tinted=False, pictures=False, solid=False)
LOOKS = {look.style: look for look in (HOUSE, PLAIN)}


@dataclass(frozen=True, slots=True)
class Canvas:
    """The face that is being drawn: its trim size, its bleed, its style and its scale."""

    width_mm: float
    height_mm: float
    bleed_mm: float
    look: Look
    safe_zone_mm: float = SAFE_ZONE_MM
    """Nothing that matters lies closer to the cut."""
    corner_mm: float = 0.0
    """Side of the square that fronts leave free at their top right; 0 for none."""

    @property
    def scale(self) -> float:
        """Millimetres on this card for each millimetre of the design."""
        whole = min(self.width_mm / DESIGN_WIDTH_MM, self.height_mm / DESIGN_HEIGHT_MM)
        if SAFE_ZONE_MM * whole >= self.safe_zone_mm:
            return whole
        width, height = DESIGN_WIDTH_MM - 2 * SAFE_ZONE_MM, DESIGN_HEIGHT_MM - 2 * SAFE_ZONE_MM
        room = 2 * self.safe_zone_mm
        return max(0.2, min((self.width_mm - room) / width, (self.height_mm - room) / height))

    @property
    def inset(self) -> float:
        """Where the frame lies: at the safe zone's edge, further in on larger cards."""
        return max(self.safe_zone_mm, SAFE_ZONE_MM * self.scale)

    @property
    def spare(self) -> float:
        """Height that a card slimmer than the design has to give away."""
        design = (DESIGN_HEIGHT_MM - 2 * SAFE_ZONE_MM) * self.scale
        return max(0.0, self.height_mm - 2 * self.inset - design)

    @property
    def left(self) -> float:
        """Where texts begin."""
        return self.inset + 1.9 * self.scale

    @property
    def right(self) -> float:
        """Where texts end."""
        return self.width_mm - self.left

    @property
    def corner_edge(self) -> float:
        """How far the free square keeps from the cut: inside both rules of the frame."""
        return self.inset + 1.3 * self.scale

    @property
    def corner_bottom(self) -> float:
        """Where the free square ends, with a little air; 0 without one."""
        return self.corner_edge + self.corner_mm + 0.6 * self.scale if self.corner_mm else 0.0

    @property
    def title_right(self) -> float:
        """Where the title ends: before the free square, if there is one."""
        if not self.corner_mm:
            return self.right
        return self.width_mm - self.corner_edge - self.corner_mm - 0.6 * self.scale

    @property
    def text_width(self) -> float:
        """Room from `left` to `right`."""
        return self.right - self.left


@dataclass(slots=True)
class Work:
    """One face in the making: the sketch, and what the fit report will say."""

    canvas: Canvas
    sketch: Sketch
    notes: list[FitNote]
    pictures: PictureFiles
    """Where the pictures that cards bring are found."""


def bleeding(canvas: Canvas) -> Path:
    """The whole face with its bleed."""
    b = canvas.bleed_mm
    return rectangle(-b, -b, canvas.width_mm + 2 * b, canvas.height_mm + 2 * b)


def frame(work: Work) -> None:
    """Paper tint and the ledger frame: a heavy rule and a brass hairline inside it."""
    canvas, sketch, s = work.canvas, work.sketch, work.canvas.scale
    if canvas.look.tinted:
        sketch.fill(bleeding(canvas), palette.PAPER)
    i, gap = canvas.inset, 0.85 * s
    width, height = canvas.width_mm - 2 * i, canvas.height_mm - 2 * i
    sketch.stroke(rectangle(i, i, width, height, 1.8 * s), palette.INK, FRAME_WIDTH_MM * s)
    inner = rectangle(i + gap, i + gap, width - 2 * gap, height - 2 * gap, 1.1 * s)
    sketch.stroke(inner, palette.BRASS, 0.16 * s)


FRAME_WIDTH_MM = 0.5
"""Of the heavy rule, on a card of the design's size; it is centred on the safe zone's edge."""


def lettered(
    sketch: Sketch,
    text: str,
    font: str,
    size_pt: float,
    x_mm: float,
    baseline_mm: float,
    width_mm: float,
    colour: str,
    align: str = "center",
    spacing_em: float = 0.0,
    turned: float = 0.0,
) -> float:
    """Set our own lettering, made smaller where it would be wider than `width_mm`; its size."""
    chosen = choose(font, text)
    wide = (width_em(chosen.font, chosen.text) + spacing_em * (len(chosen.text) - 1)) * MM_PER_POINT
    size = min(size_pt, width_mm / wide) if wide else size_pt
    put = sketch.texts.append if chosen.font in SHAPED else sketch.letter
    put(
        TextLine(
            chosen.text,
            chosen.font,
            round(size, 3),
            x_mm,
            baseline_mm,
            width_mm,
            colour,
            align,
            spacing_em,
            turned,
            reads_from_the_right(chosen.text),
        )
    )
    return size


def seed_of(card_id: str) -> int:
    """A number that stays with the card, for choices that only please the eye."""
    value = 0
    for letter in card_id.encode():
        value = (value * 131 + letter) % 1_000_003
    return value
