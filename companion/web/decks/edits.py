"""What the deck maker's forms ask for, turned into edits of a deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.decks import editing, effects, type_editing
from companion.core.decks.merging import touch_different_things
from companion.core.decks.model import (
    CARDS_LIMIT,
    LARGEST_MONEY,
    Deck,
    InsiderCard,
    WarehouseCard,
)
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS, TypeMark
from companion.core.outcome import Json, Refused
from companion.core.phrases import N_
from companion.services.decks.answers import Clash
from companion.web.bodies import malformed
from companion.web.decks import form_fields
from companion.web.decks.card_fields import card_of_fields
from companion.web.phrasing import say

Edited = Deck | Refused

_ADDING = frozenset(["add_item", "add_insider", "add_warehouse", "more", "less", "duplicate"])
SURE = "sure"
"""This field with `yes` answers what was asked back."""
_LOW_LIMIT = N_("{size} cards are dealt, but only {limit} may stay. Is that meant?")
_NO_MARK = N_("Choose one of the colours and one of the icons.")


def edit(deck: Deck, fields: Json) -> Edited:
    """The deck after what these fields ask for; `malformed` when they ask for nothing known."""
    for word in ("more", "less"):
        if word in fields and "do" not in fields:
            # The buttons of a list name their card themselves.
            fields = {**fields, "do": word, "card": fields[word]}
    done = _EDITS.get(form_fields.text(fields, "do"))
    return malformed() if done is None else done(deck, fields)


def beside(clash: Clash, fields: Json) -> Deck | None:
    """The edit made on top of what somebody else saved meanwhile; None where people must choose.

    Whoever adds takes nothing away, also where both tapped the same; every other edit must touch
    something else than theirs did.
    """
    if form_fields.text(fields, "do") not in _ADDING and not (fields.keys() & {"more", "less"}):
        began = clash.base
        if began is None or not touch_different_things(began, clash.mine, clash.theirs.deck):
            return None
    edited = edit(clash.theirs.deck, fields)
    return edited if isinstance(edited, Deck) else None


def new_card_id(before: Deck, after: Deck) -> str | None:
    """The id of the card that the edit brought in; None when it brought none."""
    known = {card.id for card in before.cards}
    return next((card.id for card in after.cards if card.id not in known), None)


def _add_item(deck: Deck, fields: Json) -> Edited:
    """A cell of the grid: `cell` is dollars and type, as in `3000000 Weapon`."""
    dollars, _, item_type = form_fields.text(fields, "cell").partition(" ")
    if not dollars.isascii() or not dollars.isdigit() or len(dollars) > 10:
        return malformed()
    return editing.add_item(deck, item_type, int(dollars))


def _add_insider(deck: Deck, _: Json) -> Edited:
    draw = effects.Picked("draw", 1)
    text = say(N_("Draw a card."))
    card = InsiderCard("", say(N_("New Insider")), 1, text, effects.made(draw))
    return editing.add_card(deck, card)


def _add_warehouse(deck: Deck, _: Json) -> Edited:
    requires = deck.item_types[:3]
    bonus = min(2 * deck.money_unit, LARGEST_MONEY)
    return editing.add_card(deck, WarehouseCard("", say(N_("New warehouse")), 1, requires, bonus))


def _change_card(deck: Deck, fields: Json) -> Edited:
    card = editing.find_card(deck, form_fields.text(fields, "card"))
    if card is None:
        return editing.remove(deck, form_fields.text(fields, "card"))
    changed = card_of_fields(deck, card, fields)
    return changed if isinstance(changed, Refused) else editing.put_card(deck, changed)


def _copies(by: int) -> Callable[[Deck, Json], Edited]:
    return lambda deck, fields: editing.add_copies(deck, form_fields.text(fields, "card"), by)


def _move(by: int) -> Callable[[Deck, Json], Edited]:
    return lambda deck, fields: editing.move(deck, form_fields.text(fields, "card"), by)


def _no_picture(deck: Deck, fields: Json) -> Edited:
    card = editing.find_card(deck, form_fields.text(fields, "card"))
    if card is None:
        return editing.remove(deck, form_fields.text(fields, "card"))
    return editing.put_card(deck, replace(card, picture=None))


def _change_deck(deck: Deck, fields: Json) -> Edited:
    unit = form_fields.whole(fields, "money_unit", deck.money_unit, LARGEST_MONEY)
    size = form_fields.whole(fields, "hand_size", deck.hand_size, 999)
    limit = form_fields.whole(fields, "hand_limit", deck.hand_limit, 999)
    for each in (unit, size, limit):
        if isinstance(each, Refused):
            return each
    changed = editing.change_deck(
        deck,
        name=form_fields.line(fields, "name", deck.name),
        note=form_fields.lines(fields, "note", deck.note or "") or None,
        currency=form_fields.line(fields, "currency", deck.currency),
        money_unit=int(unit),  # type: ignore[arg-type]  # the loop above let no refusal through
        hand_size=int(size),  # type: ignore[arg-type]
        hand_limit=int(limit),  # type: ignore[arg-type]
    )
    hands = (changed.hand_size, changed.hand_limit) if isinstance(changed, Deck) else (0, 0)
    known = hands == (deck.hand_size, deck.hand_limit)
    if hands[0] > hands[1] and not known and fields.get(SURE) != "yes":
        return form_fields.refused("low_limit", _LOW_LIMIT, size=hands[0], limit=hands[1])
    return changed


def _add_type(deck: Deck, fields: Json) -> Edited:
    mark = _mark(fields)
    if mark is None:
        return form_fields.refused("no_mark", _NO_MARK)
    return type_editing.add_type(deck, form_fields.line(fields, "name", ""), mark)


def _change_type(deck: Deck, fields: Json) -> Edited:
    mark = _mark(fields)
    if mark is None:
        return form_fields.refused("no_mark", _NO_MARK)
    old = form_fields.text(fields, "type")
    return type_editing.change_type(deck, old, form_fields.line(fields, "name", old), mark)


_EDITS: dict[str, Callable[[Deck, Json], Edited]] = {
    "add_item": _add_item,
    "add_insider": _add_insider,
    "add_warehouse": _add_warehouse,
    "change": _change_card,
    "more": _copies(1),
    "less": _copies(-1),
    "duplicate": lambda deck, fields: editing.duplicate(deck, form_fields.text(fields, "card")),
    "remove": lambda deck, fields: editing.remove(deck, form_fields.text(fields, "card")),
    "up": _move(-1),
    "down": _move(1),
    "top": _move(-CARDS_LIMIT),
    "bottom": _move(CARDS_LIMIT),
    "no_picture": _no_picture,
    "deck": _change_deck,
    "add_type": _add_type,
    "change_type": _change_type,
    "remove_type": lambda deck, fields: type_editing.remove_type(
        deck, form_fields.text(fields, "type")
    ),
}


def _mark(fields: Json) -> TypeMark | None:
    colour, icon = form_fields.text(fields, "colour"), form_fields.text(fields, "icon")
    return TypeMark(colour, icon) if colour in COLOURS and icon in TYPE_ICONS else None
