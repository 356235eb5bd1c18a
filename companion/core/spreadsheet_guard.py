"""Keeps text from being run as a formula by a spreadsheet, and takes the guard off again."""

from __future__ import annotations

import re

_TO_GUARD = re.compile(r"'*(?:[=+\-@\t\r]|\Z)")
_GUARDED = re.compile(r"'+(?:[=+\-@\t\r]|\Z)")


def guarded(text: str) -> str:
    """With an apostrophe in front where a spreadsheet would see a formula, or nothing at all."""
    return f"'{text}" if _TO_GUARD.match(text) else text


def unguarded(cell: str) -> str:
    """The text that was guarded; any other text stays as it is."""
    return cell[1:] if _GUARDED.match(cell) else cell
