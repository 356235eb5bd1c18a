"""Edits of a deck's item types, on every card that is of a type, asks for it or shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.decks.editing import NO_TYPE, Edited, checked, refused, refused_at
from companion.core.decks.model import TYPES_LIMIT, Card, Deck, ItemCard, WarehouseCard
from companion.core.decks.type_marks import STARTER_MARKS, TypeMark
from companion.core.names import name_key
from companion.core.outcome import Refused
from companion.core.phrases import N_

_TYPE_TWICE = N_("There is a type {type} already. Choose another name.")
_TYPE_IN_USE = N_("Card {card} is of type {type}. Give it another type first.")
_LAST_TYPE = N_("A deck needs one item type. Add another one first.")
_NO_TYPE_NAME = N_("The type needs a name. Please type one.")
_TYPES_FULL = N_("A deck has room for {limit} item types. Remove one first.")


def add_type(deck: Deck, name: str, mark: TypeMark) -> Edited:
    """One more item type, told apart by this mark."""
    refusal = _bad_type_name(deck, name, but=None)
    if refusal is not None:
        return refusal
    if len(deck.item_types) >= TYPES_LIMIT:
        return refused("types_full", _TYPES_FULL, limit=TYPES_LIMIT)
    return checked(
        replace(
            deck,
            item_types=(*deck.item_types, name),
            type_marks={**deck.type_marks, name: mark},
        )
    )


def change_type(deck: Deck, old: str, name: str, mark: TypeMark) -> Edited:
    """Another name or mark for a type, on every card that is of it, asks for it or shows it."""
    if old not in deck.item_types:
        return refused("no_such_type", NO_TYPE, type=old)
    refusal = _bad_type_name(deck, name, but=old)
    if refusal is not None:
        return refusal
    marks = {each: known for each, known in deck.type_marks.items() if each != old}
    if mark != deck.mark_of(old) or old in deck.type_marks or name != old:
        marks[name] = mark
    types = tuple(name if each == old else each for each in deck.item_types)
    cards = tuple(_renamed(card, old, name) for card in deck.cards)
    return checked(replace(deck, item_types=types, type_marks=marks, cards=cards))


def remove_type(deck: Deck, name: str) -> Edited:
    """The deck without a type that no card needs any more."""
    if name not in deck.item_types:
        return refused("no_such_type", NO_TYPE, type=name)
    if len(deck.item_types) == 1:
        return refused("last_type", _LAST_TYPE)
    for card in deck.cards:
        if name in _types_of(card):
            return refused_at(card, "type_in_use", _TYPE_IN_USE, type=name)
    types = tuple(each for each in deck.item_types if each != name)
    # Types without a chosen mark take one by their place: they keep what they looked like.
    marks = {each: deck.mark_of(each) for each in types if each not in STARTER_MARKS}
    kept = {each: mark for each, mark in deck.type_marks.items() if each != name}
    return checked(replace(deck, item_types=types, type_marks={**marks, **kept}))


def _bad_type_name(deck: Deck, name: str, but: str | None) -> Refused | None:
    if not name.strip():
        return refused("no_name", _NO_TYPE_NAME)
    others = {name_key(each) for each in deck.item_types if each != but}
    if name_key(name) in others:
        return refused("type_twice", _TYPE_TWICE, type=name)
    return None


def _types_of(card: Card) -> Sequence[str]:
    if isinstance(card, ItemCard):
        return (card.item_type,)
    return card.requires if isinstance(card, WarehouseCard) else ()


def _renamed(card: Card, old: str, name: str) -> Card:
    """The card with the type's new name: its own type, what it asks for, icons in its texts."""
    flavour = None if card.flavour is None else _in_text(card.flavour, old, name)
    if isinstance(card, ItemCard):
        item_type = name if card.item_type == old else card.item_type
        called = name if card.name == old == card.item_type else card.name
        return replace(card, name=called, item_type=item_type, flavour=flavour)
    if isinstance(card, WarehouseCard):
        requires = tuple(name if each == old else each for each in card.requires)
        return replace(card, requires=requires, flavour=flavour)
    return replace(card, effect_text=_in_text(card.effect_text, old, name), flavour=flavour)


def _in_text(text: str, old: str, name: str) -> str:
    return text.replace(f"{{{old}}}", f"{{{name}}}")
