"""What a deck is like to play with: its counts, the chance to match each warehouse, its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from companion.core.decks.model import Deck, InsiderCard, ItemCard, WarehouseCard
from companion.core.names import name_key
from companion.core.outcome import Money, Phrase
from companion.core.phrases import N_

VALUES = (1, 2, 3, 4, 5)
"""Units that items of the rulebook's deck are worth; items of five break ties."""
PLAYERS = 5
"""Players that a deck should have cards for; more are possible, but not recommended."""
CHANCES_LIMIT = 100
"""Warehouses that chances are worked out for, and …"""
DRAWS_LIMIT = 200
"""… Market cards up to which the draws are: beyond, exact figures would take seconds."""


@dataclass(frozen=True, slots=True)
class TypeCount:
    """One item type; copies are counted everywhere."""

    item_type: str
    items: int
    asked_for: int
    """Slots of Warehouse cards that ask for it."""
    money: int
    """Dollars of all its items together."""
    by_value: tuple[int, ...]
    """Its items per value of `DeckAnalysis.values`."""


@dataclass(frozen=True, slots=True)
class WarehouseChance:
    """How likely an exact match is. Both figures are exact."""

    card: WarehouseCard
    in_hand: Fraction
    """The chance that a hand of the deck's size, from the shuffled Market deck, holds the items.

    The hand must hold at least as many items of each type as the warehouse asks for. Insiders
    are no items.
    """
    draws: Fraction | None
    """Cards to draw from the shuffled Market deck, on average, until they hold the items.

    None when all cards together do not, or when the deck is too large to say exactly.
    """


@dataclass(frozen=True, slots=True)
class DeckAnalysis:
    """The figures of a deck, copies counted, and what its maker should mend."""

    market_total: int
    warehouse_total: int
    items: int
    insiders: int
    slots: int
    """Items that all Warehouse cards ask for together."""
    most_players: int
    """Players that can be dealt a hand and a Warehouse card each."""
    values: tuple[int, ...]
    """Dollars that items are worth, rising."""
    types: tuple[TypeCount, ...]
    """In the deck's order."""
    warehouses: tuple[WarehouseChance, ...]
    """In the deck's order, the first hundred."""
    warnings: tuple[Phrase, ...]


