"""Writes a deck as a sheet that a spreadsheet opens safely and that reads back as the same deck."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard
from companion.core.spreadsheets.formula_guard import guarded
from companion.core.spreadsheets.types import joined
from companion.core.spreadsheets.vocabulary import WHOLE, Role

_LINE_END = "\r\n"
_COLUMNS: Mapping[Role, str] = {
    Role.KIND: "kind",
    Role.NAME: "name",
    Role.ITEM_TYPE: "type",
    Role.MONEY: f"money ({WHOLE})",
    Role.REQUIRES: "requires",
    Role.BONUS: f"bonus ({WHOLE})",
    Role.COPIES: "copies",
    Role.EFFECT: "effect",
    Role.FLAVOUR: "flavour",
    Role.PICTURE: "picture",
    Role.STEPS: "effect steps",
    Role.ID: "id",
    Role.COLOUR: "colour",
    Role.ICON: "icon",
    Role.CURRENCY: "currency",
    Role.MONEY_UNIT: "money unit",
    Role.HAND_SIZE: "hand size",
    Role.HAND_LIMIT: "hand limit",
}
_IF_USED = {Role.PICTURE, Role.STEPS, Role.COLOUR, Role.ICON}
"""Columns that are left away when no row fills them."""

Line = dict[Role, str]


def write_sheet(deck: Deck, separator: str = ",") -> str:
    """The deck as text with headings, one row a card, and rows for the deck and its types.

    No cell begins as a formula does, whichever separator a spreadsheet expects; `read_sheet`
    takes the guarding apostrophes off again and gives an equal deck. The text has no byte order
    mark; for spreadsheets write it as UTF-8 with one.
    """
    lines = [_deck_line(deck), *(_type_line(deck, name) for name in deck.item_types)]
    lines += [_card_line(card) for card in deck.cards]
    used = {role for line in lines for role, text in line.items() if text}
    roles = [role for role in _COLUMNS if role not in _IF_USED or role in used]
    rows = [[_COLUMNS[role] for role in roles]]
    rows += [[line.get(role, "") for role in roles] for line in lines]
    return "".join(
        separator.join(_cell(text, separator) for text in row) + _LINE_END for row in rows
    )


def _deck_line(deck: Deck) -> Line:
    return {
        Role.KIND: "deck",
        Role.NAME: guarded(deck.name),
        Role.FLAVOUR: _optional(deck.note),
        Role.ID: deck.id,
        Role.CURRENCY: guarded(deck.currency),
        Role.MONEY_UNIT: str(deck.money_unit),
        Role.HAND_SIZE: str(deck.hand_size),
        Role.HAND_LIMIT: str(deck.hand_limit),
    }


def _type_line(deck: Deck, name: str) -> Line:
    mark = deck.type_marks.get(name)
    chosen = {} if mark is None else {Role.COLOUR: mark.colour, Role.ICON: mark.icon}
    return {Role.KIND: "type", Role.NAME: guarded(name), **chosen}


def _card_line(card: Card) -> Line:
    line = {
        Role.KIND: card.kind,
        Role.NAME: guarded(card.name),
        Role.COPIES: str(card.count),
        Role.FLAVOUR: _optional(card.flavour),
        Role.PICTURE: card.picture or "",
        Role.ID: card.id,
    }
    if isinstance(card, ItemCard):
        return line | {Role.ITEM_TYPE: guarded(card.item_type), Role.MONEY: str(card.money)}
    if isinstance(card, InsiderCard):
        steps = "" if card.effect is None else json.dumps(card.effect, separators=(",", ":"))
        return line | {Role.EFFECT: guarded(card.effect_text), Role.STEPS: steps}
    requires = guarded(joined(card.requires))
    return line | {Role.REQUIRES: requires, Role.BONUS: str(card.bonus)}


def _optional(text: str | None) -> str:
    """None is an empty cell; a text of no letters is an apostrophe alone."""
    return "" if text is None else guarded(text)


def _cell(text: str, separator: str) -> str:
    """In quotes where the text could be taken for the end of a cell, or lose the space around."""
    if re.search(rf'[\s"{re.escape(separator)}]', text) is None:
        return text
    if text == text.strip() and not re.search(rf'[\n\r"{re.escape(separator)}]', text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
