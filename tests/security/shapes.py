"""The shape of a page: its elements and their attributes, without any text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html.parser import HTMLParser

TELLS_LETTERS = frozenset({"class"})
"""These may differ: which face a name is set in depends on its letters."""

Shape = Counter[tuple[str, tuple[str, ...]]]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shape: Shape = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = sorted(name for name, _ in attrs if name not in TELLS_LETTERS)
        self.shape[tag, tuple(names)] += 1

    def handle_comment(self, data: str) -> None:
        self.shape["<!--", ()] += 1

    def unknown_decl(self, data: str) -> None:
        self.shape["<![", ()] += 1

    def handle_decl(self, decl: str) -> None:
        self.shape["<!", ()] += 1

    def handle_pi(self, data: str) -> None:
        self.shape["<?", ()] += 1


def shape_of(page: str) -> Shape:
    """How often each element with each set of attributes stands in it, but for TELLS_LETTERS."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.shape


def keys_of(told: object, names: Sequence[str] = ()) -> object:
    """The shape of a JSON answer: its keys, all the way down, and the kinds of its values.

    Where a key is one of `names`, which are what people typed, its place among them stands.
    """
    if isinstance(told, dict):
        places = {name: f"name {place}" for place, name in enumerate(names)}
        return {places.get(key, key): keys_of(value, names) for key, value in told.items()}
    if isinstance(told, list):
        return [keys_of(each, names) for each in told]
    return type(told).__name__
