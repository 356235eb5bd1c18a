"""What stands on a game's score pad: the lines to write in, the sums under them, the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.outcome import Phrase


@dataclass(frozen=True, slots=True)
class PadRoom:
    """How much a pad can hold; a game needs to know no more of paper."""

    players: int
    easy: int
    """So many lines leave each as tall as is easy to write in."""
    most: int
    """So many lines can just be written in."""


@dataclass(frozen=True, slots=True)
class PadLine:
    """One line that players write in."""

    label: Phrase | str
    """A str is a name that no language changes, as that of a card."""
    worth: str = ""
    """Of one copy, as it is shown; "" where nothing says it."""
    quiet: bool = False
    """For what else may come up."""


SUM, TOTAL, TIE, PLACE = "sum", "total", "tie", "place"
"""What a line under the pad is, by which it is drawn."""


@dataclass(frozen=True, slots=True)
class PadSum:
    """One line under those that are written in."""

    label: Phrase
    kinds: tuple[str, ...]
    split: bool = False
    """Both columns of a player have a place of their own."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A game's pad. Each player has two columns, `left` and `right`."""

    caption: Phrase
    """In one line what is written here."""
    first: Phrase
    """The head of the labels."""
    left: Phrase
    right: Phrase
    lines: tuple[PadLine, ...]
    sums: tuple[PadSum, ...]
    rules: tuple[Phrase, ...] = field(default=())
    """What people look up while they count."""
