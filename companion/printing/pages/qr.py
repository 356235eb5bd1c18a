"""QR codes for screens and paper: one path each, the quiet zone inside; what a Wi-Fi code says."""

from __future__ import annotations

from dataclasses import dataclass

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET_ZONE_MODULES = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """A QR code as the `d` of an SVG path, one unit a module."""

    size: int
    """Modules on a side, quiet zone included."""
    path: str


def drawn(text: str) -> Drawn:
    """The code that says this; it corrects errors of 15 %, as on a creased page."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE_MODULES)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    return Drawn(len(rows), "".join(_runs(y, row) for y, row in enumerate(rows)))


def _runs(y: int, row: list[bool]) -> str:
    """Each run of dark modules of one row as a closed rectangle."""
    path, start = [], None
    for x, dark in enumerate([*row, False]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            path.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            start = None
    return "".join(path)


def wifi_text(network: str, password: str) -> str:
    """What phones read as "join this network" (the MECARD-like form that ZXing brought up).

    Backslash, semicolon, comma, colon and double quote are escaped; without a password the
    network is an open one.
    """
    if password:
        return f"WIFI:T:WPA;S:{_escaped(network)};P:{_escaped(password)};;"
    return f"WIFI:T:nopass;S:{_escaped(network)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)
