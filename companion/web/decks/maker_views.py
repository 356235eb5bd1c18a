"""What the pages of the deck maker show: groups of cards, the grid, one card's form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from companion.core.decks import effects
from companion.core.decks.editing import group_of
from companion.core.decks.markup import plain_text
from companion.core.decks.model import (
    MILLION,
    Card,
    Deck,
    InsiderCard,
    ItemCard,
    WarehouseCard,
)
from companion.core.decks.type_marks import COLOURS, TYPE_ICONS, TypeMark
from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.services.decks.answers import OpenDeck
from companion.web.phrasing import enumerated, say, typed_figure

USUAL_FIGURES = (1, 2, 3, 4, 5)
"""Columns of the grid, in the deck's unit; other values of the deck stand after them."""
MOST_FIGURES = 10
UNITS = (
    (1, N_("{currency}")),
    (1_000, N_("{currency} Thousand")),
    (MILLION, N_("{currency} Million")),
)
_WHOLE = N_("{currency}{whole}")
_SHORT = {1_000: N_("{currency}{figure}K"), MILLION: N_("{currency}{figure}M")}


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card in a list."""

    card: Card
    amount: str
    """What it is worth or gives, with the deck's currency; empty for an Insider."""
    line: str
    """What else it says, as plain words."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one type or kind."""

    title: str | None
    """The item type; None where `kind` says it."""
    kind: str
    mark: TypeMark | None
    rows: tuple[CardRow, ...]

    @property
    def count(self) -> int:
        """Cards, copies counted."""
        return sum(row.card.count for row in self.rows)


@dataclass(frozen=True, slots=True)
class Maker:
    """What every page of the deck maker has: the deck, where it is edited, its last change."""

    opened: OpenDeck
    address: str
    """The edit address."""
    last: Phrase | None
    """The change that Undo takes back."""

    @property
    def deck(self) -> Deck:
        """The deck as it stands."""
        return self.opened.deck

    @property
    def base(self) -> str:
        """The revision that a form of this page begins from."""
        return self.opened.revision


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the grid that adds items."""

    dollars: int
    figure: str
    count: int
    """Items of this type and value in the deck, copies counted."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One item type of the grid."""

    item_type: str
    mark: TypeMark
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CardForm:
    """One card in its form."""

    card: Card
    place: int
    of: int
    amount: str
    """The figure of its field, in the deck's unit."""
    picked: effects.Picked
    first: bool
    """No card of its group stands before it."""
    last: bool


def figure(deck: Deck, dollars: int) -> str:
    """The figure in the deck's unit, as typed into a field: 3 or 2.5."""
    return typed_figure(Decimal(dollars) / deck.money_unit)


def amount(deck: Deck, dollars: int) -> str:
    """$3M: the deck's own currency and unit; $1,500 where that would be a tiny fraction."""
    short = _SHORT.get(deck.money_unit)
    if short is None or dollars * 100 % deck.money_unit:
        return say(_WHOLE, currency=deck.currency, whole=dollars)
    return say(short, currency=deck.currency, figure=figure(deck, dollars))


def unit_word(deck: Deck) -> str:
    """What a figure counts: $ Million."""
    known = dict(UNITS).get(deck.money_unit)
    return say(known or "{currency}", currency=deck.currency)


def groups(deck: Deck, wanted: str = "") -> tuple[Group, ...]:
    """The deck's cards by type and kind, in the deck's order; only those with the wanted words."""
    word = wanted.casefold().strip()
    found = [card for card in deck.cards if _holds(card, word)]
    by_type = [
        Group(
            name,
            "item",
            deck.mark_of(name),
            _rows(deck, [c for c in found if isinstance(c, ItemCard) and c.item_type == name]),
        )
        for name in deck.item_types
    ]
    insiders = [card for card in found if isinstance(card, InsiderCard)]
    warehouses = [card for card in found if isinstance(card, WarehouseCard)]
    all_groups = (
        *by_type,
        Group(None, "insider", None, _rows(deck, insiders)),
        Group(None, "warehouse", None, _rows(deck, warehouses)),
    )
    return tuple(group for group in all_groups if group.rows)


