"""Shelf, Kingdom, extras and the deck list, until the table agrees (Building the deck)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import deck as pile
from companion.core.games.dominion_black_market import in_use, setup, shelf
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.eligibility import (
    chosen_card,
    refusal_for_deck,
    refusal_for_extra,
)
from companion.core.games.dominion_black_market.naming import (
    known_name,
    known_names,
    printed_name,
    sitting,
)
from companion.core.games.dominion_black_market.phrases import EXTRA_NAMES
from companion.core.games.dominion_black_market.refusals import ask, refused
from companion.core.games.dominion_black_market.state import (
    EXTRAS,
    Deck,
    Extras,
    Kingdom,
    Policy,
    Shelf,
    State,
)
from companion.core.outcome import Ask, Consequence, Json, Phrase, Refused

KINGDOM_SIZE = 10
RECOMMENDED = 15
MOST_ONLINE = 60
SIZES = {"random_n": 15, "online_60": 60}
"""How many cards a policy draws when no size is told."""

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
    followed = _deck_needed(state, after) + followed
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
    followed = _deck_needed(state, after) + followed
    return Decided({**event, "card": card}, followed, after)


def deck_drawn(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """Extras first, then the cards replace the list; what is random was drawn before."""
    policy = Policy(
        policy=event["policy"],
        size=event.get("size", SIZES.get(event["policy"])),
        mixed_piles=event.get("mixed_piles"),
        leave_out_telling=event.get("leave_out_telling", False),
        hidden=event.get("hidden", False),
    )
    emptied = replace(state, policy=policy, deck=Deck())
    chosen = with_extras(emptied, event, catalogue)
    if isinstance(chosen, Refused):
        return chosen
    ready, recorded_extras = chosen
    ready, followed = settled(ready, catalogue)
    followed = _deck_needed(state, ready) + followed
    cards: list[str] = []
    for name in event["cards"]:
        against = refusal_for_deck(ready, name, tuple(cards), catalogue)
        if against is not None:
            return against
        cards.append(printed_name(name, catalogue))
    too_many = _too_many(policy, len(cards))
    if too_many is not None:
        return too_many
    drawn = _with_list(ready, tuple(cards))
    if _no_bane_left(drawn, catalogue):
        return refused("no_bane_left")
    if len(cards) < _asked_for(ready, catalogue):
        followed += (Consequence("fewer_than_asked", {"cards": len(cards)}),)
    return Decided({**event, "cards": cards, **recorded_extras}, followed, drawn)


def deck_card_added(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One card more; everybody says yes anew."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    against = refusal_for_deck(state, event["card"], state.deck.cards, catalogue)
    if against is not None:
        return against
    card = printed_name(event["card"], catalogue)
    added = _with_list(state, (*state.deck.cards, card))
    if _no_bane_left(added, catalogue):
        return refused("no_bane_left")
    return Decided({**event, "player": player, "card": card}, (), added)


def deck_card_struck(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """One card less; everybody says yes anew."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    card = known_name(event["card"], catalogue)
    if isinstance(card, Refused):
        return card
    if card not in state.deck.cards:
        return refused("not_in_deck", card=card)
    struck = _with_list(state, tuple(each for each in state.deck.cards if each != card))
    after, followed = settled(struck, catalogue)
    return Decided({**event, "player": player, "card": card}, followed, after)


