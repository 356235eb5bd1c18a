"""Rule 3.8: what a landscape lays out anyway, no card of the deck gives away."""

from __future__ import annotations

import re

import pytest
from dominion_setup import load_card_database

from companion.core.games.dominion_black_market import setup
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.setup_items import BESIDE
from companion.core.games.dominion_black_market.state import Kingdom, Player, State
from tests.core.dominion.builders import KINGDOM

CATALOGUE = catalogue()
LAYING = sorted(CATALOGUE.landscapes)
LAYING_NOTHING = ["Approaching Army", "Delay", "Obelisk", "Peaceful Cult", "Way of the Horse"]
LANDSCAPES = [card for card in CATALOGUE.cards.values() if card.kind == "landscape"]
BROUGHT = {*BESIDE, "Ruins", "Potion", "Reward", "Zombie", "Traveller"} | {
    card.name for card in CATALOGUE.cards.values() if card.is_type("Artifact", "Heirloom", "State")
}
TEXTS = {each.name: each.instructions or "" for each in load_card_database().cards}


def table(*landscapes: str) -> State:
    """Two players with these landscapes and no deck."""
    return State(players=(Player("A", 1), Player("B", 2)), kingdom=Kingdom(KINGDOM, landscapes))


def piles_named_by(landscape: str) -> set[str]:
    """What the text of a landscape names of all that a card of the deck can bring (rule 3.4)."""
    return {each for each in BROUGHT if re.search(rf"\b{re.escape(each)}s?\b", TEXTS[landscape])}


def test_what_a_landscape_lays_out_is_what_its_text_names() -> None:
    """The contract with the release, for every landscape: a new one must be looked at."""
    named = {card.name: piles_named_by(card.name) for card in LANDSCAPES}
    laid = {
        card.name: {what for _, what in setup.laid_by_landscapes(table(card.name))}
        for card in LANDSCAPES
    }

    assert len(LANDSCAPES) == 193
    assert laid == named
    assert [name for name in LAYING if not laid[name]] == []


@pytest.mark.parametrize("landscape", LAYING + LAYING_NOTHING)
def test_a_card_leaks_only_what_neither_supply_nor_landscapes_bring(landscape: str) -> None:
    """Every Kingdom pile in the deck beside that landscape, against the pile beside none."""
    bare, beside = table(), table(landscape)
    laid = setup.laid_by_landscapes(beside)
    brings = {
        name: [item for item in items if item["effective_if_only_in_bm"] is True]
        for name, items in CATALOGUE.consequences.items()
    }
    covered = {
        name
        for name, items in brings.items()
        if laid
        and any(_is_laid(item, laid) for item in items)
        and all(_is_laid(item, laid) or item["leak"] == "none" for item in items)
    }

    changed = {name for name in brings if setup.leak(bare, name) != setup.leak(beside, name)}
    assert changed == covered
    assert all(setup.leak(beside, name) is None for name in covered)


def _is_laid(item: dict[str, str], laid: frozenset[tuple[str, str]]) -> bool:
    return any(kind == item["kind"] and what in item["what"] for kind, what in laid)