def grid(deck: Deck) -> tuple[GridRow, ...]:
    """Item type by value, each cell with how many items are there."""
    items = [card for card in deck.cards if isinstance(card, ItemCard)]
    usual = [each * deck.money_unit for each in USUAL_FIGURES]
    others = sorted({card.money for card in items} - set(usual))
    values = sorted((usual + others)[:MOST_FIGURES])
    return tuple(
        GridRow(
            name,
            deck.mark_of(name),
            tuple(
                Cell(
                    dollars,
                    figure(deck, dollars),
                    sum(c.count for c in items if (c.item_type, c.money) == (name, dollars)),
                )
                for dollars in values
            ),
        )
        for name in deck.item_types
    )


def card_form(deck: Deck, card: Card) -> CardForm:
    """The form of one card, filled with what it is."""
    group = [each for each in deck.cards if group_of(each) == group_of(card)]
    ids = [each.id for each in group]
    place = ids.index(card.id) if card.id in ids else 0
    dollars = 0
    if not isinstance(card, InsiderCard):
        dollars = card.money if isinstance(card, ItemCard) else card.bonus
    effect = card.effect if isinstance(card, InsiderCard) else None
    return CardForm(
        card=card,
        place=place + 1,
        of=len(group),
        amount=figure(deck, dollars),
        picked=effects.picked(effect),
        first=place == 0,
        last=place == len(group) - 1,
    )


CHOICES = {
    "effects": effects.EFFECTS,
    "draws": effects.DRAWS,
    "colours": COLOURS,
    "icons": TYPE_ICONS,
}
"""The closed lists that the forms offer."""

COLOUR_WORDS = {
    "red": N_("Red"),
    "ochre": N_("Ochre"),
    "green": N_("Green"),
    "violet": N_("Violet"),
    "blue": N_("Blue"),
    "plum": N_("Plum"),
    "teal": N_("Teal"),
    "indigo": N_("Indigo"),
    "slate": N_("Slate"),
    "brown": N_("Brown"),
}
ICON_WORDS = {
    "sword": N_("Sword"),
    "package": N_("Package"),
    "paw-print": N_("Paw print"),
    "amphora": N_("Amphora"),
    "file-lock": N_("Secret file"),
    "gem": N_("Gem"),
    "anchor": N_("Anchor"),
    "bomb": N_("Bomb"),
    "banknote": N_("Banknote"),
    "flask-conical": N_("Flask"),
    "stamp": N_("Stamp"),
    "crown": N_("Crown"),
    "key-round": N_("Key"),
    "ship": N_("Ship"),
    "rocket": N_("Rocket"),
    "leaf": N_("Leaf"),
    "bird": N_("Bird"),
    "cat": N_("Cat"),
    "shell": N_("Shell"),
    "watch": N_("Watch"),
    "map": N_("Map"),
    "bottle-wine": N_("Bottle"),
    "drama": N_("Masks"),
    "moon-star": N_("Moon"),
    "fingerprint": N_("Fingerprint"),
}


def _holds(card: Card, word: str) -> bool:
    if not word:
        return True
    texts = [card.name, card.flavour or ""]
    if isinstance(card, ItemCard):
        texts.append(card.item_type)
    elif isinstance(card, InsiderCard):
        texts.append(card.effect_text)
    else:
        texts += card.requires
    return any(word in text.casefold() for text in texts)


def _rows(deck: Deck, cards: Sequence[Card]) -> tuple[CardRow, ...]:
    return tuple(CardRow(card, _amount_of(deck, card), _line_of(deck, card)) for card in cards)


def _amount_of(deck: Deck, card: Card) -> str:
    if isinstance(card, ItemCard):
        return amount(deck, card.money)
    return f"+{amount(deck, card.bonus)}" if isinstance(card, WarehouseCard) else ""


def _line_of(deck: Deck, card: Card) -> str:
    if isinstance(card, WarehouseCard):
        return enumerated(card.requires)
    text = card.effect_text if isinstance(card, InsiderCard) else card.flavour or ""
    return plain_text(text, deck.item_types, deck.currency)
