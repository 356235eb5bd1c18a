"""One card from one row: what each kind needs, and what it must not have."""

from __future__ import annotations

import json
from typing import Any

from companion.core.decks.model import (
    COPIES_LIMIT,
    NAME_LIMIT,
    PICTURE,
    SLOTS_LIMIT,
    TEXT_LIMIT,
    TYPE_NAME_LIMIT,
)
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_
from companion.core.spreadsheets.formula_guard import unguarded
from companion.core.spreadsheets.problems import quoted
from companion.core.spreadsheets.rows import SheetRow
from companion.core.spreadsheets.sheet_money import SheetMoney
from companion.core.spreadsheets.types import ItemTypes
from companion.core.spreadsheets.vocabulary import Role

_NOTHING = frozenset({"", "0", "-", "–", "—", "/", "n/a", "none"})
"""What people write into a cell that does not apply."""
LIST_LIMIT = 2 * TEXT_LIMIT
"""Letters of the types that a warehouse asks for; twelve of the longest in quotes have fewer."""
STEPS_LIMIT = 4_000


def card_of(row: SheetRow, kind: str, types: ItemTypes, money: SheetMoney) -> Json:
    """The card's JSON without its id. It is of use only while the row has no problems."""
    name = row.text(Role.NAME, NAME_LIMIT)
    if name is None and not row.problems:
        row.wrong(Phrase(N_("Fill in the card’s name.")), Role.NAME)
    card: Json = {"kind": kind, "name": name, **_MAKERS[kind](row, types, money)}
    card["count"] = row.whole(Role.COPIES, 1)
    if not 1 <= card["count"] <= COPIES_LIMIT:
        said = N_("Copies go from 1 to {limit}. Remove the row for none.")
        row.wrong(Phrase(said, {"limit": COPIES_LIMIT}), Role.COPIES)
    flavour = _flavour(row, kind)
    if flavour is not None:
        card["flavour"] = flavour
    picture = row.raw(Role.PICTURE).strip()
    if picture.startswith(PICTURE):
        card["picture"] = picture
    return card


def _item(row: SheetRow, types: ItemTypes, money: SheetMoney) -> Json:
    _must_be_empty(row, Role.EFFECT, N_("An item has no effect. Move it to flavour."))
    _must_be_empty(row, Role.REQUIRES, N_("An item requires nothing. Empty this cell."))
    _must_be_empty(row, Role.BONUS, N_("An item has no bonus. Empty this cell."))
    return {"item_type": _item_type(row, types), "money": row.money(Role.MONEY, money)}


def _item_type(row: SheetRow, types: ItemTypes) -> str | None:
    written = row.text(Role.ITEM_TYPE, TYPE_NAME_LIMIT)
    if written is None:
        if not row.filled(Role.ITEM_TYPE):
            row.wrong(Phrase(N_("Fill in the item’s type.")), Role.ITEM_TYPE)
        return None
    return _known(row, types, written, Role.ITEM_TYPE)


def _known(row: SheetRow, types: ItemTypes, written: str, role: Role) -> str | None:
    found = types.take(written)
    if found is None:
        said = N_("{type} is not among the types. Add a type row for it.")
        row.wrong(Phrase(said, {"type": quoted(written)}), role)
    return found


def _insider(row: SheetRow, types: ItemTypes, money: SheetMoney) -> Json:
    for role in (Role.MONEY, Role.BONUS):
        _must_be_empty(row, role, N_("An Insider has no money. Empty this cell."))
    if row.kind_in_type is None:
        _must_be_empty(row, Role.ITEM_TYPE, N_("An Insider has no item type. Empty this cell."))
    _must_be_empty(row, Role.REQUIRES, N_("An Insider requires nothing. Empty this cell."))
    role = Role.EFFECT if row.filled(Role.EFFECT) else Role.TEXT
    text = row.text(role, TEXT_LIMIT)
    if text is None and not row.filled(role):
        row.wrong(Phrase(N_("Fill in what the Insider does.")), Role.EFFECT)
    card: Json = {"effect_text": text}
    if row.filled(Role.STEPS):
        card["effect"] = _steps(row)
    return card


def _steps(row: SheetRow) -> Any:
    written = row.raw(Role.STEPS)
    try:
        if len(written) <= STEPS_LIMIT:
            return json.loads(written)
    except (ValueError, RecursionError):
        pass
    row.wrong(Phrase(N_("These steps cannot be read. Empty this cell.")), Role.STEPS)
    return None


def _warehouse(row: SheetRow, types: ItemTypes, money: SheetMoney) -> Json:
    if row.kind_in_type is None:
        _must_be_empty(row, Role.EFFECT, N_("A warehouse has no effect. Move it to flavour."))
    if row.filled(Role.REQUIRES) and row.kind_in_type is None:
        _must_be_empty(row, Role.ITEM_TYPE, N_("A warehouse has no item type. Empty this cell."))
    if row.filled(Role.BONUS):
        _must_be_empty(row, Role.MONEY, N_("A warehouse has a bonus only. Empty this cell."))
    role = Role.BONUS if row.filled(Role.BONUS) or not row.filled(Role.MONEY) else Role.MONEY
    has_bonus = bool(row.headings.of(Role.BONUS)) or role is Role.MONEY
    return {
        "requires": _requires(row, types),
        "bonus": row.money(role, money) if has_bonus else 0,
    }


def _requires(row: SheetRow, types: ItemTypes) -> list[str | None]:
    """From the cells of all columns for it; a warehouse may have its list in the type's column."""
    role = Role.REQUIRES
    if not row.filled(role) and row.kind_in_type is None and row.filled(Role.ITEM_TYPE):
        role = Role.ITEM_TYPE
    text = row.text(role, LIST_LIMIT)
    cells = row.cells(role)
    if text is None or sum(map(len, cells)) > LIST_LIMIT:
        if not row.problems:
            said = N_("List the item types it asks for, as in Weapon + Animal.")
            row.wrong(Phrase(said), Role.REQUIRES)
        return []
    asked = [name for cell in cells for name in types.split(unguarded(cell))]
    if not 1 <= len(asked) <= SLOTS_LIMIT:
        said = N_("A warehouse asks for 1 to {limit} items. List those.")
        row.wrong(Phrase(said, {"limit": SLOTS_LIMIT}), role)
        return []
    return [_slot(row, types, name, role) for name in asked]


def _slot(row: SheetRow, types: ItemTypes, name: str, role: Role) -> str | None:
    if len(name) > TYPE_NAME_LIMIT:
        said = N_("{type} is too long for a type. Write + between types.")
        row.wrong(Phrase(said, {"type": quoted(name)}), role)
        return None
    return _known(row, types, name, role)


def _flavour(row: SheetRow, kind: str) -> str | None:
    spare = kind != "insider" or row.filled(Role.EFFECT)
    role = Role.TEXT if spare and not row.filled(Role.FLAVOUR) else Role.FLAVOUR
    return row.text(role, TEXT_LIMIT)


def _must_be_empty(row: SheetRow, role: Role, said: str) -> None:
    if row.raw(role).strip().casefold() not in _NOTHING:
        row.wrong(Phrase(said), role)


_MAKERS = {"item": _item, "insider": _insider, "warehouse": _warehouse}
