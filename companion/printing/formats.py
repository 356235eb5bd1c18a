"""Papers, card sizes and the options of a print, read from a form or a command line."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.core.decks.scan_marks import ALPHABET, ID_LENGTH
from companion.core.names import LONGEST_CLUSTER, LONGEST_NAME
from companion.core.outcome import Refused
from companion.printing.option_words import between, no_size, no_such

INCH_MM = 25.4


@dataclass(frozen=True, slots=True)
class Size:
    """A width and height in millimetres, upright."""

    width_mm: float
    height_mm: float

    @property
    def turned(self) -> Size:
        """The same on its side."""
        return Size(self.height_mm, self.width_mm)


@dataclass(frozen=True, slots=True)
class Paper(Size):
    """A size of paper, upright, and what it is called in every language."""

    name: str


PAPERS: Mapping[str, Paper] = {
    "a4": Paper(210.0, 297.0, "A4"),
    "letter": Paper(215.9, 279.4, "Letter"),
    "a3": Paper(297.0, 420.0, "A3"),
    "legal": Paper(215.9, 355.6, "Legal"),
    "tabloid": Paper(279.4, 431.8, "Tabloid"),
}
"""What everything is printed on; forms, style sheets and command line read it from here."""
POSTER_ONLY: Mapping[str, Paper] = {"a6": Paper(105.0, 148.0, "A6")}
"""What a table's poster is printed on besides."""

CARD_SIZES: Mapping[str, Size] = {
    "poker": Size(63.0, 88.0),
    "us-poker": Size(63.5, 88.9),
    "bridge": Size(57.0, 88.9),
    "tarot": Size(70.0, 120.0),
    "mini": Size(44.0, 68.0),
    "mini-us": Size(41.0, 63.0),
    "square": Size(70.0, 70.0),
    "japanese": Size(59.0, 86.0),
    "business": Size(55.0, 85.0),
    "jumbo": Size(89.0, 127.0),
}

BACKS = ("none", "long", "short", "fold", "separate")
"""No backs; both sides of the sheet, flipped on its long or its short edge; front and back beside
each other, to be folded and glued; or the backs in a file of their own."""
MARKS = ("crop", "lines", "none")
"""Crop marks outside the cards, hairlines around each card, or nothing."""
MARKED_SIDES = ("fronts", "backs", "both")
MOVED_SIDES = ("backs", "fronts", "both")
"""Which sides a printer's profile moves."""
STYLES = ("house", "plain")
TURNS = ("auto", "portrait", "landscape")
SCAN_MARKS = ("off", "10", "8")
"""No scan marks, or how wide they are in millimetres."""
SCAN_MODULES = 12
"""Squares along a side of a mark: a Data Matrix of six characters."""

