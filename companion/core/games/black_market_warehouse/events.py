"""Reads events: what fields each has, what shape they take, and which values can be."""

from __future__ import annotations

from typing import Any

from companion.core.decks.model import LARGEST_MONEY
from companion.core.games.black_market_warehouse.phrases import refused
from companion.core.outcome import Json, Refused

LONGEST_TEXT = 200
MOST_STEPS = 30
MOST_ITEMS = 60
LARGEST_COUNT = 9_999

TEXTS: dict[str, tuple[str, ...]] = {
    "player_joined": ("player", "after?"),
    "player_left": ("player",),
    "seats_arranged": (),
    "first_player_chosen": ("player",),
    "game_dealt": (),
    "warehouse_described": ("player", "card?", "warehouse?"),
    "item_added": ("player", "card?", "item_type?"),
    "insider_played": ("player", "card?"),
    "cards_discarded": ("player",),
    "turn_ended": ("player",),
    "game_called": (),
    "item_corrected": ("player", "card?", "item_type?", "item?"),
    "hand_corrected": ("player",),
    "pile_counted": ("player", "by?"),
    "table_corrected": ("player?", "active?"),
}
"""Every event with its fields that hold words; `?` may be left out."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "item_added": ("money",),
    "item_corrected": ("money",),
    "warehouse_described": ("bonus",),
    "cards_discarded": ("count",),
    "hand_corrected": ("count",),
    "table_corrected": ("warehouse_deck", "market_deck", "discard"),
}
"""Fields that hold money or counts; their values are judged after the player is known."""


def shaped(event: Json) -> Json | Refused:
    """The event with its known fields only; `malformed` when a field is missing or no such thing,
    or the event is none of this game.

    Money and counts are carried along unjudged (see `valued`).
    """
    name = event.get("event")
    if not isinstance(name, str) or name not in TEXTS:
        return refused("malformed")
    out: Json = {"event": name}
    for field in TEXTS[name]:
        key, optional = field.rstrip("?"), field.endswith("?")
        value = event.get(key)
        if value is None and optional:
            continue
        if not _is_text(value) and not (name == "player_joined" and isinstance(value, str)):
            return refused("malformed")
        out[key] = value
    for key in NUMBERS.get(name, ()):
        if event.get(key) is not None:
            out[key] = event[key]
    extra = _SHAPES[name](event, out) if name in _SHAPES else True
    return out if extra else refused("malformed")


def valued(event: Json) -> Json | Refused:
    """The shaped event with its money and counts judged: `bad_money`, `bad_count`."""
    name = event["event"]
    for key in NUMBERS.get(name, ()):
        if key not in event:
            continue
        if key in ("money", "bonus"):
            if not is_money(event[key]):
                return refused("bad_money")
        elif not is_count(event[key], 1 if name == "cards_discarded" else 0):
            code = "bad_count_discard" if name == "cards_discarded" else "bad_count"
            return refused(code, "bad_count")
    if name == "table_corrected":
        faces = event.get("items", ())
        return event if all(is_money(i.get("money", 0)) for i in faces) else refused("bad_money")
    return _counted(event) if name == "pile_counted" else event


def is_money(value: Any) -> bool:
    """A whole number of dollars from $0 to $999 Million."""
    return type(value) is int and 0 <= value <= LARGEST_MONEY


def is_count(value: Any, least: int = 0) -> bool:
    """A whole number of cards."""
    return type(value) is int and least <= value <= LARGEST_COUNT


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _are_texts(value: Any, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(_is_text(v) for v in value)


def _joined(event: Json, out: Json) -> bool:
    """`seat` is the seat number as recorded."""
    if event.get("seat") is not None:
        out["seat"] = event["seat"]
        return is_count(event["seat"], 1)
    return True


def _arranged(event: Json, out: Json) -> bool:
    out["order"] = event.get("order")
    return _are_texts(out["order"], MOST_ITEMS)


def _has_count(event: Json, out: Json) -> bool:
    return "count" in out


def _described(event: Json, out: Json) -> bool:
    if event.get("requires") is not None:
        out["requires"] = event["requires"]
        if not _are_texts(out["requires"], MOST_ITEMS):
            return False
    return "card" in out or ("requires" in out and "bonus" in out)


def _names_item(event: Json, out: Json) -> bool:
    return "card" in out or ("item_type" in out and "money" in out)


def _played(event: Json, out: Json) -> bool:
    steps = event.get("steps")
    out["steps"] = [] if steps is None else steps
    return (
        isinstance(out["steps"], list)
        and len(out["steps"]) <= MOST_STEPS
        and all(isinstance(step, dict) for step in out["steps"])
    )


def _corrected(event: Json, out: Json) -> bool:
    """By identity, or by place: `warehouse` ("in_play" or the index in the pile) and `slot`."""
    was = read_face(event["was"]) if isinstance(event.get("was"), dict) else {}
    if is_money(was.get("money")):
        out["was"] = was
    if "item" not in out:
        out["warehouse"] = event.get("warehouse", "in_play")
        out["slot"] = event.get("slot")
        place = out["warehouse"]
        if type(out["slot"]) is not int or not (place == "in_play" or type(place) is int):
            return False
    return _names_item(event, out)


def _counted_shape(event: Json, out: Json) -> bool:
    out["items"], out["bonuses"] = event.get("items"), event.get("bonuses", [])
    return (
        isinstance(out["items"], dict)
        and len(out["items"]) <= MOST_ITEMS
        and isinstance(out["bonuses"], list)
        and len(out["bonuses"]) <= MOST_ITEMS
    )


def _table_shape(event: Json, out: Json) -> bool:
    if event.get("items") is not None:
        items = event["items"]
        if "player" not in out or not isinstance(items, list) or len(items) > MOST_ITEMS:
            return False
        out["items"] = [read_face(item) for item in items if isinstance(item, dict)]
        named = all("card" in i or ("item_type" in i and "money" in i) for i in out["items"])
        if len(out["items"]) != len(items) or not named:
            return False
    return any(key in out for key in ("items", "active", *NUMBERS["table_corrected"]))


def read_face(item: Json) -> Json:
    """What names an item (card, item_type, money), words shaped, money unjudged."""
    out = {key: item[key] for key in ("item_type", "card") if _is_text(item.get(key))}
    return out if item.get("money") is None else {**out, "money": item["money"]}


def _counted(event: Json) -> Json | Refused:
    """The counted pile with its money as ordered text keys: {"5000000": 2}, no zero counts."""
    items: dict[int, int] = {}
    for key, count in event["items"].items():
        if not (isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) <= 12):
            return refused("bad_money")
        if not is_money(int(key)):
            return refused("bad_money")
        if not is_count(count):
            return refused("bad_count")
        items[int(key)] = items.get(int(key), 0) + count
    if not all(is_money(bonus) for bonus in event["bonuses"]):
        return refused("bad_money")
    counted = {str(money): items[money] for money in sorted(items) if items[money]}
    return {**event, "items": counted, "bonuses": sorted(event["bonuses"], reverse=True)}


_SHAPES = {
    "player_joined": _joined,
    "seats_arranged": _arranged,
    "warehouse_described": _described,
    "item_added": _names_item,
    "insider_played": _played,
    "cards_discarded": _has_count,
    "hand_corrected": _has_count,
    "item_corrected": _corrected,
    "pile_counted": _counted_shape,
    "table_corrected": _table_shape,
}
