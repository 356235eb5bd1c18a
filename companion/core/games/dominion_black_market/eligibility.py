"""What may enter the deck, and what may be chosen as an extra: the first reason against it."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.dominion_black_market import in_use, setup, shelf
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.naming import printed_name
from companion.core.games.dominion_black_market.phrases import (
    EITHER_COST,
    EXTRA_NAMES,
    TYPES_NEEDED,
    WHY_LEFT_OUT,
)
from companion.core.games.dominion_black_market.refusals import refused, unknown_card
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Phrase, Refused

PILE_EXTRAS = ("bane", "ferryman", "army")
"""Extras that are whole piles: a member stands for its pile."""
CARD_EXTRAS = ("riverboat", "mouse")
"""Extras that are one card set aside."""
COSTS = {"bane": (2, 3), "ferryman": (3, 4), "riverboat": (5,), "mouse": (2, 3)}
"""What an extra costs exactly, without Potion and debt (rules 3.4 and 3.7)."""
TYPES = {
    "riverboat": "Action",
    "mouse": "Action",
    "army": "Attack",
    "ally": "Ally",
    "prophecy": "Prophecy",
    "obelisk": "Action",
}
"""The type that an extra must have."""
SET_ASIDE = ("ferryman", "riverboat", "mouse")


def refusal_for_deck(
    state: State, name: str, listed: tuple[str, ...], catalogue: Catalogue, correcting: bool = False
) -> Refused | None:
    """Why a card may not join `listed` in the deck (What may enter the deck); None when it may.

    `correcting`: the card lies there already, so neither shelf nor policy has a say.
    """
    card = catalogue.find(name)
    if card is None:
        return unknown_card(name, catalogue)
    return (
        _kind_or_use(state, card)
        or _doubled(card, listed, catalogue)
        or (None if correcting else _not_owned(state, card, catalogue))
        or (None if correcting else _left_out(state, card, catalogue))
    )


def refusal_for_extra(state: State, extra: str, name: str, catalogue: Catalogue) -> Refused | None:
    """Why a card cannot be that extra (Extras, reasons in their order); None when it can."""
    card = catalogue.find(name)
    if card is None:
        return unknown_card(name, catalogue)
    if extra == "obelisk":
        return _not_obelisk(state, catalogue.pile(card.name))
    if extra in ("ally", "prophecy"):
        return _wrong_type(extra, card)
    if extra in PILE_EXTRAS:
        card = catalogue.pile(card.name)
    without = _without(state, extra)
    in_the_way = _kind_or_use(without, card, black_market=True, mixed=extra in PILE_EXTRAS)
    return in_the_way or _wrong_cost(extra, card) or _wrong_type(extra, card)


def in_the_way_of_deck(state: State, card: Card) -> Refused | None:
    """What keeps a card out of any deck at this table, whatever its list, shelf and policy."""
    return _kind_or_use(state, card, black_market=True)


def chosen_card(extra: str, name: str, catalogue: Catalogue) -> str:
    """What is recorded for an extra that fits: the printed name, of the pile where it is one."""
    card = catalogue.card(printed_name(name, catalogue))
    return card.pile if extra in (*PILE_EXTRAS, "obelisk") else card.name


def fits_extra(state: State, extra: str, catalogue: Catalogue) -> tuple[Card, ...]:
    """Every owned pile or card that could be that extra now, in the order of the boxes."""
    if extra in ("ally", "prophecy"):
        pool = tuple(card for card in catalogue.cards.values() if card.is_type(TYPES[extra]))
    elif extra == "obelisk":
        pool = tuple(catalogue.card(name) for name in setup.supply(state))
    else:
        pool = tuple(
            pile
            for pile in shelf.owned_piles(state, catalogue)
            if not (pile.mixed and extra in CARD_EXTRAS)
        )
    return tuple(
        card for card in pool if refusal_for_extra(state, extra, card.name, catalogue) is None
    )


def _kind_or_use(
    state: State, card: Card, black_market: bool = False, mixed: bool = False
) -> Refused | None:
    """The reasons that the deck and the extras share, `not_kingdom` to `name_one_card`."""
    if card.kind not in ("kingdom", "member"):
        return refused("not_kingdom", card=card.name)
    if {card.name, card.pile} & {*in_use.supply_piles(state)}:
        return refused("in_supply", card=card.name)
    no_kingdom = not (state.kingdom and state.kingdom.piles)
    if card.name == in_use.BLACK_MARKET and no_kingdom and not black_market:
        return refused("in_supply", card=card.name)
    for extra in SET_ASIDE:
        if state.extras.get(extra) in (card.name, card.pile):
            return refused("in_use_set_aside", card=card.name, extra=Phrase(EXTRA_NAMES[extra]))
    if card.mixed and not mixed:
        return refused("name_one_card", pile=card.name)
    return None


def _doubled(card: Card, listed: tuple[str, ...], catalogue: Catalogue) -> Refused | None:
    if card.name in listed:
        return refused("duplicate_name", card=card.name)
    for other in listed:
        if catalogue.card(other).pile == card.pile:
            return refused("pile_already_represented", other=other, pile=card.pile)
    return None


def _not_owned(state: State, card: Card, catalogue: Catalogue) -> Refused | None:
    code = shelf.missing(state.shelf, card, catalogue)
    return refused(code, card=card.name, set=card.set_name) if code else None


def _left_out(state: State, card: Card, catalogue: Catalogue) -> Refused | None:
    """`excluded_by_policy`: what the table chose to leave out."""
    policy = state.policy
    why = None
    if policy.mixed_piles == "none" and card.kind == "member":
        why = "mixed_piles"
    elif policy.policy == "sets_in_use" and card.set == shelf.PROMO:
        why = "promo"
    elif policy.policy == "sets_in_use" and card.set not in _kingdom_sets(state, catalogue):
        why = "other_set"
    elif policy.no_telling and setup.leak(state, card.name) is not None:
        why = "telling"
    if why is None:
        return None
    return refused("excluded_by_policy", card=card.name, why=Phrase(WHY_LEFT_OUT[why]))


def _kingdom_sets(state: State, catalogue: Catalogue) -> set[str]:
    piles = state.kingdom.piles if state.kingdom else ()
    return {catalogue.card(name).set for name in piles}


def _without(state: State, extra: str) -> State:
    """The table before that extra was chosen: choosing again replaces it."""
    return replace(state, extras=state.extras.having(extra, None))


def _wrong_cost(extra: str, card: Card) -> Refused | None:
    costs = COSTS.get(extra)
    if costs is None or any(card.cost.exactly(coins) for coins in costs):
        return None
    wanted: str | Phrase = f"${costs[0]}"
    if len(costs) > 1:
        wanted = Phrase(EITHER_COST, {"low": wanted, "high": f"${costs[1]}"})
    return refused(
        "wrong_cost",
        card=card.name,
        cost=card.cost.text(),
        extra=Phrase(EXTRA_NAMES[extra]),
        costs=wanted,
    )


def _wrong_type(extra: str, card: Card) -> Refused | None:
    wanted = TYPES.get(extra)
    lasting = extra in CARD_EXTRAS and card.is_type("Duration")
    if wanted is None or (card.is_type(wanted) and not lasting):
        return None
    return refused(
        "wrong_type",
        card=card.name,
        extra=Phrase(EXTRA_NAMES[extra]),
        type=Phrase(TYPES_NEEDED[extra]),
    )


def _not_obelisk(state: State, pile: Card) -> Refused | None:
    if pile.name not in setup.supply(state):
        return refused("not_in_supply", card=pile.name)
    return _wrong_type("obelisk", pile)
