"""Reads a printer profile: typed in, or worked out from two needle holes; pure.

On the calibration sheet a needle goes through two crosses of the front. On the back each hole
lies in a scale, and the two readings say how the back must be moved: what was printed at the
middle of the scale has to come to where the hole is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from companion.core.names import clean_name
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.formats import (
    LENGTHS,
    MOVED_SIDES,
    PAPERS,
    Size,
    read_number,
)
from companion.printing.option_words import between, no_such
from companion.services.prints.printers import Profile

EDGES = ("long", "short")
"""Over which the printer flips the paper."""
CROSS_EDGE_MM = 40.0
"""How far the crosses are from the upper and the lower edge of the page."""
HOLES = ("first_x_mm", "first_y_mm", "second_x_mm", "second_y_mm")
"""Readings: to the right and down in the upper scale of the back, then in the lower one."""
_LIMITS = {"x_mm": "offset_x_mm", "y_mm": "offset_y_mm", "angle_degrees": "angle_degrees"}
"""A profile's figures, each with the print option that says how large it may be."""

_NO_NAME = N_("Give the profile a name of 1 to 24 letters.")
_HALF_READ = N_("Read both holes: right and down, four figures.")


def read_profile(given: Mapping[str, Any]) -> Profile | Refused:
    """The profile of a form or of the file. Readings of holes go before figures.

    Refused as `bad_name`, `bad_option`, `half_read`.
    """
    name = clean_name(given.get("name"))
    if name is None:
        return Refused("bad_name", Phrase(_NO_NAME), fields={"option": "name"})
    sides = str(given.get("sides") or "backs")
    if sides not in MOVED_SIDES:
        return no_such("sides", sides, ", ".join(MOVED_SIDES))
    figures, page = _figures(given), _page(given)
    if isinstance(figures, Refused):
        return figures
    if isinstance(page, Refused):
        return page
    edge = str(given.get("edge") or "long")
    if edge not in EDGES:
        return no_such("edge", edge, ", ".join(EDGES))
    lay = "portrait" if page.height_mm >= page.width_mm else "landscape"
    return Profile(name, *figures, sides, edge, lay)


def _figures(given: Mapping[str, Any]) -> tuple[float, float, float] | Refused:
    holes = _numbers(given, dict.fromkeys(HOLES, "offset_x_mm"))
    if isinstance(holes, Refused):
        return holes
    if not any(str(given.get(name, "")).strip() for name in HOLES):
        typed = _numbers(given, _LIMITS)
        return typed if isinstance(typed, Refused) else (typed[0], typed[1], typed[2])
    if not all(str(given.get(name, "")).strip() for name in HOLES):
        return Refused("half_read", Phrase(_HALF_READ), fields={"option": HOLES[0]})
    page = _page(given)
    if isinstance(page, Refused):
        return page
    found = from_holes(*holes, page=page)
    checked = _numbers(dict(zip(_LIMITS, found, strict=True)), _LIMITS)
    return checked if isinstance(checked, Refused) else found


def _numbers(given: Mapping[str, Any], limits: Mapping[str, str]) -> list[float] | Refused:
    """The named numbers, 0 where nothing was typed; `limits` names the option with the bounds."""
    found = []
    for name, limit in limits.items():
        least, most = LENGTHS[limit]
        text = str(given.get(name, "")).strip() or "0"
        value = read_number(text)
        if value is None or not least <= value <= most:
            return no_such(name, text, between(name, least, most))
        found.append(round(value, 3) + 0.0)
    return found


def from_holes(
    first_x: float, first_y: float, second_x: float, second_y: float, *, page: Size
) -> tuple[float, float, float]:
    """Right, down, clockwise: what brings the middle of each scale to its hole.

    The two scales lie one above the other, the same way from the middle of the page; so the
    middle moves by the mean of the readings, and their difference is the turn.
    """
    distance = page.height_mm - 2 * CROSS_EDGE_MM
    angle = math.degrees(math.atan2(first_x - second_x, distance + second_y - first_y))
    return (
        round((first_x + second_x) / 2, 3),
        round((first_y + second_y) / 2, 3),
        round(angle, 3),
    )


def _page(given: Mapping[str, Any]) -> Size | Refused:
    """The page of the calibration sheet that was read."""
    paper, turn = str(given.get("paper") or "a4"), str(given.get("turn") or "portrait")
    if paper not in PAPERS:
        return no_such("paper", paper, ", ".join(PAPERS))
    if turn not in ("portrait", "landscape"):
        return no_such("turn", turn, "portrait, landscape")
    return PAPERS[paper] if turn == "portrait" else PAPERS[paper].turned
