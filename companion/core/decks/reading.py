"""Reads `backroom-deck/1` files strictly and names every problem with its card, key and remedy."""

from __future__ import annotations

import re
from typing import Any

from companion.core.decks.effect_reading import read_effect
from companion.core.decks.fields import Fields, is_word
from companion.core.decks.model import (
    CARDS_LIMIT,
    COPIES_LIMIT,
    GAME,
    HAND_LIMIT,
    LARGEST_MONEY,
    NAME_LIMIT,
    PICTURE,
    PROBLEMS_LIMIT,
    SCHEMA,
    SLOTS_LIMIT,
    TEXT_LIMIT,
    TYPE_NAME_LIMIT,
    TYPES_LIMIT,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS, TypeMark
from companion.core.names import name_key
from companion.core.outcome import Json, Phrase, Refused
from companion.core.phrases import N_

_PICTURE = re.compile(re.escape(PICTURE) + "[0-9a-f]{64}")


def read_deck(data: Any) -> Deck | Refused:
    """A deck from parsed JSON. Nothing is half read.

    Refused as `bad_deck`: the phrase names the first problem with its card and key, and
    `fields["problems"]` holds every problem (at most twenty) as phrases. Caps: Deck maker,
    bad input.
    """
    schema = data.get("schema") if isinstance(data, dict) else None
    newer = isinstance(schema, str) and re.fullmatch(r"backroom-deck/\d{1,9}", schema)
    if newer and schema != SCHEMA:
        return _refused([Phrase(N_("This deck was made by a newer Backroom. Please update."))])
    if schema != SCHEMA:
        return _refused([Phrase(N_("This is not a Backroom deck file."))])
    if data.get("game") != GAME:
        return _refused([Phrase(N_("This deck is for another game."))])
    return _Reading().deck(data)


def card_problems(data: Any, item_types: tuple[str, ...]) -> tuple[Phrase, ...]:
    """What is wrong with one card's JSON in a deck of these item types; nothing when it is fine."""
    reading = _Reading()
    reading.types = item_types
    reading.one_card(data)
    return tuple(reading.problems)


def _refused(problems: list[Phrase]) -> Refused:
    shown = tuple(problems[:PROBLEMS_LIMIT])
    return Refused("bad_deck", shown[0], fields={"problems": shown})


class _Reading(Fields):
    """One pass over a file, gathering every problem on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.types: tuple[str, ...] = ()

    def deck(self, data: Json) -> Deck | Refused:
        keys = (
            "schema game id name note item_types type_marks currency money_unit hand_size"
            " hand_limit cards"
        )
        self.known_keys(data, keys)
        self.types = self.item_types(data.get("item_types"))
        out = Deck(
            id=self.slug(data),
            name=self.text(data, "name", NAME_LIMIT),
            item_types=self.types,
            currency=self.text(data, "currency", 8),
            money_unit=self.whole(data, "money_unit", 1, LARGEST_MONEY),
            hand_size=self.whole(data, "hand_size", 1, HAND_LIMIT),
            hand_limit=self.whole(data, "hand_limit", 1, HAND_LIMIT),
            cards=self.cards(data.get("cards")),
            note=self.text(data, "note", TEXT_LIMIT) if "note" in data else None,
            type_marks=self.type_marks(data["type_marks"]) if "type_marks" in data else {},
        )
        return _refused(self.problems) if self.problems else out

    def item_types(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= TYPES_LIMIT:
            self.problem(N_("item_types must list 1 to {limit} types."), limit=TYPES_LIMIT)
            return ()
        names = [self.text({"item_types": each}, "item_types", TYPE_NAME_LIMIT) for each in value]
        if len({name_key(name) for name in names}) != len(names):
            self.problem(N_("item_types names a type twice."))
        return tuple(names)

    def type_marks(self, value: Any) -> dict[str, TypeMark]:
        if not isinstance(value, dict):
            self.problem(N_("type_marks must give item types a colour and an icon."))
            return {}
        for name in value:
            self.item_type(name)
        return {name: self.type_mark(name, each) for name, each in value.items()}

    def type_mark(self, name: str, value: Any) -> TypeMark:
        given = value if isinstance(value, dict) else {}
        self.known_keys(given, "colour icon")
        colour, icon = given.get("colour"), given.get("icon")
        if not (is_word(colour, COLOURS) and is_word(icon, TYPE_ICONS)):
            self.problem(
                N_("The mark of {type} needs a colour and an icon from our lists."),
                type=str(name)[:TYPE_NAME_LIMIT],
            )
        return TypeMark(str(colour), str(icon))

    def cards(self, value: Any) -> tuple[Card, ...]:
        if not isinstance(value, list) or len(value) > CARDS_LIMIT:
            self.problem(N_("cards must list at most {limit} cards."), limit=CARDS_LIMIT)
            return ()
        out: list[Card] = []
        ids: set[str] = set()
        for place, data in enumerate(value, start=1):
            name = data.get("name") if isinstance(data, dict) else None
            self.card = name[:NAME_LIMIT] if isinstance(name, str) and name else f"{place}"
            card = self.one_card(data)
            if card is not None and card.id in ids:
                self.problem(N_("The id {id} is used twice."), id=card.id)
            if card is not None:
                ids.add(card.id)
                out.append(card)
            if len(self.problems) >= PROBLEMS_LIMIT:
                break
        self.card = None
        return tuple(out)

    def one_card(self, data: Any) -> Card | None:
        kind = data.get("kind") if isinstance(data, dict) else None
        own = {
            "item": "item_type money",
            "insider": "effect_text effect",
            "warehouse": "requires bonus",
        }
        if not isinstance(kind, str) or kind not in own:
            self.problem(N_("kind must be item, insider or warehouse."))
            return None
        self.known_keys(data, f"id kind name count flavour picture {own[kind]}")
        id_, name = self.slug(data), self.text(data, "name", NAME_LIMIT)
        count = self.whole(data, "count", 1, COPIES_LIMIT)
        flavour = self.text(data, "flavour", TEXT_LIMIT, least=0) if "flavour" in data else None
        picture = self.picture(data["picture"]) if "picture" in data else None
        if kind == "item":
            money = self.whole(data, "money", 0, LARGEST_MONEY)
            item_type = self.item_type(data.get("item_type"))
            return ItemCard(id_, name, count, item_type, money, flavour, picture)
        if kind == "insider":
            effect = read_effect(self, data["effect"]) if "effect" in data else None
            text = self.text(data, "effect_text", TEXT_LIMIT)
            return InsiderCard(id_, name, count, text, effect, flavour, picture)
        bonus = self.whole(data, "bonus", 0, LARGEST_MONEY)
        requires = self.requires(data.get("requires"))
        return WarehouseCard(id_, name, count, requires, bonus, flavour, picture)

    def picture(self, value: Any) -> str | None:
        if isinstance(value, str) and _PICTURE.fullmatch(value):
            return value
        self.problem(N_("picture must be {prefix} and 64 hex digits."), prefix=PICTURE)
        return None

    def item_type(self, value: Any) -> str:
        if isinstance(value, str) and value in self.types:
            return value
        self.problem(N_("{type} is not in item_types. Add it there."), type=str(value)[:NAME_LIMIT])
        return ""

    def requires(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= SLOTS_LIMIT:
            self.problem(N_("requires must list 1 to {limit} item types."), limit=SLOTS_LIMIT)
            return ()
        return tuple(self.item_type(each) for each in value)
