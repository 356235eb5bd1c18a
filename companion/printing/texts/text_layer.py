"""What the text renderer gives back for one face: glyphs in their places, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.printing.texts.fonts import MM_PER_POINT, measures


@dataclass(frozen=True, slots=True)
class Rise:
    """From here on glyphs stand this much higher, in points: accents upon their letters."""

    points: float


@dataclass(frozen=True, slots=True)
class TextRun:
    """A row of glyphs of one font at one size."""

    line: int
    """Which of the face's lines it belongs to, counted from 0."""
    font: str
    size_pt: float
    x_mm: float
    baseline_mm: float
    colour: str
    pieces: tuple[str | float | Rise, ...]
    """Glyph numbers, four hexadecimal digits each, and shifts in thousandths of an em."""

    @property
    def width_mm(self) -> float:
        """From the first glyph's origin to the end of the last one, kerning included."""
        return width_em(self.font, self.pieces) * self.size_pt * MM_PER_POINT


def width_em(font: str, pieces: Iterable[str | float | Rise]) -> float:
    """How far the glyphs and shifts lead, in em."""
    measured = measures(font)
    thousandths = 0.0
    for piece in pieces:
        if isinstance(piece, str):
            for start in range(0, len(piece), 4):
                advance = measured.advances[int(piece[start : start + 4], 16)]
                thousandths += advance * 1000 / measured.units
        elif isinstance(piece, float):
            thousandths -= piece
    return thousandths / 1000


@dataclass(frozen=True, slots=True)
class TextLayer:
    """All text of one face."""

    runs: tuple[TextRun, ...] = ()
    glyphs: dict[str, dict[int, str]] = field(default_factory=dict)
    """The text each glyph stands for, by font and glyph number: what copying gives."""
