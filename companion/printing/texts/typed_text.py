"""Makes ready for print what people typed: quotes, line ends, and what nobody can see."""

from __future__ import annotations

import re
import unicodedata

from companion.printing.texts.fonts import JOINERS, is_emoji

INVISIBLE = "\0"
"""Stands where a letter is left out, so that places in the text stay what they were."""

_OPENING = re.compile(r"(^|[\s(\[–—])(['\"])(?=\S)")
_CURLY = {"'": "‘’", '"': "“”"}
_STYLES = "".join(chr(point) for point in range(0xFE00, 0xFE10))
"""They choose between two looks of a sign, of which our fonts have one."""
_NEVER_SEEN = ("Cc", "Cf", "Cs")
_JOINED = re.compile("[\u0600-\u06ff\u0750-\u077f\u0900-\u097f]")
"""Letters that a joiner between them changes."""


def cleaned(text: str) -> str:
    """As it is printed: one kind of line end, curly quotes, nothing that cannot be seen.

    Characters that show nothing or turn the line around are taken out.
    """
    return cleaned_in_place(text).replace(INVISIBLE, "")


def cleaned_in_place(text: str) -> str:
    """The same, letter for letter: INVISIBLE stands for what is taken out."""
    text = text.replace("\r\n", f"{INVISIBLE}\n").replace("\r", "\n")
    text = _OPENING.sub(lambda found: found[1] + _CURLY[found[2]][0], text)
    text = text.replace("'", "’").replace('"', "”")
    return "".join(
        _seen(letter, text[:place].rstrip(_STYLES)[-1:] if letter in JOINERS else "")
        for place, letter in enumerate(text)
    )


def _seen(letter: str, before: str) -> str:
    """`before` is the letter before it; a style of emoji between the two does not count."""
    if letter == "\n":
        return letter
    if letter.isspace():
        return " "
    if letter in JOINERS and (_JOINED.match(before) or is_emoji(before or " ")):
        return letter
    hidden = unicodedata.category(letter) in _NEVER_SEEN or letter in _STYLES
    return INVISIBLE if hidden else letter


def reads_from_the_right(text: str) -> bool:
    """True when the first letter with a direction is, say, Arabic or Hebrew."""
    for letter in text:
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False
