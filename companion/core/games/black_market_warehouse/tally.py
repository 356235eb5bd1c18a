"""Counts the money, ranks the players and gives the reason for every place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.outcome import Phrase


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's count and place."""

    name: str
    rank: int | None
    """1, 1, 3; None for who left early, or whose pile is not counted at a table of scores."""
    items_money: int
    bonus_money: int
    total: int
    fives: int
    """Market items worth exactly $5 Million in the scoring pile."""
    exact: int
    """Exact matches."""
    completed: int
    counted: bool
    """True when the pile was counted by hand."""
    left: bool
    reason: Phrase
    """Why this place."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Everybody's count, best first; those without a rank at the end."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...] | None
    """None until the game is over (or, at a table of scores, until every pile is counted)."""
    decided_by: str | None
    """money | five_millions | lower_values | shared; None as long as `winners` is."""
    reason: Phrase | None
    """The result in a sentence or two; None as long as `winners` is."""
