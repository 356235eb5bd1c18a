"""Draws a random Kingdom from the shelf, with the wishes that people know from randomizers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.core.games.contract import Shuffled
from companion.core.games.dominion_black_market import in_use, shelf
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import (
    REQUIREMENTS,
    Catalogue,
    catalogue,
)
from companion.core.games.dominion_black_market.choosing import KINGDOM_SIZE
from companion.core.games.dominion_black_market.naming import known_names
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Json, Refused

LANDSCAPES = ("Event", "Landmark", "Project", "Way", "Trait")
"""Landscapes that are dealt beside a Kingdom; Allies and Prophecies come when needed."""
MOST_LANDSCAPES = 4
SPREAD = (2, 3, 4, 5)
"""A spread Kingdom holds at least one card of each of these costs, where there is one."""
WISHES = ("include", "ban", "requirements", "cost_spread", "landscapes", "black_market")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a random Kingdom should be."""

    include: tuple[str, ...] = ()
    """Piles and landscapes that are in it."""
    ban: frozenset[str] = frozenset()
    requirements: tuple[str, ...] = ()
    """Of catalogue.REQUIREMENTS: at least one pile does each."""
    cost_spread: bool = False
    landscapes: int = 0
    black_market: bool = True


def kingdom(state: State, event: Json, shuffled: Shuffled) -> Json | Refused:
    """A `kingdom_chosen` with ten piles drawn; the wishes stand in `wishes`.

    To draw one pile anew, include the nine others and ban the tenth.
    """
    known = catalogue()
    wishes = _wishes(event.get("wishes"), known)
    if isinstance(wishes, Refused):
        return wishes
    included = [known.pile(name) for name in wishes.include]
    piles = [card for card in included if card.kind == "kingdom"]
    if wishes.black_market and in_use.BLACK_MARKET not in {card.name for card in piles}:
        piles.append(known.card(in_use.BLACK_MARKET))
    if len(piles) > KINGDOM_SIZE:
        return refused("too_many_cards", n=len(piles), size=KINGDOM_SIZE)
    pool = _pool(state, wishes, piles, shuffled, known)
    piles += _filled(piles, pool, wishes, known)
    if len(piles) < KINGDOM_SIZE:
        return refused("too_few_piles", n=len(piles))
    landscapes = [card.name for card in included if card.kind == "landscape"]
    landscapes += _landscapes(state, wishes, landscapes, shuffled, known)
    told = {name: value for name, value in event.items() if name != "wishes"}
    told["kingdom"] = sorted(card.name for card in piles)
    if landscapes:
        told["landscapes"] = landscapes
    for flag, card_set in (("colony", "prosperity"), ("shelters", "dark_ages")):
        if flag not in told:
            told[flag] = _by_set(piles, card_set, shuffled)
    return told


def _wishes(given: Any, known: Catalogue) -> Wishes | Refused:
    told = given if isinstance(given, dict) else {}
    if not set(told) <= set(WISHES):
        return refused("malformed")
    include = _names(told.get("include", []), known)
    ban = _names(told.get("ban", []), known)
    if isinstance(include, Refused):
        return include
    if isinstance(ban, Refused):
        return ban
    requirements, landscapes = told.get("requirements", []), told.get("landscapes", 0)
    if not isinstance(requirements, list) or any(r not in REQUIREMENTS for r in requirements):
        return refused("malformed")
    if type(landscapes) is not int or not 0 <= landscapes <= MOST_LANDSCAPES:
        return refused("bad_number")
    return Wishes(
        include=include,
        ban=frozenset(known.card(name).pile for name in ban),
        requirements=tuple(requirements),
        cost_spread=told.get("cost_spread") is True,
        landscapes=landscapes,
        black_market=told.get("black_market") is not False,
    )


def _names(given: Any, known: Catalogue) -> tuple[str, ...] | Refused:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        return refused("malformed")
    names = known_names(given, known)
    return names if isinstance(names, Refused) else tuple(dict.fromkeys(names))


def _pool(
    state: State, wishes: Wishes, piles: list[Card], shuffled: Shuffled, known: Catalogue
) -> list[Card]:
    taken = {card.name for card in piles} | wishes.ban
    owned = tuple(
        card.name
        for card in shelf.owned_piles(state, known)
        if card.name not in taken and card.name != in_use.BLACK_MARKET
    )
    return [known.card(name) for name in shuffled(owned)]


def _filled(piles: list[Card], pool: list[Card], wishes: Wishes, known: Catalogue) -> list[Card]:
    """First one pile for each wish that is open, then the next ones of the pool."""
    added: list[Card] = []
    for fits in _open_wishes(wishes, known):
        if len(piles) + len(added) >= KINGDOM_SIZE or any(fits(c) for c in [*piles, *added]):
            continue
        added += [card for card in pool if fits(card)][:1]
    rest = [card for card in pool if card not in added]
    return added + rest[: max(0, KINGDOM_SIZE - len(piles) - len(added))]


def _open_wishes(wishes: Wishes, known: Catalogue) -> Iterable[Callable[[Card], bool]]:
    for requirement in wishes.requirements:
        yield partial(_provides, known, requirement)
    for coins in SPREAD if wishes.cost_spread else ():
        yield partial(_costs, coins)


def _provides(known: Catalogue, requirement: str, card: Card) -> bool:
    return requirement in known.provides[card.name]


def _costs(coins: int, card: Card) -> bool:
    return card.cost.exactly(coins)


def _landscapes(
    state: State, wishes: Wishes, there: list[str], shuffled: Shuffled, known: Catalogue
) -> tuple[str, ...]:
    names = tuple(
        card.name
        for card in known.cards.values()
        if card.kind == "landscape"
        and card.is_type(*LANDSCAPES)
        and card.name not in there
        and card.name not in wishes.ban
        and shelf.missing(state.shelf, card, known) is None
    )
    return shuffled(names)[: max(0, wishes.landscapes - len(there))]


def _by_set(piles: list[Card], card_set: str, shuffled: Shuffled) -> bool:
    """As likely as the set is among the piles: one is drawn, and its set decides (rule 3.3)."""
    return shuffled(tuple(card.set for card in piles))[0] == card_set
