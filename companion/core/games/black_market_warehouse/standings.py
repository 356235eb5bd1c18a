"""One player's count and place, as the tally gives it."""

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
    lower: tuple[int, ...]
    """Items worth exactly $4, $3, $2 and $1 Million, for the option `lower_values`."""
    exact: int
    """Exact matches."""
    completed: int
    counted: bool
    """True when the pile was counted by hand."""
    left: bool
    reason: Phrase
    """Why this place."""
