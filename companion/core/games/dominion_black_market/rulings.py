"""Picks the rulings that apply: to this card, in this phase, at this table (rules 5 to 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.games.dominion_black_market import in_use, setup
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.ruling_phrases import SENTENCES
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Phrase


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling with where it comes from."""

    key: str
    sentence: Phrase
    source: str
    """Tags of the sources, as in the data file."""
    probably: bool
    """True: inferred, not said by a source."""
    about: tuple[str, ...] = ()
    """What is in use here that it speaks of."""


def for_card(state: State, card: Card, catalogue: Catalogue) -> tuple[Ruling, ...]:
    """The rulings that apply to buying this card now, sorted by key."""
    found = [
        _ruling(row, card.name)
        for row in catalogue.rulings
        if row["on"] == "card" and _in_phase(row, state) and _about_card(row, state, card)
    ]
    return tuple(sorted(found, key=lambda each: each.key))


def for_table(state: State, catalogue: Catalogue) -> tuple[Ruling, ...]:
    """The rulings about what else is in use at this table and bears on this play."""
    if state.play is None:
        return ()
    found = []
    for row in catalogue.rulings:
        if row["on"] == "table" and _in_phase(row, state):
            about = _about_table(row, state, catalogue)
            if about is not None:
                found.append(_ruling(row, None, about))
    return tuple(sorted(found, key=lambda each: each.key))


def _ruling(row: Mapping[str, Any], card: str | None, about: tuple[str, ...] = ()) -> Ruling:
    probably = row.get("probably", False)
    return Ruling(
        key=row["key"],
        sentence=Phrase(SENTENCES[row["key"]], {"cards": about}),
        source=row["source"],
        probably=card in probably if isinstance(probably, list) else probably,
        about=about,
    )


def _in_phase(row: Mapping[str, Any], state: State) -> bool:
    phase = state.play.phase if state.play else "action"
    return phase in row.get("phases", (phase,))


def _about_card(row: Mapping[str, Any], state: State, card: Card) -> bool:
    if "cards" in row and card.name not in row["cards"]:
        return False
    if row.get("cost") == "debt" and not card.cost.debt:
        return False
    if "type" in row and not card.is_type(row["type"]):
        return False
    if not _wording(row, state, card.name):
        return False
    return "with_in_use" not in row or in_use.is_in_use(state, row["with_in_use"])


def _about_table(
    row: Mapping[str, Any], state: State, catalogue: Catalogue
) -> tuple[str, ...] | None:
    """What in use here the ruling speaks of; None when there is nothing."""
    if "setup" in row:
        wanted = tuple(row["setup"])
        there = any((line.kind, line.what) == wanted for line in setup.entries(state))
        return () if there else None
    types = set(row.get("types", ()))
    about = tuple(
        name
        for name in _on_the_table(state)
        if (name in row["in_use"] and _wording(row, state, name))
        or (types & set(catalogue.card(name).types) and name not in row.get("other_than", ()))
    )
    return about or None


def _on_the_table(state: State) -> tuple[str, ...]:
    """What can be used by somebody now: all in use, of the deck only what was bought."""
    bought = tuple(each.card for each in state.deck.bought)
    names = (
        *in_use.piles(state),
        *in_use.set_aside(state),
        *in_use.landscapes(state),
        *bought,
    )
    return tuple(sorted(set(names)))


def _wording(row: Mapping[str, Any], state: State, name: str) -> bool:
    """Hermit: which of the two wordings lies on the table (rule 7)."""
    option = row.get("option", {}).get(name)
    return option is None or option == state.hermit
