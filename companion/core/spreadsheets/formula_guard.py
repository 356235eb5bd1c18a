"""Keeps text from being run as a formula by a spreadsheet, and takes the guard off again."""

from __future__ import annotations

import re

_STARTERS = r"[=+\-@\t\r＝＋－＠]"
"""What begins a formula. Spreadsheets of East Asia take the wide signs for the plain ones."""
_SEPARATORS = r"[;,\t\n\r]"
"""Where a spreadsheet may end a cell. Quotes do not hold it back: a German or French Excel opens
a comma file at the semicolons, and for it a quote within a cell is a letter."""
_TO_GUARD = re.compile(rf"'*(?:{_STARTERS}|\Z)")
_GUARDED = re.compile(rf"'+(?:{_STARTERS}|\Z)")
_INSIDE_TO_GUARD = re.compile(rf"(?<={_SEPARATORS})(?=['\"]*{_STARTERS})")
_INSIDE_GUARDED = re.compile(rf"(?<={_SEPARATORS})'(?=['\"]*{_STARTERS})")


def guarded(text: str) -> str:
    """With an apostrophe wherever a spreadsheet would see a formula, or nothing at all.

    That is in front of the text, and after whatever may separate cells inside it.
    """
    inside = _INSIDE_TO_GUARD.sub("'", text)
    return f"'{inside}" if _TO_GUARD.match(text) else inside


def unguarded(cell: str) -> str:
    """The text that was guarded; any other text stays as it is."""
    return _INSIDE_GUARDED.sub("", cell[1:] if _GUARDED.match(cell) else cell)
