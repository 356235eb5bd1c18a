"""Our shelf: which boxes and promos the group owns, and single cards that are not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from companion.core.games.dominion_black_market.card_view import CardView, card_view
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.shelf import PROMO
from companion.core.games.dominion_black_market.view import BoxChoice, DominionTableView
from companion.core.outcome import Json

COOKIE = "shelf"
"""What this phone's group owned last time: boxes, promos and missing cards as numbers."""
LONGEST = 3000
_APART = "~"


@dataclass(frozen=True, slots=True)
class Box:
    """One box as a chip."""

    word: str
    name: str
    edition: int | None
    owned: bool
    off: tuple[str, ...]
    """Cards of it that are ticked off."""


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes that belong together: both editions of a set, or all sets with one edition."""

    name: str | None
    """None for the sets with only one edition."""
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ShelfShown:
    """What the tab shows and its form begins with."""

    known: bool
    """Somebody has said what is owned."""
    groups: tuple[Group, ...]
    promos: tuple[tuple[str, bool], ...]
    owned: tuple[Box, ...]
    owned_promos: tuple[str, ...]
    off: tuple[str, ...]
    remembered: Json | None
    """The event that puts back what this phone's group owned last time."""


@dataclass(frozen=True, slots=True)
class BoxSheet:
    """The cards of one box, to be ticked off."""

    name: str
    edition: int | None
    cards: tuple[tuple[CardView, bool], ...]
    """Each with whether it is there."""


def shown(view: DominionTableView) -> ShelfShown:
    """The shelf of a table as every phone may see it; nothing of the asking phone."""
    boxes = tuple(_box(each, view) for each in view.shelf if each.word != PROMO)
    pairs: dict[str, list[Box]] = {}
    for box in boxes:
        pairs.setdefault(box.name, []).append(box)
    groups = [Group(name, tuple(both)) for name, both in pairs.items() if len(both) > 1]
    single = tuple(both[0] for both in pairs.values() if len(both) == 1)
    all_promos = any(each.word == PROMO and each.owned for each in view.shelf)
    promos = tuple((name, all_promos or name in view.owned_promos) for name in view.promos)
    return ShelfShown(
        known=view.shelf_set,
        groups=(*groups, Group(None, single)),
        promos=promos,
        owned=tuple(box for box in boxes if box.owned),
        owned_promos=tuple(name for name, owned in promos if owned),
        off=view.without,
        remembered=None,
    )


def box_sheet(view: DominionTableView, word: str) -> BoxSheet | None:
    """The Kingdom piles of one box; None when there is no such box."""
    known = catalogue()
    box = known.boxes.get(word)
    if box is None:
        return None
    cards = tuple(
        (card_view(card), card.name not in view.without)
        for card in known.kingdom_piles
        if card.set == box.set and box.edition in card.editions
    )
    return BoxSheet(box.set_name, box.edition if box.two_editions else None, cards)


def kept(events: tuple[Json, ...]) -> Mapping[str, str]:
    """What a phone remembers once it has said what is owned."""
    said = next((each for each in reversed(events) if each["event"] == "shelf_set"), None)
    if said is None:
        return {}
    numbers = {name: str(card.number) for name, card in catalogue().cards.items()}
    parts = (
        ".".join(said["sets"]),
        ".".join(numbers[name] for name in said.get("promos", ()) if name in numbers),
        ".".join(numbers[name] for name in said.get("without", ()) if name in numbers),
    )
    text = _APART.join(parts)
    return {COOKIE: text} if len(text) <= LONGEST else {}


def remembered() -> Json | None:
    """The event that this phone's cookie stands for; None when there is none that can be read."""
    parts = request.cookies.get(COOKIE, "").split(_APART)
    known = catalogue()
    if len(parts) != 3:
        return None
    sets = [word for word in parts[0].split(".") if word in known.boxes]
    names = {str(card.number): name for name, card in known.cards.items()}
    promos, without = (
        [names[number] for number in part.split(".") if number in names] for part in parts[1:]
    )
    promos = [name for name in promos if known.card(name).set == PROMO]
    if not sets and not promos:
        return None
    return {"event": "shelf_set", "sets": sets, "promos": promos, "without": without}


def _box(choice: BoxChoice, view: DominionTableView) -> Box:
    sheet = box_sheet(view, choice.word) if view.without else None
    off = tuple(card.name for card, there in sheet.cards if not there) if sheet else ()
    return Box(choice.word, choice.set_name, choice.edition, choice.owned, off)
