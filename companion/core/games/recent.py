"""Remembers what was worked out from frozen things, so that it is worked out once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

State = TypeVar("State")
Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Kept(Generic[Made]):
    """What was made lately of the very same things.

    Things are known by their identity, which costs nothing to compare; they are kept alive here,
    so that no other object can take their place. What is given out is shared and never changed.
    A tap changes one player or two: what was made of the others is still there.
    """

    def __init__(self, most: int = 2048) -> None:
        self._most = most
        self._made: OrderedDict[Any, tuple[object, Made]] = OrderedDict()

    def of(self, things: tuple[object, ...], key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make()` gives, or gave for these very things and an equal key."""
        place = (key, *map(id, things))
        known = self._made.get(place)
        if known is not None:
            return known[1]
        made = make()
        self._made[place] = (things, made)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return made


class Recent(Generic[State, Key, Made]):
    """What `make(state, key)` gave lately, for the very same state objects."""

    def __init__(self, make: Callable[[State, Key], Made], most: int = 64) -> None:
        self._make = make
        self._kept: Kept[Made] = Kept(most)

    def __call__(self, state: State, key: Key) -> Made:
        """The same as `make(state, key)`."""
        return self._kept.of((state,), key, lambda: self._make(state, key))
