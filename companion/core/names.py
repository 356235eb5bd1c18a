"""Player names: cleaned of what cannot be seen, one to 24 letters, and told apart without case."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

LONGEST_NAME = 24
"""Letters as people count them: an accent or a joined emoji adds none."""
MARKS_PER_LETTER = 3
LONGEST_CLUSTER = 10
"""Code points that may count as one letter; a longer chain counts as more."""
LONGEST_INPUT = 1000

ZWJ = "\u200d"
EMOJI_STYLE = "\ufe0f"
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by category that draw nothing."""

_LOOK_ALIKES = str.maketrans(
    "аесорхуіјѕԁһӏкмнтвгαεικνορτυχβζηλ",
    "aecopxyijsdhlkmhtbraeiknoptuxbzhl",
)
"""Cyrillic and Greek letters that look like a Latin one in lower case or as capitals."""


def clean_name(given: Any) -> str | None:
    """The name as it is shown, or None when it has not 1 to 24 letters (`bad_name`).

    NFC; controls, direction marks and zero-width characters are taken out (a joiner stays
    between emoji), at most three marks stay on a letter, white space becomes single spaces.
    """
    if not isinstance(given, str) or len(given) > LONGEST_INPUT:
        return None
    kept: list[str] = []
    marks = 0
    letters = list(unicodedata.normalize("NFC", given))
    for place, letter in enumerate(letters):
        category = unicodedata.category(letter)
        following = letters[place + 1] if place + 1 < len(letters) else ""
        if category in {"Zs", "Zl", "Zp"} or letter in "\t\n\r\v\f":
            kept.append(" ")
            marks = 0
        elif letter == ZWJ:
            if kept and _is_emoji(_base(kept)) and _is_emoji(following):
                kept.append(letter)
        elif category[0] == "C" or letter in _BLANK_LETTERS:
            continue
        elif letter == EMOJI_STYLE:
            if kept and kept[-1] != " ":
                kept.append(letter)
        elif category[0] == "M":
            marks += 1
            if kept and kept[-1] != " " and marks <= MARKS_PER_LETTER:
                kept.append(letter)
        else:
            kept.append(letter)
            marks = 0
    name = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return name if 1 <= letter_count(name) <= LONGEST_NAME else None


def letter_count(name: str) -> int:
    """Letters as people count them."""
    count = length = flags = 0
    joined = False
    for letter in name:
        flag = "\U0001f1e6" <= letter <= "\U0001f1ff"
        flags = flags + 1 if flag else 0
        extends = (
            letter in (ZWJ, EMOJI_STYLE)
            or unicodedata.category(letter)[0] == "M"
            or "\U0001f3fb" <= letter <= "\U0001f3ff"
            or joined
            or (flag and flags % 2 == 0)
        )
        length = length + 1 if extends and count and length < LONGEST_CLUSTER else 1
        count += length == 1
        joined = letter == ZWJ
    return count


def name_key(name: str) -> str:
    """Two names with the same key are one person's: case and width do not count."""
    return _key_of_name(name) if len(name) <= LONGEST_NAME * LONGEST_CLUSTER else _key(name)


@lru_cache(maxsize=4096)
def _key_of_name(name: str) -> str:
    """A tap asks for the keys of all seats several times."""
    return _key(name)


def _key(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def look_alike_key(name: str) -> str:
    """Two names with the same key look alike at the table, whatever alphabet they are typed in."""
    return name_key(name).translate(_LOOK_ALIKES)


def _base(kept: list[str]) -> str:
    """The last character that is more than a style or a skin tone."""
    for letter in reversed(kept):
        if letter != EMOJI_STYLE and not "\U0001f3fb" <= letter <= "\U0001f3ff":
            return letter
    return ""


def _is_emoji(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) in {"So", "Sk"} and letter > "\u2000"
