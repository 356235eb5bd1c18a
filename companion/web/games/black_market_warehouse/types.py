"""Icons and words for item types: each deck's own marks, the rulebook's words in every language."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.decks.type_marks import STARTER_MARKS
from companion.core.games.black_market_warehouse.phrases import type_words
from companion.core.games.black_market_warehouse.view import WarehouseTableView
from companion.core.games.recent import Kept
from companion.core.outcome import Phrase


@dataclass(frozen=True, slots=True)
class TypeFace:
    """How an item type looks and reads. The word always stands with the icon."""

    item_type: str
    """As the events name it."""
    icon: str
    label: Phrase
    """A deck's own type stands as it was typed."""
    colour: str | None = None
    """A colour of the closed palette for what a deck chose; None where the icon is enough."""


_faces: Kept[dict[str, TypeFace]] = Kept(256)


def faces(view: WarehouseTableView) -> dict[str, TypeFace]:
    """The face of each type of a table; the very same for the same marks, never changed."""
    return _faces.of((view.item_types, view.type_marks), None, lambda: _made_faces(view))


def _made_faces(view: WarehouseTableView) -> dict[str, TypeFace]:
    return {
        name: TypeFace(
            name,
            mark.icon,
            type_words(name),
            None if STARTER_MARKS.get(name) == mark else mark.colour,
        )
        for name, mark in zip(view.item_types, view.type_marks, strict=True)
    }
