"""Shelf, Kingdom and extras: what the table plays with, until the deck is agreed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import in_use, queue, setup, shelf
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.eligibility import chosen_card, refusal_for_extra
from companion.core.games.dominion_black_market.naming import known_names
from companion.core.games.dominion_black_market.refusals import ask, refused
from companion.core.games.dominion_black_market.state import EXTRAS, Extras, Kingdom, Shelf, State
from companion.core.outcome import Consequence, Json, Refused

KINGDOM_SIZE = 10

Followed = tuple[Consequence, ...]


def shelf_set(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """What the group owns; names are checked, the deck list stays as it is."""
    words = []
    for word in event["sets"]:
        found = word.strip().casefold()
        if found not in catalogue.boxes:
            return refused("unknown_set", name=word)
        words.append(found)
    promos = known_names(event.get("promos", []), catalogue)
    if isinstance(promos, Refused):
        return promos
    stranger = next((name for name in promos if catalogue.card(name).set != shelf.PROMO), None)
    if stranger is not None:
        return refused("not_a_promo", card=stranger)
    without = known_names(event.get("without", []), catalogue)
    if isinstance(without, Refused):
        return without
    owned = Shelf(_once(words), _once(promos), _once(without))
    recorded: Json = {"event": "shelf_set", "sets": list(owned.sets)}
    recorded |= {"promos": list(owned.promos)} if "promos" in event else {}
    recorded |= {"without": list(owned.without)} if "without" in event else {}
    return Decided(recorded, (), replace(state, shelf=owned))


def kingdom_chosen(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The Kingdom and its landscapes replace what was there, extras included."""
    piles = _kingdom_piles(event["kingdom"], catalogue)
    if isinstance(piles, Refused):
        return piles
    listed = _landscapes(event.get("landscapes", []), catalogue)
    if isinstance(listed, Refused):
        return listed
    laid = replace(
        state,
        kingdom=Kingdom(
            piles=piles,
            landscapes=listed,
            colony=event.get("colony", False),
            shelters=event.get("shelters", False),
            boons=tuple(event.get("boons", ())),
            traits=_traits(event.get("traits", {})),
        ),
        extras=Extras(),
    )
    chosen = with_extras(laid, event, catalogue)
    if isinstance(chosen, Refused):
        return chosen
    after, recorded_extras = chosen
    after, followed = settled(after, catalogue)
    followed = needed_now(state, after) + followed
    recorded: Json = {**event, "kingdom": list(piles), **recorded_extras}
    if "landscapes" in event:
        recorded["landscapes"] = list(listed)
    asks = (ask("kingdom_size", n=len(piles)),) if len(piles) != KINGDOM_SIZE else ()
    return Decided(recorded, followed, after, asks)


def extra_chosen(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One extra, chosen or changed; after agreement only what something still needs."""
    extra = event["pile"]
    if state.status != "preparing" and extra not in in_use.needs(state, catalogue):
        return refused("already_agreed")
    against = refusal_for_extra(state, extra, event["card"], catalogue)
    if against is not None:
        return against
    card = chosen_card(extra, event["card"], catalogue)
    out = _out_of_the_deck(state, card)
    if out is not None:
        return out
    after, followed = settled(replace(state, extras=state.extras.having(extra, card)), catalogue)
    followed = needed_now(state, after) + followed
    return Decided({**event, "card": card}, followed, after)


def with_extras(state: State, event: Json, catalogue: Catalogue) -> tuple[State, Json] | Refused:
    """The extras that an event names, one after the other; Obelisk last, as it needs the Supply."""
    recorded: Json = {}
    for extra in EXTRAS:
        if extra not in event:
            continue
        against = refusal_for_extra(state, extra, event[extra], catalogue)
        if against is not None:
            return against
        card = chosen_card(extra, event[extra], catalogue)
        recorded[extra] = card
        state = replace(state, extras=state.extras.having(extra, card))
    return state, recorded


def settled(state: State, catalogue: Catalogue) -> tuple[State, Followed]:
    """What is in use now leaves the deck; an Obelisk whose pile left the Supply is dropped."""
    known = in_use.piles(state) + in_use.set_aside(state)
    gone = tuple(
        card for card in state.deck.cards if card in known or catalogue.card(card).pile in known
    )
    followed = tuple(Consequence("deck_card_struck", {"card": card}) for card in gone)
    if gone:
        kept = tuple(card for card in state.deck.cards if card not in gone)
        state = with_list(state, kept)
    if state.extras.obelisk and state.extras.obelisk not in setup.supply(state):
        dropped = Consequence("extra_dropped", {"extra": "obelisk", "card": state.extras.obelisk})
        state = replace(state, extras=state.extras.having("obelisk", None))
        followed += (dropped,)
    return state, followed


def without_unneeded(state: State, catalogue: Catalogue) -> tuple[State, Followed]:
    """Extras that nothing asks for are put back, and an Obelisk on one of them goes along."""
    followed: Followed = ()
    for extra in in_use.unneeded(state, catalogue):
        card = state.extras.get(extra)
        followed += (Consequence("extra_dropped", {"extra": extra, "card": card}),)
        state = replace(state, extras=state.extras.having(extra, None))
    state, more = settled(state, catalogue)
    return state, followed + more


def with_list(state: State, cards: tuple[str, ...]) -> State:
    """Another deck list: every yes is taken back."""
    return replace(
        state,
        deck=replace(queue.taken_out(state.deck, set(state.deck.cards) - set(cards)), cards=cards),
        players=tuple(replace(player, accepted=False) for player in state.players),
    )


def needed_now(before: State, after: State) -> Followed:
    """Black Market came into use: a deck is needed (rule 1.1)."""
    newly = in_use.deck_needed(after) and not in_use.deck_needed(before)
    return (Consequence("deck_needed"),) if newly else ()


def _out_of_the_deck(state: State, card: str) -> Refused | None:
    """In play, a card that was bought or lies open can no longer be an extra."""
    buyer = next((each.player for each in state.deck.bought if each.card == card), None)
    if buyer is not None:
        return refused("already_bought", name=buyer, card=card)
    return refused("market_open") if card in state.deck.revealed else None


def _kingdom_piles(names: Iterable[str], catalogue: Catalogue) -> tuple[str, ...] | Refused:
    piles: list[str] = []
    found = known_names(names, catalogue)
    if isinstance(found, Refused):
        return found
    for name in found:
        card = catalogue.pile(name)
        if card.kind != "kingdom":
            return refused("not_kingdom", card=name)
        if card.name in piles:
            return refused("duplicate_name", card=name)
        piles.append(card.name)
    return tuple(piles)


def _landscapes(names: Iterable[str], catalogue: Catalogue) -> tuple[str, ...] | Refused:
    found = known_names(names, catalogue)
    if isinstance(found, Refused):
        return found
    for place, name in enumerate(found):
        if catalogue.card(name).kind != "landscape":
            return refused("not_landscape", card=name)
        if name in found[:place]:
            return refused("duplicate_name", card=name)
    return found


def _traits(given: object) -> tuple[tuple[str, str], ...]:
    if isinstance(given, dict):
        return tuple((str(name), str(value)) for name, value in given.items())
    return tuple((str(name), "") for name in given) if isinstance(given, list) else ()


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
