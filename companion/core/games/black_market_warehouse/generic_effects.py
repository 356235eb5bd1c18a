"""What an Insider of a deck that the app does not know can do, to be picked by its effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_


@dataclass(frozen=True, slots=True)
class GenericEffect:
    """An effect without a card."""

    id: str
    words: Phrase
    """As on a button."""
    effect: Json


def _zone(zone: str, owner: str | None = None) -> Json:
    out: Json = {"zone": zone}
    return out if owner is None else {**out, "owner": owner}


_MINE, _THEIRS = _zone("warehouse", "self"), _zone("warehouse", "opponent")
_HAND = _zone("hand", "self")


def _generic(id_: str, text: str, verb: str, **effect: Any) -> GenericEffect:
    return GenericEffect(f"any-{id_}", Phrase(text), {"verb": verb, **effect})


GENERIC_EFFECTS = (
    _generic("take-item", N_("Take an item"), "move", source=_THEIRS, target=_HAND),
    _generic(
        "move-item",
        N_("Move an item"),
        "move",
        source=_zone("warehouse", "any"),
        target=_zone("warehouse", "any_other"),
    ),
    _generic("swap-items", N_("Swap two items"), "swap_items", source=_MINE, target=_THEIRS),
    _generic(
        "discard-item",
        N_("Discard an item"),
        "move",
        source=_zone("warehouse", "any"),
        target=_zone("discard"),
    ),
    _generic("give-item", N_("Give an item"), "move", source=_HAND, target=_THEIRS),
    _generic("draw-one", N_("Draw one card"), "draw", count=1),
    _generic("draw-two", N_("Draw two cards"), "draw", count=2),
    _generic("draw-three", N_("Draw three cards"), "draw", count=3),
    _generic(
        "take-discard",
        N_("Take a card from the discard pile"),
        "move",
        source=_zone("discard"),
        target=_HAND,
    ),
    _generic(
        "take-from-hand",
        N_("Take a card from a hand"),
        "move",
        source=_zone("hand", "opponent"),
        target=_HAND,
    ),
    _generic("extra-fill", N_("Add one more item this turn"), "extra_fill", count=1),
    _generic(
        "block",
        N_("Make a player skip Drop and Fill"),
        "block",
        target=_zone("player", "opponent"),
    ),
    _generic("protect", N_("Protect the own warehouse"), "protect"),
    _generic("new-warehouse", N_("Take a new Warehouse card"), "return_warehouse"),
    _generic(
        "swap-warehouses",
        N_("Swap warehouses"),
        "swap_warehouses",
        source=_MINE,
        target=_THEIRS,
    ),
)
"""In the order in which a phone offers them."""
