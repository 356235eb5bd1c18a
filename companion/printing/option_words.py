"""What each option of a print is called on its form, and the refusal of a value in these words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_

NAMES: Mapping[str, str] = {
    "paper": N_("Paper"),
    "card": N_("Size of a card"),
    "backs": N_("Backs"),
    "marks": N_("Where to cut"),
    "marks_on": N_("Marks on"),
    "style": N_("Style"),
    "turn": N_("Paper lies"),
    "gutter_mm": N_("Space between cards"),
    "margin_mm": N_("Edge the printer leaves white"),
    "bleed_mm": N_("Colour beyond the cut"),
    "bleed": N_("Colour beyond the cut"),
    "safe_zone_mm": N_("Texts keep from the cut"),
    "copies": N_("Copies"),
    "profile": N_("Printer"),
    "offset_x_mm": N_("Move right"),
    "offset_y_mm": N_("Move down"),
    "angle_degrees": N_("Turn clockwise"),
    "offset_on": N_("What moves"),
    "scan_marks": N_("Marks to count by photo"),
    "scan_id": N_("Letters of the scan marks"),
    "order": N_("Pages"),
    "cards": N_("Which cards"),
    "dots_per_inch": N_("Dots to the inch"),
    "corner_radius_mm": N_("Radius of the corners"),
    "per_page": N_("Pads to a page"),
    "players": N_("Players"),
    "form": N_("Form"),
    "named": N_("Names"),
    "x_mm": N_("Move right"),
    "y_mm": N_("Move down"),
    "sides": N_("What moves"),
    "edge": N_("Flipped on"),
    "first_x_mm": N_("Hole 1, right"),
    "first_y_mm": N_("Hole 1, down"),
    "second_x_mm": N_("Hole 2, right"),
    "second_y_mm": N_("Hole 2, down"),
}
"""Message ids of the words beside each field."""

LONGEST_SHOWN = 40
"""Letters of what was typed that a refusal repeats."""

_CANNOT_BE = N_("{option} cannot be “{value}”. It can be {known}.")
_FROM_TO = N_("{least} to {most}")
_FROM_TO_MM = N_("{least} to {most} mm")
_FROM_TO_DEGREES = N_("{least}° to {most}°")
_NO_SIZE = N_("“{value}” is no card size. Type like 63x88, {least} to {most} mm a side.")


def no_such(name: str, value: str, known: str | Phrase) -> Refused:
    """The refusal of an option's value, as `bad_option`, with what it may be."""
    params = {"option": Phrase(NAMES[name]), "value": value[:LONGEST_SHOWN], "known": known}
    return Refused("bad_option", Phrase(_CANNOT_BE, params), fields={"option": name})


def no_size(value: str, least_mm: float, most_mm: float) -> Refused:
    """The refusal of a card size that was typed, as `bad_option`."""
    params = {"value": value[:LONGEST_SHOWN], **_bounds(least_mm, most_mm)}
    return Refused("bad_option", Phrase(_NO_SIZE, params), fields={"option": "card"})


def between(name: str, least: float, most: float) -> Phrase:
    """What a figure may be, with the unit that its option's name ends with."""
    text = _FROM_TO
    if name.endswith("_mm"):
        text = _FROM_TO_MM
    elif name.endswith("_degrees"):
        text = _FROM_TO_DEGREES
    return Phrase(text, _bounds(least, most))


def _bounds(least: float, most: float) -> dict[str, float]:
    return {"least": least, "most": most}