def deck_accepted(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """That seat says yes to the list as it stands."""
    name = sitting(state, event["player"])
    if isinstance(name, Refused):
        return name
    player = state.find(name)
    assert player is not None
    return Decided({**event, "player": name}, (), state.with_player(replace(player, accepted=True)))


def deck_agreed(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The deck is laid face down and the game begins; extras that nothing needs are dropped."""
    held_by = event["order_held_by"]
    order = _order(event, held_by, state.deck.cards, catalogue)
    if isinstance(order, Refused):
        return order
    backs = read_backs(event, held_by, state.deck.cards, catalogue)
    if isinstance(backs, Refused):
        return backs
    kept, followed = _without_unneeded(state, catalogue)
    if _no_bane_left(kept, catalogue):
        return refused("no_bane_left")
    after = replace(
        kept,
        status="playing",
        players_set_up=state.player_count,
        deck=pile.agreed(state.deck, held_by, order, backs),
    )
    recorded: Json = {"event": "deck_agreed", "order_held_by": held_by}
    if held_by == "app":
        recorded |= {"order": list(order)} | ({"salt": event["salt"]} if "salt" in event else {})
    elif backs:
        recorded["backs"] = dict(backs)
    return Decided(recorded, followed, after, _asks_at_agreement(kept, catalogue))


def setup_step_done(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """A step of the checklist is ticked for all."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    step = event["step"]
    if step not in {entry.step for entry in setup.entries(state)}:
        return refused("no_such_step")
    ticked = tuple(each for each in state.steps_done if each[0] != step)
    return Decided(
        {**event, "player": player},
        (),
        replace(state, steps_done=(*ticked, (step, player))),
    )


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
        state = _with_list(state, kept)
    if state.extras.obelisk and state.extras.obelisk not in setup.supply(state):
        dropped = Consequence("extra_dropped", {"extra": "obelisk", "card": state.extras.obelisk})
        state = replace(state, extras=state.extras.having("obelisk", None))
        followed += (dropped,)
    return state, followed


def _deck_needed(before: State, after: State) -> Followed:
    """Black Market came into use: a deck is needed (rule 1.1)."""
    newly = in_use.deck_needed(after) and not in_use.deck_needed(before)
    return (Consequence("deck_needed"),) if newly else ()


def _out_of_the_deck(state: State, card: str | None) -> Refused | None:
    """In play, a card that was bought or lies open can no longer be an extra."""
    buyer = next((each.player for each in state.deck.bought if each.card == card), None)
    if buyer is not None:
        return refused("already_bought", name=buyer, card=card)
    return refused("market_open") if card in state.deck.revealed else None


def _with_list(state: State, cards: tuple[str, ...]) -> State:
    """Another deck list: every yes is taken back."""
    return replace(
        state,
        deck=replace(pile.taken_out(state.deck, set(state.deck.cards) - set(cards)), cards=cards),
        players=tuple(replace(player, accepted=False) for player in state.players),
    )


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


def _no_bane_left(state: State, catalogue: Catalogue) -> bool:
    """True while a Bane is needed, missing, and nothing on the shelf could be one."""
    needed = "bane" in in_use.needs(state, catalogue)
    return needed and not shelf.bane_candidates(state, catalogue)


def _order(
    event: Json, held_by: str, cards: tuple[str, ...], catalogue: Catalogue
) -> tuple[str, ...] | Refused:
    """The app's order, every card once; () with real cards."""
    if held_by != "app":
        return ()
    if "order" not in event:
        return refused("malformed")
    order = known_names(event["order"], catalogue)
    if isinstance(order, Refused):
        return order
    if sorted(order) != sorted(cards):
        return refused("order_incomplete", list=tuple(sorted(cards)))
    return order


def read_backs(
    event: Json, held_by: str | None, cards: tuple[str, ...], catalogue: Catalogue
) -> tuple[tuple[str, int], ...] | Refused:
    """Places of real cards whose own backs are seen, each place once (rule 9.5)."""
    if held_by != "cards" or "backs" not in event:
        return ()
    names = known_names(event["backs"], catalogue)
    if isinstance(names, Refused):
        return names
    places = list(event["backs"].values())
    for name in names:
        if name not in cards:
            return refused("not_in_deck", card=name)
    fits = all(1 <= place <= len(cards) for place in places)
    if not fits or len(set(places)) != len(places) or len(set(names)) != len(names):
        return refused("bad_number")
    return tuple(zip(names, places, strict=True))


def _without_unneeded(state: State, catalogue: Catalogue) -> tuple[State, Followed]:
    followed: Followed = ()
    for extra in in_use.unneeded(state, catalogue):
        card = state.extras.get(extra)
        followed += (Consequence("extra_dropped", {"extra": extra, "card": card}),)
        state = replace(state, extras=state.extras.having(extra, None))
    return state, followed


def _asks_at_agreement(state: State, catalogue: Catalogue) -> tuple[Ask, ...]:
    asks = []
    missing = in_use.needs(state, catalogue)
    if missing:
        causes = [cause for extra in missing for cause in in_use.causes(state, catalogue, extra)]
        named = tuple(Phrase(EXTRA_NAMES[extra]) for extra in missing)
        asks.append(ask("extra_missing", cause=_once(causes), list=named))
    if not in_use.deck_needed(state):
        asks.append(ask("no_black_market"))
    silent = tuple(player.name for player in state.seated if not player.accepted)
    if silent:
        asks.append(ask("not_all_accepted", list=silent))
    if len(state.deck.cards) < RECOMMENDED:
        asks.append(ask("below_recommended_size", n=len(state.deck.cards)))
    return tuple(asks)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
