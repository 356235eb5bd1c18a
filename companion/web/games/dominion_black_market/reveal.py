"""Telling which real cards lie open: they are found in the deck's list and tapped in turn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.games.dominion_black_market.card_view import CardView
from companion.core.games.dominion_black_market.view import DominionTableView
from companion.core.outcome import Json
from companion.web.games.contract import AskedPage, Context

FOUND = 60
"""Cards that the sheet offers at once; a typed letter or two finds the others."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of the deck that may lie open: it is tapped into the list, or closes it."""

    card: CardView
    seen: bool
    chosen: tuple[str, ...]
    """The list with this card."""
    event: Json | None
    """The whole event, when this card is the last one awaited."""


def sheet(view: DominionTableView, asked: AskedPage) -> Context | None:
    """The cards that may lie open, and those that were tapped so far."""
    if view.play is None or view.play.stage != "revealing":
        return None
    awaited = view.play.reveal_size
    text = (asked.text("q") or "").strip()[:40]
    there = _face_down(view)
    names = [card.name for card, _seen in there]
    chosen = tuple(dict.fromkeys(name for name in asked.fields.get("card", ()) if name in names))[
        : max(0, awaited - 1)
    ]
    picks = [
        _pick(card, seen, chosen, awaited)
        for card, seen in there
        if card.name not in chosen and text.casefold() in card.name.casefold()
    ]
    return {
        "awaited": awaited,
        "chosen": chosen,
        "picks": tuple(picks[:FOUND]),
        "text": text,
        "hidden": view.deck.cards is None,
        "left": tuple(names),
    }


def _face_down(view: DominionTableView) -> list[tuple[CardView, bool]]:
    """The cards that may lie open, soonest first, each with whether it was seen."""
    known = view.deck.cards if view.deck.cards is not None else view.deck.seen_cards
    down = [each for each in known if each.where in ("top", "front", "bottom")]
    places = {"top": 0, "front": 1, "bottom": 2}
    blocks = {
        card.name: place for place, block in enumerate(view.deck.tail) for card in block.cards
    }
    down.sort(key=lambda each: (places[each.where], blocks.get(each.card.name, 0), each.card.name))
    return [(each.card, each.seen) for each in down]


def _pick(card: CardView, seen: bool, chosen: tuple[str, ...], awaited: int) -> Pick:
    with_it = (*chosen, card.name)
    event: Json | None = None
    if len(with_it) == awaited:
        event = {"event": "cards_revealed", "cards": list(with_it)}
    return Pick(card, seen, with_it, event)
