"""Spells out a change of the shelf or the Kingdom: what a phone adds or drops, as a whole event.

A phone says what it changes, and the table's newest state says what that comes to: two phones
that change different things at once never overwrite each other. The services call `changed`
before an event is recorded; the whole event stands in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.core.games.contract import Shuffled
from companion.core.games.dominion_black_market import kingdom_drawing
from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.choosing import KINGDOM_SIZE
from companion.core.games.dominion_black_market.naming import known_names
from companion.core.games.dominion_black_market.refusals import refused
from companion.core.games.dominion_black_market.shelf import PROMO
from companion.core.games.dominion_black_market.state import Kingdom, Shelf, State
from companion.core.outcome import Json, Refused

LISTS = ("add", "drop", "own", "disown", "promos", "no_promos", "without", "within")
"""Fields of a change that hold names."""

FLAGS = ("colony", "shelters")


def changed(state: State, event: Json, shuffled: Shuffled) -> Json | Refused:
    """The event with its `change` spelled out; the event itself where it has none.

    shelf_set: `own`, `disown` (boxes), `promos`, `no_promos`, `without`, `within` (single cards
    ticked off and on again). kingdom_chosen: `add`, `drop`, `reroll` (one pile drawn anew),
    `colony`, `shelters` (yes or no).
    """
    change = event.get("change")
    if change is None:
        return event
    if not isinstance(change, dict) or not all(_is_names(change.get(key)) for key in LISTS):
        return refused("malformed")
    if any(not isinstance(change.get(flag, True), bool) for flag in FLAGS):
        return refused("malformed")
    known = catalogue()
    change = {name: value for name, value in change.items() if value is not None}
    if event.get("event") == "shelf_set":
        return _shelf(state, change, known)
    if event.get("event") == "kingdom_chosen":
        return _kingdom(state, change, shuffled, known)
    return refused("malformed")


def narrowed(state: State, event: Json) -> tuple[State, Json]:
    """The table as if only the boxes `among` its wishes were owned, and the event without them.

    That is a random Kingdom's filter by sets.
    """
    wishes = event.get("wishes")
    if not isinstance(wishes, dict) or not _is_names(wishes.get("among", 0)):
        return state, event
    boxes = set(wishes["among"] or ()) & set(catalogue().boxes)
    other = {name: value for name, value in wishes.items() if name != "among"}
    owned = state.shelf or Shelf(tuple(catalogue().boxes))
    sets = tuple(word for word in owned.sets if word in boxes)
    promos = owned.promos if PROMO in boxes else ()
    return replace(state, shelf=Shelf(sets, promos, owned.without)), {**event, "wishes": other}


def _shelf(state: State, change: Json, known: Catalogue) -> Json:
    everything = () if "own" in change else tuple(known.boxes)
    owned = state.shelf or Shelf(everything)
    sets = _with(owned.sets, change.get("own", ()), change.get("disown", ()))
    promos = _with(owned.promos, change.get("promos", ()), change.get("no_promos", ()))
    without = _with(owned.without, change.get("without", ()), change.get("within", ()))
    places = {word: place for place, word in enumerate(known.boxes)}
    return {
        "event": "shelf_set",
        "sets": sorted(sets, key=lambda word: places.get(word, len(places))),
        "promos": list(promos),
        "without": list(without),
    }


def _kingdom(state: State, change: Json, shuffled: Shuffled, known: Catalogue) -> Json | Refused:
    names = [*change.get("add", ()), *change.get("drop", ())]
    checked = known_names(names, known)
    if isinstance(checked, Refused):
        return checked
    added = checked[: len(change.get("add", ()))]
    dropped = {known.card(name).pile for name in checked[len(added) :]}
    here = state.kingdom or Kingdom()
    more = tuple(name for name in added if known.pile(name).kind == "kingdom")
    piles = [name for name in here.piles if name not in dropped] + list(more)
    landscapes = [name for name in here.landscapes if name not in dropped]
    landscapes += [name for name in added if name not in more]
    if "reroll" in change:
        rolled = _rerolled(state, piles, change["reroll"], shuffled, known)
        if isinstance(rolled, Refused):
            return rolled
        piles = rolled
    here = replace(here, **{flag: change[flag] for flag in FLAGS if flag in change})
    return {"event": "kingdom_chosen", **_whole(state, here, piles, landscapes, known)}


def _rerolled(
    state: State, piles: list[str], named: Any, shuffled: Shuffled, known: Catalogue
) -> list[str] | Refused:
    """The piles with another one in the place of the one that is named."""
    card = known.find(named) if isinstance(named, str) else None
    if card is None or card.pile not in piles:
        return refused("not_in_supply", card=str(named)[:60])
    others = [name for name in piles if name != card.pile]
    wishes = {"include": others, "ban": [card.pile], "black_market": False}
    if len(others) >= KINGDOM_SIZE:
        return others
    drawn = kingdom_drawing.kingdom(state, {"event": "kingdom_chosen", "wishes": wishes}, shuffled)
    if isinstance(drawn, Refused):
        return drawn
    new = shuffled(tuple(name for name in drawn["kingdom"] if name not in others))[:1]
    return [*others, *new]


def _whole(
    state: State, here: Kingdom, piles: list[str], landscapes: list[str], known: Catalogue
) -> Json:
    """Everything else of the Kingdom as it is; an extra that the piles hold now is let go."""
    told: Json = {"kingdom": piles}
    told |= {"landscapes": landscapes} if landscapes else {}
    told |= {"colony": True} if here.colony else {}
    told |= {"shelters": True} if here.shelters else {}
    told |= {"boons": list(here.boons)} if here.boons else {}
    traits = {trait: pile for trait, pile in here.traits if trait in landscapes and pile}
    told |= {"traits": traits} if traits else {}
    for extra, card in state.extras.chosen():
        in_piles = known.card(card).pile in piles
        if in_piles == (extra == "obelisk"):
            told[extra] = card
    return told


def _with(names: Iterable[str], more: Iterable[str], less: Iterable[str]) -> tuple[str, ...]:
    gone = set(less)
    return tuple(name for name in dict.fromkeys((*names, *more)) if name not in gone)


def _is_names(value: Any) -> bool:
    return value is None or (
        isinstance(value, list)
        and len(value) <= 600
        and all(isinstance(name, str) and 0 < len(name) <= 200 for name in value)
    )
