"""Choices read out of one whole number, so that Hypothesis can shrink a whole game."""

from __future__ import annotations

from typing import Any


class Dice:
    """Choices read out of one whole number; 0 always takes the first, so shrinking helps."""

    def __init__(self, number: int) -> None:
        self.left = number

    def below(self, limit: int) -> int:
        self.left, rest = divmod(self.left, limit)
        return rest

    def pick(self, choices: Any) -> Any:
        return choices[self.below(len(choices))]

    def one_in(self, times: int) -> bool:
        return self.below(times) == times - 1
