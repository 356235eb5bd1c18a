"""The deck list: drawn up by a policy, struck and added to, until everybody says yes."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import in_use, shelf
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.choosing import (
    needed_now,
    settled,
    with_extras,
    with_list,
)
from companion.core.games.dominion_black_market.deck_names import deck_card, without_secret
from companion.core.games.dominion_black_market.eligibility import fits_extra, refusal_for_deck
from companion.core.games.dominion_black_market.naming import printed_name, sitting
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import BlackMarketDeck, Policy, State
from companion.core.outcome import Consequence, Json, Refused

MOST_ONLINE = 60
SIZES = {"random_n": 15, "online_60": 60}
"""How many cards a policy draws when no size is told."""


def deck_drawn(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Extras first, then the cards replace the list; what is random was drawn before."""
    policy = Policy(
        policy=event["policy"],
        size=event.get("size", SIZES.get(event["policy"])),
        mixed_piles=event.get("mixed_piles"),
        leave_out_telling=event.get("leave_out_telling", False),
        hidden=event.get("hidden", False),
    )
    emptied = replace(state, policy=policy, deck=BlackMarketDeck())
    chosen = with_extras(emptied, event, catalogue)
    if isinstance(chosen, Refused):
        return chosen
    ready, recorded_extras = chosen
    ready, followed = settled(ready, catalogue)
    followed = needed_now(state, ready) + followed
    cards: list[str] = []
    for name in event["cards"]:
        against = refusal_for_deck(ready, name, tuple(cards), catalogue)
        if against is not None:
            return against
        cards.append(printed_name(name, catalogue))
    too_many = _too_many(policy, len(cards))
    if too_many is not None:
        return too_many
    drawn = with_list(ready, tuple(cards))
    if no_bane_left(drawn, catalogue):
        return refused("no_bane_left")
    if len(cards) < _asked_for(ready, catalogue):
        followed += (Consequence("fewer_than_asked", {"cards": len(cards)}),)
    return Decided({**event, "cards": cards, **recorded_extras}, followed, drawn)


def deck_card_added(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One card more; everybody says yes anew. What a hidden list holds already stays one card."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    gone = without_secret(state, [event["card"]], catalogue)
    listed = tuple(each for each in state.deck.cards if each not in gone)
    against = refusal_for_deck(state, event["card"], listed, catalogue)
    if against is not None:
        return against
    card = printed_name(event["card"], catalogue)
    added = with_list(state, (*listed, card))
    if no_bane_left(added, catalogue):
        return refused("no_bane_left")
    return Decided({**event, "player": player, "card": card}, (), added)


def deck_card_struck(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One card less; everybody says yes anew. A hidden list may not have held it."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    card = deck_card(state, event["card"], catalogue)
    if isinstance(card, Refused):
        return card
    struck = with_list(state, tuple(each for each in state.deck.cards if each != card))
    after, followed = settled(struck, catalogue)
    return Decided({**event, "player": player, "card": card}, followed, after)


def deck_accepted(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """That seat says yes to the list as it stands."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    player = state.seat(name)
    return Decided({**event, "player": name}, (), state.with_player(replace(player, accepted=True)))


def no_bane_left(state: State, catalogue: Catalogue) -> bool:
    """True while a Bane is needed, missing, and nothing on the shelf could be one."""
    needed = "bane" in in_use.needs(state, catalogue)
    return needed and not fits_extra(state, "bane", catalogue)


def _too_many(policy: Policy, count: int) -> Refused | None:
    if policy.policy == "online_60" and (policy.size or 0) > MOST_ONLINE:
        return refused("too_many_cards", n=policy.size, size=MOST_ONLINE)
    if policy.size is not None and count > policy.size:
        return refused("too_many_cards", n=count, size=policy.size)
    return None


def _asked_for(state: State, catalogue: Catalogue) -> int:
    """How many cards a draw was to bring; 0 where it may be any number."""
    policy = state.policy
    if policy.policy == "all_owned" and not policy.no_telling:
        there = shelf.eligible(state, catalogue)
        without_mixed = policy.mixed_piles == "none"
        all_there = sum(1 for each in there if not (each.mixed and without_mixed))
        return all_there if policy.size is None else min(all_there, policy.size)
    return policy.size or 0
