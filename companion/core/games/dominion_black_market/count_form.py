"""What the tally asks for: only cards and tokens that can exist in this game and matter."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market import in_use, setup
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.state import State

EVERY_NAME = ("Keep", "Museum", "Obelisk", "Orchard", "Tower", "Triumphal Arch", "Wolf Den")
"""Landmarks that look at every card."""
TREASURES_OF = {
    "Bandit Fort": ("Silver", "Gold"),
    "Fountain": ("Copper",),
    "Palace": ("Copper", "Silver", "Gold"),
}
TYPES_BESIDE = {"Prizes": "Prize", "Rewards": "Reward", "Zombies": "Zombie"}
"""Entries of the checklist that are several differently named cards and no pile of theirs."""
TRAVELLERS = {
    "Page Travellers": ("Treasure Hunter", "Warrior", "Hero", "Champion"),
    "Peasant Travellers": ("Soldier", "Fugitive", "Disciple", "Teacher"),
}


@dataclass(frozen=True, slots=True)
class CountRow:
    """One card to count."""

    card: str
    each: int | None
    """Points of one copy; None where a formula says it."""
    from_deck: bool
    """It came from the Black Market deck only."""


@dataclass(frozen=True, slots=True)
class CountForm:
    """The questions of the tally for this game."""

    rows: tuple[CountRow, ...]
    """Those worth points first, then the others that are looked at."""
    asks_size: bool
    """The number of all cards counts: Gardens or Wall."""
    asks_tokens: bool
    token_sources: tuple[str, ...]
    asks_favors: bool
    asks_turns: bool
    """Turns were not tracked, so a tie needs them told."""
    asks_tavern: bool
    empty_pile_choices: tuple[str, ...]
    """Supply piles that may be empty, where Tower asks."""


def count_form(state: State) -> CountForm:
    """The form as the table stands now."""
    known = catalogue()
    cards = possible_cards(state)
    names = {card.name for card in cards}
    listed = in_use.landscapes(state)
    sources = _token_sources(state, known)
    return CountForm(
        rows=tuple(_row(state, card, known) for card in _asked(state, cards, known)),
        asks_size="Gardens" in names or "Wall" in listed,
        asks_tokens=bool(sources),
        token_sources=sources,
        asks_favors="Plateau Shepherds" in listed,
        asks_turns=not state.tracked,
        asks_tavern="Distant Lands" in names,
        empty_pile_choices=setup.supply(state) if "Tower" in listed else (),
    )


def possible_cards(state: State) -> tuple[Card, ...]:
    """Every card (and State) that somebody can own at the end, in the order of the boxes."""
    known = catalogue()
    names = {*setup.supply(state), *in_use.piles(state), *setup.start(state).heirlooms}
    names |= {each.card for each in state.deck.bought}
    if state.kingdom and state.kingdom.shelters:
        names.add("Shelters")
    for _, what in setup.laid_by_landscapes(state):
        names |= _beside(what, known)
    for entry in setup.entries(state):
        names |= _beside(entry.what, known) if entry.kind in ("non_supply", "trash") else set()
        if entry.kind == "state":
            names |= {each for each in entry.what.split("/") if each in known.cards}
    cards = {each for name in names for each in known.different.get(name, (name,))}
    return tuple(sorted((known.card(name) for name in cards), key=lambda card: card.number))


def _beside(what: str, known: Catalogue) -> set[str]:
    if what in TYPES_BESIDE:
        wanted = TYPES_BESIDE[what]
        return {card.name for card in known.cards.values() if card.is_type(wanted)}
    if what in TRAVELLERS:
        return set(TRAVELLERS[what])
    return {what} if what in known.cards and known.card(what).kind == "beside" else set()


def _asked(state: State, cards: tuple[Card, ...], known: Catalogue) -> tuple[Card, ...]:
    """Cards worth points, then those that something in this game looks at."""
    points = known.points
    worth = [c for c in cards if c.name in points["fixed"] or c.name in points["formulas"]]
    landscapes = in_use.landscapes(state)
    every_name = any(name in landscapes for name in EVERY_NAME) or any(
        points["formulas"].get(card.name, {}).get("of") == "names" for card in worth
    )
    looked_at = {
        name for each, names in TREASURES_OF.items() if each in landscapes for name in names
    }
    types = set()
    for card in worth:
        rule = points["formulas"].get(card.name, {})
        looked_at.add(rule.get("card", ""))
        types.add(rule.get("type", ""))
    cheap = "Plateau Shepherds" in landscapes
    others = [
        card
        for card in cards
        if card not in worth
        and card.kind != "status"
        and (
            every_name
            or card.name in looked_at
            or card.is_type(*types)
            or (cheap and card.cost.exactly(2))
        )
    ]
    return (*worth, *others)


def _row(state: State, card: Card, known: Catalogue) -> CountRow:
    bought = {each.card for each in state.deck.bought}
    return CountRow(
        card=card.name,
        each=None
        if card.name in known.points["formulas"]
        else known.points["fixed"].get(card.name, 0),
        from_deck=card.name in bought and card.pile not in in_use.piles(state),
    )


def _token_sources(state: State, known: Catalogue) -> tuple[str, ...]:
    """What pays VP tokens in this game; a gathering card of the deck pays none but its own."""
    there = {card.name for card in possible_cards(state)} | set(in_use.landscapes(state))
    listed = (*known.points["token_cards"], *known.points["token_landscapes"])
    return tuple(sorted(name for name in listed if name in there))
