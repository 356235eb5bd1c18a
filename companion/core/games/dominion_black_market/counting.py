"""A player's cards are counted at the end, on any phone (`pile_counted`)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import setup
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.naming import known_names, sitting
from companion.core.games.dominion_black_market.refusals import refused, unknown_card
from companion.core.games.dominion_black_market.state import Count, State
from companion.core.outcome import Json, Refused

DISTANT_LANDS = "Distant Lands"
NOBODYS = ("Boon", "Hex", "Artifact")
"""Types that go from hand to hand and are no cards of anybody's; of those only States score."""


def pile_counted(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """That player's tally; counted again replaces it."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    cards = _cards(event["cards"], catalogue)
    if isinstance(cards, Refused):
        return cards
    pieces = event.get("pieces", {})
    empty = _empty_piles(state, pieces.get("empty_piles", []), catalogue)
    if isinstance(empty, Refused):
        return empty
    listed = sum(copies for card, copies in cards.items() if catalogue.card(card).kind != "status")
    size = event.get("size", listed)
    tavern = pieces.get("tavern", 0)
    if size < listed or tavern > cards.get(DISTANT_LANDS, 0):
        return refused("bad_number")
    count = Count(
        cards=tuple(cards.items()),
        size=size,
        tokens=event.get("tokens", 0),
        favors=event.get("favors", 0),
        turns=event.get("turns"),
        empty_piles=empty,
        tavern=tavern,
    )
    player = state.seat(name)
    recorded: Json = {**event, "player": name, "cards": cards}
    if "pieces" in event:
        recorded["pieces"] = {"empty_piles": list(empty), "tavern": tavern}
    return Decided(recorded, (), state.with_player(replace(player, count=count)))


def _cards(told: dict[str, int], catalogue: Catalogue) -> dict[str, int] | Refused:
    """Cards and States by printed name (rule 10.2); the name of a pile of different ones asks."""
    cards: dict[str, int] = {}
    for each, copies in told.items():
        card = catalogue.find(each)
        if card is None or card.kind == "landscape" or card.is_type(*NOBODYS):
            return unknown_card(each, catalogue)
        if card.name in catalogue.different:
            return refused("name_one_card", pile=card.name)
        if card.name in cards:
            return refused("duplicate_name", card=card.name)
        cards[card.name] = copies
    return cards


def _empty_piles(state: State, told: list[str], catalogue: Catalogue) -> tuple[str, ...] | Refused:
    """Supply piles that are empty, by their own names.

    A member does not stand for its pile here: with the last Catapult gone the Rocks still lie
    there, and a half-empty pile is not empty (rule 10.5).
    """
    names = known_names(told, catalogue)
    if isinstance(names, Refused):
        return names
    there = setup.supply(state)
    stranger = next((name for name in names if name not in there), None)
    if stranger is not None:
        return refused("not_in_supply", card=stranger)
    return tuple(dict.fromkeys(names))
