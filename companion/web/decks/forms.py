"""What the deck maker's forms send, turned into edits of a deck."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from companion.core.decks import editing, effects, type_editing
from companion.core.decks.merging import touch_different_things
from companion.core.decks.model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    LARGEST_MONEY,
    SLOTS_LIMIT,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS, TypeMark
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_
from companion.services.decks.answers import Clash
from companion.web.bodies import malformed
from companion.web.phrasing import say

Edited = Deck | Refused

_FIELDS = {
    "name": N_("Name"),
    "note": N_("A remark for players"),
    "currency": N_("Currency, sign or word"),
    "money_unit": N_("Figures on cards are"),
    "hand_size": N_("Cards dealt to a hand"),
    "hand_limit": N_("Most cards in a hand"),
    "item_types": N_("Item types"),
    "count": N_("Copies"),
    "money": N_("Money"),
    "bonus": N_("Bonus"),
    "flavour": N_("Line in italics"),
    "effect_text": N_("Effect, as printed"),
}
"""What the forms call the keys of a deck file."""

_ADDING = frozenset(["add_item", "add_insider", "add_warehouse", "more", "less", "duplicate"])
SURE = "sure"
"""This field with `yes` answers what was asked back."""
NEEDS = "needs."
"""Fields with this prefix say how often a Warehouse card asks for the type that follows."""

LONGEST_FIGURE = 18
"""Letters of an amount: with them no sum is rounded or overflows. The form takes 12."""
_FIGURE = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_NO_FIGURE = N_("{field}: {given} is no amount. Type a figure like 3 or 2.5.")
_NO_COUNT = N_("{field}: {given} is no whole number. Type one like 2.")
_EMPTY = N_("{field}: nothing stands there. Type a number.")
_LOW_LIMIT = N_("{size} cards are dealt, but only {limit} may stay. Is that meant?")
_NO_MARK = N_("Choose one of the colours and one of the icons.")
_NO_SLOTS = N_("Card {card} asks for no type. Choose 1 to {limit}.")


def edit(deck: Deck, fields: Json) -> Edited:
    """The deck after what these fields ask for; `malformed` when they ask for nothing known."""
    for word in ("more", "less"):
        if word in fields and "do" not in fields:
            # The buttons of a list name their card themselves.
            fields = {**fields, "do": word, "card": fields[word]}
    done = _EDITS.get(_text(fields, "do"))
    return malformed() if done is None else done(deck, fields)


def in_words_of_the_form(phrase: Phrase) -> Phrase:
    """The same sentence with the fields called as the form calls them, not as a deck file does."""

    def said(name: str, value: Any) -> Any:
        if isinstance(value, Phrase):
            return in_words_of_the_form(value)
        known = _FIELDS.get(value) if name == "key" and isinstance(value, str) else None
        return value if known is None else Phrase(known)

    return Phrase(phrase.text, {name: said(name, value) for name, value in phrase.params.items()})


def beside(clash: Clash, fields: Json) -> Deck | None:
    """The edit made on top of what somebody else saved meanwhile; None where people must choose.

    Whoever adds takes nothing away, also where both tapped the same; every other edit must touch
    something else than theirs did.
    """
    if _text(fields, "do") not in _ADDING and not (fields.keys() & {"more", "less"}):
        began = clash.base
        if began is None or not touch_different_things(began, clash.mine, clash.theirs.deck):
            return None
    edited = edit(clash.theirs.deck, fields)
    return edited if isinstance(edited, Deck) else None


def new_card_id(before: Deck, after: Deck) -> str | None:
    """The id of the card that the edit brought in; None when it brought none."""
    known = {card.id for card in before.cards}
    return next((card.id for card in after.cards if card.id not in known), None)


def card_of_fields(deck: Deck, card: Card, fields: Json) -> Card | Refused:
    """The card as the form has it now, not yet checked against the rules of decks."""
    count = _whole(fields, "count", card.count, COPIES_LIMIT)
    if isinstance(count, Refused):
        return count
    name = _line(fields, "name", card.name)
    flavour = _lines(fields, "flavour", card.flavour or "") or None
    if isinstance(card, ItemCard):
        money = amount(fields, "money", card.money, deck)
        if isinstance(money, Refused):
            return money
        item_type = _text(fields, "item_type") or card.item_type
        return replace(
            card, name=name, count=count, flavour=flavour, item_type=item_type, money=money
        )
    if isinstance(card, WarehouseCard):
        bonus = amount(fields, "bonus", card.bonus, deck)
        requires = _requires(deck, card, fields)
        if isinstance(bonus, Refused):
            return bonus
        if isinstance(requires, Refused):
            return requires
        return replace(
            card, name=name, count=count, flavour=flavour, bonus=bonus, requires=requires
        )
    return replace(
        card,
        name=name,
        count=count,
        flavour=flavour,
        effect_text=_lines(fields, "effect_text", card.effect_text),
        effect=_effect(card, fields),
    )


def amount(fields: Json, name: str, otherwise: int, deck: Deck) -> int | Refused:
    """Whole dollars of a field that holds a figure in the deck's unit; a comma is a point."""
    given = fields.get(name)
    if given is None:
        return otherwise
    text = str(given).strip().replace(",", ".").replace("\u00a0", "")
    if len(text) > LONGEST_FIGURE or not _FIGURE.fullmatch(text):
        return _no_number(_NO_FIGURE, str(given), name)
    dollars = Decimal(text) * deck.money_unit
    if dollars != dollars.to_integral_value():
        return _no_number(_NO_FIGURE, str(given), name)
    # Beyond the cap the deck's own rules refuse it and name the card.
    return int(min(max(dollars, Decimal(-1)), Decimal(LARGEST_MONEY + 1)))


