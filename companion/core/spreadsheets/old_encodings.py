"""Tells Windows-1252 from Mac Roman by the letters that a text gets under each."""

from __future__ import annotations

import re

SAMPLE = 200_000
"""Bytes that are looked at; a sheet is in one encoding from end to end."""
_OTHERS = re.compile(r"[^\x00-\x7f]")
_USUAL = frozenset("äöüßéèêëàâáåæãçñîïíìôóòõøûùúœÄÖÜÉÈÊËÀÂÁÅÆÃÇÑÎÏÍÌÔÓÒÕØÛÙÚŒ")
"""Letters of the languages that people write sheets in."""
_OPENING, _CLOSING = frozenset("‘“„«¿¡"), frozenset("’”»…•™®©°ªº")
"""Marks and signs that stand before a word, and behind one."""
_ALONE = frozenset("–—€£\u00a0")
"""Those that stand well anywhere."""


def old_encoding_of(data: bytes) -> str:
    """`mac-roman` where it makes better words of these bytes than `cp1252`, which is usual."""
    seen = data[:SAMPLE]
    if not seen.isascii() and _likeness(seen, "mac-roman") > _likeness(seen, "cp1252"):
        return "mac-roman"
    return "cp1252"


def _likeness(data: bytes, encoding: str) -> int:
    """How much the text looks like words: good letters in good places, less the odd ones."""
    text = data.decode(encoding, "replace")
    spaced = f" {text} "
    places = (found.start() for found in _OTHERS.finditer(spaced))
    return sum(_worth(spaced[at - 1], spaced[at], spaced[at + 1]) for at in places)


def _worth(before: str, letter: str, after: str) -> int:
    """Of one letter, by those beside it: 2 for a usual one in its place, −1 for an odd one."""
    if letter in _ALONE:
        return 1
    if not letter.isalpha() or letter in _CLOSING:
        return _worth_of_mark(before, letter, after)
    inside = before.isalpha() or after.isalpha()
    if not inside or (letter.isupper() and (before.islower() or _stands_out(before, after))):
        return -1
    begins = not before.isalpha() and letter.istitle() and after.islower()
    return 2 if letter in _USUAL or begins else 1


def _worth_of_mark(before: str, mark: str, after: str) -> int:
    if mark == "’" and before.isalpha():  # as in Ana’s
        return 2
    if mark in _OPENING:
        return -1 if before.isalpha() else 2
    if mark in _CLOSING:
        return -1 if after.isalpha() else 2
    return -1 if before.isalpha() or after.isalpha() else 0


def _stands_out(before: str, after: str) -> bool:
    """A capital between a capital and a small letter, as in BŠr."""
    return before.isupper() and after.islower()
