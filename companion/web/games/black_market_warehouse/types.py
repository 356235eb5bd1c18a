"""Icons and words for item types: the five of the rulebook have their own, others share a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.phrases import N_

KNOWN = {
    "Weapon": ("sword", N_("Weapon")),
    "Commodity": ("package", N_("Commodity")),
    "Animal": ("paw-print", N_("Animal")),
    "Artifact": ("amphora", N_("Artifact")),
    "Top Secret": ("file-lock", N_("Top Secret")),
}
"""Item types that the rulebook names: icon and message id."""

OTHERS = ("gem", "anchor", "bomb", "banknote", "stamp", "flask-conical")
"""Icons for a deck's own item types, in its order."""


@dataclass(frozen=True, slots=True)
class TypeFace:
    """How an item type looks and reads. The word always stands with the icon."""

    item_type: str
    """As the events name it."""
    icon: str
    label: str
    """Message id; a deck's own type stands as it is."""


def faces(item_types: Sequence[str]) -> dict[str, TypeFace]:
    """The face of each type of a table."""
    found: dict[str, TypeFace] = {}
    for item_type in item_types:
        own = len([face for face in found.values() if face.item_type not in KNOWN])
        icon, label = KNOWN.get(item_type, (OTHERS[own % len(OTHERS)], item_type))
        found[item_type] = TypeFace(item_type, icon, label)
    return found
