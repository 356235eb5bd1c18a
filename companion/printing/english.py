"""Phrases in English, for the command line: the same sentences that the web translates."""

from __future__ import annotations

import re
from typing import Any

from companion.core.outcome import Money, Phrase

_PLACE = re.compile(r"\{([a-z_]+)\}")
MILLION = 1_000_000


def english(phrase: Phrase) -> str:
    """The sentence with its places filled, each once; apostrophes curly."""

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        return _place(phrase.params[name]) if name in phrase.params else found.group(0)

    return _PLACE.sub(fill, phrase.text).replace("'", "’")


def money(dollars: int) -> str:
    """$3M; whole dollars where it is no whole tenth of a million."""
    minus, amount = ("−" if dollars < 0 else ""), abs(dollars)
    if amount % (MILLION // 10) == 0:
        return f"{minus}${amount / MILLION:g}M"
    return f"{minus}${amount:,}"


def _place(value: Any) -> str:
    if isinstance(value, Money):
        return money(value.dollars)
    if isinstance(value, Phrase):
        return english(value)
    if isinstance(value, tuple | list):
        *first, last = (_place(part) for part in value) if value else ("",)
        return f"{', '.join(first)} and {last}" if first else last
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:g}".replace("-", "−")
    return str(value)
