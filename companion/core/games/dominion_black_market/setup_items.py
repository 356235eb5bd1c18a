"""Turns a card's consequences (our data file) into setup entries: kind, what, how many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue

SUN_TOKENS = {2: 5, 3: 8, 4: 10, 5: 12, 6: 13}
BESIDE = {
    "Spoils": 15,
    "Boons": 12,
    "Will-o'-Wisp": 12,
    "Hexes": 12,
    "Imp": 13,
    "Ghost": 6,
    "Wish": 12,
    "Horse": 30,
    "Loot": 30,
    "Prizes": 5,
    "Mercenary": 10,
    "Madman": 10,
    "Bat": 10,
}
"""Piles beside the Supply by the word that names them, with their sizes."""
STATES = ("Deluded/Envious", "Miserable/Twice Miserable")
"""States that come with the Hexes."""
NAMED_EXTRAS = {
    "extra_supply_pile": "Bane",
    "extra_nonsupply_pile": "Ferryman",
    "set_aside": "Riverboat",
}


@dataclass(frozen=True, slots=True)
class Lying:
    """How a card lies in the game, which decides what of it counts."""

    with_pile: bool
    """A whole pile of it lies out, so that it can be exchanged for and returned to."""
    players: int
    old_hermit: bool = False
    victory_piles: int = 0
    """Victory piles in the Supply, for Trade Route."""


Made = tuple[str, str, int | None]
"""(kind, what, count); count None where there is nothing to count."""


def made_by(name: str, lying: Lying, catalogue: Catalogue) -> Iterator[Made]:
    """The setup entries that a card brings, lying as it does; in no order, with repeats."""
    card = catalogue.card(name)
    if card.mixed:
        yield "mixed_pile", name, None
        for member in card.members:
            yield from made_by(member, lying, catalogue)
        return
    for item in catalogue.consequences.get(name, ()):
        if counts(item, name, lying):
            yield from made_by_item(item, card, lying)
    if lying.with_pile and card.is_type("Gathering"):
        yield "material", "VP tokens", None


def counts(item: Mapping[str, Any], name: str, lying: Lying) -> bool:
    """False for what only a whole pile makes useful: exchanging, returning (Setup entries)."""
    if lying.with_pile or item["effective_if_only_in_bm"] is True:
        return True
    return name == "Hermit" and lying.old_hermit


def made_by_item(item: Mapping[str, Any], card: Card, lying: Lying) -> Iterator[Made]:
    """The entries of one item of the data file."""
    kind, what = item["kind"], item["what"]
    if kind in NAMED_EXTRAS:
        yield kind, NAMED_EXTRAS[kind], None
    elif kind == "supply_pile":
        yield _supply_pile(what, lying)
    elif kind == "non_supply":
        yield from _beside(what, card, lying)
    elif kind == "game_rule":
        yield kind, card.name, None
    elif kind == "physical":
        if not lying.with_pile:
            yield kind, "own back", None
    elif kind == "material":
        if not what.startswith("none"):
            yield kind, what.split(" (")[0], None
    elif kind == "prophecy":
        yield kind, "Prophecy", 1
        yield "tokens", "Sun tokens", SUN_TOKENS[lying.players]
    elif kind == "tokens":
        yield kind, card.name, lying.victory_piles
    else:
        yield from _for_each_player(kind, what)


def _for_each_player(kind: str, what: str) -> Iterator[Made]:
    if kind == "ally":
        yield kind, "Ally", 1
        yield "player_start", "Favors", 1
    elif kind == "player_start":
        yield (kind, "Coffers", 1) if "Coffers" in what else (kind, "Favors", 5)
    elif kind == "heirloom":
        yield kind, what.split(" by ")[1], None
    elif kind == "artifact":
        for name in what.removeprefix("set out ").split(" and "):
            yield kind, name, None
    elif kind == "trash":
        yield kind, "Zombies", 3
    elif kind == "boons":
        yield kind, "Boons set aside", 3
    else:
        yield kind, what, None


def _supply_pile(what: str, lying: Lying) -> Made:
    if what.startswith("Potion"):
        return "supply_pile", "Potion", 16
    return "supply_pile", "Ruins", 10 * (lying.players - 1)


def _beside(what: str, card: Card, lying: Lying) -> Iterator[Made]:
    words = set(re.findall(r"[A-Za-z][\w'-]*", what))
    if "Traveller" in words:
        yield "non_supply", f"{card.name} Travellers", None
    if "Rewards" in words:
        yield "non_supply", "Rewards", 6 if lying.players == 2 else 12
    for word, size in BESIDE.items():
        if word in words:
            yield "non_supply", word, size
    if "Hexes" in words:
        for each in STATES:
            yield "state", each, None
