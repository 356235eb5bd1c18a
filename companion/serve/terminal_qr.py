"""Draws a QR code in a terminal, with its quiet zone, so that a phone reads it off the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

import qrcode
import qrcode.constants

QUIET_ZONE: Final = 4
"""Modules of light border that the standard asks for (ISO/IEC 18004)."""

_BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
"""Fixed colours of the 256-colour table: themes may change what plain black and white look like."""
_RESET = "\x1b[0m"


def draw(text: str, *, colours: bool, blocks: bool = True) -> str:
    """The QR of `text` as lines of characters, ending with a line break.

    With colours it is dark on light whatever the terminal's theme. Without, light modules are
    drawn as blocks, which is dark on light on a dark terminal; readers also take the inverse.
    Without `blocks` (a terminal that cannot show them) a module is two characters, # or space.
    """
    modules = _modules(text)
    if not blocks:
        return "".join("".join("  " if dark else "##" for dark in row) + "\n" for row in modules)
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    lines = []
    for upper, lower in zip(modules[::2], modules[1::2], strict=True):
        line = "".join(_half_blocks(colours)[pair] for pair in zip(upper, lower, strict=True))
        lines.append(f"{_BLACK_ON_WHITE}{line}{_RESET}\n" if colours else f"{line}\n")
    return "".join(lines)


def shows_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether escape codes for colours reach a terminal there (no-color.org is honoured)."""
    if not stream.isatty() or environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or _windows_takes_escapes()


def shows_blocks(stream: TextIO) -> bool:
    """Whether block characters can be written there."""
    try:
        "▀▄█".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _modules(text: str) -> list[list[bool]]:
    code = qrcode.QRCode(
        border=QUIET_ZONE, error_correction=qrcode.constants.ERROR_CORRECT_M, box_size=1
    )
    code.add_data(text)
    code.make(fit=True)
    return [[bool(dark) for dark in row] for row in code.get_matrix()]


def _half_blocks(dark_is_ink: bool) -> Mapping[tuple[bool, bool], str]:
    """The character for (upper dark, lower dark)."""
    ink: Sequence[str] = (" ", "▄", "▀", "█") if dark_is_ink else ("█", "▀", "▄", " ")
    return {
        (False, False): ink[0],
        (False, True): ink[1],
        (True, False): ink[2],
        (True, True): ink[3],
    }


def _windows_takes_escapes() -> bool:
    """Switch a Windows console to escape codes; False on one too old for them."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        handle = kernel.GetStdHandle(-11)  # STD_OUTPUT_HANDLE
        mode = ctypes.c_ulong()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(handle, mode.value | 0x0004))
    return True
