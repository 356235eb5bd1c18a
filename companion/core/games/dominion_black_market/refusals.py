"""Builds the refusals and asks of the game from their codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.phrases import (
    ASKS,
    ASKS_OF_ONE,
    CARD_WITHOUT_NEAREST,
    SENTENCES,
)
from companion.core.outcome import Ask, Phrase, Refused

ASK_ORDER = tuple(ASKS)
"""Asks in the order of the table of messages."""


def refused(code: str, **places: Any) -> Refused:
    """A refusal with its sentence filled in."""
    return Refused(code, Phrase(SENTENCES[code], places))


def ask(code: str, **places: Any) -> Ask:
    """An ask with its sentence filled in."""
    text = ASKS_OF_ONE.get(code) if _one(places) else None
    return Ask(code, Phrase(text or SENTENCES[code], places))


def _one(places: Mapping[str, Any]) -> bool:
    """Whether what the sentence counts, a number or a list of names, is a single one."""
    return places.get("n") == 1 or len(places.get("list", ())) == 1


def in_order(asks: Iterable[Ask]) -> tuple[Ask, ...]:
    """The asks as the table of messages orders them."""
    return tuple(sorted(asks, key=lambda each: ASK_ORDER.index(each.code)))


def unknown_card(name: str, catalogue: Catalogue) -> Refused:
    """No card of that name, with the name that comes closest.

    A landscape or a Boon where only cards will do comes closest to itself: no other is named.
    """
    nearest = catalogue.nearest(name) if catalogue.find(name) is None else None
    if nearest is None:
        return Refused("unknown_card", Phrase(CARD_WITHOUT_NEAREST, {"name": name}))
    return refused("unknown_card", name=name, nearest=nearest)