def analysed(deck: Deck) -> DeckAnalysis:
    """The analysis of a deck; total on every deck that `read_deck` reads."""
    items = [card for card in deck.cards if isinstance(card, ItemCard)]
    warehouses = [card for card in deck.cards if isinstance(card, WarehouseCard)]
    values = tuple(sorted({card.money for card in items}))
    types = tuple(_type_count(name, items, warehouses, values) for name in deck.item_types)
    held = {each.item_type: each.items for each in types}
    figures = DeckAnalysis(
        market_total=deck.market_total,
        warehouse_total=deck.warehouse_total,
        items=sum(card.count for card in items),
        insiders=sum(card.count for card in deck.cards if isinstance(card, InsiderCard)),
        slots=sum(len(card.requires) * card.count for card in warehouses),
        most_players=min(deck.warehouse_total, deck.market_total // deck.hand_size),
        values=values,
        types=types,
        warehouses=tuple(_chance(deck, card, held) for card in warehouses[:CHANCES_LIMIT]),
        warnings=(),
    )
    return _with_warnings(deck, figures, held)


def _type_count(
    name: str, items: list[ItemCard], warehouses: list[WarehouseCard], values: tuple[int, ...]
) -> TypeCount:
    mine = [card for card in items if card.item_type == name]
    by_value: Counter[int] = Counter()
    for card in mine:
        by_value[card.money] += card.count
    return TypeCount(
        item_type=name,
        items=by_value.total(),
        asked_for=sum(card.requires.count(name) * card.count for card in warehouses),
        money=sum(money * count for money, count in by_value.items()),
        by_value=tuple(by_value[money] for money in values),
    )


def _chance(deck: Deck, card: WarehouseCard, held: Mapping[str, int]) -> WarehouseChance:
    asked = Counter(card.requires)
    needs = tuple(sorted((held[name], number) for name, number in asked.items()))
    total = deck.market_total
    draws = expected_draws(total, needs) if total <= DRAWS_LIMIT else None
    return WarehouseChance(card, chance_in_hand(total, needs, deck.hand_size), draws)


@lru_cache(maxsize=4 * CHANCES_LIMIT)
def chance_in_hand(total: int, needs: tuple[tuple[int, int], ...], hand: int) -> Fraction:
    """The chance that `hand` of `total` cards hold what is needed.

    `needs` are pairs (cards of a kind in the deck, how many of them must be in the hand); the
    kinds have no card in common. A hand larger than the deck is the whole deck. By counting:
    hands that do, divided by all hands.
    """
    hand = min(hand, total)
    ways = _ways(needs, hand)
    rest = total - sum(held for held, _ in needs)
    fitting = sum(number * comb(rest, hand - taken) for taken, number in enumerate(ways))
    return Fraction(fitting, comb(total, hand))


@lru_cache(maxsize=4 * CHANCES_LIMIT)
def expected_draws(total: int, needs: tuple[tuple[int, int], ...]) -> Fraction | None:
    """Cards to draw one by one, on average, until they hold what is needed; None for never.

    The sum over n of the chance that n cards do not suffice.
    """
    if any(held < number for held, number in needs):
        return None
    ways = _ways(needs, total)
    rest = total - sum(held for held, _ in needs)
    expected = Fraction(0)
    for drawn in range(total):
        fitting = sum(
            number * comb(rest, drawn - taken)
            for taken, number in enumerate(ways[: drawn + 1])
            if number
        )
        expected += 1 - Fraction(fitting, comb(total, drawn))
    return expected


def _ways(needs: tuple[tuple[int, int], ...], most: int) -> list[int]:
    """In how many ways n cards of the needed kinds, each kind often enough, can be chosen.

    The n-th entry is for n cards, up to `most`: the coefficients of a product of polynomials,
    one for each kind.
    """
    ways = [1]
    for held, number in needs:
        kind = [comb(held, taken) for taken in range(number, min(held, most) + 1)]
        size = min(most, len(ways) - 1 + held) + 1
        product = [0] * size
        for before, so_far in enumerate(ways):
            for more, choices in enumerate(kind, start=number):
                if so_far and before + more < size:
                    product[before + more] += so_far * choices
        ways = product
    return ways


def _with_warnings(deck: Deck, figures: DeckAnalysis, held: Mapping[str, int]) -> DeckAnalysis:
    if not deck.cards:
        warnings = [Phrase(N_("There are no cards yet. Add the first one."))]
    else:
        warnings = [
            *_too_few(figures),
            *_hands(deck),
            *_types_without_cards(deck, figures),
            *_short_of_items(deck, figures, held),
            *_values(deck, figures),
            *_names(deck),
        ]
    return replace(figures, warnings=tuple(warnings))


def _too_few(figures: DeckAnalysis) -> list[Phrase]:
    players = figures.most_players
    if players >= PLAYERS:
        return []
    params = {"market": figures.market_total, "warehouses": figures.warehouse_total}
    if players < 2:
        said = N_("Too few for two players: {market} Market and {warehouses} Warehouse cards.")
        return [Phrase(said, params)]
    return [Phrase(N_("These cards are enough for {n} players at most."), {"n": players})]


def _hands(deck: Deck) -> list[Phrase]:
    if deck.hand_size <= deck.hand_limit:
        return []
    said = N_("{size} cards are dealt, {limit} may stay: first turns end with discards.")
    return [Phrase(said, {"size": deck.hand_size, "limit": deck.hand_limit})]


def _types_without_cards(deck: Deck, figures: DeckAnalysis) -> list[Phrase]:
    warnings = []
    asking = Counter(
        name
        for card in deck.cards
        if isinstance(card, WarehouseCard)
        for name in set(card.requires)
        for _ in range(card.count)
    )
    for each in figures.types:
        number = asking[each.item_type]
        params = {"type": each.item_type, "n": number}
        if number == 1 and not each.items:
            said = N_("No card of type {type}, but one warehouse asks for it.")
            warnings.append(Phrase(said, params))
        elif number and not each.items:
            said = N_("No card of type {type}, but {n} warehouses ask for it.")
            warnings.append(Phrase(said, params))
        elif each.items and not number and figures.warehouse_total:
            warnings.append(Phrase(N_("No warehouse asks for type {type}."), params))
    return warnings


def _short_of_items(deck: Deck, figures: DeckAnalysis, held: Mapping[str, int]) -> list[Phrase]:
    warnings = []
    for card in deck.cards:
        asked = Counter(card.requires if isinstance(card, WarehouseCard) else ())
        for name, number in asked.items():
            if 0 < held[name] < number:
                params = {"card": card.name, "n": number, "type": name, "held": held[name]}
                said = N_("{card} needs {n} of type {type}, but the deck has {held}.")
                warnings.append(Phrase(said, params))
    if figures.slots > figures.items:
        params = {"slots": figures.slots, "items": figures.items}
        said = N_("The warehouses ask for {slots} items, but there are {items}.")
        warnings.append(Phrase(said, params))
    return warnings


def _values(deck: Deck, figures: DeckAnalysis) -> list[Phrase]:
    missing = [each * deck.tie_unit for each in VALUES]
    missing = [money for money in missing if money not in figures.values]
    if not missing or not figures.items:
        return []
    amounts = tuple(Money(money) for money in missing)
    warnings = [Phrase(N_("No item is worth {list}."), {"list": amounts})]
    if VALUES[-1] * deck.tie_unit in missing:
        warnings.append(Phrase(N_("Ties are broken by items of {money}."), {"money": amounts[-1]}))
    return warnings


def _names(deck: Deck) -> list[Phrase]:
    keys = Counter(name_key(card.name) for card in deck.cards)
    shown: dict[str, str] = {}
    for card in deck.cards:
        shown.setdefault(name_key(card.name), card.name)
    return [
        Phrase(N_("{n} cards are called {name}."), {"n": number, "name": shown[key]})
        for key, number in keys.items()
        if number > 1
    ]
