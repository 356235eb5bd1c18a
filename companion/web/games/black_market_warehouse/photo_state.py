"""The cards of a photo between two requests: in the page itself, for nothing of it is stored."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from companion.core.decks.model import LARGEST_MONEY, Deck, ItemCard, WarehouseCard
from companion.core.decks.scan_marks import is_mark
from companion.core.games.black_market_warehouse.pile_photo import (
    MOST_CARDS,
    NO_HOME,
    Lying,
    added,
    moved,
    removed,
    said,
)
from companion.core.outcome import Json
from companion.web import bodies

LARGEST_PICTURE = 400_000
"""Letters of a photo as the page shows it, in base64."""
LAST = 9_999
"""The largest number of a card."""
_DEPTH = 3
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_JPEG = b"\xff\xd8\xff"


def written(cards: tuple[Lying, ...]) -> str:
    """The cards as text for a hidden field."""
    rows = [
        [c.number, c.mark, _short(c.x), _short(c.y), c.item_type, c.money, c.warehouse, c.home]
        for c in cards
    ]
    return json.dumps({"cards": rows}, separators=(",", ":"), ensure_ascii=False)


def _short(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def read(text: str, deck: Deck) -> tuple[Lying, ...] | None:
    """The cards again; None for what no page of ours has written."""
    held = bodies.read_json(text, _DEPTH)
    rows = held.get("cards") if isinstance(held, dict) else None
    if not isinstance(rows, list) or len(rows) > MOST_CARDS:
        return None
    cards = tuple(_card(row, deck) for row in rows)
    known = tuple(card for card in cards if card is not None)
    numbers = {card.number for card in known}
    return known if len(known) == len(rows) == len(numbers) else None


def _card(row: Any, deck: Deck) -> Lying | None:
    if not isinstance(row, list) or len(row) != 8:
        return None
    number, mark, x, y, item_type, money, warehouse, home = row
    whole = type(number) is int and 1 <= number <= LAST
    marked = mark == "" or (isinstance(mark, str) and is_mark(mark))
    placed = all(value is None or _is_share(value) for value in (x, y))
    housed = home is None or (type(home) is int and 0 <= home <= LAST)
    if not (whole and marked and placed and housed and _is_what(item_type, money, warehouse, deck)):
        return None
    return Lying(number, mark, x, y, item_type, money, warehouse, home)


def _is_share(value: Any) -> bool:
    return type(value) in (int, float) and -1 <= value <= 10


def _is_what(item_type: Any, money: Any, warehouse: Any, deck: Deck) -> bool:
    """What somebody said a card is: nothing, an item of the deck's types, or a Warehouse card."""
    if type(money) is not int or not 0 <= money <= LARGEST_MONEY:
        return False
    if not isinstance(warehouse, str) or item_type not in ("", *deck.item_types):
        return False
    return warehouse == "" or warehouse in {
        card.id for card in deck.cards if isinstance(card, WarehouseCard)
    }


def corrected(cards: tuple[Lying, ...], text: str, deck: Deck) -> tuple[Lying, ...] | None:
    """The cards after what a button says; None when it says nothing that can be done."""
    said_ = bodies.read_json(text, _DEPTH)
    do = said_ if isinstance(said_, dict) else {}
    number, home = do.get("card"), do.get("home", 0)
    numbers = {card.number for card in cards}
    if type(home) is not int or home not in (NO_HOME, *numbers):
        return None
    if number is not None and (type(number) is not int or number not in numbers):
        return None
    what = str(do.get("item_type", "")), do.get("money", 0), str(do.get("warehouse", ""))
    names_one = (what[0] != "") != (what[2] != "") and _is_what(*what, deck)
    match do.get("do"):
        case "remove" if number is not None:
            return removed(cards, number)
        case "move" if number is not None:
            return moved(cards, number, home)
        case "say" if number is not None and names_one:
            return said(cards, number, *what)
        case "add" if names_one and len(cards) < MOST_CARDS and max(numbers, default=0) < LAST:
            return added(cards, *what, home)
        case "open":
            return cards
    return None


def opened(text: str) -> int | str | None:
    """The card whose grid is open: its number, "new" for one that is missing, None for none."""
    do = bodies.read_json(text, _DEPTH) if text else {}
    if not isinstance(do, dict) or do.get("do") != "open":
        return None
    number = do.get("card")
    return number if type(number) is int else "new"


def picture_in(text: str) -> str:
    """The photo that a page without script sends back, in base64; empty when it is none."""
    if not text or len(text) > LARGEST_PICTURE or not _BASE64.fullmatch(text):
        return ""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return ""
    return text if data.startswith(_JPEG) else ""


def picture_out(picture: bytes) -> str:
    """A small JPEG for a page, in base64."""
    return base64.b64encode(picture).decode()


def grid_of(deck: Deck) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each item type with the values that its cards have, for the grid of what a card can be."""
    worth: dict[str, set[int]] = {item_type: set() for item_type in deck.item_types}
    for card in deck.cards:
        if isinstance(card, ItemCard):
            worth[card.item_type].add(card.money)
    return tuple((item_type, tuple(sorted(values))) for item_type, values in worth.items())


def as_json(cards: tuple[Lying, ...]) -> list[Json]:
    """The cards as programs read them."""
    return [{"number": c.number, "mark": c.mark, "x": c.x, "y": c.y} for c in cards]