# --- the edits, by the word in `do` ---


def _add_item(deck: Deck, fields: Json) -> Edited:
    """A cell of the grid: `cell` is dollars and type, as in `3000000 Weapon`."""
    dollars, _, item_type = _text(fields, "cell").partition(" ")
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
    card = editing.find_card(deck, _text(fields, "card"))
    if card is None:
        return editing.remove(deck, _text(fields, "card"))
    changed = card_of_fields(deck, card, fields)
    return changed if isinstance(changed, Refused) else editing.put_card(deck, changed)


def _copies(by: int) -> Callable[[Deck, Json], Edited]:
    return lambda deck, fields: editing.add_copies(deck, _text(fields, "card"), by)


def _move(by: int) -> Callable[[Deck, Json], Edited]:
    return lambda deck, fields: editing.move(deck, _text(fields, "card"), by)


def _no_picture(deck: Deck, fields: Json) -> Edited:
    card = editing.find_card(deck, _text(fields, "card"))
    if card is None:
        return editing.remove(deck, _text(fields, "card"))
    return editing.put_card(deck, replace(card, picture=None))


def _change_deck(deck: Deck, fields: Json) -> Edited:
    unit = _whole(fields, "money_unit", deck.money_unit, LARGEST_MONEY)
    size = _whole(fields, "hand_size", deck.hand_size, 999)
    limit = _whole(fields, "hand_limit", deck.hand_limit, 999)
    for each in (unit, size, limit):
        if isinstance(each, Refused):
            return each
    changed = editing.change_deck(
        deck,
        name=_line(fields, "name", deck.name),
        note=_lines(fields, "note", deck.note or "") or None,
        currency=_line(fields, "currency", deck.currency),
        money_unit=int(unit),  # type: ignore[arg-type]  # the loop above let no refusal through
        hand_size=int(size),  # type: ignore[arg-type]
        hand_limit=int(limit),  # type: ignore[arg-type]
    )
    hands = (changed.hand_size, changed.hand_limit) if isinstance(changed, Deck) else (0, 0)
    known = hands == (deck.hand_size, deck.hand_limit)
    if hands[0] > hands[1] and not known and fields.get(SURE) != "yes":
        return _refused("low_limit", _LOW_LIMIT, size=hands[0], limit=hands[1])
    return changed


