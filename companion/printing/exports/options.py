"""The options of what is made for print services, screens and cutting machines; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from companion.core.outcome import Refused
from companion.printing.formats import (
    LARGEST_SAFE_ZONE_MM,
    STYLES,
    PrintOptions,
    Size,
    read_number,
    read_options,
    read_size,
)
from companion.printing.option_words import between, no_such

BLEEDS_MM: Mapping[str, float] = {"none": 0.0, "3mm": 3.0, "1/8in": 3.175}
"""What services ask for on each side."""
ORDERS = ("front-back", "back-front", "fronts")
"""Which page of a card comes first; or fronts alone, each different back once in its own file."""
COPIES = ("expanded", "once")
"""As many as the deck has of each card, or each card once."""
CARDS = ("all", "market", "warehouse")
"""The whole deck, or those that share one back: services print one back at a time."""
RESOLUTIONS = ("300", "600")
BACKS = ("once", "each", "none")
"""A file for each different back, for the back of each card, or for none."""
LARGEST_RADIUS_MM = 10.0
USUAL_RADIUS_MM = 3.0
"""What playing cards have."""

CLOSED: Mapping[str, tuple[str, ...]] = {
    "style": STYLES,
    "bleed": tuple(BLEEDS_MM),
    "order": ORDERS,
    "copies": COPIES,
    "cards": CARDS,
    "dots_per_inch": RESOLUTIONS,
    "backs": BACKS,
}
"""Options that take one of a few words."""


@dataclass(frozen=True, slots=True)
class FaceOptions:
    """How single faces are drawn, whatever they are drawn for."""

    card: str = "poker"
    """As in PrintOptions."""
    style: str = "house"
    safe_zone_mm: float = 3.0
    cards: str = "all"

    def to_json(self) -> dict[str, Any]:
        """The options by name: what a job keeps, and what reading gives back."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    @property
    def card_size(self) -> Size:
        """The trim size."""
        size = read_size(self.card)
        assert size is not None, "options are made by reading"
        return size


@dataclass(frozen=True, slots=True)
class ServiceOptions(FaceOptions):
    """A PDF of one card to a page."""

    bleed: str = "3mm"
    order: str = "front-back"
    copies: str = "expanded"


@dataclass(frozen=True, slots=True)
class PictureOptions(FaceOptions):
    """A picture of each card."""

    bleed: str = "none"
    dots_per_inch: str = "300"
    backs: str = "once"


@dataclass(frozen=True, slots=True)
class TabletopOptions(FaceOptions):
    """Sheets of pictures for Tabletop Simulator."""

    copies: str = "expanded"


@dataclass(frozen=True, slots=True)
class CutOptions:
    """The cuts of card sheets that are printed with these options."""

    sheets: PrintOptions
    corner_radius_mm: float = USUAL_RADIUS_MM

    def to_json(self) -> dict[str, Any]:
        """The options by name: those of the sheets, and the cut's own."""
        return {**self.sheets.to_json(), "corner_radius_mm": self.corner_radius_mm}


_Kind = TypeVar("_Kind", bound=FaceOptions)


def read_face_options(kind: type[_Kind], given: Mapping[str, Any]) -> _Kind | Refused:
    """The options of one of the three kinds; what is absent keeps its default.

    Refused as `bad_option` with the option, the value and what it may be.
    """
    chosen: dict[str, Any] = {}
    for option in fields(kind):
        value = _said(given, option.name)
        if not value:
            continue
        if option.name == "card":
            read = read_options({"card": value})
            if isinstance(read, Refused):
                return read
            chosen["card"] = read.card
        elif option.name == "safe_zone_mm":
            length = _length("safe_zone_mm", value, LARGEST_SAFE_ZONE_MM)
            if isinstance(length, Refused):
                return length
            chosen["safe_zone_mm"] = length
        elif value.lower() in CLOSED[option.name]:
            chosen[option.name] = value.lower()
        else:
            return no_such(option.name, value, ", ".join(CLOSED[option.name]))
    return kind(**chosen)


def read_cut_options(given: Mapping[str, Any]) -> CutOptions | Refused:
    """The options of the sheets and of their cut. Refused as `bad_option`."""
    sheets = read_options(given)
    if isinstance(sheets, Refused):
        return sheets
    value = _said(given, "corner_radius_mm")
    options = CutOptions(sheets)
    if not value:
        return options
    radius = _length("corner_radius_mm", value, LARGEST_RADIUS_MM)
    return radius if isinstance(radius, Refused) else replace(options, corner_radius_mm=radius)


def _said(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return "" if value is None else str(value).strip()


def _length(name: str, text: str, most: float) -> float | Refused:
    length = read_number(text)
    if length is None or not 0.0 <= length <= most:
        return no_such(name, text, between(name, 0.0, most))
    return round(length, 3) + 0.0
