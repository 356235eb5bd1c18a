"""What deciding an event can answer: it is recorded, it is asked about, or it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
"""A JSON object as Python holds it: str keys; str, int, bool, None, list and dict values."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in whole dollars inside a phrase; the web writes it in the reader's locale."""

    dollars: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with {named} places, not yet translated.

    `text` is the gettext message id. `params` fills its places: words, whole numbers, Money,
    further phrases, or tuples of these (written as a list of the reader's language).
    """

    text: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What followed from an event by the rules: derived, never logged."""

    name: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> Json:
        """The shape that phones get: {"consequence": name, …fields}."""
        return {"consequence": self.name, **self.fields}


@dataclass(frozen=True, slots=True)
class Ask:
    """A rule questions the event; it may be logged anyway by naming the code."""

    code: str
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Asks:
    """Every code that applies, in the order of the game's table of messages; never empty."""

    asks: tuple[Ask, ...]
    on: int | None = None
    """Index of the questioned event within a batch; None for a single event."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The event cannot be. `malformed` means that it could not even be read (HTTP 400)."""

    code: str
    phrase: Phrase
    on: int | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Extra facts for the answer, such as {"events": [12, 14]} of others_build_on_it."""
