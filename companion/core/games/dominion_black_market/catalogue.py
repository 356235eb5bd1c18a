"""All cards there are: names, costs, types and boxes from dominion-setup, the rest our own data.

The only module that imports dominion-setup. Its `instructions` are close to the printed texts:
they serve `meets` for matching, and are never shown, printed or handed out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from dominion_setup import (
    SET_EDITION_CHOICES,
    KingdomRequirement,
    load_card_database,
)
from dominion_setup import Card as TheirCard
from dominion_setup.generator import REQUIREMENT_RULES
from dominion_setup.models import CardPurpose

from companion.core.games.dominion_black_market.cards import Card, Cost, folded

KINDS = {
    CardPurpose.KINGDOM_PILE: "kingdom",
    CardPurpose.BASIC: "basic",
    CardPurpose.LANDSCAPE: "landscape",
    CardPurpose.NON_SUPPLY: "beside",
    CardPurpose.MIXED_PILE_CARD: "beside",
    CardPurpose.STATUS: "status",
}
STACKS = {"Ruins": "Ruins", "Shelter": "Shelters", "Loot": "Loot", "Boon": "Boons", "Hex": "Hexes"}
"""Types whose cards lie in a stack of that name beside or in the Supply."""

REQUIREMENTS: tuple[str, ...] = tuple(each.name.lower() for each in KingdomRequirement)
"""What a Kingdom may be asked to hold at least once."""


@dataclass(frozen=True, slots=True)
class SetEdition:
    """One box as a shelf names it."""

    word: str
    """dominion-setup's word: `base_2e`, `nocturne`."""
    set: str
    set_name: str
    edition: int
    two_editions: bool


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every card by name, every box by word, and our own facts beside them."""

    cards: Mapping[str, Card]
    boxes: Mapping[str, SetEdition]
    by_fold: Mapping[str, str]
    different: Mapping[str, tuple[str, ...]]
    """Mixed pile, or stack such as Ruins and Loot → its differently named cards."""
    consequences: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Kingdom pile, or member of a mixed one → its items: kind, what, leak,
    effective_if_only_in_bm."""
    without_consequence: frozenset[str]
    landscapes: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Landscape → what it lays out beside the Supply: kind, what."""
    treasures: Mapping[str, Mapping[str, Any]]
    """Known Treasures: coins, potions, buys, and `with` for what must be in use."""
    points: Mapping[str, Mapping[str, Any]]
    """Victory formulas by card, Landmarks by name."""
    rulings: tuple[Mapping[str, Any], ...]
    provides: Mapping[str, frozenset[str]]
    """Kingdom pile → which of REQUIREMENTS it meets."""

    def find(self, name: str) -> Card | None:
        """The card of that name, however it is typed; None when there is none."""
        printed = self.by_fold.get(folded(name))
        return self.cards[printed] if printed is not None else None

    def card(self, name: str) -> Card:
        """The card of a name as printed."""
        return self.cards[name]

    def pile(self, name: str) -> Card:
        """The pile of a card's printed name: a member stands for its pile."""
        return self.cards[self.cards[name].pile]

    def nearest(self, name: str) -> str | None:
        """The printed name that a mistyped one comes closest to."""
        close = get_close_matches(folded(name), self.by_fold, n=1, cutoff=0.5)
        return self.by_fold[close[0]] if close else None

    def known_setup(self, pile: str) -> bool:
        """False for a pile of a newer expansion: "check the card for setup"."""
        return pile in self.consequences or pile in self.without_consequence

    @property
    def kingdom_piles(self) -> tuple[Card, ...]:
        """Every Kingdom pile, in the order of the boxes."""
        return tuple(card for card in self.cards.values() if card.kind == "kingdom")


@cache
def catalogue() -> Catalogue:
    """The catalogue, read once: about 20 ms and 0.5 MB of card data."""
    database = load_card_database()
    mixed = _data("dominion_mixed_piles.json")["piles"]
    members = {
        each["name"]: {**each, "pile": pile} for pile, listed in mixed.items() for each in listed
    }
    cards = {
        theirs.name: _card(theirs, number, members.get(theirs.name), mixed)
        for number, theirs in enumerate(database.cards)
    }
    facts = _data("dominion_setup_consequences.json")
    items = {name: tuple(row["items"]) for name, row in facts["table"].items()}
    items |= {name: tuple(row["items"]) for name, row in members.items() if "items" in row}
    return Catalogue(
        cards=cards,
        boxes={word: _box(word) for word in SET_EDITION_CHOICES},
        by_fold={folded(name): name for name in cards},
        different=_different(cards),
        consequences=items,
        without_consequence=frozenset(facts["no_consequence"]),
        landscapes={
            name: tuple(laid) for name, laid in _data("dominion_landscapes.json")["table"].items()
        },
        treasures=_data("dominion_treasures.json")["treasures"],
        points=_data("dominion_points.json"),
        rulings=tuple(_data("dominion_rulings.json")["rulings"]),
        provides={
            theirs.name: frozenset(
                each.name.lower() for each, meets in REQUIREMENT_RULES.items() if meets(theirs)
            )
            for theirs in database.kingdom_cards.values()
        },
    )


def _different(cards: Mapping[str, Card]) -> Mapping[str, tuple[str, ...]]:
    """The differently named cards of each pile that has such, in the order of the boxes."""
    found: dict[str, tuple[str, ...]] = {}
    for card in cards.values():
        if card.pile != card.name:
            found[card.pile] = (*found.get(card.pile, ()), card.name)
    return found


def _card(
    theirs: TheirCard, number: int, member: Mapping[str, Any] | None, mixed: Mapping[str, Any]
) -> Card:
    stack = next((STACKS[each] for each in theirs.types if each in STACKS), theirs.name)
    cost = Cost(theirs.cost.coins, int(theirs.cost.potion), theirs.cost.debt)
    if member is not None:
        cost = Cost(member.get("coins"), 0, member.get("debt", 0))
    return Card(
        name=theirs.name,
        kind="member" if member is not None else KINDS[theirs.purpose],
        cost=cost,
        types=tuple(str(each) for each in (member or {}).get("types", theirs.types)),
        set=theirs.set.name.lower(),
        set_name=str(theirs.set),
        editions=tuple(int(each) for each in theirs.editions),
        pile=member["pile"] if member is not None else stack,
        members=tuple(each["name"] for each in mixed.get(theirs.name, ())),
        quantity=theirs.quantity,
        number=number,
    )


def _box(word: str) -> SetEdition:
    card_set, edition = SET_EDITION_CHOICES[word]
    return SetEdition(
        word=word,
        set=card_set.name.lower(),
        set_name=str(card_set),
        edition=int(edition),
        two_editions=word != card_set.name.lower(),
    )


def _data(name: str) -> Any:
    """Our own data file of that name. Read here and nowhere else in the game."""
    return json.loads((files("companion.data") / name).read_text(encoding="utf-8"))
