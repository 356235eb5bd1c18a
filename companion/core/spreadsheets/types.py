"""The item types that a sheet names: spelled one way each, and told apart within one cell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.core.decks.type_marks import STARTER_MARKS
from companion.core.names import name_key

_JOINING = "and|und|et|e|y|en|plus"
_BETWEEN = re.compile(rf"(?:[\s+,;/|&•·]|(?<![^\W_])(?:{_JOINING})(?![^\W_]))++", re.IGNORECASE)
_PART = re.compile(rf"(?:(?![+,;/|&•·\n]|\s(?:{_JOINING})(?![^\W_]))[^\"])++", re.IGNORECASE)
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"')
_COUNT_BEFORE = re.compile(r"(\d{1,2})\s?[x×*]?\s+(?=\S)|(\d{1,2})\s?[x×*](?=\S)")
_COUNT_BEHIND = re.compile(r"\s*(?:[x×*]\s?(\d{1,2})|\(\s?[x×*]?\s?(\d{1,2})\))$")
_PLAIN_NAME = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
MOST = 99
"""Types that are read from one cell; more than any Warehouse card may ask for."""
MOST_WORDS = 4
"""Words of a type that stands beside another without anything between."""


class ItemTypes:
    """The types met so far. The rulebook's are spelled as there, others as first written."""

    def __init__(self, listed: Iterable[str] = ()) -> None:
        self.names: list[str] = list(listed)
        self.closed = bool(self.names)
        """True when the sheet lists its types itself: then no other word is a type."""
        self._by_key = {type_key(name): name for name in self.names}

    def find(self, text: str) -> str | None:
        """The type that this text names among those met, exactly or in other spelling."""
        return text if text in self.names else self._by_key.get(type_key(text))

    def take(self, text: str) -> str | None:
        """The type that this text names, met now if need be; None when the list is closed."""
        found = self.find(text)
        if found is not None or self.closed:
            return found
        own = " ".join(text.split())
        spelled = _STARTER.get(type_key(text), own)
        self.names.append(spelled)
        self._by_key[type_key(spelled)] = spelled
        return spelled

    def split(self, cell: str) -> tuple[str, ...]:
        """The types that a cell lists, each as often as it is asked for, in order, as written.

        They stand between + , ; / | & or "and", perhaps with numbers as in "2 Weapon". A type in
        double quotes is taken letter by letter, doubled quotes within standing for one.
        """
        if not self.closed and self.find(cell) is not None:
            return (cell,)
        # In a sheet that lists its types, a name that could be read as two stands in quotes.
        spaced = [name for name in self.names if _BETWEEN.search(name)]
        whole_names = [name for name in spaced if not self.closed or _is_plain(name)]
        whole_names.sort(key=len, reverse=True)
        found: list[str] = []
        at = 0
        while at < len(cell) and len(found) < MOST:
            between, quoted = _BETWEEN.match(cell, at), _QUOTED.match(cell, at)
            whole = next((n for n in whole_names if _stands(n, cell, at)), None)
            part = _PART.match(cell, at)
            if whole is not None:
                found.append(whole)
                at += len(whole)
            elif quoted is not None:
                found.append(quoted[1].replace('""', '"'))
                at = quoted.end()
            elif between is not None:
                at = between.end()
            else:
                end = at + 1 if part is None else part.end()
                found += self._counted(cell[at:end].strip())
                at = end
        return tuple(found[:MOST])

    def _counted(self, part: str) -> list[str]:
        if self.find(part) is not None:
            return [part]
        before, behind = _COUNT_BEFORE.match(part), _COUNT_BEHIND.search(part)
        times = 1
        if before is not None:
            times, part = int(before[1] or before[2]), part[before.end() :]
        elif behind is not None:
            times, part = int(behind[1] or behind[2]), part[: behind.start()]
        return (self._words(part) or [self._single(part)]) * times if part else []

    def _words(self, part: str) -> list[str]:
        """Types side by side without anything between, as in "Weapon Top Secret"."""
        if self._knows(self._single(part)):
            return [self._single(part)]
        words = part.split()
        found: list[str] = []
        while words:
            lengths = range(min(len(words), MOST_WORDS), 0, -1)
            tried = [(length, self._single(" ".join(words[:length]))) for length in lengths]
            known = next(((length, name) for length, name in tried if self._knows(name)), None)
            if known is None:
                return []
            found.append(known[1])
            words = words[known[0] :]
        return found

    def _single(self, text: str) -> str:
        """The known type for its plural with s, else the text itself."""
        for each in (text, text.rstrip("sS"), f"{text}s"):
            if self._knows(each):
                return each
        return text

    def _knows(self, text: str) -> bool:
        return self.find(text) is not None or (not self.closed and type_key(text) in _STARTER)


def type_key(text: str) -> str:
    """Two spellings with the same key name one type: case, width and spaces do not count."""
    return name_key(" ".join(text.split()))


def joined(types: Iterable[str]) -> str:
    """The cell that `ItemTypes.split` reads back as these types."""
    return " + ".join(name if _is_plain(name) else _in_quotes(name) for name in types)


def _is_plain(name: str) -> bool:
    return _PLAIN_NAME.fullmatch(name) is not None and _JOINS.search(name) is None


def _in_quotes(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _stands(name: str, cell: str, at: int) -> bool:
    end = at + len(name)
    return cell[at:end].casefold() == name.casefold() and not cell[end : end + 1].isalnum()


_JOINS = re.compile(rf"(?:^| )(?:{_JOINING})(?: |$)", re.IGNORECASE)
_STARTER = {type_key(name): name for name in STARTER_MARKS}
