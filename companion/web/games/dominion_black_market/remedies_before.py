"""The one button beside a refusal before the game: it does what the sentence advises."""

from __future__ import annotations

from companion.core.games.dominion_black_market.catalogue import Catalogue, catalogue
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.services.tables.live_table import LiveTable
from companion.web.games.contract import Remedy

NAMED = ("card", "bane", "ferryman", "riverboat", "mouse", "army", "ally", "prophecy", "obelisk")
LISTS = ("kingdom", "cards", "landscapes", "added", "removed", "forbidden")


def remedy(live: LiveTable, view: DominionTableView, event: Json, code: str) -> Remedy | None:
    """The button for the refusal `code`; None where nothing can be done with one tap."""
    known = catalogue()
    if code == "unknown_card":
        return _nearest(event, known)
    if view.status != "preparing":
        return None
    if code in ("set_not_owned", "edition_not_owned"):
        return _own_box(view, event, known)
    if code == "no_bane_left" and _seated(view):
        return _struck(view, "Young Witch")
    return None


def _struck(view: DominionTableView, card: str) -> Remedy | None:
    if card not in {each.card.name for each in view.deck.cards or ()}:
        return None
    struck: Json = {"event": "deck_card_struck", "player": _seated(view), "card": card}
    return Remedy(Phrase(N_("Strike {card}"), {"card": card}), (struck,))


def _nearest(event: Json, known: Catalogue) -> Remedy | None:
    """The same event with the nearest name in the place of each that no card has."""
    mended, names = dict(event), []
    for field in NAMED:
        value = event.get(field)
        if isinstance(value, str) and known.find(value) is None:
            near = known.nearest(value)
            if near is None:
                return None
            mended[field] = near
            names.append(near)
    for field in LISTS:
        values = event.get(field)
        if not isinstance(values, list):
            continue
        mended[field] = []
        for value in values:
            card = known.find(value) if isinstance(value, str) else None
            near = card.name if card else known.nearest(str(value))
            if near is None:
                return None
            names += [near] if card is None else []
            mended[field].append(near)
    if not names:
        return None
    return Remedy(Phrase(N_("Yes, {cards}"), {"cards": tuple(names)}), (mended,))


def _own_box(view: DominionTableView, event: Json, known: Catalogue) -> Remedy | None:
    """Put the card's box on the shelf, and log the event once more."""
    values = [event.get("card"), *(event.get("cards") or ())]
    for value in values:
        card = known.find(value) if isinstance(value, str) else None
        if card is None:
            continue
        if card.name in view.without or card.pile in view.without:
            back: Json = {"event": "shelf_set", "change": {"within": [card.name, card.pile]}}
            return Remedy(Phrase(N_("We have {card}"), {"card": card.name}), (back, event))
        boxes = [box for box in view.shelf if known.boxes[box.word].set == card.set]
        fits = [box for box in boxes if known.boxes[box.word].edition in card.editions]
        if fits and not any(box.owned for box in fits):
            own: Json = {"event": "shelf_set", "change": {"own": [fits[-1].word]}}
            text = Phrase(N_("We own {set}"), {"set": fits[-1].set_name})
            return Remedy(text, (own, event))
    return None


def _seated(view: DominionTableView) -> str | None:
    return next((each.name for each in view.players if each.status == "playing"), None)
