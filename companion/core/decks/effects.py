"""What the table can carry out when an Insider is played: effects to pick, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_

DRAWS = (0, 1, 2, 3)
"""Cards that may be drawn beside an effect."""
OWN = "own"
"""The id of an effect from a file that is none of ours: it is kept as it is."""


@dataclass(frozen=True, slots=True)
class DeckEffect:
    """One effect to pick."""

    id: str
    words: Phrase
    effect: Json
    """As a deck file holds it, without what is drawn beside it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What an Insider's structured effect is, as the form shows it."""

    id: str
    """Of a DeckEffect; "" for none, `own` for one that is none of ours."""
    draws: int = 0
    """Cards drawn beside it."""


def _zone(zone: str, owner: str | None = None, **more: str) -> Json:
    return {"zone": zone} | ({} if owner is None else {"owner": owner}) | more


def _warehouse(owner: str) -> Json:
    return _zone("warehouse", owner, state="uncompleted")


_HAND = _zone("hand", "self")
_DECK = _zone("market_deck")
_SELF = _zone("insider")


def _draw(count: int) -> Json:
    return {"verb": "draw", "what": "card", "count": count, "source": _DECK, "target": _HAND}


def _effect(id_: str, text: str, verb: str, what: str = "item", **more: Any) -> DeckEffect:
    return DeckEffect(id_, Phrase(text), {"verb": verb, "what": what, **more})


def _moving(id_: str, text: str, source: Json, target: Json, **more: Any) -> DeckEffect:
    return _effect(id_, text, "move", count=1, source=source, target=target, **more)


_ANOTHER = {"verb": "draw", "what": "warehouse", "count": 1}

EFFECTS = (
    DeckEffect("draw", Phrase(N_("Draw cards")), {}),
    _moving("take", N_("Take an opponent’s item into the hand"), _warehouse("opponent"), _HAND),
    _moving(
        "move",
        N_("Move an item to another warehouse"),
        _warehouse("any"),
        _warehouse("any_other"),
    ),
    _effect(
        "swap",
        N_("Swap an own item with an opponent’s"),
        "swap_items",
        count=1,
        source=_warehouse("self"),
        target=_warehouse("opponent"),
    ),
    _moving(
        "discard",
        N_("Discard an opponent’s item"),
        _warehouse("opponent"),
        _zone("discard"),
    ),
    _moving("give", N_("Give an opponent an item"), _HAND, _warehouse("opponent")),
    _moving(
        "from-discard",
        N_("Take a card from the discard pile"),
        _zone("discard"),
        _HAND,
        what="card",
    ),
    _moving(
        "from-hand",
        N_("Take a card from an opponent’s hand, unseen"),
        _zone("hand", "opponent"),
        _HAND,
        what="card",
        choice="random",
    ),
    _effect(
        "look",
        N_("Look at five cards and keep two"),
        "look_and_take",
        "card",
        look=5,
        count=2,
        source=_DECK,
        target=_HAND,
        rest=_zone("market_deck", position="bottom"),
    ),
    _effect(
        "extra-fill",
        N_("Add one more item this turn"),
        "extra_fill",
        count=1,
        source=_HAND,
        target=_warehouse("self"),
        duration="this_turn",
    ),
    _effect(
        "block",
        N_("Make a player skip Drop and Fill"),
        "block",
        "fill",
        source=_SELF,
        target=_zone("player", "opponent"),
        duration="targets_next_turn",
    ),
    _effect(
        "protect",
        N_("Protect the own warehouse"),
        "protect",
        "warehouse",
        source=_SELF,
        target=_zone("warehouse", "self"),
        duration="until_own_next_turn",
    ),
    _effect(
        "new-warehouse",
        N_("Take a new Warehouse card"),
        "return_warehouse",
        "warehouse",
        count=1,
        source=_warehouse("self"),
        target=_zone("warehouse_deck", position="bottom"),
        items_to=_HAND,
        then=_ANOTHER | {"source": _zone("warehouse_deck"), "target": _zone("warehouse", "self")},
    ),
    _effect(
        "swap-warehouses",
        N_("Swap warehouses that hold as many items"),
        "swap_warehouses",
        "warehouse",
        count=1,
        source=_warehouse("self"),
        target=_warehouse("opponent"),
        condition="same_item_count",
    ),
)
"""In the order in which the form offers them. A deck's file holds exactly this."""

_BY_ID = {each.id: each for each in EFFECTS}
_ALONE = frozenset({"new-warehouse"})
"""Effects that leave no place for cards drawn beside them."""


def made(picked: Picked) -> Json | None:
    """The structured effect of a deck file; None for none and for what is not in the list."""
    known = _BY_ID.get(picked.id)
    draws = picked.draws if picked.draws in DRAWS else 0
    if known is None:
        return None
    if known.id == "draw":
        return _draw(max(1, draws))
    if not draws or known.id in _ALONE:
        return dict(known.effect)
    return {**known.effect, "then": _draw(draws)}


def picked(effect: Json | None) -> Picked:
    """What this effect is in the form; the same effect is made of it again, if in other order."""
    if effect is None:
        return Picked("")
    if effect.get("verb") == "draw":
        count = effect.get("count", 1)
        return Picked("draw", count) if effect == _draw(count) and count in DRAWS else Picked(OWN)
    for known in EFFECTS:
        if effect == known.effect:
            return Picked(known.id)
    for side in ("then", "first"):
        beside = effect.get(side)
        rest = {key: value for key, value in effect.items() if key != side}
        draws = beside.get("count") if isinstance(beside, dict) else None
        if draws not in DRAWS or beside != _draw(draws):
            continue
        for known in EFFECTS:
            if rest == known.effect and known.id not in _ALONE:
                return Picked(known.id, draws)
    return Picked(OWN)
