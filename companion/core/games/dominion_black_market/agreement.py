"""The table agrees: the deck is laid face down, and the checklist is ticked."""

from __future__ import annotations

from dataclasses import replace

from companion.core.games.contract import Decided
from companion.core.games.dominion_black_market import in_use, queue, setup
from companion.core.games.dominion_black_market.catalogue import Catalogue
from companion.core.games.dominion_black_market.choosing import without_unneeded
from companion.core.games.dominion_black_market.hidden_list import (
    as_told,
    hides_list,
    secret_cards,
)
from companion.core.games.dominion_black_market.listing import no_bane_left
from companion.core.games.dominion_black_market.naming import known_names, sitting
from companion.core.games.dominion_black_market.phrases import EXTRA_NAMES, ORDER_OF_HIDDEN_LIST
from companion.core.games.dominion_black_market.refusals import ask, refused
from companion.core.games.dominion_black_market.setup_phrases import sentence
from companion.core.games.dominion_black_market.state import State
from companion.core.outcome import Ask, Json, Phrase, Refused

RECOMMENDED = 15


def deck_agreed(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """The deck is laid face down and the game begins; extras that nothing needs are dropped."""
    held_by = event["order_held_by"]
    order = read_order(state, event, held_by, state.deck.cards, catalogue)
    if isinstance(order, Refused):
        return order
    backs = read_backs(state, event, held_by, state.deck.cards, catalogue)
    if isinstance(backs, Refused):
        return backs
    kept, followed = without_unneeded(state, catalogue)
    if no_bane_left(kept, catalogue):
        return refused("no_bane_left")
    after = replace(
        kept,
        status="playing",
        players_set_up=state.player_count,
        deck=queue.agreed(state.deck, held_by, order, backs),
    )
    recorded: Json = {"event": "deck_agreed", "order_held_by": held_by}
    recorded |= order_recorded(event, order if held_by == "app" else None, backs)
    return Decided(recorded, followed, after, _asks_at_agreement(kept, catalogue))


def setup_step_done(state: State, event: Json, catalogue: Catalogue) -> Decided | Refused:
    """A step of the checklist is ticked for all."""
    player = sitting(state, event["player"])
    if isinstance(player, Refused):
        return player
    step = event["step"]
    if step not in _told_steps(state):
        return refused("no_such_step")
    ticked = tuple(each for each in state.steps_done if each[0] != step)
    return Decided(
        {**event, "player": player},
        (),
        replace(state, steps_done=(*ticked, (step, player))),
    )


def with_ticks_that_hold(before: State, after: State) -> State:
    """The table after an event, without the ticks of steps that say something else now.

    A tick belongs to its step as it was told: when a third player joins, ten Ruins more must be
    put out, and a struck card that comes back is set up anew. Only what the step says counts;
    one cause more or less leaves the same cards on the table.
    """
    if not after.steps_done:
        return after
    then, now = _told_steps(before), _told_steps(after)
    same = {step for step, words in now.items() if words == then.get(step)}
    return replace(after, steps_done=tuple(each for each in after.steps_done if each[0] in same))


def _told_steps(state: State) -> dict[str, Phrase]:
    """What every step says, by step, as far as phones show it."""
    told = as_told(state)
    return {entry.step: sentence(entry, told) for entry in setup.entries(told)}


def read_order(
    state: State, event: Json, held_by: str | None, cards: tuple[str, ...], catalogue: Catalogue
) -> tuple[str, ...] | Refused:
    """The app's order of these cards, every one once; () with real cards."""
    if held_by != "app":
        return ()
    if "order" not in event:
        return refused("malformed")
    order = known_names(event["order"], catalogue)
    if isinstance(order, Refused):
        return order
    if sorted(order) != sorted(cards):
        if hides_list(state):
            return Refused("order_incomplete", Phrase(ORDER_OF_HIDDEN_LIST))
        return refused("order_incomplete", list=tuple(sorted(cards)))
    return order


def read_backs(
    state: State, event: Json, held_by: str | None, cards: tuple[str, ...], catalogue: Catalogue
) -> tuple[tuple[str, int], ...] | Refused:
    """Places of real cards whose own backs are seen, each place once (rule 9.5)."""
    if held_by != "cards" or "backs" not in event:
        return ()
    names = known_names(event["backs"], catalogue)
    if isinstance(names, Refused):
        return names
    places = list(event["backs"].values())
    for name in names:
        if name not in cards or name in secret_cards(state):
            return refused("not_in_deck", card=name)
    fits = all(1 <= place <= len(cards) for place in places)
    if not fits or len(set(places)) != len(places) or len(set(names)) != len(names):
        return refused("bad_number")
    return tuple(zip(names, places, strict=True))


def order_recorded(
    event: Json, order: tuple[str, ...] | None, backs: tuple[tuple[str, int], ...] = ()
) -> Json:
    """The fields of an event that say where cards lie: the app's order, or backs that are seen."""
    told: Json = {} if order is None else {"order": list(order)}
    if order is not None and "salt" in event:
        told["salt"] = event["salt"]
    return told | ({"backs": dict(backs)} if backs else {})


def _asks_at_agreement(state: State, catalogue: Catalogue) -> tuple[Ask, ...]:
    asks = []
    missing = in_use.needs(state, catalogue)
    if missing:
        told = as_told(state)
        causes = [cause for extra in missing for cause in in_use.causes(told, catalogue, extra)]
        named = tuple(Phrase(EXTRA_NAMES[extra]) for extra in missing)
        asks.append(ask("extra_missing", cause=tuple(dict.fromkeys(causes)), list=named))
    if not in_use.deck_needed(state):
        asks.append(ask("no_black_market"))
    silent = tuple(player.name for player in state.seated if not player.accepted)
    if silent:
        asks.append(ask("not_all_accepted", list=silent))
    if len(state.deck.cards) < RECOMMENDED:
        asks.append(ask("below_recommended_size", n=len(state.deck.cards)))
    return tuple(asks)
