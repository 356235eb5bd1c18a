"""Reads what a form of this game sent into the event it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.outcome import Json

NUMBERS = frozenset(
    {"money", "bonus", "count", "number", "slot", "warehouse_deck", "market_deck", "discard"}
)
LISTS = frozenset({"requires", "order"})
TYPED = frozenset(
    {"millions", "bonus_millions", "total", "bonus_total", "fives", "bonus_chip", "bonus_more"}
)
"""What people type or tap before it is a field of an event."""
PLACES = range(60)
"""Slots that a form may name: far more than any card has."""
_COUNT = "count:"
"""`count:5000000=3` counts three items of $5 Million in a pile."""
_PLACE = "place:"
"""`place:0=Weapon|3000000` says what lies in the first slot."""

Fields = Mapping[str, tuple[str, ...]]


def event_from_form(event: Json, fields: Fields, unit: int, five: int) -> Json:
    """The event with the form's fields in the types of the event: numbers, lists, a pile's count.

    `unit` is what a typed figure counts, `five` what an item is worth that breaks ties, both in
    whole dollars.

    What does not read as a number stays as typed: the core refuses it in its own words.
    """
    read: Json = dict(event)
    for name, values in fields.items():
        if name.startswith((_COUNT, _PLACE)) or name in TYPED:
            continue
        if name in LISTS:
            read[name] = [value for value in values if value]
        elif values[-1]:
            read[name] = _number(values[-1]) if name in NUMBERS else values[-1]
    event_name = read.get("event")
    if event_name == "pile_counted":
        return read | _pile(read, fields, unit, five)
    if event_name == "table_corrected":
        return read | _places(fields)
    if event_name == "item_corrected" and isinstance(read.get("warehouse"), str):
        read["warehouse"] = _index(read["warehouse"])
    for typed, field in (("millions", "money"), ("bonus_millions", "bonus")):
        if typed in fields and fields[typed][-1].strip():
            read[field] = dollars(fields[typed][-1], unit)
    return read


def dollars(typed: str, unit: int) -> int | str:
    """A typed figure as whole dollars: "7", "2.5" or "2,5"; as typed when it is no number."""
    try:
        amount = float(typed.strip().lstrip("$").rstrip("mM").replace(",", "."))
    except ValueError:
        return typed
    if not abs(amount) < 1_000_000_000:
        return typed
    return round(amount * unit)


def _pile(event: Json, fields: Fields, unit: int, five: int) -> Json:
    """The pile as counted: item by item, or from its two totals."""
    if "total" in fields:
        return _from_totals(fields, unit, five)
    items: dict[str, Any] = {}
    for name, values in fields.items():
        if name.startswith(_COUNT) and values[-1] not in ("", "0"):
            items[name.removeprefix(_COUNT)] = _number(values[-1])
    known = event.get("bonuses")
    bonuses = [_number(value) for value in fields.get("bonus_chip", ()) if value]
    bonuses += [dollars(value, unit) for value in fields.get("bonus_more", ()) if value.strip()]
    return {"items": items, "bonuses": known if isinstance(known, list) else bonuses}


def _from_totals(fields: Fields, unit: int, five: int) -> Json:
    """Two totals as a pile: the items that break ties where asked for, one lot for the rest."""
    total = dollars(fields["total"][-1], unit)
    bonus = dollars((fields.get("bonus_total") or ("",))[-1] or "0", unit)
    fives = _number((fields.get("fives") or ("",))[-1] or "0")
    if not isinstance(total, int) or not isinstance(fives, int):
        return {"items": {str(total): fives}, "bonuses": [bonus]}
    rest = total - fives * five
    items = {str(five): fives} if fives > 0 else {}
    for lot in _lots(rest, five):
        items[str(lot)] = items.get(str(lot), 0) + 1
    return {"items": items, "bonuses": [bonus] if bonus != 0 else []}


def _lots(rest: int, five: int) -> tuple[int, ...]:
    """The rest as one amount; what an item that breaks ties is worth as two, so that it is none."""
    if rest == five:
        return (five * 2 // 5, five * 3 // 5)
    return (rest,) if rest else ()


def _places(fields: Fields) -> Json:
    """The items that lie in a warehouse, slot by slot; empty slots are left out."""
    named = sorted(
        (int(name.removeprefix(_PLACE)), values[-1])
        for name, values in fields.items()
        if name.startswith(_PLACE) and _number(name.removeprefix(_PLACE)) in PLACES
    )
    if not named:
        return {}
    return {"items": [_item(value) for _, value in named if value]}


def _item(value: str) -> Json:
    """`Weapon|3000000`, or with a card `Weapon|3000000|abrahms-tank`."""
    item_type, _, rest = value.partition("|")
    money, _, card = rest.partition("|")
    item: Json = {"item_type": item_type, "money": _number(money)}
    return item | {"card": card} if card else item


def _number(text: str) -> int | str:
    plain = text.strip()
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdecimal() and len(digits) < 16 else text


def _index(where: str) -> int | str:
    """The place of a warehouse in the pile, or "in_play" as it is."""
    return int(where) if where.isascii() and where.isdecimal() and len(where) < 6 else where
