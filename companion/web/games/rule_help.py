"""The rules in short: what every game's pages of rules are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.web.games.contract import Context


@dataclass(frozen=True, slots=True)
class Rule:
    """One short page, in our own words."""

    title: str
    lines: tuple[str, ...]
    source: str
    """The section of the rulebook."""


START, END, HISTORY = "start", "end", "history"
"""What the lobby, the result and the history ask for, whichever the game."""
TAKING_BACK = Rule(
    N_("Taking back"),
    (
        N_("Anything logged can be taken back, by anybody."),
        N_("It stays in the history, struck through."),
        N_("The arrow beside a struck line puts it back."),
    ),
    N_("How Backroom keeps the log"),
)


def page_of(rules: Mapping[str, Rule], about: str, places: Mapping[str, Any]) -> Context:
    """The page `about` with its `places` filled, and the titles of the others."""
    page = rules[about]
    return {
        "title": Phrase(page.title),
        "lines": tuple(Phrase(line, places) for line in page.lines),
        "source": Phrase(page.source),
        "others": tuple((key, Phrase(each.title)) for key, each in rules.items() if key != about),
    }
