"""The real deck was shuffled, dropped or found to be different (rules 4.6 and 9.7)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import queue
from companion.core.games.dominion_black_market.agreement import (
    order_recorded,
    read_backs,
    read_order,
)
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.choosing import Followed, without_unneeded
from companion.core.games.dominion_black_market.deck_names import deck_card, without_secret
from companion.core.games.dominion_black_market.eligibility import refusal_for_deck
from companion.core.games.dominion_black_market.naming import printed_name
from companion.core.games.dominion_black_market.refusals import ask, refused
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Ask, Json, Refused


def deck_reshuffled(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Everything left is front again; what was seen stays on record."""
    if state.cards_open:
        return refused("market_open")
    held_by = state.deck.order_held_by
    order = read_order(state, event, held_by, state.deck.left, catalogue)
    if isinstance(order, Refused):
        return order
    backs = read_backs(state, event, held_by, state.deck.left, catalogue)
    if isinstance(backs, Refused):
        return backs
    asks: tuple[Ask, ...] = ()
    if event["why"] == "all_seen" and state.deck.unseen:
        asks = (ask("not_all_seen", n=state.deck.unseen),)
    recorded: Json = {"event": "deck_reshuffled", "why": event["why"]}
    recorded |= order_recorded(event, order if held_by == "app" else None, backs)
    after = replace(state, deck=queue.shuffled(state.deck, order, backs))
    return Decided(recorded, (), after, asks)


def deck_corrected(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The list and the front change as the real deck has it; the shelf has no say.

    Of a hidden list, a card that is not there is removed without effect, and one that is there is
    not added twice (see deck_names).
    """
    if state.cards_open:
        return refused("market_open")
    removed: list[str] = []
    for each in event.get("removed", []):
        name = deck_card(state, each, catalogue)
        if isinstance(name, Refused):
            return name
        if name in removed:
            return refused("duplicate_name", card=name)
        removed.append(name)
    gone = (*removed, *without_secret(state, event.get("added", []), catalogue))
    listed = tuple(card for card in state.deck.cards if card not in gone)
    kept, followed = _without_what_left(state, listed, event.get("added", []), catalogue)
    added = _added(kept, listed, event.get("added", []), catalogue)
    if isinstance(added, Refused):
        return added
    order: tuple[str, ...] | None = None
    if state.deck.order_held_by == "app" and added:
        front = queue.taken_out(state.deck, gone).front + added
        named = read_order(state, event, "app", front, catalogue)
        if isinstance(named, Refused):
            return named
        order = named
    after = replace(state, extras=kept.extras, deck=queue.corrected(state.deck, added, gone, order))
    recorded: Json = {"event": "deck_corrected", "why": event["why"]}
    recorded |= {"added": list(added)} if added else {}
    recorded |= {"removed": removed} if removed else {}
    recorded |= order_recorded(event, order)
    return Decided(recorded, followed, after)


def _without_what_left(
    state: State, listed: tuple[str, ...], names: list[str], catalogue: Catalogue
) -> tuple[State, Followed]:
    """The table without the extras that only cards which were never in the deck asked for.

    A Bane lies out if and only if Young Witch is in use (Must hold); whatever else she would have
    brought goes as well. A card that is found in the deck by the same word still counts.
    """
    found = tuple(card.name for each in names if (card := catalogue.find(each)) is not None)
    corrected = replace(state, deck=replace(state.deck, cards=listed + found))
    return without_unneeded(corrected, catalogue)


def _added(
    state: State, listed: tuple[str, ...], names: list[str], catalogue: Catalogue
) -> tuple[str, ...] | Refused:
    """The cards that were found in the deck, as printed, or why one of them cannot be there."""
    added: tuple[str, ...] = ()
    for each in names:
        against = refusal_for_deck(state, each, listed + added, catalogue, correcting=True)
        if against is not None:
            return against
        added += (printed_name(each, catalogue),)
    return added
