"""Remembers what was worked out from a frozen state, so that one version is worked out once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

State = TypeVar("State")
Key = TypeVar("Key")
Made = TypeVar("Made")


class Recent(Generic[State, Key, Made]):
    """What `make(state, key)` gave lately, for the very same state objects.

    A state is known by its identity, which costs nothing to compare; it is kept alive here, so
    that no other object can take its place. What is given out is shared and never changed.
    """

    def __init__(self, make: Callable[[State, Key], Made], most: int = 64) -> None:
        self._make = make
        self._most = most
        self._made: OrderedDict[tuple[int, Key], tuple[State, Made]] = OrderedDict()

    def __call__(self, state: State, key: Key) -> Made:
        """The same as `make(state, key)`."""
        known = self._made.get((id(state), key))
        if known is not None:
            return known[1]
        made = self._make(state, key)
        self._made[id(state), key] = (state, made)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return made
