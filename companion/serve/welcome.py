"""What the terminal says when Backroom opens: where it is, its QR, and what to do now."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.serve.terminal_qr import draw, shows_blocks, shows_colours


@dataclass(frozen=True, slots=True)
class Place:
    """Where a Backroom is found."""

    local: str
    """For this computer's own browser."""
    shown: str | None
    """For phones; None without a network."""
    only_here: str | None = None
    """The host that was asked for, when only this computer reaches it."""


def welcome(place: Place, data: Path | str, *, qr: str) -> str:
    """The first screen. `qr` is the drawn code of `place.shown`, or empty; `data` says where all
    is kept."""
    lines = ["", "Backroom is open.", ""]
    if place.only_here is not None:
        lines += [
            f"Phones cannot reach it: it listens on {place.only_here}, for this computer alone.",
            "Start it again without --host or BACKROOM_HOST to let phones in.",
            "",
        ]
    elif place.shown is None:
        lines += [
            "No network found. Phones cannot reach this computer yet.",
            "Join your Wi-Fi; the address and its QR code will show here.",
            "",
        ]
    else:
        lines += [qr, f"Phones:         {place.shown}"]
    lines += [
        f"This computer:  {place.local}",
        "",
        "1. Open the address and start a table.",
        "2. Friends scan the QR code of the table and are seated.",
        "",
        f"Everything is kept in {data}. Ctrl+C closes Backroom.",
    ]
    return "\n".join(lines)


def self_signed(fingerprint: str) -> str:
    """What the host should know about a certificate that we made."""
    return (
        "\nThis certificate was made here, so each phone warns once. The QR code leads to a page\n"
        "that explains it. Whoever looks closely finds this sha256 fingerprint:\n"
        f"{fingerprint}"
    )


def already_open(place: Place, *, qr: str) -> str:
    """What a second start on the same data folder says."""
    lines = ["", "Backroom is open already.", ""]
    if place.shown is not None:
        lines += [qr, f"Phones:         {place.shown}"]
    return "\n".join([*lines, f"This computer:  {place.local}"])


def moved(place: Place, *, qr: str) -> str:
    """What is said when the address changes while Backroom is open."""
    if place.shown is None:
        return "\nThe network is gone. Phones cannot reach this computer now."
    return f"\nThe address changed. Scan this one now.\n\n{qr}\nPhones:         {place.shown}"


def qr_for(place: Place, stream: TextIO | None = None) -> str:
    """The QR of the address for phones, drawn as that terminal can show it."""
    stream = stream or sys.stdout
    if place.shown is None:
        return ""
    return draw(place.shown, colours=shows_colours(stream), blocks=shows_blocks(stream))
