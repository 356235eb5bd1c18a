"""Reads a pasted Kingdom: a line of names, or a dominionrandomizer.com link (`supply=`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.games.dominion_black_market.cards import Card, folded
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.outcome import Json

LONGEST = 5000
LISTS = (
    "supply",
    "cards",
    "events",
    "landmarks",
    "projects",
    "ways",
    "traits",
    "ally",
    "prophecy",
    "boons",
    "bane",
    "ferryman",
    "riverboat",
)
"""Parts of a link that hold short ids: names in small letters with nothing between."""
ROLES = {"bane": "bane", "ferryman": "ferryman", "riverboat": "riverboat"}
IN_BRACKETS = {
    "Obelisk": "obelisk",
    "Way of the Mouse": "mouse",
    "Young Witch": "bane",
    "Ferryman": "ferryman",
    "Riverboat": "riverboat",
    "Approaching Army": "army",
}
"""What a name in brackets behind this card is."""
BRACKETS = re.compile(r"^(?P<name>[^(\[]*)[(\[](?P<inside>[^)\]]*)[)\]]\s*$")
LABELLED = re.compile(r"^(?P<label>[^:]{1,30}):\s*(?P<name>.+)$")
NUMBERED = re.compile(r"^\s*(?:[-*•]|\d+[.)x×]?)\s+")
ENCODED = re.compile(r"%([0-9a-fA-F]{2})")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A pasted name that no card has."""

    text: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text named."""

    event: Json
    """A `kingdom_chosen` with everything that was understood."""
    unknown: tuple[Unknown, ...]
    """Names to be looked at first; () when the event can be sent."""


def read_pasted(text: str, catalogue: Catalogue) -> Pasted:
    """The Kingdom that a text names, whole or with the names that nobody knows."""
    reader = _Reader(catalogue)
    for role, name in _entries(text[:LONGEST]):
        reader.take(role, name)
    return Pasted(reader.event(), tuple(reader.unknown))


class _Reader:
    """Collects names into their places while one text is read."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.by_letters = {_letters(name): name for name in catalogue.cards}
        self.kingdom: list[str] = []
        self.landscapes: list[str] = []
        self.boons: list[str] = []
        self.traits: dict[str, str] = {}
        self.extras: dict[str, str] = {}
        self.flags: dict[str, bool] = {}
        self.unknown: list[Unknown] = []

    def take(self, role: str | None, text: str) -> None:
        """One name, with what stands in brackets behind it."""
        bracketed = BRACKETS.match(text)
        if bracketed is None:
            self._place(role, text)
            return
        name, inside = bracketed["name"].strip(), bracketed["inside"].strip()
        label = folded(inside)
        if label in ROLES:
            self._place(label, name)
            return
        card = self._find(name)
        self._place(role, name)
        other = self._find(inside)
        if card is None or other is None:
            return
        if card.name in IN_BRACKETS:
            self.extras[IN_BRACKETS[card.name]] = other.name
        elif card.is_type("Trait"):
            self.traits[card.name] = other.pile

    def event(self) -> Json:
        """The `kingdom_chosen` that was read."""
        told: Json = {"event": "kingdom_chosen", "kingdom": self.kingdom}
        told |= {"landscapes": self.landscapes} if self.landscapes else {}
        told |= {"boons": self.boons} if self.boons else {}
        told |= {"traits": self.traits} if self.traits else {}
        return {**told, **self.flags, **self.extras}

    def _place(self, role: str | None, text: str) -> None:
        if role in ("colonies", "shelters"):
            self.flags["colony" if role == "colonies" else role] = text.strip() in ("1", "true")
            return
        card = self._find(text)
        if card is None:
            self.unknown.append(Unknown(text, self.catalogue.nearest(text)))
        elif role in ROLES:
            self.extras[ROLES[role]] = card.pile
        elif card.is_type("Ally", "Prophecy"):
            self.extras[card.types[0].lower()] = card.name
        elif card.is_type("Boon"):
            self.boons.append(card.name)
        elif card.kind == "landscape":
            _once(self.landscapes, card.name)
        elif card.name in ("Colony", "Platinum"):
            self.flags["colony"] = True
        elif card.pile == "Shelters":
            self.flags["shelters"] = True
        elif card.kind != "basic":
            _once(self.kingdom, card.pile if card.kind == "member" else card.name)

    def _find(self, text: str) -> Card | None:
        found = self.catalogue.find(text)
        if found is None and _letters(text) in self.by_letters:
            return self.catalogue.card(self.by_letters[_letters(text)])
        return found


def _entries(text: str) -> Iterator[tuple[str | None, str]]:
    """(role or None, name) of everything that the text names."""
    if "supply=" in text or "cards=" in text:
        for part, value in _query(text).items():
            if part in LISTS:
                yield from ((part, name) for name in value.split(",") if name.strip())
            elif part in ("colonies", "shelters"):
                yield part, value
        return
    for piece in re.split(r"[,;\n\t|]+", text):
        name = NUMBERED.sub("", piece).strip().rstrip(".")
        labelled = LABELLED.match(name)
        if labelled is None:
            yield from (((None, name),) if name else ())
            continue
        label = folded(labelled["label"])
        yield label if label in ROLES else None, labelled["name"].strip()


def _query(text: str) -> Mapping[str, str]:
    """The parts of a link behind its question mark."""
    behind = text.split("?", 1)[-1].split("#", 1)[0].strip()
    pairs = (part.split("=", 1) for part in behind.split("&") if "=" in part)
    return {name: _decoded(value) for name, value in pairs}


def _decoded(value: str) -> str:
    return ENCODED.sub(lambda code: chr(int(code[1], 16)), value.replace("+", " "))


def _letters(name: str) -> str:
    return "".join(letter for letter in folded(name) if letter.isalnum())


def _once(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)
