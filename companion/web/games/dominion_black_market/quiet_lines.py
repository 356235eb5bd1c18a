"""Rulings as quiet lines: the sentence, and where it comes from in words that players know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.games.dominion_black_market.rulings import Ruling
from companion.core.outcome import Phrase
from companion.core.phrases import N_

SOURCES: Mapping[str, str] = {
    "S": N_("the rulebook"),
    "C": N_("the wording of the cards"),
    "D": N_("the published rules of the cards"),
    "W": N_("the players' wiki"),
    "A": N_("how computer versions play it"),
    "I": N_("concluded from the other rulings"),
}
"""What the tags of our data file stand for, by their first letter."""


@dataclass(frozen=True, slots=True)
class QuietLine:
    """One ruling as it is shown."""

    sentence: Phrase
    probably: bool
    source: Phrase


def quiet_lines(rulings: tuple[Ruling, ...]) -> tuple[QuietLine, ...]:
    """The rulings in their order."""
    return tuple(QuietLine(each.sentence, each.probably, source(each.source)) for each in rulings)


def source(tags: str) -> Phrase:
    """Tags such as "S; W:Mission" in words."""
    letters = dict.fromkeys(tag.strip()[:1] for tag in tags.split(";"))
    named = tuple(Phrase(SOURCES[each]) for each in letters if each in SOURCES)
    return Phrase(N_("From: {sources}"), {"sources": named})
