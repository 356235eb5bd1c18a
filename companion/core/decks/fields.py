"""Reads single fields of a deck file, and gathers every problem with its card and key."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from companion.core.decks.odd_letters import has_control, stacks_marks
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 80


class Fields:
    """What was found wrong so far; a field that cannot be read has a problem and a stand-in."""

    def __init__(self) -> None:
        self.problems: list[Phrase] = []
        self.card: str | None = None
        """The card that is being read, as people find it: its name, else its place."""

    def problem(self, text: str, **params: Any) -> None:
        """Notes what is wrong, with the card that is being read."""
        said = Phrase(text, params)
        if self.card is not None:
            said = Phrase(N_("Card {card}: {problem}"), {"card": self.card, "problem": said})
        self.problems.append(said)

    def known_keys(self, data: Json, keys: str) -> None:
        """Notes every key that is none of these words."""
        for key in data:
            if key not in keys.split():
                self.problem(N_("The key {key} is not known here. Remove it."), key=str(key)[:60])

    def slug(self, data: Json) -> str:
        """The `id`; empty when it is none."""
        value = data.get("id")
        if isinstance(value, str) and len(value) <= LONGEST_ID and SLUG.fullmatch(value):
            return value
        self.problem(N_("Please give an id of small letters, digits and hyphens."))
        return ""

    def text(self, data: Json, key: str, limit: int, least: int = 1) -> str:
        """The text as it stands, of `least` to `limit` letters that may stand in a deck."""
        value = data.get(key)
        if not isinstance(value, str) or len(value.strip()) < least:
            self.problem(N_("Please fill in {key}."), key=key)
            return ""
        if len(value) > limit:
            self.problem(
                N_("{key} has {n} letters. Shorten it to {limit}."),
                key=key,
                n=len(value),
                limit=limit,
            )
        elif has_control(value):
            self.problem(N_("{key} holds an invisible character. Type it again."), key=key)
        elif stacks_marks(value):
            self.problem(N_("{key} stacks too many accents on one letter."), key=key)
        return value

    def whole(self, data: Json, key: str, least: int, most: int) -> int:
        """The whole number; `least` when it is none or out of bounds."""
        value = data.get(key)
        if type(value) is int and least <= value <= most:
            return value
        self.problem(
            N_("{key} must be a whole number from {least} to {most}."),
            key=key,
            least=least,
            most=most,
        )
        return least


def is_word(value: Any, words: Container[str]) -> bool:
    """True when the value is one of these words, whatever else it may be."""
    return isinstance(value, str) and value in words
