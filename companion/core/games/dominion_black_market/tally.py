"""Counts every player's points and says what each comes from (End of game and scoring)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.games.dominion_black_market import in_use
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.state import Count, State

PLATEAU_SHEPHERDS = "Plateau Shepherds"
TOKENS = "tokens"


@dataclass(frozen=True, slots=True)
class Points:
    """One player's points; `cards` holds the States too."""

    cards: int
    landmarks: int
    tokens: int
    ally: int
    total: int
    lines: tuple[tuple[str, int], ...]
    """(card, Landmark, "Plateau Shepherds" or "tokens"; points), zeros left out."""


@dataclass(frozen=True, slots=True)
class Pile:
    """What one player owns, as the formulas ask for it."""

    count: Count
    catalogue: Catalogue

    @property
    def owned(self) -> Mapping[str, int]:
        """Cards by name; a State is no card."""
        return {
            name: copies
            for name, copies in self.count.cards
            if copies and self.catalogue.card(name).kind != "status"
        }

    def copies(self, name: str) -> int:
        """Copies of a card, or of a State."""
        return dict(self.count.cards).get(name, 0)

    def of_type(self, card_type: str) -> Mapping[str, int]:
        """Cards of a type by name; a card of several types counts for each."""
        return {
            name: copies
            for name, copies in self.owned.items()
            if self.catalogue.card(name).is_type(card_type)
        }


def points(state: State, catalogue: Catalogue) -> Mapping[str, Points]:
    """The points of every player who was counted, by name."""
    counted = {
        player.name: Pile(player.count, catalogue)
        for player in state.players
        if player.count is not None
    }
    return {name: _points(state, pile, counted, catalogue) for name, pile in counted.items()}


def card_points(pile: Pile, name: str) -> int:
    """What all copies of one card are worth (rules 10.3 and 10.4)."""
    rules = pile.catalogue.points
    if name in rules["fixed"]:
        fixed: int = rules["fixed"][name]
        return fixed * pile.copies(name)
    rule = rules["formulas"].get(name)
    if rule is None:
        return 0
    if rule["of"] == "tavern":
        on_the_mat: int = rule["each"] * pile.count.tavern
        return on_the_mat
    worth: int = rule["each"] * (_counted(rule, pile) // rule["per"])
    return worth * pile.copies(name)


def _points(state: State, pile: Pile, counted: Mapping[str, Pile], catalogue: Catalogue) -> Points:
    cards = {name: card_points(pile, name) for name, _ in pile.count.cards}
    landmarks = {
        name: _landmark(name, state, pile, counted)
        for name in (state.kingdom.landscapes if state.kingdom else ())
        if catalogue.card(name).is_type("Landmark")
    }
    ally = _plateau_shepherds(pile) if state.extras.ally == PLATEAU_SHEPHERDS else 0
    tokens = pile.count.tokens
    lines = {**cards, **landmarks, PLATEAU_SHEPHERDS: ally, TOKENS: tokens}
    return Points(
        cards=sum(cards.values()),
        landmarks=sum(landmarks.values()),
        tokens=tokens,
        ally=ally,
        total=sum(lines.values()),
        lines=tuple((name, worth) for name, worth in lines.items() if worth),
    )


def _counted(rule: Mapping[str, Any], pile: Pile) -> int:
    """How many of what a formula counts."""
    kind = rule["of"]
    if kind == "size":
        return pile.count.size
    if kind == "names":
        return len(pile.owned)
    if kind == "copies":
        return pile.copies(rule["card"])
    of_type = pile.of_type(rule["type"])
    return len(of_type) if kind == "type_names" else sum(of_type.values())


def _landmark(name: str, state: State, pile: Pile, counted: Mapping[str, Pile]) -> int:
    """What a Landmark pays or takes at scoring (rule 10.5); those that pay tokens give 0."""
    owned = pile.owned
    actions = sorted(pile.of_type("Action").values(), reverse=True)
    if name == "Bandit Fort":
        return -2 * (pile.copies("Silver") + pile.copies("Gold"))
    if name == "Fountain":
        return 15 if pile.copies("Copper") >= 10 else 0
    if name == "Keep":
        return 5 * _most_or_tied(state, pile, counted)
    if name == "Museum":
        return 2 * len(owned)
    if name == "Obelisk":
        return 2 * _of_pile(pile, state.extras.obelisk)
    if name == "Orchard":
        return 4 * sum(1 for copies in actions if copies >= 3)
    if name == "Palace":
        return 3 * min(pile.copies(each) for each in ("Copper", "Silver", "Gold"))
    if name == "Tower":
        return _tower(pile, counted)
    if name == "Triumphal Arch":
        return 3 * actions[1] if len(actions) > 1 else 0
    if name == "Wall":
        return -max(0, pile.count.size - 15)
    if name == "Wolf Den":
        return -3 * sum(1 for copies in owned.values() if copies == 1)
    return 0


def _most_or_tied(state: State, pile: Pile, counted: Mapping[str, Pile]) -> int:
    """Treasures of which nobody counted has more; Curses are Treasures with Charlatan (10.8)."""
    names = {*pile.of_type("Treasure")}
    if in_use.is_in_use(state, "Charlatan") and pile.copies("Curse"):
        names.add("Curse")
    return sum(
        1
        for name in names
        if pile.copies(name) == max(other.copies(name) for other in counted.values())
    )


def _of_pile(pile: Pile, name: str | None) -> int:
    return sum(
        copies
        for each, copies in pile.owned.items()
        if name is not None and pile.catalogue.card(each).pile == name
    )


def _tower(pile: Pile, counted: Mapping[str, Pile]) -> int:
    """Non-Victory cards from Supply piles that somebody's count says are empty."""
    empty = {name for other in counted.values() for name in other.count.empty_piles}
    return sum(
        copies
        for name, copies in pile.owned.items()
        if pile.catalogue.card(name).pile in empty
        and not pile.catalogue.card(name).is_type("Victory")
    )


def _plateau_shepherds(pile: Pile) -> int:
    """2 for every pair of a Favor and a card that costs exactly $2 (rule 10.8)."""
    cheap = sum(
        copies for name, copies in pile.owned.items() if pile.catalogue.card(name).cost.exactly(2)
    )
    return 2 * min(pile.count.favors, cheap)
