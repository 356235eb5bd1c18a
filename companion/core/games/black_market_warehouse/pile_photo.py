"""What a photo of a scoring pile comes to: a proposal that people correct, never an entry."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.decks.mark_meaning import Foreign
from companion.core.decks.model import Card, Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.games.black_market_warehouse.state import is_exact
from companion.core.outcome import Json, Phrase
from companion.core.phrases import N_

NO_HOME = 0
"""The home of an item that was taken out of every warehouse."""
MOST_CARDS = 200
"""On one photo; a pile has 60 at most."""

_UNKNOWN = N_("Nobody here knows this mark. It is not counted.")
_FOREIGN = N_("{card} is of another deck: {deck}. It is not counted.")
_INSIDER = N_("{card} is an Insider. Insiders are not counted.")
_COPIES = N_("The deck has {card} only {n} times. This one is not counted.")
_COPY = N_("The deck has {card} only once. This one is not counted.")
_TOO_MANY = N_("{n} items, but this warehouse holds {m}. Move or remove one.")
_TOO_FEW = N_("{n} of {m} items. Is one missing?")


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it was read or corrected: everything that the proposal is made of."""

    number: int
    """From 1, as the photo shows it; a card that was added goes on counting."""
    mark: str = ""
    """What was read; empty for a card that somebody added."""
    x: float | None = None
    y: float | None = None
    """Where, in shares of the photo's width; None for a card that was added."""
    item_type: str = ""
    money: int = 0
    """The item that somebody says it is; without a type the mark says it."""
    warehouse: str = ""
    """The Warehouse card that somebody says it is, by its id."""
    home: int | None = None
    """Number of the Warehouse card that somebody put it to; None for the nearest."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of the proposal."""

    lying: Lying
    name: str
    """Its printed name; empty where only its type is known, or nothing."""
    item_type: str | None = None
    """None for what is no item."""
    money: int = 0
    """Of an item; the bonus of a Warehouse card."""
    requires: tuple[str, ...] | None = None
    """None for what is no Warehouse card."""
    problem: Phrase | None = None
    """Why it is not counted."""
    card: str | None = None
    """Its id in the table's deck."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A Warehouse card on the photo with the items that lie nearest to it."""

    card: SeenCard
    items: tuple[SeenCard, ...]
    exact: bool
    problem: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pile as the photo shows it."""

    warehouses: tuple[Filled, ...]
    loose: tuple[SeenCard, ...]
    """Items without a warehouse; they count all the same."""
    uncounted: tuple[SeenCard, ...]
    """Each with its problem."""

    @property
    def items(self) -> tuple[SeenCard, ...]:
        """Every item that counts."""
        return (*(item for each in self.warehouses for item in each.items), *self.loose)

    @property
    def count(self) -> int:
        """Cards that were read or added, counted or not."""
        return len(self.items) + len(self.warehouses) + len(self.uncounted)

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """(money, how many items), rising by money: as `pile_counted` says it."""
        return tuple(sorted(Counter(item.money for item in self.items).items()))

    @property
    def bonuses(self) -> tuple[int, ...]:
        """Bonuses of the exact matches, falling."""
        exact = (each.card.money for each in self.warehouses if each.exact)
        return tuple(sorted(exact, reverse=True))

    @property
    def total(self) -> int:
        """All money."""
        return sum(money * count for money, count in self.money) + sum(self.bonuses)

    def to_event(self, player: str) -> Json:
        """The event that confirming records."""
        items = {str(money): count for money, count in self.money}
        bonuses = list(self.bonuses)
        return {"event": "pile_counted", "player": player, "items": items, "bonuses": bonuses}


def propose(
    cards: tuple[Lying, ...], meant: Sequence[Card | Foreign | None], deck: Deck
) -> Proposal:
    """What these cards come to at a table that plays with `deck`.

    `meant`: what the mark of each says (see core.decks.mark_meaning), in the same order; None says
    nothing. Items go to the nearest Warehouse card.
    """
    seen = [_seen(card, what, deck) for card, what in zip(cards, meant, strict=True)]
    seen = _within_copies(seen, deck)
    counted = [card for card in seen if card.problem is None]
    warehouses = [card for card in counted if card.requires is not None]
    homes: dict[int, list[SeenCard]] = {each.lying.number: [] for each in warehouses}
    homes[NO_HOME] = []
    for card in counted:
        if card.requires is None:
            homes[_home(card.lying, warehouses)].append(card)
    return Proposal(
        warehouses=tuple(_filled(each, homes[each.lying.number]) for each in warehouses),
        loose=tuple(homes[NO_HOME]),
        uncounted=tuple(card for card in seen if card.problem is not None),
    )


def _seen(lying: Lying, meant: Card | Foreign | None, deck: Deck) -> SeenCard:
    """What people say goes before what was read."""
    if lying.item_type:
        return SeenCard(lying, "", item_type=lying.item_type, money=lying.money)
    if lying.warehouse:
        meant = next((card for card in deck.cards if card.id == lying.warehouse), None)
    match meant:
        case ItemCard():
            return SeenCard(lying, meant.name, meant.item_type, meant.money, card=meant.id)
        case WarehouseCard():
            requires, name = meant.requires, meant.name
            return SeenCard(lying, name, money=meant.bonus, requires=requires, card=meant.id)
        case InsiderCard():
            problem = Phrase(_INSIDER, {"card": meant.name})
            return SeenCard(lying, meant.name, problem=problem, card=meant.id)
        case Foreign():
            names = {"card": meant.card, "deck": meant.deck}
            return SeenCard(lying, meant.card, problem=Phrase(_FOREIGN, names))
    return SeenCard(lying, "", problem=Phrase(_UNKNOWN))


def _within_copies(seen: list[SeenCard], deck: Deck) -> list[SeenCard]:
    """More cards of a name than the deck has: the later ones are not counted."""
    copies = {card.id: card.count for card in deck.cards}
    met: Counter[str] = Counter()
    found = []
    for card in seen:
        if card.problem is None and card.card is not None:
            met[card.card] += 1
            most = copies[card.card]
            if met[card.card] > most:
                words = Phrase(_COPY if most == 1 else _COPIES, {"card": card.name, "n": most})
                card = replace(card, problem=words)
        found.append(card)
    return found


def _home(lying: Lying, warehouses: list[SeenCard]) -> int:
    """Number of the Warehouse card that an item belongs to."""
    numbers = [each.lying.number for each in warehouses]
    if lying.home is not None:
        return lying.home if lying.home in numbers else NO_HOME
    near = [
        (math.hypot(lying.x - there.x, lying.y - there.y), there.number)
        for there in (each.lying for each in warehouses)
        if lying.x is not None and lying.y is not None
        if there.x is not None and there.y is not None
    ]
    return min(near)[1] if near else NO_HOME


def _filled(card: SeenCard, items: list[SeenCard]) -> Filled:
    requires = card.requires or ()
    exact = is_exact((str(item.item_type) for item in items), requires)
    counts = {"n": len(items), "m": len(requires)}
    problem = None
    if len(items) != len(requires):
        problem = Phrase(_TOO_MANY if len(items) > len(requires) else _TOO_FEW, counts)
    return Filled(card, tuple(items), exact, problem)


# --- corrections: each gives the cards anew ---


def removed(cards: tuple[Lying, ...], number: int) -> tuple[Lying, ...]:
    """Without that card."""
    return tuple(card for card in cards if card.number != number)


def moved(cards: tuple[Lying, ...], number: int, home: int) -> tuple[Lying, ...]:
    """That item belongs to this Warehouse card, or with NO_HOME to none."""
    return tuple(replace(card, home=home) if card.number == number else card for card in cards)


def said(
    cards: tuple[Lying, ...], number: int, item_type: str, money: int, warehouse: str = ""
) -> tuple[Lying, ...]:
    """That card is this item, or this Warehouse card."""
    what = {"item_type": item_type, "money": money, "warehouse": warehouse}
    return tuple(
        replace(card, **what) if card.number == number else card  # type: ignore[arg-type]
        for card in cards
    )


def added(
    cards: tuple[Lying, ...], item_type: str, money: int, warehouse: str = "", home: int = NO_HOME
) -> tuple[Lying, ...]:
    """One card more, which the photo does not show."""
    number = max((card.number for card in cards), default=0) + 1
    card = Lying(number, item_type=item_type, money=money, warehouse=warehouse, home=home)
    return (*cards, card)