SMALLEST_CARD_MM = 25.0
LARGEST_CARD_MM = 250.0
LARGEST_GUTTER_MM = 20.0
LARGEST_MARGIN_MM = 30.0
LARGEST_SAFE_ZONE_MM = 8.0
LARGEST_OFFSET_MM = 10.0
LARGEST_ANGLE_DEGREES = 2.0
"""Printers that are farther off than this are broken."""
LONGEST_PROFILE_NAME = LONGEST_NAME * LONGEST_CLUSTER
"""In code points: 24 letters as people count them, see core.names."""
LARGEST_COPIES = 25
"""Of the whole deck in one file."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How a deck is printed. The defaults are the command line's and the form's."""

    paper: str = "a4"
    card: str = "poker"
    """A name of CARD_SIZES, or "63x88" in millimetres, or "2.5x3.5in"."""
    backs: str = "none"
    marks: str = "crop"
    marks_on: str = "fronts"
    style: str = "house"
    turn: str = "auto"
    gutter_mm: float = 0.0
    margin_mm: float = 5.0
    """What the printer cannot reach, on each side of the paper."""
    bleed_mm: float = 1.0
    """How far a face runs over its cut where the sheet leaves room."""
    safe_zone_mm: float = 3.0
    """How far frame and texts keep from the cut."""
    copies: int = 1
    profile: str = ""
    """Name of the printer profile that the next three come from, if any."""
    offset_x_mm: float = 0.0
    """How far to move what is printed to the right, as one looks at the side that is moved."""
    offset_y_mm: float = 0.0
    """How far to move it down."""
    angle_degrees: float = 0.0
    """How far to turn it clockwise about the middle of the page."""
    offset_on: str = "backs"
    scan_marks: str = "off"
    """The mark on each front by which a photo of the cards is read."""
    scan_id: str = ""
    """The deck's scan id where it has one; empty for its own (see core.decks.scan_marks)."""

    def to_json(self) -> dict[str, Any]:
        """The options by name: what a job keeps, and what reading gives back."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    @property
    def marked_sides(self) -> tuple[str, ...]:
        """The sides that carry marks; where only fronts are printed, always these."""
        if self.backs in ("none", "fold"):
            return ("fronts",)
        return ("fronts", "backs") if self.marks_on == "both" else (self.marks_on,)

    @property
    def scan_mark_mm(self) -> float:
        """Side of the scan mark, 0 for none."""
        return 0.0 if self.scan_marks == "off" else float(self.scan_marks)

    @property
    def scan_room_mm(self) -> float:
        """Side of the white square that it stands in: one module more all around."""
        return round(self.scan_mark_mm * (SCAN_MODULES + 2) / SCAN_MODULES, 4)

    def moved(self, side: str) -> bool:
        """Whether a printer profile moves this side: fronts or backs."""
        return self.offset_on in (side, "both") and bool(
            self.offset_x_mm or self.offset_y_mm or self.angle_degrees
        )

    @property
    def card_size(self) -> Size:
        """The trim size."""
        size = read_size(self.card)
        assert size is not None, "options are made by read_options"
        return size


_SIDE = r"(\d{1,3}(?:[.,]\d{1,3})?)"
_INCH = r"[\"”″]|''|’’"
"""The signs that people type for an inch."""
_COUNT = re.compile(r"[0-9]{1,6}")
_TYPED = re.compile(rf"{_SIDE} ?(mm|in|{_INCH})? ?[x×*] ?{_SIDE} ?(mm|in|{_INCH})?")

CLOSED: Mapping[str, Collection[str]] = {
    "paper": PAPERS.keys(),
    "backs": BACKS,
    "marks": MARKS,
    "marks_on": MARKED_SIDES,
    "style": STYLES,
    "turn": TURNS,
    "offset_on": MOVED_SIDES,
    "scan_marks": SCAN_MARKS,
}
"""Options that take one of a few words."""

LENGTHS: Mapping[str, tuple[float, float]] = {
    "gutter_mm": (0.0, LARGEST_GUTTER_MM),
    "margin_mm": (0.0, LARGEST_MARGIN_MM),
    "bleed_mm": (0.0, 5.0),
    "safe_zone_mm": (0.0, LARGEST_SAFE_ZONE_MM),
    "offset_x_mm": (-LARGEST_OFFSET_MM, LARGEST_OFFSET_MM),
    "offset_y_mm": (-LARGEST_OFFSET_MM, LARGEST_OFFSET_MM),
    "angle_degrees": (-LARGEST_ANGLE_DEGREES, LARGEST_ANGLE_DEGREES),
}
"""Options that take millimetres (one takes degrees), with the least and the most."""


def read_size(text: str) -> Size | None:
    """A card size by name or as typed in; None when it is neither or out of reason."""
    if text in CARD_SIZES:
        return CARD_SIZES[text]
    typed = _TYPED.fullmatch(text.strip().lower())
    if typed is None:
        return None
    units = {"mm" if unit == "mm" else "in" for unit in typed.group(2, 4) if unit}
    if len(units) > 1:
        return None
    factor = INCH_MM if units == {"in"} else 1.0
    width, height = (float(part.replace(",", ".")) * factor for part in typed.group(1, 3))
    if not all(SMALLEST_CARD_MM <= side <= LARGEST_CARD_MM for side in (width, height)):
        return None
    return Size(round(width, 3), round(height, 3))


def read_options(given: Mapping[str, Any]) -> PrintOptions | Refused:
    """The options of a form or command line; what is absent keeps its default.

    Refused as `bad_option` with the option, the value and what it may be. Names that are no
    options are left alone: a form carries other fields too.
    """
    chosen: dict[str, Any] = {}
    for option in fields(PrintOptions):
        value = given.get(option.name)
        if value is None or value == "":
            continue
        read = _read(option.name, str(value).strip())
        if isinstance(read, Refused):
            return read
        chosen[option.name] = read
    if chosen.get("scan_marks", "off") == "off":
        chosen.pop("scan_id", None)  # without marks it means nothing, and prints are the same
    return PrintOptions(**chosen)


def _read(name: str, text: str) -> Any | Refused:
    if name in CLOSED:
        word = text.lower()
        return word if word in CLOSED[name] else no_such(name, text, ", ".join(CLOSED[name]))
    if name == "card":
        size = read_size(text.lower())
        return text.lower() if size else no_size(text, SMALLEST_CARD_MM, LARGEST_CARD_MM)
    if name == "copies":
        fits = _COUNT.fullmatch(text) is not None and 1 <= int(text) <= LARGEST_COPIES
        return int(text) if fits else no_such(name, text, between(name, 1, LARGEST_COPIES))
    if name == "scan_id":
        fits = len(text) == ID_LENGTH and set(text.upper()) <= set(ALPHABET)
        return text.upper() if fits and not text.isdecimal() else no_such(name, text, "ABC – ZZZ")
    if name == "profile":
        known = "1 – 24"
        return text if len(text) <= LONGEST_PROFILE_NAME else no_such(name, text, known)
    least, most = LENGTHS[name]
    length = read_number(text)
    if length is None or not least <= length <= most:
        return no_such(name, text, between(name, least, most))
    return round(length, 3) + 0.0


def read_number(text: str) -> float | None:
    """A number as people type it, with a decimal point or comma; None when it is none."""
    try:
        return float(text.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
