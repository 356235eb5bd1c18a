"""Draws what is random in an event, with chance from outside: decks, extras, orders, Kingdoms.

The services call `drawn` before an event is recorded; what it drew then stands in the event, so
that a replay never draws. Extras are taken before the deck is filled (rule 1.9).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.games.contract import Shuffled
from companion.core.games.dominion_black_market import (
    eligibility,
    events,
    in_use,
    kingdom_drawing,
    queue,
    shelf,
)
from companion.core.games.dominion_black_market.cards import Card
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.choosing import settled, with_extras
from companion.core.games.dominion_black_market.deck_names import without_secret
from companion.core.games.dominion_black_market.listing import SIZES
from companion.core.games.dominion_black_market.masking import DECK_ORDERS
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.state import BlackMarketDeck, Policy, State
from companion.core.outcome import Json, Refused

LEFT_OUT = {
    "kingdom_chosen": ("kingdom", []),
    "deck_drawn": ("cards", []),
    "extra_chosen": ("card", "?"),
    "deck_card_added": ("card", "?"),
    "first_player_chosen": ("player", "?"),
}
"""Events that may leave one field to chance, with something readable in its place."""
WISHED = ("wishes", "members")
"""What a phone may say about a draw; it is not recorded."""


def drawn(state: State, event: Json, shuffled: Shuffled, salt: str) -> Json | Refused:
    """The event with what it leaves to chance drawn; the event itself where nothing is.

    `salt` is a fresh secret: it stands beside a drawn order, so that the order can be sealed.
    """
    name = str(event.get("event"))
    if name in DECK_ORDERS:
        return _with_order(state, event, shuffled, salt) if "order" not in event else event
    field, readable = LEFT_OUT.get(name, ("event", ""))
    if field in event:
        return event
    read = events.read({**event, field: readable})
    if isinstance(read, Refused):
        return read
    told = {each: read[each] for each in read if each != field}
    told |= {each: event[each] for each in WISHED if each in event}
    if name == "kingdom_chosen":
        return kingdom_drawing.kingdom(state, told, shuffled)
    if name == "deck_drawn":
        return deck(state, told, shuffled)
    if name == "extra_chosen":
        return extra(state, told, shuffled)
    if name == "deck_card_added":
        return one_more(state, told, shuffled)
    seated = tuple(player.name for player in state.seated)
    return {**told, "player": shuffled(seated)[0]} if seated else refused("seats_mismatch")


def deck(state: State, event: Json, shuffled: Shuffled) -> Json | Refused:
    """A `deck_drawn` by its policy: extras first, then at most `size` cards at random.

    A card whose own extra cannot be found stays out. `members` may name the representatives of
    mixed piles (one_chosen).
    """
    known = catalogue()
    ready = _ready(state, event, known)
    if isinstance(ready, Refused):
        return ready
    told, chosen = ready
    told, more = _extras(told, shuffled, known)
    chosen |= more
    banned: set[str] = set()
    while True:
        cards = _some(told, event, shuffled, known, banned)
        trial = replace(told, deck=BlackMarketDeck(cards=cards))
        after, more = _extras(trial, shuffled, known)
        lacking = in_use.needs(after, known)
        culprits = {
            card for want in lacking for card in in_use.causes(after, known, want) if card in cards
        }
        if not culprits:
            break
        banned |= culprits
    cards = _refilled(after, event, shuffled, known, banned)
    kept = {name: value for name, value in event.items() if name != "members"}
    return {**kept, **chosen, **more, "cards": list(cards)}


def extra(state: State, event: Json, shuffled: Shuffled) -> Json | Refused:
    """An `extra_chosen` with a card drawn from the shelf, from outside the deck where it can be."""
    which = event["pile"]
    card = _extra_card(state, which, shuffled, catalogue())
    if card is None:
        return refused("no_bane_left" if which == "bane" else "nothing_fits")
    return {**event, "card": card}


def one_more(state: State, event: Json, shuffled: Shuffled) -> Json | Refused:
    """A `deck_card_added` with a random card that may enter."""
    cards = _candidates(state, event, shuffled, catalogue(), set())
    return {**event, "card": cards[0]} if cards else refused("nothing_fits")


def _ready(state: State, event: Json, known: Catalogue) -> tuple[State, Json] | Refused:
    """The table as the draw finds it: the policy, no list, and the extras that were named."""
    policy = Policy(
        policy=event["policy"],
        size=event.get("size", SIZES.get(event["policy"])),
        mixed_piles=event.get("mixed_piles"),
        leave_out_telling=event.get("leave_out_telling", False),
        hidden=event.get("hidden", False),
    )
    emptied = replace(state, policy=policy, deck=BlackMarketDeck())
    return with_extras(emptied, event, known)


def _extras(state: State, shuffled: Shuffled, known: Catalogue) -> tuple[State, Json]:
    """Every extra that is needed and can be found, one bringing the next; it leaves the list."""
    chosen: Json = {}
    while True:
        lacking = [want for want in in_use.needs(state, known) if want not in chosen]
        found = next(
            (
                (want, card)
                for want in lacking
                if (card := _extra_card(state, want, shuffled, known)) is not None
            ),
            None,
        )
        if found is None:
            return state, chosen
        want, card = found
        chosen[want] = card
        state, _ = settled(replace(state, extras=state.extras.having(want, card)), known)


def _extra_card(state: State, want: str, shuffled: Shuffled, known: Catalogue) -> str | None:
    """A random card for that extra; one of the deck only when nothing else is left."""
    fits = shuffled(tuple(card.name for card in eligibility.fits_extra(state, want, known)))
    listed = {known.card(card).pile for card in state.deck.cards}
    outside = [name for name in fits if known.card(name).pile not in listed]
    return next(iter(outside or fits), None)


def _some(
    state: State, event: Json, shuffled: Shuffled, known: Catalogue, banned: set[str]
) -> tuple[str, ...]:
    cards = _candidates(state, event, shuffled, known, banned)
    size = state.policy.size
    return cards if size is None else cards[:size]


def _refilled(
    state: State, event: Json, shuffled: Shuffled, known: Catalogue, banned: set[str]
) -> tuple[str, ...]:
    """The list after the extras took their cards, filled up with cards that need no new extra."""
    size = state.policy.size
    cards = state.deck.cards
    lacking = set(in_use.needs(state, known))
    for name in _candidates(state, event, shuffled, known, banned):
        if size is not None and len(cards) >= size:
            break
        grown = (*cards, name)
        if set(in_use.needs(replace(state, deck=BlackMarketDeck(cards=grown)), known)) <= lacking:
            cards = grown
    return cards


def _candidates(
    state: State, event: Json, shuffled: Shuffled, known: Catalogue, banned: set[str]
) -> tuple[str, ...]:
    """Cards that may enter the deck beside its list, in a random order; one of a mixed pile."""
    wanted = event.get("members")
    members = set(_printed(wanted)) if isinstance(wanted, list) else set()
    names = []
    for each in shuffled(tuple(card.name for card in shelf.eligible(state, known))):
        name = _representative(known.card(each), members, shuffled, state)
        if name is None or name in banned:
            continue
        if eligibility.refusal_for_deck(state, name, state.deck.cards, known) is None:
            names.append(name)
    return tuple(names)


def _representative(
    pile_card: Card, members: Iterable[str], shuffled: Shuffled, state: State
) -> str | None:
    if not pile_card.mixed:
        return pile_card.name
    if state.policy.mixed_piles == "none":
        return None
    chosen = [name for name in pile_card.members if name in members]
    return chosen[0] if chosen else shuffled(pile_card.members)[0]


def _with_order(state: State, event: Json, shuffled: Shuffled, salt: str) -> Json:
    """The app's new order, where the event records one."""
    name = event["event"]
    by_app = state.deck.order_held_by == "app"
    if name == "deck_agreed":
        if event.get("order_held_by") != "app":
            return event
        cards = state.deck.cards
    elif not by_app:
        return event
    elif name == "deck_reshuffled":
        cards = state.deck.left
    else:
        added = _added(event)
        if not added:
            return event
        removed = event.get("removed")
        gone = _printed(removed) if isinstance(removed, list) else ()
        gone += without_secret(state, added, catalogue())
        cards = queue.taken_out(state.deck, gone).front + added
    return {**event, "order": list(shuffled(cards)), "salt": salt}


def _added(event: Json) -> tuple[str, ...]:
    added = event.get("added")
    return _printed(added) if isinstance(added, list) else ()


def _printed(names: Iterable[object]) -> tuple[str, ...]:
    found = (catalogue().find(name) for name in names if isinstance(name, str))
    return tuple(card.name for card in found if card is not None)