def _add_type(deck: Deck, fields: Json) -> Edited:
    mark = _mark(fields)
    if mark is None:
        return _refused("no_mark", _NO_MARK)
    return type_editing.add_type(deck, _line(fields, "name", ""), mark)


def _change_type(deck: Deck, fields: Json) -> Edited:
    mark = _mark(fields)
    if mark is None:
        return _refused("no_mark", _NO_MARK)
    old = _text(fields, "type")
    return type_editing.change_type(deck, old, _line(fields, "name", old), mark)


_EDITS: dict[str, Callable[[Deck, Json], Edited]] = {
    "add_item": _add_item,
    "add_insider": _add_insider,
    "add_warehouse": _add_warehouse,
    "change": _change_card,
    "more": _copies(1),
    "less": _copies(-1),
    "duplicate": lambda deck, fields: editing.duplicate(deck, _text(fields, "card")),
    "remove": lambda deck, fields: editing.remove(deck, _text(fields, "card")),
    "up": _move(-1),
    "down": _move(1),
    "top": _move(-CARDS_LIMIT),
    "bottom": _move(CARDS_LIMIT),
    "no_picture": _no_picture,
    "deck": _change_deck,
    "add_type": _add_type,
    "change_type": _change_type,
    "remove_type": lambda deck, fields: type_editing.remove_type(deck, _text(fields, "type")),
}


# --- single fields ---


def _refused(code: str, text: str, **params: Any) -> Refused:
    return Refused(code, Phrase(text, params))


def _text(fields: Json, name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _line(fields: Json, name: str, otherwise: str) -> str:
    """One line of text without space around it."""
    value = fields.get(name)
    return " ".join(value.split()) if isinstance(value, str) else otherwise


def _lines(fields: Json, name: str, otherwise: str) -> str:
    """Text of several lines; browsers send their ends as \\r\\n."""
    value = fields.get(name)
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else otherwise


def _whole(
    fields: Json, name: str, otherwise: int, most: int, called: str | None = None
) -> int | Refused:
    """A whole number of a field; `called` is what the form calls the field where it is no key."""
    given = fields.get(name)
    if given is None:
        return otherwise
    text = str(given).strip()
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        return _no_number(_NO_COUNT, text, name, called)
    return min(int(text), most + 1)


def _no_number(said: str, given: str, name: str, called: str | None = None) -> Refused:
    code = "no_count" if said == _NO_COUNT else "no_amount"
    field = called or Phrase(_FIELDS[name])
    if not given.strip():
        return _refused(code, _EMPTY, field=field)
    return _refused(code, said, field=field, given=given.strip()[:20])


def _mark(fields: Json) -> TypeMark | None:
    colour, icon = _text(fields, "colour"), _text(fields, "icon")
    return TypeMark(colour, icon) if colour in COLOURS and icon in TYPE_ICONS else None


def _requires(deck: Deck, card: WarehouseCard, fields: Json) -> tuple[str, ...] | Refused:
    """The types asked for, in the deck's order; as they stood when nothing else is asked for."""
    wanted: list[str] = []
    for place, name in enumerate(deck.item_types):
        count = _whole(fields, f"{NEEDS}{place}", card.requires.count(name), SLOTS_LIMIT, name)
        if isinstance(count, Refused):
            return count
        wanted += [name] * count
    if not 1 <= len(wanted) <= SLOTS_LIMIT:
        return _refused("no_slots", _NO_SLOTS, card=card.name, limit=SLOTS_LIMIT)
    return card.requires if sorted(wanted) == sorted(card.requires) else tuple(wanted)


def _effect(card: InsiderCard, fields: Json) -> Json | None:
    """The effect that was picked; the card's own one as it is when the form says the same."""
    if "effect" not in fields:
        return card.effect
    draws = _text(fields, "draws")
    asked = effects.Picked(
        _text(fields, "effect"), int(draws) if draws in map(str, effects.DRAWS) else 0
    )
    now = effects.picked(card.effect)
    if asked.id == effects.OWN or asked == now:
        return card.effect
    return effects.made(asked)
