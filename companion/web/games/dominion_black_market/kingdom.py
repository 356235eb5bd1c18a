"""The Kingdom: its piles and landscapes, the extras it needs, and what was found for it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.card_view import CardView, card_view
from companion.core.games.dominion_black_market.cards import folded
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.choosing import KINGDOM_SIZE
from companion.core.games.dominion_black_market.eligibility import fits_extra
from companion.core.games.dominion_black_market.kingdom_drawing import LANDSCAPES
from companion.core.games.dominion_black_market.pasting import Pasted, read_pasted
from companion.core.games.dominion_black_market.phrases import EXTRA_NAMES
from companion.core.games.dominion_black_market.state import EXTRAS
from companion.core.games.dominion_black_market.view import DominionTableView, ExtraView
from companion.core.outcome import Phrase
from companion.services.tables.live_table import LiveTable

FOUND = 24


@dataclass(frozen=True, slots=True)
class KingdomShown:
    """What the tab shows."""

    piles: tuple[CardView, ...]
    """By cost, then by name."""
    landscapes: tuple[CardView, ...]
    extras: tuple[ExtraView, ...]
    played: bool
    """Black Market is in use: a deck is needed."""
    short: int
    """How many piles are missing to ten; below zero: too many."""


@dataclass(frozen=True, slots=True)
class Found:
    """A card that a search found, and whether it is in the Kingdom already."""

    card: CardView
    there: bool


@dataclass(frozen=True, slots=True)
class ExtraSheet:
    """Everything that one extra could be."""

    extra: str
    name: Phrase
    choices: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class PastedSheet:
    """What a pasted text named, before it is recorded."""

    text: str
    pasted: Pasted
    piles: tuple[str, ...]
    landscapes: tuple[str, ...]
    others: tuple[tuple[Phrase, str], ...]
    """(extra, card)."""


def shown(view: DominionTableView) -> KingdomShown:
    """The Kingdom as every phone may see it."""
    return KingdomShown(
        piles=tuple(sorted(view.kingdom, key=by_cost)),
        landscapes=view.landscapes,
        extras=view.extras,
        played=view.deck_needed,
        short=KINGDOM_SIZE - len(view.kingdom),
    )


def by_cost(card: CardView) -> tuple[int, str, str]:
    """Cheap ones first, as people lay a Kingdom out."""
    digits = "".join(letter for letter in card.cost.split("P")[0] if letter.isdigit())
    return (int(digits) if digits else 0, card.cost, card.name)


def search(view: DominionTableView, text: str) -> tuple[Found, ...]:
    """Piles and landscapes with these letters in their name; the beginning counts most."""
    letters = folded(text)
    if not letters:
        return ()
    there = {card.name for card in (*view.kingdom, *view.landscapes)}
    hits = [
        card
        for card in catalogue().cards.values()
        if letters in folded(card.name)
        and (card.kind == "kingdom" or (card.kind == "landscape" and card.is_type(*LANDSCAPES)))
    ]
    hits.sort(key=lambda card: (not folded(card.name).startswith(letters), card.name))
    return tuple(Found(card_view(card), card.name in there) for card in hits[:FOUND])


def extra_sheet(live: LiveTable, extra: str) -> ExtraSheet | None:
    """What could be this extra, by cost; None when there is no such extra."""
    if extra not in EXTRAS:
        return None
    fits = fits_extra(live.table.state, extra, catalogue())
    return ExtraSheet(
        extra, Phrase(EXTRA_NAMES[extra]), tuple(sorted(map(card_view, fits), key=by_cost))
    )


def pasted_sheet(text: str) -> PastedSheet:
    """What the text names, with the names that nobody knows."""
    pasted = read_pasted(text, catalogue())
    return PastedSheet(
        text=text,
        pasted=pasted,
        piles=tuple(pasted.event["kingdom"]),
        landscapes=tuple(pasted.event.get("landscapes", ())),
        others=tuple(
            (Phrase(EXTRA_NAMES[extra]), pasted.event[extra])
            for extra in EXTRAS
            if extra in pasted.event
        ),
    )
