"""Everything that the cards in use bring into the setup, with its cause (Setup consequences)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.core.games.dominion_black_market import in_use
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.setup_items import (
    Lying,
    counts,
    made_by,
    made_by_item,
)
from companion.core.games.dominion_black_market.state import BlackMarketDeck, State

BASICS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")
COLONY = ("Colony", "Platinum")
LEAK_LEVELS = ("unique", "class", "physical")
"""Strongest first: one card, a class of cards, a place in the deck."""


@dataclass(frozen=True, slots=True)
class SetupEntry:
    """One line of the setup checklist."""

    kind: str
    what: str
    count: int | None
    causes: tuple[str, ...]
    """Cards and landscapes that bring it, sorted."""

    @property
    def step(self) -> str:
        """The name under which phones tick it: `kind:what`."""
        return f"{self.kind}:{self.what}"


@dataclass(frozen=True, slots=True)
class Start:
    """What every player starts with, beside three Estates or Shelters."""

    coppers: int
    heirlooms: tuple[str, ...]
    coffers: int
    favors: int


def entries(state: State) -> tuple[SetupEntry, ...]:
    """The checklist beyond the plain Supply, sorted by kind and what; equal lines are one."""
    return _entries(
        replace(_bare(state), deck=BlackMarketDeck(cards=state.deck.cards)), state.player_count
    )


def entries_without_deck(state: State) -> tuple[SetupEntry, ...]:
    """The part of the checklist that the Supply, extras and landscapes bring by themselves."""
    return _entries(_bare(state), state.player_count)


def laid_by_landscapes(state: State) -> frozenset[tuple[str, str]]:
    """(kind, what) that landscapes lay out beside the Supply: Horses, Loot.

    The checklist names cards as causes and these landscapes not (Setup entries), yet what they
    lay out lies there, whatever the deck holds.
    """
    known = catalogue()
    lying = Lying(with_pile=True, players=state.player_count)
    return frozenset(
        (kind, what)
        for name in in_use.landscapes(state)
        for item in known.landscapes.get(name, ())
        for kind, what, _ in made_by_item(item, known.card(name), lying)
    )


def supply(state: State) -> tuple[str, ...]:
    """Names of all Supply piles, sorted: they count when a game ends by empty piles."""
    made = {entry.what for entry in entries(state) if entry.kind == "supply_pile"}
    colony = COLONY if state.kingdom and state.kingdom.colony else ()
    return tuple(sorted({*BASICS, *colony, *in_use.supply_piles(state), *made}))


def start(state: State) -> Start:
    """Each Heirloom replaces a Copper (rule 3.5)."""
    lines = entries(state)
    heirlooms = tuple(entry.what for entry in lines if entry.kind == "heirloom")
    given = {entry.what: entry.count or 0 for entry in lines if entry.kind == "player_start"}
    return Start(
        coppers=7 - len(heirlooms),
        heirlooms=heirlooms,
        coffers=given.get("Coffers", 0),
        favors=given.get("Favors", 0),
    )


def leak(state: State, name: str) -> str | None:
    """How far a card in the deck gives itself away: unique | class | physical | None (rule 3.8).

    Only what nothing outside the deck brings counts. Importer's four more Favors are its own,
    and a card back is seen whatever else lies out.
    """
    return _leak(name, _outside(state), _lying(state, with_pile=False))


def leaks(state: State) -> tuple[tuple[str, str], ...]:
    """(deck card, level) of every card in the deck that gives itself away, sorted."""
    outside, lying = _outside(state), _lying(state, with_pile=False)
    found = ((name, _leak(name, outside, lying)) for name in sorted(state.deck.cards))
    return tuple((name, level) for name, level in found if level is not None)


def _outside(state: State) -> frozenset[tuple[str, str]]:
    """(kind, what) of all that lies out without the deck (rule 3.8: Supply, Bane, landscapes)."""
    listed = ((entry.kind, entry.what) for entry in entries_without_deck(state))
    return frozenset(listed) | laid_by_landscapes(state)


def _leak(name: str, outside: frozenset[tuple[str, str]], lying: Lying) -> str | None:
    found = set()
    for item in catalogue().consequences.get(name, ()):
        if item["leak"] not in LEAK_LEVELS or not counts(item, name, lying):
            continue
        made = {line[:2] for line in made_by_item(item, catalogue().card(name), lying)}
        if item["kind"] in ("physical", "player_start") or made - outside:
            found.add(item["leak"])
    return next((level for level in LEAK_LEVELS if level in found), None)


def unknown_setup(state: State) -> tuple[str, ...]:
    """Kingdom piles of newer expansions in use: "check the card for setup"."""
    known = catalogue()
    names = {known.pile(name).name for name in in_use.cards_in_use(state)}
    return tuple(sorted(name for name in names if not known.known_setup(name)))


@lru_cache(maxsize=256)
def _entries(state: State, players: int) -> tuple[SetupEntry, ...]:
    counted: dict[tuple[str, str], int | None] = {}
    brought: dict[tuple[str, str], set[str]] = {}
    for cause, (kind, what, count) in _everything(state, players):
        key = (kind, what)
        counted[key] = max(count or 0, counted.get(key) or 0) if count is not None else None
        brought.setdefault(key, set()).add(cause)
    return tuple(
        SetupEntry(kind, what, counted[kind, what], tuple(sorted(brought[kind, what])))
        for kind, what in sorted(counted)
    )


def _everything(state: State, players: int) -> Iterator[tuple[str, tuple[str, str, int | None]]]:
    known = catalogue()
    beside = replace(_lying(state, with_pile=False), players=players)
    with_pile = replace(beside, with_pile=True)
    for name in in_use.piles(state):
        yield from ((name, line) for line in made_by(name, with_pile, known))
    for name in in_use.set_aside(state) + state.deck.cards:
        yield from ((name, line) for line in made_by(name, beside, known))
    listed = in_use.landscapes(state)
    if "Way of the Mouse" in listed:
        yield "Way of the Mouse", ("set_aside", "Way of the Mouse", None)
    if "Approaching Army" in listed:
        yield "Approaching Army", ("extra_supply_pile", "Approaching Army", None)
    for name, rule in known.points["stock"].items():
        if name in listed:
            yield name, ("tokens", name, _stock(rule, state, players))


def _stock(rule: dict[str, int], state: State, players: int) -> int:
    """VP tokens that a Landmark starts with (rule 10.6)."""
    if "per_action_pile" in rule:
        return rule["per_action_pile"] * sum(
            pile.is_type("Action") and not pile.is_type("Gathering")
            for pile in _supply_cards(state)
        )
    return rule.get("fixed", 0) + rule.get("per_player", 0) * players


def _supply_cards(state: State) -> tuple[Card, ...]:
    """The Supply piles, Ruins included, without asking for the entries that ask for these."""
    names = {*BASICS, *in_use.supply_piles(state)}
    if state.kingdom and state.kingdom.colony:
        names.update(COLONY)
    if any(catalogue().card(name).is_type("Looter") for name in in_use.cards_in_use(state)):
        names.add("Ruins")
    return tuple(catalogue().card(name) for name in sorted(names))


def _lying(state: State, with_pile: bool) -> Lying:
    return Lying(
        with_pile=with_pile,
        players=state.player_count,
        old_hermit=state.hermit == "old",
        victory_piles=_count(pile.is_type("Victory") for pile in _supply_cards(state)),
    )


def _count(flags: Iterable[bool]) -> int:
    return sum(1 for flag in flags if flag)


def _bare(state: State) -> State:
    """Only what the checklist depends on, so that equal tables share one answer."""
    return State(hermit=state.hermit, kingdom=state.kingdom, extras=state.extras)
